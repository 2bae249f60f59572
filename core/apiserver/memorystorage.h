// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/storage.h"

#include <mutex>

namespace wk::apiserver {

/// Objects in memory under one lock: what is there is true. A write is told to the watcher before the lock is given
/// back, so that no one sees revision N without having been told of N-1. Any thread; it never waits.
class MemoryStorage : public Storage
{
public:
    /// The first write takes the revision after `revision`, which is 1 at least: 0 would say "any" to a client that
    /// lists nothing and watches on.
    explicit MemoryStorage(std::uint64_t revision = 1)
        : m_revision(revision)
    {}

    WriteResult create(const std::string &resource, StoredObject object) override;
    WriteResult update(const std::string &resource, StoredObject object, std::uint64_t expected) override;
    WriteResult remove(const std::string &resource, const std::string &key, std::uint64_t expected) override;

    Outcome<ObjectPtr> newest(const std::string &resource, const std::string &key) const override
    {
        return get(resource, key);
    }
    ObjectPtr get(const std::string &resource, const std::string &key) const override;
    std::vector<ObjectRef> dependents(const std::string &uid) const override;
    std::optional<ObjectRef> byUid(const std::string &uid) const override;
    std::vector<ObjectRef> inNamespace(const std::string &nameSpace) const override;

    /// All that is stored, and at which revision; cheap: objects never change.
    struct Snapshot {
        std::uint64_t revision = 0;
        ObjectTable objects;
    };
    Snapshot snapshot() const;
    /// What an operator does with a backup: the state is that of `snapshot` again, and the next write takes the
    /// revision after `revision` (`etcdutl snapshot restore --bump-revision` goes on far above all that was given out).
    /// No watcher is told: the watch cache has to begin anew, too.
    void restore(const Snapshot &snapshot, std::uint64_t revision);

    Listing list(const std::string &resource) const override;
    Stretch stretch(const std::string &resource, const std::string &from, std::size_t most) const override;
    std::uint64_t revision() const override;
    void watch(Callback callback, Ended ended = {}) override;

private:
    ObjectPtr put(const std::string &resource, const StoredObject &object);
    void tell(const std::string &resource, const StorageEvent &event);

    mutable std::mutex m_mutex;
    std::uint64_t m_revision;
    ObjectTable m_objects;
    Callback m_callback;
};

} // namespace wk::apiserver
