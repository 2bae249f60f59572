// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/writehandler.h"

#include "core/apiserver/listhandler.h"
#include "core/apiserver/requestbody.h"
#include "core/apiserver/scale.h"
#include "core/apiserver/selectors.h"
#include "core/apiserver/target.h"
#include "core/base/clock.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace wk::apiserver {

namespace {

constexpr size_t ManagerChars = 128; // Source: apimachinery ValidateFieldManager

WriteMode modeOf(const Request &request)
{
    std::string manager = request.query.value("fieldManager");
    if (manager.empty())
        manager = request.userAgent.substr(0, request.userAgent.find('/'));
    return {manager.empty() ? "unknown" : manager.substr(0, ManagerChars), request.query.value("dryRun") == "All",
            request.query.isSet("force")};
}

std::optional<Propagation> propagationOf(const std::string &text)
{
    if (text == "Orphan")
        return Propagation::Orphan;
    if (text == "Foreground")
        return Propagation::Foreground;
    if (text == "Background" || text.empty())
        return Propagation::Background;
    return {};
}

std::optional<std::int64_t> numberIn(const std::string &text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// DeleteOptions come in the body or in the query.
Outcome<DeleteOptions> deleteOptionsOf(const Request &request)
{
    Json body = Json::object();
    if (!request.body.empty()) {
        Outcome<Json> given = jsonBody(request);
        if (!given)
            return given.status();
        body = *std::move(given);
    }
    DeleteOptions options;
    const Json &grace = find(body, {"gracePeriodSeconds"});
    options.graceSeconds = grace.is_number_integer() ? std::optional(numberOf(grace))
                                                     : numberIn(request.query.value("gracePeriodSeconds"));
    const std::string given = textOf(find(body, {"propagationPolicy"}));
    auto propagation = propagationOf(given.empty() ? request.query.value("propagationPolicy") : given);
    if (isTrue(find(body, {"orphanDependents"})))
        propagation = Propagation::Orphan;
    if (!propagation)
        return badRequest("propagationPolicy must be Orphan, Background or Foreground");
    options.propagation = *propagation;
    options.uid = textOf(find(body, {"preconditions", "uid"}));
    const auto revision = numberIn(textOf(find(body, {"preconditions", "resourceVersion"})));
    options.revision = std::uint64_t(revision.value_or(0));
    const Json &stages = find(body, {"dryRun"});
    options.isDryRun = stages.is_array() && std::find(stages.begin(), stages.end(), Json("All")) != stages.end();
    return options;
}

WriteMode modeOf(const Request &request, const DeleteOptions &options)
{
    WriteMode mode = modeOf(request);
    mode.isDryRun = mode.isDryRun || options.isDryRun;
    return mode;
}

Reply success(const ResourceType &type, const ObjectPtr &object)
{
    Json details = Json::object();
    if (object) {
        details["name"] = object->name;
        if (!type.group.empty())
            details["group"] = type.group;
        details["kind"] = type.plural;
        details["uid"] = object->uid;
    }
    Json status{{"kind", "Status"}, {"apiVersion", "v1"}, {"metadata", Json::object()}, {"status", "Success"}};
    if (!details.empty())
        status["details"] = std::move(details);
    return {.body = encode(status) + "\n"};
}

bool isServed(const ResourceType &type, const std::string &subresource)
{
    return subresource.empty() || (subresource == "status" && type.hasStatus) ||
           (subresource == "scale" && !type.scale.specReplicas.empty()) ||
           (subresource == "binding" && type.resource() == "pods");
}

} // namespace

Reply WriteHandler::handle(const Target &target, const Request &request, const View &view)
{
    const WriteTarget what{target.type, target.nameSpace, target.name, target.subresource};
    if (!isServed(*target.type, target.subresource))
        return refusal(noSuchResource());
    const bool isCollection = target.name.empty();
    // In all namespaces at once only deletion would make sense, and real servers do not offer even that.
    if (target.type->namespaced && target.nameSpace.empty())
        return refusal(methodNotAllowed());
    if (request.method == "POST" && isCollection)
        return create(what, request, view);
    if (request.method == "POST" && target.subresource == "binding")
        return bind(what, request);
    if (request.method == "PUT" && !isCollection)
        return replace(what, request, view);
    if (request.method == "PATCH" && !isCollection)
        return patch(what, request, view);
    if (request.method == "DELETE" && target.subresource.empty())
        return isCollection ? removeAll(target, request) : remove(what, request, view);
    return refusal(methodNotAllowed());
}

Reply WriteHandler::scale(const Target &target) const
{
    const WriteTarget what{target.type, target.nameSpace, target.name, target.subresource};
    const Outcome<ObjectPtr> object = m_registry.newest(what);
    if (object && !*object)
        return refusal(notFound(*target.type, target.name));
    return answer(object, what, View(target.type, Form::Object, RowObject::None), 200);
}

Reply WriteHandler::create(const WriteTarget &target, const Request &request, const View &view)
{
    Outcome<Json> body = jsonBody(request);
    if (!body)
        return refusal(body.status());
    return answer(m_registry.create(target, *std::move(body), modeOf(request)), target, view, 201);
}

Reply WriteHandler::bind(const WriteTarget &target, const Request &request)
{
    const Outcome<Json> body = jsonBody(request);
    if (!body)
        return refusal(body.status());
    const std::string node = textOf(find(*body, {"target", "name"}));
    if (node.empty())
        return refusal(badRequest("a binding names a node"));
    const Outcome<ObjectPtr> bound = m_registry.bind(target, node, modeOf(request));
    if (!bound)
        return refusal(bound.status());
    Reply reply = success(*target.type, {});
    reply.status = 201;
    return reply;
}

Reply WriteHandler::replace(const WriteTarget &target, const Request &request, const View &view)
{
    const Outcome<Json> body = jsonBody(request);
    if (!body)
        return refusal(body.status());
    return answer(m_registry.update(target, *body, modeOf(request)), target, view, 200);
}

Reply WriteHandler::patch(const WriteTarget &target, const Request &request, const View &view)
{
    const Outcome<Patch> patch = Patch::parse(request.contentType, request.body);
    if (!patch)
        return refusal(patch.status());
    if (patch->kind == Patch::Kind::Apply)
        return apply(target, *patch, request, view);
    return answer(m_registry.patch(target, *patch, modeOf(request)), target, view, 200);
}

/// The media type promises YAML; clients send JSON, which is YAML too.
Reply WriteHandler::apply(const WriteTarget &target, const Patch &patch, const Request &request, const View &view)
{
    if (request.query.value("fieldManager").empty())
        return refusal(badRequest("fieldManager is required for apply patch"));
    if (target.subresource == "scale")
        return refusal(badRequest("a scale is not applied here: apply the object's spec.replicas"));
    const Result<Json> configuration = parseDocument(patch.body);
    if (!configuration)
        return refusal(badRequest("the configuration is " + configuration.error().text));
    const Outcome<ObjectPtr> present = m_registry.newest(target);
    const bool isNew = present && !*present;
    return answer(m_registry.apply(target, *configuration, modeOf(request)), target, view, isNew ? 201 : 200);
}

Reply WriteHandler::remove(const WriteTarget &target, const Request &request, const View &view)
{
    const Outcome<DeleteOptions> options = deleteOptionsOf(request);
    if (!options)
        return refusal(options.status());
    const Outcome<ObjectPtr> removed = m_registry.remove(target, *options, modeOf(request, *options));
    if (!removed)
        return refusal(removed.status());
    const bool isStillThere = bool(m_registry.get(target)) || target.type->resource() == "pods";
    return isStillThere ? answer(removed, target, view, 200) : success(*target.type, *removed);
}

Reply WriteHandler::removeAll(const Target &target, const Request &request)
{
    const Outcome<DeleteOptions> options = deleteOptionsOf(request);
    if (!options)
        return refusal(options.status());
    const Outcome<Selector> selector =
        Selector::parse(*target.type, request.query.value("labelSelector"), request.query.value("fieldSelector"));
    if (!selector)
        return refusal(selector.status());
    for (const ObjectPtr &object : m_lister.list(target.type->resource()).objects) {
        if (object->nameSpace != target.nameSpace || !selector->matches(*object))
            continue;
        const WriteTarget one{target.type, object->nameSpace, object->name};
        const Outcome<ObjectPtr> removed = m_registry.remove(one, *options, modeOf(request, *options));
        // One that is gone already is no failure.
        if (!removed && removed.status().code != 404)
            return refusal(removed.status());
    }
    return success(*target.type, {});
}

Reply WriteHandler::answer(const Outcome<ObjectPtr> &result, const WriteTarget &target, const View &view,
                           int status) const
{
    if (!result)
        return refusal(result.status());
    if (target.subresource == "scale") {
        const Result<Json> document = parseDocument((*result)->json);
        return {.status = status, .body = encode(scaleOf(*target.type, document ? *document : Json())) + "\n"};
    }
    return {.status = status, .body = view.object(**result, m_clock.wallNow()) + "\n"};
}

} // namespace wk::apiserver
