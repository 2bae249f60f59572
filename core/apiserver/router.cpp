// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/router.h"

#include "core/apiserver/target.h"

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

} // namespace

Router::Router(const ResourceTable &types, const Storage &storage, const WatchCache &cache, const Clock &clock,
               WatchTimes times)
    : m_types(types)
    , m_storage(storage)
    , m_cache(cache)
    , m_clock(clock)
    , m_times(times)
    , m_lists(storage, cache)
{
}

Response Router::route(const Request &request, bool, bool hasWaited)
{
    const auto segments = splitPath(request.path);
    if (!segments || segments->empty())
        return text(404, "404 page not found\n");
    const std::string &root = segments->front();
    if (root == "livez" || root == "readyz" || root == "healthz")
        return text(200, "ok");
    if (root != "api" && root != "apis")
        return text(404, "404 page not found\n");
    const Resolution resolution = resolve(m_types, *segments);
    if (resolution.kind == Resolution::Kind::NoSuchGroup)
        return text(404, "404 page not found\n");
    if (resolution.kind == Resolution::Kind::NoSuchResource)
        return refusal(noSuchResource());
    if (request.method == "GET")
        return read(resolution.target, request, hasWaited);
    return refusal(methodNotAllowed());
}

Response Router::read(const Target &target, const Request &request, bool hasWaited)
{
    const auto form = negotiateForm(request.accept);
    if (!form)
        return refusal(notAcceptable());
    const View view(target.type, *form, rowObject(request.query));
    if (target.isOldWatch || (request.query.isSet("watch") && target.name.empty()))
        return watch(target, request, view);
    if (!target.name.empty())
        return get(target, view);
    return std::visit([](auto &&answer) { return Response(std::move(answer)); },
                      m_lists.list(target, request.query, view, m_clock.wallNow(), hasWaited));
}

Response Router::get(const Target &target, const View &view) const
{
    const std::string key = target.nameSpace.empty() ? target.name : target.nameSpace + "/" + target.name;
    const ObjectPtr object = m_storage.get(target.type->resource(), key);
    if (!object)
        return refusal(notFound(*target.type, target.name));
    return Reply{.body = view.object(*object, m_clock.wallNow()) + "\n"};
}

Response Router::watch(const Target &target, const Request &request, const View &view)
{
    const Outcome<ListOptions> options = ListOptions::parse(request.query, true);
    if (!options)
        return refusal(options.status());
    Outcome<Selector> selector = Selector::parse(*target.type, request.query.value("labelSelector"),
                                                 request.query.value("fieldSelector"));
    if (!selector)
        return refusal(selector.status());
    WatchStream::Setup setup{view, *std::move(selector), target.nameSpace, *options, options->timeout,
                             m_times.bookmarkInterval};
    if (!target.name.empty())
        setup.selector.requireName(target.name);
    if (options->timeout.count() == 0) {
        const std::int64_t least = m_times.minRequestTimeout.count();
        setup.lifetime = std::chrono::milliseconds(std::uniform_int_distribution(least, 2 * least - 1)(m_random));
    }
    return std::make_unique<WatchStream>(m_storage, m_cache, std::move(setup), m_clock.now());
}

} // namespace wk::apiserver
