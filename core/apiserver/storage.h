// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/listwatch.h"

#include <compare>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <variant>

namespace wk::apiserver {

enum class StorageRefusal {
    Exists,
    Missing,
    Stale, ///< the object has another revision than the writer expected
};

/// What a write left behind, or why it did not happen.
using WriteResult = std::variant<ObjectPtr, StorageRefusal>;

/// Which object a dependent is.
struct ObjectRef {
    std::string resource;
    std::string key;
    auto operator<=>(const ObjectRef &) const = default;
};

/// Versioned objects in memory under one lock. Every write takes the next revision of one counter, which is
/// the resourceVersion, and is told to the watcher before the lock is given back, so that no one sees
/// revision N without having been told of N-1. Any thread.
class Storage : public Lister, public Watcher
{
public:
    /// The first write takes the revision after `revision`, which is 1 at least: 0 would say "any" to a client that
    /// lists nothing and watches on.
    explicit Storage(std::uint64_t revision = 1)
        : m_revision(revision)
    {}

    WriteResult create(const std::string &resource, StoredObject object);
    /// `expected` is the revision the writer has read; 0 writes over whatever there is.
    WriteResult update(const std::string &resource, StoredObject object, std::uint64_t expected);
    /// The deleted object under the revision of its deletion.
    WriteResult remove(const std::string &resource, const std::string &key, std::uint64_t expected);

    /// Empty when there is none.
    ObjectPtr get(const std::string &resource, const std::string &key) const;
    /// Objects that name this uid in their ownerReferences.
    std::vector<ObjectRef> dependents(const std::string &uid) const;
    /// Which object has this uid; empty when none has.
    std::optional<ObjectRef> byUid(const std::string &uid) const;

    bool hasUid(const std::string &uid) const { return byUid(uid).has_value(); }

    /// Everything in a namespace.
    std::vector<ObjectRef> inNamespace(const std::string &nameSpace) const;

    /// All that is stored, and at which revision; cheap: objects never change.
    struct Snapshot {
        std::uint64_t revision = 0;
        std::map<std::string, std::map<std::string, ObjectPtr>> collections;
    };
    Snapshot snapshot() const;
    /// What an operator does with a backup: the state is that of `snapshot` again, and the next write takes the
    /// revision after `revision` (`etcdutl snapshot restore --bump-revision` goes on far above all that was given out).
    /// No watcher is told: the watch cache has to begin anew, too.
    void restore(const Snapshot &snapshot, std::uint64_t revision);

    Listing list(const std::string &resource) const override;
    Stretch stretch(const std::string &resource, const std::string &from, std::size_t most) const override;
    std::uint64_t revision() const override;
    void watch(Callback callback) override;

private:
    using Collection = std::map<std::string, ObjectPtr>;

    ObjectPtr stamp(StoredObject object);
    void index(const std::string &resource, const ObjectPtr &object);
    void unindex(const std::string &resource, const ObjectPtr &object);
    void tell(const std::string &resource, const StorageEvent &event);

    mutable std::mutex m_mutex;
    std::uint64_t m_revision;
    std::map<std::string, Collection> m_collections;
    std::map<std::string, ObjectRef> m_byUid;
    std::map<std::string, std::set<ObjectRef>> m_byOwner;
    Callback m_callback;
};

} // namespace wk::apiserver
