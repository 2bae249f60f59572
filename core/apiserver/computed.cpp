// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/computed.h"

#include "core/apiserver/listhandler.h"
#include "core/apiserver/objectmaker.h"
#include "core/apiserver/selectors.h"
#include "core/apiserver/target.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

Reply read(const Target &target, const Query &query, const View &view, const Lister &stored, WallTime now)
{
    const ResourceType &type = *target.type;
    Outcome<Selector> parsed = Selector::parse(type, query.value("labelSelector"), query.value("fieldSelector"));
    if (!parsed)
        return refusal(parsed.status());
    Selector selector = *std::move(parsed);
    if (!target.name.empty())
        selector.requireName(target.name);
    std::vector<ObjectPtr> objects;
    for (const Json &document : type.compute(stored, now)) {
        const auto object = std::make_shared<const StoredObject>(makeObject(type, document));
        const bool isThere = target.nameSpace.empty() || object->nameSpace == target.nameSpace;
        if (isThere && selector.matches(*object))
            objects.push_back(object);
    }
    if (target.name.empty())
        return {.body = view.list(objects, {}, now) + "\n"};
    return objects.empty() ? refusal(notFound(type, target.name))
                           : Reply{.body = view.object(*objects.front(), now) + "\n"};
}

} // namespace

Reply computedReply(const Target &target, const Request &request, const View &view, const Lister &stored, WallTime now)
{
    const ResourceType &type = *target.type;
    Reply reply;
    if (request.method != "GET" || !target.subresource.empty())
        reply = refusal(methodNotAllowed());
    else if (target.isOldWatch || (request.query.isSet("watch") && target.name.empty()))
        reply = refusal(watchNotSupported(type));
    else
        reply = read(target, request.query, view, stored, now);
    if (!type.warning.empty())
        reply.headers.emplace_back("Warning", "299 - \"" + type.warning + "\"");
    return reply;
}

std::vector<Json> componentStatuses()
{
    std::vector<Json> statuses;
    for (const char *name : {"scheduler", "controller-manager", "etcd-0"}) {
        const Json healthy{{"type", "Healthy"}, {"status", "True"}, {"message", "ok"}};
        statuses.push_back(Json{{"metadata", {{"name", name}, {"creationTimestamp", nullptr}}},
                                {"conditions", Json::array({healthy})}});
    }
    return statuses;
}

} // namespace wk::apiserver
