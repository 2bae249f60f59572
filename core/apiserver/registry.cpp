// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/registry.h"

#include "core/apiserver/admission.h"
#include "core/apiserver/customtype.h"
#include "core/apiserver/defaults.h"
#include "core/apiserver/managedfields.h"
#include "core/apiserver/objectmaker.h"
#include "core/apiserver/remover.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/scale.h"
#include "core/apiserver/serversideapply.h"
#include "core/apiserver/validation.h"
#include "core/apiserver/watchcache.h"
#include "core/base/clock.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// How often a write that names no version is tried when others come between.
constexpr int Tries = 100;
/// How often a generated name may be taken. Source: registry/generic create with generateName.
constexpr int NameTries = 8;

std::string memberOf(const Json &document, const char *member)
{
    return textOf(find(document, {"metadata", member}));
}

Status faulty(const ResourceType &type, const Json &document, const std::vector<Cause> &causes)
{
    return invalid(type, memberOf(document, "name"), causes);
}

/// What belongs to the server and cannot be changed by a write.
void keepIdentity(Json &after, const Json &before)
{
    Json &metadata = make(after, {"metadata"});
    if (!metadata.is_object())
        metadata = Json::object();
    for (const char *member : {"name", "namespace", "uid", "generateName", "creationTimestamp", "generation",
                               "deletionTimestamp", "deletionGracePeriodSeconds", "managedFields"}) {
        const Json &value = find(before, {"metadata", member});
        if (value.is_null())
            metadata.erase(member);
        else
            metadata[member] = value;
    }
    metadata.erase("resourceVersion");
    after["kind"] = find(before, {"kind"});
    after["apiVersion"] = find(before, {"apiVersion"});
}

/// The main door leaves the status alone, the status door all but the status; a binding touches both.
Json throughDoor(const ResourceType &type, const std::string &subresource, const Json &before, Json after)
{
    if (subresource == "status") {
        Json kept = before;
        kept["metadata"].erase("resourceVersion");
        if (after.contains("status"))
            kept["status"] = after["status"];
        return kept;
    }
    if (type.hasStatus && subresource != "binding") {
        if (before.contains("status"))
            after["status"] = before["status"];
        else
            after.erase("status");
    }
    return after;
}

Manager managerOf(const WriteTarget &target, const WriteMode &mode)
{
    return {mode.manager, target.type->apiVersion(), target.subresource, mode.applied};
}

/// Whether anything but metadata and status differs: what a controller has to act upon.
bool wishDiffers(const Json &before, const Json &after)
{
    const auto without = [](Json document) {
        document.erase("metadata");
        document.erase("status");
        return nlohmann::json(document);
    };
    return without(before) != without(after);
}

} // namespace

Registry::Registry(ResourceTable &types, Storage &storage, WatchCache &cache, const Clock &clock, std::uint64_t seed)
    : m_types(types)
    , m_storage(storage)
    , m_cache(cache)
    , m_clock(clock)
    , m_names(seed)
    , m_remover(std::make_unique<Remover>(*this, types, storage, cache, clock))
{}

Registry::~Registry() = default;

ObjectPtr Registry::get(const WriteTarget &target) const
{
    return m_storage.get(target.type->resource(), target.key());
}

Outcome<ObjectPtr> Registry::newest(const WriteTarget &target) const
{
    return m_storage.newest(target.type->resource(), target.key());
}

Outcome<ObjectPtr> Registry::create(const WriteTarget &target, Json document, const WriteMode &mode)
{
    if (const auto mismatch = findMismatch(target, document))
        return *mismatch;
    if (!memberOf(document, "resourceVersion").empty())
        return badRequest("resourceVersion should not be set on objects to be created");
    if (const auto refusal = checkNamespace(target))
        return *refusal;
    const std::string stem = memberOf(document, "generateName");
    const bool isGenerated = memberOf(document, "name").empty() && !stem.empty();
    for (int attempt = 1;; ++attempt) {
        if (isGenerated)
            document["metadata"]["name"] = stem + m_names.suffix();
        const Outcome<ObjectPtr> stored = store(target, document, mode);
        if (stored || !isGenerated || stored.status().reason != "AlreadyExists" || attempt == NameTries)
            return stored;
    }
}

std::optional<Status> Registry::checkNamespace(const WriteTarget &target) const
{
    if (!target.type->namespaced)
        return {};
    ObjectPtr nameSpace = m_storage.get("namespaces", target.nameSpace);
    if (!nameSpace) {
        const auto newest = m_storage.newest("namespaces", target.nameSpace);
        if (!newest)
            return newest.status();
        nameSpace = *newest;
    }
    if (!nameSpace)
        return notFound(*m_types.findResource("namespaces"), target.nameSpace);
    if (nameSpace->fields[0] != "Terminating")
        return {};
    return forbidden(*target.type, target.name,
                     "unable to create new content in namespace " + target.nameSpace +
                         " because it is being terminated");
}

void Registry::prepareNew(const WriteTarget &target, Json &document) const
{
    Json &metadata = make(document, {"metadata"});
    for (const char *member :
         {"deletionTimestamp", "deletionGracePeriodSeconds", "managedFields", "selfLink", "generation"})
        metadata.erase(member);
    if (target.type->namespaced)
        metadata["namespace"] = target.nameSpace;
    metadata["uid"] = m_names.uid();
    metadata["creationTimestamp"] = formatTime(m_clock.wallNow());
    if (target.type->hasGeneration)
        metadata["generation"] = 1;
    if (target.type->hasStatus)
        document.erase("status");
    document["kind"] = target.type->kind;
    document["apiVersion"] = target.type->apiVersion();
    applyDefaults(*target.type, document);
}

Outcome<ObjectPtr> Registry::store(const WriteTarget &target, Json document, const WriteMode &mode)
{
    const Json given = document;
    prepareNew(target, document);
    const auto faults = findFaults(*target.type, document);
    if (!faults.empty())
        return faulty(*target.type, document, faults);
    Json meant = asMeant(document, given);
    noteManager(meant, {}, managerOf(target, mode), m_clock.wallNow());
    if (const Json &entries = find(meant, {"metadata", "managedFields"}); !entries.is_null())
        document["metadata"]["managedFields"] = entries;
    StoredObject object = makeObject(*target.type, document);
    const std::string resource = target.type->resource();
    if (mode.isDryRun) {
        if (m_storage.get(resource, object.key()))
            return alreadyExists(*target.type, object.name);
        return ObjectPtr(std::make_shared<const StoredObject>(std::move(object)));
    }
    const std::string name = object.name;
    const WriteResult result = m_storage.create(resource, std::move(object));
    if (!std::holds_alternative<ObjectPtr>(result))
        return whyNotWritten(result, *target.type, name);
    const ObjectPtr stored = std::get<ObjectPtr>(result);
    written(target.type, stored, document);
    m_remover->collectIfOrphan(target.type, stored);
    return stored;
}

Outcome<ObjectPtr> Registry::seed(const TypePtr &type, Json document)
{
    Json &metadata = make(document, {"metadata"});
    if (memberOf(document, "uid").empty())
        metadata["uid"] = m_names.uid();
    if (memberOf(document, "creationTimestamp").empty())
        metadata["creationTimestamp"] = formatTime(m_clock.wallNow());
    if (type->hasGeneration && !metadata.contains("generation"))
        metadata["generation"] = 1;
    document["kind"] = type->kind;
    document["apiVersion"] = type->apiVersion();
    applyDefaults(*type, document);
    const WriteResult result = m_storage.create(type->resource(), makeObject(*type, document));
    if (!std::holds_alternative<ObjectPtr>(result))
        return whyNotWritten(result, *type, memberOf(document, "name"));
    written(type, std::get<ObjectPtr>(result), document);
    return std::get<ObjectPtr>(result);
}

Outcome<ObjectPtr> Registry::update(const WriteTarget &target, const Json &document, const WriteMode &mode)
{
    const bool isScale = target.subresource == "scale";
    if (!isScale) {
        if (const auto mismatch = findMismatch(target, document))
            return *mismatch;
    }
    const std::string version = memberOf(document, "resourceVersion");
    const std::string uid = memberOf(document, "uid");
    return edit(
        target,
        [&](const Json &current) -> Outcome<Json> {
            if (!version.empty() && version != memberOf(current, "resourceVersion"))
                return staleVersion(*target.type, target.name);
            if (!uid.empty() && uid != memberOf(current, "uid"))
                return conflict(*target.type, target.name,
                                "Precondition failed: UID in precondition: " + uid +
                                    ", UID in object meta: " + memberOf(current, "uid"));
            return isScale ? applyScale(*target.type, current, document) : Outcome<Json>(document);
        },
        mode);
}

Outcome<ObjectPtr> Registry::patch(const WriteTarget &target, const Patch &patch, const WriteMode &mode)
{
    if (patch.kind == Patch::Kind::Strategic && target.type->isCustom)
        return unsupportedMediaType("application/json-patch+json, application/merge-patch+json");
    const bool isScale = target.subresource == "scale";
    return edit(
        target,
        [&](const Json &current) -> Outcome<Json> {
            const Outcome<Json> patched = applyPatch(isScale ? scaleOf(*target.type, current) : current, patch);
            if (!patched)
                return patched;
            const Json &version = find(*patched, {"metadata", "resourceVersion"});
            if (version != find(current, {"metadata", "resourceVersion"}))
                return staleVersion(*target.type, target.name);
            if (const auto mismatch = isScale ? std::nullopt : findMismatch(target, *patched))
                return *mismatch;
            return isScale ? applyScale(*target.type, current, *patched) : patched;
        },
        mode);
}

Outcome<ObjectPtr> Registry::apply(const WriteTarget &target, const Json &given, WriteMode mode)
{
    if (const auto mismatch = findMismatch(target, given))
        return *mismatch;
    if (!find(given, {"metadata", "managedFields"}).is_null())
        return badRequest("metadata.managedFields must be nil");
    Json configuration = given;
    if (target.type->hasStatus && target.subresource.empty())
        configuration.erase("status");
    mode.applied = fieldsIn(configuration, target.type->apiVersion());
    const Outcome<ObjectPtr> present = newest(target);
    if (!present)
        return present;
    if (!*present && target.subresource.empty()) {
        Json document = configuration;
        make(document, {"metadata"})["name"] = target.name;
        const Outcome<ObjectPtr> created = create(target, std::move(document), mode);
        if (created || created.status().reason != "AlreadyExists")
            return created;
    }
    const std::string version = memberOf(given, "resourceVersion");
    return edit(
        target,
        [&](const Json &current) -> Outcome<Json> {
            if (!version.empty() && version != memberOf(current, "resourceVersion"))
                return staleVersion(*target.type, target.name);
            const Manager manager = managerOf(target, mode);
            Json after = appliedTo(current, configuration, manager);
            const auto refusal = mode.isForced ? std::nullopt : applyConflict(*target.type, current, after, manager);
            return refusal ? Outcome<Json>(*refusal) : Outcome<Json>(std::move(after));
        },
        mode);
}

Outcome<ObjectPtr> Registry::edit(const WriteTarget &target, const Edit &edit, const WriteMode &mode)
{
    // What was heard of is good enough for a try: whether it is still true the write itself finds out.
    bool isTrue = !m_storage.waits();
    for (int attempt = 1;; ++attempt) {
        const Outcome<ObjectPtr> before = isTrue ? newest(target) : Outcome<ObjectPtr>(get(target));
        if (!before)
            return before;
        bool isStale = false;
        const Outcome<ObjectPtr> stored = editOnce(target, *before, edit, mode, isStale);
        const bool isFinal = isTrue ? !isStale : !stored && stored.status().code >= 500;
        if (stored || isFinal || attempt == Tries)
            return stored;
        isTrue = true;
    }
}

Outcome<ObjectPtr> Registry::editOnce(const WriteTarget &target, const ObjectPtr &before, const Edit &edit,
                                      const WriteMode &mode, bool &isStale)
{
    if (!before)
        return notFound(*target.type, target.name);
    const Result<Json> current = parseDocument(before->json);
    if (!current)
        return internalError("a stored object cannot be read");
    Outcome<Json> after = edit(*current);
    if (!after)
        return after.status();
    Outcome<ObjectPtr> stored = commit(target, *before, *std::move(after), mode);
    // Somebody came between. A writer who named a version is told so by his own edit when it is tried again.
    isStale = !stored && stored.status().reason == "Conflict";
    return stored;
}

Outcome<ObjectPtr> Registry::commit(const WriteTarget &target, const StoredObject &before, Json after,
                                    const WriteMode &mode)
{
    const Json old = *parseDocument(before.json);
    keepIdentity(after, old);
    if (target.subresource.empty())
        applyDefaults(*target.type, after);
    after = throughDoor(*target.type, target.subresource, old, std::move(after));
    if (target.type->hasGeneration && wishDiffers(old, after))
        after["metadata"]["generation"] = numberOf(find(old, {"metadata", "generation"})) + 1;
    const auto faults = findFaults(*target.type, after);
    if (!faults.empty())
        return faulty(*target.type, after, faults);
    Json comparable = old;
    comparable["metadata"].erase("resourceVersion");
    if (!mode.manager.empty())
        noteManager(after, old, managerOf(target, mode), m_clock.wallNow());
    // A write that changes nothing is no write: nobody is told, the version stays.
    if (nlohmann::json(comparable) == nlohmann::json(after)) {
        const Outcome<ObjectPtr> current = newest(target);
        if (!current || (*current && (*current)->revision == before.revision))
            return current;
        return *current ? staleVersion(*target.type, target.name) : notFound(*target.type, target.name);
    }
    StoredObject object = makeObject(*target.type, after);
    if (mode.isDryRun)
        return ObjectPtr(std::make_shared<const StoredObject>(object.atRevision(before.revision)));
    const WriteResult result = m_storage.update(target.type->resource(), std::move(object), before.revision);
    if (!std::holds_alternative<ObjectPtr>(result))
        return whyNotWritten(result, *target.type, target.name);
    const ObjectPtr stored = std::get<ObjectPtr>(result);
    written(target.type, stored, after);
    m_remover->finishIfDone(target.type, stored);
    return stored;
}

Outcome<ObjectPtr> Registry::remove(const WriteTarget &target, const DeleteOptions &options, const WriteMode &mode)
{
    return m_remover->remove(target, options, mode);
}

void Registry::sweep()
{
    m_remover->sweep();
}

void Registry::written(const TypePtr &type, const ObjectPtr &object, const Json &document)
{
    if (type->resource() == DefinitionsResource)
        serveDefinition(object, document);
}

} // namespace wk::apiserver
