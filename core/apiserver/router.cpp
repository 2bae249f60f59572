// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/router.h"

#include "core/apiserver/accessreview.h"
#include "core/apiserver/computed.h"
#include "core/apiserver/discovery.h"
#include "core/apiserver/target.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

Reply text(int status, std::string body)
{
    return {.status = status,
            .body = std::move(body),
            .contentType = "text/plain; charset=utf-8",
            .headers = {{"X-Content-Type-Options", "nosniff"}}};
}

RowObject rowObject(const Query &query)
{
    const std::string include = query.value("includeObject");
    return include == "None" ? RowObject::None : include == "Object" ? RowObject::Object : RowObject::Metadata;
}

/// People see documents indented, programs do not. Source: apiserver negotiation.go, isPrettyPrint.
bool wantsIndent(const Request &request)
{
    if (request.query.has("pretty"))
        return request.query.isSet("pretty");
    const std::string_view agent = request.userAgent;
    return agent.starts_with("curl") || agent.starts_with("Wget") || agent.starts_with("Mozilla/5.0");
}

void indent(Reply &reply)
{
    if (!reply.contentType.starts_with("application/json"))
        return;
    if (const Result<Json> document = parseDocument(reply.body))
        reply.body = encodePretty(*document);
}

const char *verbOf(const Request &request, const Target &target)
{
    if (request.method == "POST")
        return "create";
    if (request.method == "PUT")
        return "update";
    if (request.method == "PATCH")
        return "patch";
    return target.name.empty() ? "deletecollection" : "delete";
}

/// What a real server says whose rules allow reading only.
Status readOnly(const Request &request, const Target &target)
{
    const ResourceType &type = *target.type;
    return forbidden(
        type, target.name,
        std::string("User \"reader\" cannot ") + verbOf(request, target) + " resource \"" + type.plural +
            "\" in API group \"" + type.group + "\" " +
            (target.nameSpace.empty() ? "at the cluster scope" : "in the namespace \"" + target.nameSpace + "\""));
}

} // namespace

Router::Router(const Backend &backend, WatchTimes times)
    : m_backend(backend)
    , m_times(times)
    , m_lists(backend.storage, backend.history)
    , m_writes(backend.registry, backend.storage, backend.clock)
{}

Response Router::route(const Request &request, bool canWrite, bool hasWaited)
{
    Response response = dispatch(request, canWrite, hasWaited);
    if (auto *reply = std::get_if<Reply>(&response); reply && wantsIndent(request))
        indent(*reply);
    return response;
}

Response Router::dispatch(const Request &request, bool canWrite, bool hasWaited)
{
    const auto segments = splitPath(request.path);
    const bool isRead = request.method == "GET";
    if (!segments || segments->empty())
        return text(404, "404 page not found\n");
    const std::string &root = segments->front();
    if (isRead && root == "readyz") {
        const Outcome<> caughtUp = m_backend.storage.catchUp();
        return caughtUp ? text(200, "ok") : text(500, "[-]storage failed: " + caughtUp.status().message + "\n");
    }
    if (isRead && (root == "livez" || root == "healthz"))
        return text(200, "ok");
    if (auto reply = isRead ? discoveryReply(m_backend.types, *segments, request.accept) : std::nullopt)
        return *std::move(reply);
    if (root != "api" && root != "apis")
        return text(404, "404 page not found\n");
    const std::optional<Status> whyReadOnly = m_backend.storage.whyReadOnly();
    if (auto reply = accessReply(request, *segments, canWrite && !whyReadOnly))
        return *std::move(reply);
    const Resolution resolution = resolve(m_backend.types, *segments);
    if (resolution.kind == Resolution::Kind::NoSuchGroup)
        return text(404, "404 page not found\n");
    if (resolution.kind == Resolution::Kind::NoSuchResource)
        return refusal(noSuchResource());
    const Target &target = resolution.target;
    const auto form = negotiateForm(request.accept);
    if (!form)
        return refusal(notAcceptable());
    const View view(target.type, *form, rowObject(request.query));
    if (const auto caughtUp = target.name.empty() || target.type->compute ? catchUp(request) : done(); !caughtUp)
        return refusal(caughtUp.status());
    if (target.type->compute)
        return computedReply(target, request, view, m_backend.storage, m_backend.clock.wallNow());
    if (isRead)
        return read(target, request, view, hasWaited);
    if (whyReadOnly)
        return refusal(*whyReadOnly);
    if (!canWrite)
        return refusal(readOnly(request, target));
    return m_writes.handle(target, request, view);
}

Response Router::read(const Target &target, const Request &request, const View &view, bool hasWaited)
{
    if (target.isOldWatch || (request.query.isSet("watch") && target.name.empty()))
        return watch(target, request, view);
    if (!target.name.empty())
        return get(target, view);
    return std::visit([](auto &&answer) { return Response(std::move(answer)); },
                      m_lists.list(target, request.query, view, m_backend.clock.wallNow(), hasWaited));
}

Response Router::get(const Target &target, const View &view) const
{
    const ResourceType &type = *target.type;
    if (target.subresource == "scale" && !type.scale.specReplicas.empty())
        return m_writes.scale(target);
    if (target.subresource == "log") {
        Status status = noSuchResource();
        status.message += ": there are no logs here, only objects";
        return refusal(status);
    }
    if (!target.subresource.empty() && !(target.subresource == "status" && type.hasStatus))
        return refusal(noSuchResource());
    const std::string key = target.nameSpace.empty() ? target.name : target.nameSpace + "/" + target.name;
    const Outcome<ObjectPtr> object = m_backend.storage.newest(type.resource(), key);
    if (!object)
        return refusal(object.status());
    if (!*object)
        return refusal(notFound(type, target.name));
    return Reply{.body = view.object(**object, m_backend.clock.wallNow()) + "\n"};
}

Response Router::watch(const Target &target, const Request &request, const View &view)
{
    const Outcome<ListOptions> options = ListOptions::parse(request.query, true);
    if (!options)
        return refusal(options.status());
    Outcome<Selector> selector =
        Selector::parse(*target.type, request.query.value("labelSelector"), request.query.value("fieldSelector"));
    if (!selector)
        return refusal(selector.status());
    WatchStream::Setup setup{view,     *std::move(selector), target.nameSpace,
                             *options, options->timeout,     m_times.bookmarkInterval};
    if (!target.name.empty())
        setup.selector.requireName(target.name);
    if (options->timeout.count() == 0)
        setup.lifetime = someLifetime();
    return std::make_unique<WatchStream>(m_backend.storage, m_backend.history, std::move(setup), m_backend.clock.now());
}

/// Who reads a collection and names no version wants to know what is true, and is served what was heard of once that is
/// as new. So is who deletes all of it. Source: KEP-2340, consistent reads from cache.
Outcome<> Router::catchUp(const Request &request) const
{
    const bool isOfCollections = request.method == "GET" || request.method == "DELETE";
    const bool wantsTruth = request.query.value("resourceVersion").empty() && request.query.value("continue").empty();
    return isOfCollections && wantsTruth ? m_backend.storage.catchUp() : done();
}

std::chrono::milliseconds Router::someLifetime()
{
    const std::lock_guard lock(m_randomMutex);
    const std::int64_t least = m_times.minRequestTimeout.count();
    return std::chrono::milliseconds(std::uniform_int_distribution(least, 2 * least - 1)(m_random));
}

} // namespace wk::apiserver
