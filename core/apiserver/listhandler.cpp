// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/listhandler.h"

#include "core/apiserver/selectors.h"
#include "core/apiserver/target.h"

namespace wk::apiserver {

Reply refusal(const Status &status)
{
    Reply reply{.status = status.code, .body = status.json() + "\n"};
    if (status.retryAfterSeconds > 0)
        reply.headers.emplace_back("Retry-After", std::to_string(status.retryAfterSeconds));
    return reply;
}

std::variant<Reply, WaitFor> ListHandler::list(const Target &target, const Query &query, const View &view, WallTime now,
                                               bool hasWaited) const
{
    const Outcome<ListOptions> options = ListOptions::parse(query, false);
    if (!options)
        return refusal(options.status());
    const Outcome<Selector> selector =
        Selector::parse(*target.type, query.value("labelSelector"), query.value("fieldSelector"));
    if (!selector)
        return refusal(selector.status());
    const std::uint64_t current = m_lister.revision();
    if (options->version.value_or(0) > current) {
        if (hasWaited)
            return refusal(versionTooLarge(*options->version, current));
        return WaitFor{*options->version};
    }
    const Outcome<Page> page = this->page(target, *options, *selector);
    if (!page)
        return refusal(page.status());
    return Reply{.body = view.list(page->objects, page->meta, now) + "\n"};
}

Outcome<ListHandler::Page> ListHandler::page(const Target &target, const ListOptions &options,
                                             const Selector &selector) const
{
    std::string start;
    const Outcome<Listing> listing = this->listing(*target.type, options, start);
    if (!listing)
        return listing.status();
    // A cache that is asked for "anything" gives all it has; only what has no cache pages then.
    const bool ignoresLimit = options.version == 0u && target.type->isCached;
    const std::size_t limit = ignoresLimit || options.limit == 0 ? listing->objects.size() : options.limit;
    Page page{{}, {listing->revision, {}, -1}};
    std::int64_t remaining = 0;
    for (const ObjectPtr &object : listing->objects) {
        if (!target.nameSpace.empty() && object->nameSpace != target.nameSpace)
            continue;
        if ((!start.empty() && object->key() < start) || !selector.matches(*object))
            continue;
        if (page.objects.size() < limit)
            page.objects.push_back(object);
        else
            ++remaining;
    }
    if (remaining > 0) {
        const std::string next = page.objects.back()->key() + '\0';
        page.meta.continuation = PageToken{listing->revision, next}.text();
        page.meta.remaining = selector.isEmpty() ? remaining : -1;
    }
    return page;
}

Outcome<Listing> ListHandler::listing(const ResourceType &type, const ListOptions &options, std::string &start) const
{
    const std::string resource = type.resource();
    if (!options.continuation.empty()) {
        const Outcome<PageToken> token = PageToken::parse(options.continuation);
        if (!token)
            return token.status();
        start = token->start;
        if (token->revision == 0)
            return m_lister.list(resource);
        if (auto listing = m_cache.listAt(resource, token->revision))
            return *std::move(listing);
        return expiredPage(PageToken{0, start}.text());
    }
    if (options.match == ListOptions::Match::Exact) {
        if (auto listing = m_cache.listAt(resource, *options.version))
            return *std::move(listing);
        return expiredList();
    }
    return m_lister.list(resource);
}

} // namespace wk::apiserver
