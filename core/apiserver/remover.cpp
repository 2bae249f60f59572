// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/remover.h"

#include "core/apiserver/customtype.h"
#include "core/apiserver/objectmaker.h"
#include "core/apiserver/registry.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/watchcache.h"
#include "core/base/clock.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace {

constexpr int RemovalTries = 100;
constexpr auto ForegroundFinalizer = "foregroundDeletion";
constexpr auto CollectorName = "garbage-collector";

Json documentOf(const StoredObject &object)
{
    const Result<Json> document = parseDocument(object.json);
    return document ? *document : Json::object();
}

bool hasFinalizers(const Json &document)
{
    const Json &finalizers = find(document, {"metadata", "finalizers"});
    return finalizers.is_array() && !finalizers.empty();
}

bool isLeaving(const Json &document)
{
    return !find(document, {"metadata", "deletionTimestamp"}).is_null();
}

/// How long a pod may take to go: nothing when it never came to a node or is over.
std::int64_t graceOf(const Json &document, const DeleteOptions &options)
{
    const std::string phase = textOf(find(document, {"status", "phase"}));
    const bool isOver = phase == "Succeeded" || phase == "Failed";
    if (isOver || textOf(find(document, {"spec", "nodeName"})).empty())
        return 0;
    return std::max<std::int64_t>(
        0, options.graceSeconds.value_or(numberOf(find(document, {"spec", "terminationGracePeriodSeconds"}), 30)));
}

std::optional<Status> checkPreconditions(const WriteTarget &target, const StoredObject &object,
                                         const DeleteOptions &options)
{
    if (!options.uid.empty() && options.uid != object.uid)
        return conflict(*target.type, target.name,
                        "Precondition failed: UID in precondition: " + options.uid +
                            ", UID in object meta: " + object.uid);
    if (options.revision != 0 && options.revision != object.revision)
        return conflict(*target.type, target.name,
                        "Precondition failed: ResourceVersion in precondition: " + std::to_string(options.revision) +
                            ", ResourceVersion in object meta: " + std::to_string(object.revision));
    return {};
}

} // namespace

Remover::Remover(Registry &registry, ResourceTable &types, Storage &storage, WatchCache &cache, const Clock &clock)
    : m_registry(registry)
    , m_types(types)
    , m_storage(storage)
    , m_cache(cache)
    , m_clock(clock)
{}

void Remover::sweep()
{
    for (const TypePtr &type : m_types.all()) {
        if (type->compute)
            continue;
        for (const ObjectPtr &object : m_storage.list(type->resource()).objects) {
            if (!object->owners.empty() || type->namespaced)
                collectIfOrphan(type, object);
            finishIfDone(type, object);
        }
    }
    Aftermath aftermath;
    for (const ObjectPtr &nameSpace : m_storage.list("namespaces").objects) {
        if (nameSpace->fields[0] == "Terminating")
            emptyNamespace(nameSpace->name, aftermath);
    }
    settle(aftermath);
}

Outcome<ObjectPtr> Remover::remove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode)
{
    Aftermath aftermath;
    const Outcome<ObjectPtr> removed = remove(target, options, mode, aftermath);
    settle(aftermath);
    return removed;
}

Outcome<ObjectPtr> Remover::remove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode,
                                   Aftermath &aftermath)
{
    for (int attempt = 1;; ++attempt) {
        const Outcome<ObjectPtr> removed = tryRemove(target, options, mode, aftermath);
        if (removed || removed.status().reason != "Conflict" || attempt == RemovalTries)
            return removed;
        // Somebody came between: once more, unless it is no longer the object that was meant.
        const Outcome<ObjectPtr> object = m_registry.newest(target);
        if (!object || !*object || checkPreconditions(target, **object, options))
            return removed;
    }
}

Outcome<ObjectPtr> Remover::tryRemove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode,
                                      Aftermath &aftermath)
{
    const Outcome<ObjectPtr> newest = m_registry.newest(target);
    if (!newest)
        return newest;
    const ObjectPtr &object = *newest;
    if (!object)
        return notFound(*target.type, target.name);
    if (const auto failed = checkPreconditions(target, *object, options))
        return *failed;
    if (mode.isDryRun)
        return object;
    const Json document = documentOf(*object);
    const std::string resource = target.type->resource();
    const std::int64_t grace = resource == "pods" ? graceOf(document, options) : 0;
    const bool waits = options.propagation == Propagation::Foreground && !m_storage.dependents(object->uid).empty();
    const bool isNamespace = resource == "namespaces";
    if (grace > 0 || waits || isNamespace || hasFinalizers(document)) {
        const Outcome<ObjectPtr> marked = markDeleted(target, object, grace, waits);
        if (marked && waits)
            collectDependents(object->uid, aftermath);
        if (marked && isNamespace)
            emptyNamespace(target.name, aftermath);
        return marked;
    }
    if (options.propagation == Propagation::Orphan)
        orphan(object->uid);
    if (target.type->kind == "CustomResourceDefinition")
        withdrawDefinition(*object);
    return erase(target, object, aftermath);
}

/// Stays for now, with the time at which it is to be gone.
Outcome<ObjectPtr> Remover::markDeleted(const WriteTarget &target, const ObjectPtr &object, std::int64_t grace,
                                        bool waits)
{
    Json document = documentOf(*object);
    Json &metadata = document["metadata"];
    const bool isKnown = isLeaving(document);
    const bool isSooner = numberOf(find(metadata, {"deletionGracePeriodSeconds"})) > grace;
    if (isKnown && !isSooner)
        return object;
    metadata["deletionTimestamp"] = formatTime(m_clock.wallNow() + std::chrono::seconds(grace));
    metadata["deletionGracePeriodSeconds"] = grace;
    if (waits)
        make(document, {"metadata", "finalizers"}).push_back(ForegroundFinalizer);
    if (target.type->resource() == "namespaces")
        document["status"]["phase"] = "Terminating";
    if (target.type->hasGeneration && !isKnown)
        metadata["generation"] = numberOf(find(metadata, {"generation"})) + 1;
    const WriteResult result =
        m_storage.update(target.type->resource(), makeObject(*target.type, document), object->revision);
    if (!std::holds_alternative<ObjectPtr>(result))
        return whyNotWritten(result, *target.type, target.name);
    return std::get<ObjectPtr>(result);
}

Outcome<ObjectPtr> Remover::erase(const WriteTarget &target, const ObjectPtr &object, Aftermath &aftermath)
{
    const WriteResult result = m_storage.remove(target.type->resource(), target.key(), object->revision);
    if (!std::holds_alternative<ObjectPtr>(result))
        return whyNotWritten(result, *target.type, target.name);
    aftermath.gone.emplace_back(target, object);
    return std::get<ObjectPtr>(result);
}

void Remover::settle(Aftermath &aftermath)
{
    while (!aftermath.gone.empty()) {
        const auto [target, object] = std::move(aftermath.gone.front());
        aftermath.gone.pop_front();
        collectDependents(object->uid, aftermath);
        finishForeground(*object);
        if (!target.nameSpace.empty())
            finishNamespace(target.nameSpace, aftermath);
    }
}

void Remover::finishIfDone(const TypePtr &type, const ObjectPtr &object)
{
    const Json document = documentOf(*object);
    if (!isLeaving(document) || hasFinalizers(document) || type->resource() == "namespaces")
        return;
    // A pod in grace is ended by its kubelet, with a deletion of its own.
    if (type->resource() == "pods" && numberOf(find(document, {"metadata", "deletionGracePeriodSeconds"})) > 0)
        return;
    Aftermath aftermath;
    const auto gone = erase({type, object->nameSpace, object->name}, object, aftermath);
    Q_UNUSED(gone) // Who changed it in between finishes it himself.
    settle(aftermath);
}

void Remover::collectIfOrphan(const TypePtr &type, const ObjectPtr &object)
{
    const bool isOwned =
        !object->owners.empty() && std::none_of(object->owners.begin(), object->owners.end(),
                                                [this](const std::string &uid) { return m_storage.hasUid(uid); });
    const ObjectPtr nameSpace = m_storage.get("namespaces", object->nameSpace);
    const bool isHomeless = type->namespaced && (!nameSpace || nameSpace->fields[0] == "Terminating");
    if (!isOwned && !isHomeless)
        return;
    const auto gone = remove({type, object->nameSpace, object->name}, {.uid = object->uid}, {CollectorName});
    Q_UNUSED(gone)
}

void Remover::collectDependents(const std::string &ownerUid, Aftermath &aftermath)
{
    for (const ObjectRef &dependent : m_storage.dependents(ownerUid))
        collectDependent(dependent, ownerUid, aftermath);
}

/// What has another owner left stays with him.
void Remover::collectDependent(const ObjectRef &dependent, const std::string &ownerUid, Aftermath &aftermath)
{
    const auto target = targetOf(dependent);
    const ObjectPtr object = target ? m_registry.get(*target) : ObjectPtr();
    if (!object)
        return;
    const bool hasOther = std::any_of(object->owners.begin(), object->owners.end(),
                                      [&](const std::string &uid) { return uid != ownerUid && m_storage.hasUid(uid); });
    if (hasOther) {
        dropOwner(*target, ownerUid);
        return;
    }
    const auto gone = remove(*target, {.uid = object->uid}, {CollectorName}, aftermath);
    Q_UNUSED(gone)
}

void Remover::orphan(const std::string &ownerUid)
{
    for (const ObjectRef &dependent : m_storage.dependents(ownerUid)) {
        if (const auto target = targetOf(dependent))
            dropOwner(*target, ownerUid);
    }
}

void Remover::dropOwner(const WriteTarget &target, const std::string &ownerUid)
{
    const auto without = [&](Json current) -> Outcome<Json> {
        Json kept = Json::array();
        const Json &owners = find(current, {"metadata", "ownerReferences"});
        for (const Json &owner : owners.is_array() ? owners : Json::array()) {
            if (textOf(find(owner, {"uid"})) != ownerUid)
                kept.push_back(owner);
        }
        if (kept.empty())
            current["metadata"].erase("ownerReferences");
        else
            current["metadata"]["ownerReferences"] = std::move(kept);
        return current;
    };
    const auto done = m_registry.edit(target, without, {CollectorName});
    Q_UNUSED(done)
}

/// The last dependent is gone: an owner that waited for it may go.
void Remover::finishForeground(const StoredObject &dependent)
{
    for (const std::string &uid : dependent.owners) {
        const auto owner = m_storage.byUid(uid);
        const auto target = owner ? targetOf(*owner) : std::nullopt;
        if (!target || !m_storage.dependents(uid).empty())
            continue;
        const auto without = [](Json current) -> Outcome<Json> {
            Json &finalizers = make(current, {"metadata", "finalizers"});
            if (finalizers.is_array())
                finalizers.erase(std::remove(finalizers.begin(), finalizers.end(), Json(ForegroundFinalizer)),
                                 finalizers.end());
            if (finalizers.empty())
                current["metadata"].erase("finalizers");
            return current;
        };
        const auto done = m_registry.edit(*target, without, {CollectorName});
        Q_UNUSED(done)
    }
}

void Remover::emptyNamespace(const std::string &name, Aftermath &aftermath)
{
    for (const ObjectRef &ref : m_storage.inNamespace(name)) {
        if (const auto target = targetOf(ref)) {
            const auto gone = remove(*target, {}, {"namespace-controller"}, aftermath);
            Q_UNUSED(gone)
        }
    }
    finishNamespace(name, aftermath);
}

void Remover::finishNamespace(const std::string &name, Aftermath &aftermath)
{
    const ObjectPtr known = m_storage.get("namespaces", name);
    if (!known || known->fields[0] != "Terminating" || !m_storage.inNamespace(name).empty())
        return;
    const WriteTarget target{m_types.findResource("namespaces"), "", name};
    const Outcome<ObjectPtr> nameSpace = m_registry.newest(target);
    if (!nameSpace || !*nameSpace || (*nameSpace)->fields[0] != "Terminating")
        return;
    const auto gone = erase(target, *nameSpace, aftermath);
    Q_UNUSED(gone)
}

/// The objects of a definition go first, then their watches end, then the resource is not served any more.
void Remover::withdrawDefinition(const StoredObject &definition)
{
    const auto type = typeOfDefinition(documentOf(definition));
    if (!type)
        return;
    const std::string resource = type->resource();
    for (const ObjectPtr &instance : m_storage.list(resource).objects)
        m_storage.remove(resource, instance->key(), 0);
    if (const auto ended = apiserver::withdrawDefinition(m_types, documentOf(definition)))
        m_cache.end(*ended);
}

std::optional<WriteTarget> Remover::targetOf(const ObjectRef &ref) const
{
    const TypePtr type = m_types.findResource(ref.resource);
    if (!type)
        return {};
    const size_t slash = ref.key.find('/');
    if (slash == ref.key.npos)
        return WriteTarget{type, "", ref.key};
    return WriteTarget{type, ref.key.substr(0, slash), ref.key.substr(slash + 1)};
}

} // namespace wk::apiserver
