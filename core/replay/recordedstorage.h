// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/storage.h"
#include "core/replay/recordedpast.h"

namespace wk {

/// The objects of a recording as a server's storage: those of the moment, which nobody can write to. It remembers its
/// past itself. Any thread.
class RecordedStorage : public apiserver::Storage
{
public:
    /// The past outlives it.
    explicit RecordedStorage(RecordedPast &past)
        : m_past(past)
    {}

    apiserver::WatchHistory *history() override { return &m_past; }
    std::optional<apiserver::Status> whyReadOnly() const override;

    apiserver::WriteResult create(const std::string &, apiserver::StoredObject) override { return *whyReadOnly(); }
    apiserver::WriteResult update(const std::string &, apiserver::StoredObject, std::uint64_t) override
    {
        return *whyReadOnly();
    }
    apiserver::WriteResult remove(const std::string &, const std::string &, std::uint64_t) override
    {
        return *whyReadOnly();
    }

    apiserver::Outcome<apiserver::ObjectPtr> newest(const std::string &resource, const std::string &key) const override
    {
        return get(resource, key);
    }
    apiserver::ObjectPtr get(const std::string &resource, const std::string &key) const override;
    apiserver::Listing list(const std::string &resource) const override { return m_past.list(resource); }
    apiserver::Stretch stretch(const std::string &resource, const std::string &from, std::size_t most) const override
    {
        return RecordedPast::stretchOf(list(resource), from, most);
    }
    std::uint64_t revision() const override { return m_past.newestOfAll(); }
    /// What happens is told by history().
    void watch(Callback, Ended) override {}

    // Only who writes asks for these.
    std::vector<apiserver::ObjectRef> dependents(const std::string &) const override { return {}; }
    std::optional<apiserver::ObjectRef> byUid(const std::string &) const override { return {}; }
    std::vector<apiserver::ObjectRef> inNamespace(const std::string &) const override { return {}; }

private:
    RecordedPast &m_past;
};

} // namespace wk
