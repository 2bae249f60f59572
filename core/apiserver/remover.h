// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/status.h"
#include "core/apiserver/storage.h"
#include "core/apiserver/writerequest.h"

#include <deque>
#include <optional>

namespace wk {
class Clock;
}

namespace wk::apiserver {

class Registry;
class ResourceTable;
class WatchCache;

/// How objects leave: pods in grace, what has finalizers when they are gone, namespaces when they are empty,
/// and what they own after them. Part of Registry; any thread. Source: registry/generic/registry/store.go,
/// the garbage and namespace collectors.
class Remover
{
public:
    Remover(Registry &registry, ResourceTable &types, Storage &storage, WatchCache &cache, const Clock &clock);

    Outcome<ObjectPtr> remove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode);
    /// After a write: an object on its way out that nothing holds any more is gone.
    void finishIfDone(const TypePtr &type, const ObjectPtr &object);
    /// After a creation: an object whose owners are all gone, or whose namespace is, came too late.
    void collectIfOrphan(const TypePtr &type, const ObjectPtr &object);
    /// See Registry::sweep().
    void sweep();

private:
    /// What is gone and not yet mourned. Collecting works it off in a loop: chains of owners may be long.
    struct Aftermath {
        std::deque<std::pair<WriteTarget, ObjectPtr>> gone;
    };

    Outcome<ObjectPtr> remove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode,
                              Aftermath &aftermath);
    Outcome<ObjectPtr> tryRemove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode,
                                 Aftermath &aftermath);
    Outcome<ObjectPtr> markDeleted(const WriteTarget &target, const ObjectPtr &object, std::int64_t grace, bool waits);
    Outcome<ObjectPtr> erase(const WriteTarget &target, const ObjectPtr &object, Aftermath &aftermath);
    void settle(Aftermath &aftermath);
    void collectDependents(const std::string &ownerUid, Aftermath &aftermath);
    void collectDependent(const ObjectRef &dependent, const std::string &ownerUid, Aftermath &aftermath);
    void orphan(const std::string &ownerUid);
    void dropOwner(const WriteTarget &target, const std::string &ownerUid);
    void finishForeground(const StoredObject &dependent);
    void emptyNamespace(const std::string &name, Aftermath &aftermath);
    void finishNamespace(const std::string &name, Aftermath &aftermath);
    void withdrawDefinition(const StoredObject &definition);
    std::optional<WriteTarget> targetOf(const ObjectRef &ref) const;

    Registry &m_registry;
    ResourceTable &m_types;
    Storage &m_storage;
    WatchCache &m_cache;
    const Clock &m_clock;
};

} // namespace wk::apiserver
