// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/objecttable.h"
#include "core/apiserver/status.h"
#include "core/apiserver/watchhistory.h"
#include "core/base/result.h"

#include <variant>

namespace wk::apiserver {

enum class StorageRefusal {
    Exists,
    Missing,
    Stale, ///< the object has another revision than the writer expected
};

/// What a write left behind, or why it did not happen; a Status where whoever keeps the objects could not be asked, or
/// could not take it.
using WriteResult = std::variant<ObjectPtr, StorageRefusal, Status>;
/// Why an object of that type and name was not written, for whoever asked for it.
Status whyNotWritten(const WriteResult &result, const ResourceType &type, const std::string &name);

/// Where the versioned objects are. Every write takes the next revision of one counter, which is the resourceVersion.
///
/// They may be kept by somebody else, whom other servers ask as well. Then there are two answers to what is there:
/// what this process has heard of, which is had at once and may be old, and what is true, for which one waits. Who
/// writes has heard of his own write when he is answered. Any thread, but none that must not wait where waits().
class Storage : public Lister, public Watcher
{
public:
    /// Finds what is kept; before anything else. Errors: who keeps it cannot be reached, or it is not ours.
    virtual Result<> open() { return success(); }
    /// When it returns, nobody is told of a change any more. Before those who watch() end.
    virtual void close() {}
    /// The server is to stop: who waits for somebody else is told so at once, and so is who asks from now on. Any
    /// thread.
    virtual void giveUp() {}
    /// Whether writes, newest() and catchUp() wait for somebody else.
    virtual bool waits() const { return false; }

    /// What it remembers itself of what happened; null where a watch cache does.
    virtual WatchHistory *history() { return nullptr; }
    /// Why nobody can write to it, for whoever tries; empty where it can be written to.
    virtual std::optional<Status> whyReadOnly() const { return {}; }

    virtual WriteResult create(const std::string &resource, StoredObject object) = 0;
    /// `expected` is the revision the writer has read; 0 writes over whatever there is.
    virtual WriteResult update(const std::string &resource, StoredObject object, std::uint64_t expected) = 0;
    /// The deleted object under the revision of its deletion.
    virtual WriteResult remove(const std::string &resource, const std::string &key, std::uint64_t expected) = 0;

    /// What is true now; null when there is no such object. Errors: nobody knows.
    virtual Outcome<ObjectPtr> newest(const std::string &resource, const std::string &key) const = 0;
    /// Afterwards all that was written before this call has been heard of. Errors: nobody knows.
    virtual Outcome<> catchUp() const { return done(); }

    // What has been heard of.
    /// Empty when there is none.
    virtual ObjectPtr get(const std::string &resource, const std::string &key) const = 0;
    /// Objects that name this uid in their ownerReferences.
    virtual std::vector<ObjectRef> dependents(const std::string &uid) const = 0;
    /// Which object has this uid; empty when none has.
    virtual std::optional<ObjectRef> byUid(const std::string &uid) const = 0;
    /// Everything in a namespace.
    virtual std::vector<ObjectRef> inNamespace(const std::string &nameSpace) const = 0;

    bool hasUid(const std::string &uid) const { return byUid(uid).has_value(); }
};

} // namespace wk::apiserver
