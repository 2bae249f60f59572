// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/names.h"
#include "core/apiserver/patch.h"
#include "core/apiserver/storage.h"
#include "core/apiserver/writerequest.h"

#include <functional>
#include <memory>

namespace wk {
class Clock;
}

namespace wk::apiserver {

class Remover;
class ResourceTable;
class WatchCache;

/// The rules of writing: what an object must be to be stored, what the server adds to it, who may overwrite
/// whom, and what follows from a deletion. HTTP and the demo's components write through the same door. Any
/// thread.
class Registry
{
public:
    Registry(ResourceTable &types, Storage &storage, WatchCache &cache, const Clock &clock, std::uint64_t seed);
    ~Registry();

    Outcome<ObjectPtr> create(const WriteTarget &target, Json document, const WriteMode &mode);
    /// Replaces the object, its status or its scale. Without a resourceVersion it overwrites whatever there
    /// is.
    Outcome<ObjectPtr> update(const WriteTarget &target, const Json &document, const WriteMode &mode);
    Outcome<ObjectPtr> patch(const WriteTarget &target, const Patch &patch, const WriteMode &mode);
    /// Server-side apply; makes the object when there is none. Errors: 409 when others own what it would change.
    Outcome<ObjectPtr> apply(const WriteTarget &target, const Json &configuration, WriteMode mode);
    /// The object as it is afterwards: gone (its last state), or on its way out.
    Outcome<ObjectPtr> remove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode);
    /// Stores an object as it is, with its status, times and uid where it has them: for a cluster that is
    /// there before its first day. No rules but that its name is free.
    Outcome<ObjectPtr> seed(const TypePtr &type, Json document);

    /// Finishes what a server has left undone that ended in the middle of it: objects whose owners are gone, namespaces
    /// that are being emptied.
    void sweep();

    /// Gives a pod its node, once. Errors: 409 when it has one.
    Outcome<ObjectPtr> bind(const WriteTarget &pod, const std::string &node, const WriteMode &mode);

    /// Changes an object by a function of its document, as often as others come between.
    using Edit = std::function<Outcome<Json>(Json current)>;
    Outcome<ObjectPtr> edit(const WriteTarget &target, const Edit &edit, const WriteMode &mode);

    /// What the storage has heard of; null when there is no such object.
    ObjectPtr get(const WriteTarget &target) const;
    /// What is true; see Storage::newest().
    Outcome<ObjectPtr> newest(const WriteTarget &target) const;

private:
    std::optional<Status> checkNamespace(const WriteTarget &target) const;
    void prepareNew(const WriteTarget &target, Json &document) const;
    Outcome<ObjectPtr> store(const WriteTarget &target, Json document, const WriteMode &mode);
    Outcome<ObjectPtr> editOnce(const WriteTarget &target, const ObjectPtr &before, const Edit &edit,
                                const WriteMode &mode, bool &isStale);
    Outcome<ObjectPtr> commit(const WriteTarget &target, const StoredObject &before, Json after, const WriteMode &mode);
    void written(const TypePtr &type, const ObjectPtr &object, const Json &document);
    void serveDefinition(const ObjectPtr &object, const Json &document);
    void establish(const std::string &definition, const std::string &version);

    ResourceTable &m_types;
    Storage &m_storage;
    WatchCache &m_cache;
    const Clock &m_clock;
    mutable NameGenerator m_names;
    const std::unique_ptr<Remover> m_remover;
};

} // namespace wk::apiserver
