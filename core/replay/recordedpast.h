// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"
#include "core/apiserver/watchhistory.h"
#include "core/history/rows/historysnapshot.h"
#include "core/replay/recordedresource.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace wk {

/// What a recording tells of one cluster, as of a moment that moves on: what is behind it is the past, which can be
/// watched and listed, and what is before it has not happened yet. Nothing of it is held in memory but an index and the
/// objects that were asked for last. Any thread.
class RecordedPast : public apiserver::WatchHistory
{
public:
    /// The resources are those that watches of the cluster were told of; keys of etcd are none.
    RecordedPast(HistoryPtr history, const ClusterId &cluster);

    const std::vector<apiserver::TypePtr> &types() const { return m_types; }

    /// All rows before that one have been told; it never goes back. Wakes who waits.
    void goTo(RowId upTo);
    /// All of a resource as of the moment.
    apiserver::Listing list(const std::string &resource) const;
    /// The newest version of any resource.
    std::uint64_t newestOfAll() const;

    void onChange(std::function<void(const std::string &resource)> wake) override { m_wake = std::move(wake); }
    std::uint64_t newest(const std::string &resource) const override;
    apiserver::Outcome<apiserver::WatchPosition> open(const std::string &resource, std::uint64_t after) const override;
    apiserver::WatchTake take(const std::string &resource, apiserver::WatchPosition &position,
                              std::size_t max) const override;
    /// What it has not taken waits in the file.
    bool isTooSlow(const std::string &, const apiserver::WatchPosition &) const override { return false; }
    std::optional<apiserver::Listing> listAt(const std::string &resource, std::uint64_t revision) const override;
    std::optional<apiserver::Stretch> stretchAt(const std::string &resource, std::uint64_t revision,
                                                const std::string &from, std::size_t most) const override;

    /// Of a listing, at most `most` objects from `from` on.
    static apiserver::Stretch stretchOf(const apiserver::Listing &listing, const std::string &from, std::size_t most);

private:
    using Objects = std::shared_ptr<const std::vector<apiserver::ObjectPtr>>;
    struct Resource {
        apiserver::TypePtr type;
        RecordedResource told;
    };
    class ObjectMaker;
    /// What was listed, of which resource, and behind which of its steps.
    struct Listed {
        const Resource *resource = nullptr;
        std::size_t stretch = 0;
        std::size_t step = 0;
        Objects objects;
    };

    const Resource *find(const std::string &resource) const;
    apiserver::Listing listBehind(const Resource &resource, std::size_t stretch, std::size_t step) const;
    Objects objectsBehind(const Resource &resource, std::size_t stretch, std::size_t step) const;
    apiserver::ObjectPtr made(const Resource &resource, const Object &object, std::uint64_t revision) const;
    apiserver::StorageEvent eventOf(const Resource &resource, const RecordedResource::Step &step) const;

    const HistoryPtr m_history;
    std::map<std::string, Resource, std::less<>> m_resources;
    std::vector<apiserver::TypePtr> m_types;
    std::function<void(const std::string &)> m_wake;
    mutable std::mutex m_mutex;
    RowId m_upTo = 0;
    mutable std::deque<Listed> m_listed; ///< newest first
};

} // namespace wk
