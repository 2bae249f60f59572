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
    const std::uint64_t current = m_history.newest(target.type->resource());
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
    if (std::optional<Page> plain = stretch(target, options, selector))
        return *std::move(plain);
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

/// A page of everything, which needs no look at the rest of the collection; empty when it is not that simple. How many
/// are left is counted on the first page and carried along.
std::optional<ListHandler::Page> ListHandler::stretch(const Target &target, const ListOptions &options,
                                                      const Selector &selector) const
{
    const bool ignoresLimit = options.version == 0u && target.type->isCached;
    if (options.limit == 0 || ignoresLimit || !selector.isEmpty() || !target.nameSpace.empty() ||
        options.match == ListOptions::Match::Exact)
        return {};
    PageToken token;
    if (!options.continuation.empty()) {
        const Outcome<PageToken> given = PageToken::parse(options.continuation);
        if (!given || given->revision == 0 || given->left < 0)
            return {};
        token = *given;
    }
    const std::string resource = target.type->resource();
    const auto found = token.revision == 0 ? m_lister.stretch(resource, token.start, options.limit)
                                           : m_history.stretchAt(resource, token.revision, token.start, options.limit);
    if (!found || (found->hasMore && found->objects.empty()))
        return {};
    std::vector<ObjectPtr> objects = found->objects;
    const bool isCut = objects.size() > options.limit;
    objects.resize(std::min(objects.size(), options.limit));
    Page page{std::move(objects), {found->revision, {}, -1}};
    const std::int64_t before = token.revision == 0 ? std::int64_t(found->total) : token.left;
    const std::int64_t left = std::max<std::int64_t>(1, before - std::int64_t(page.objects.size()));
    if (found->hasMore || isCut) {
        page.meta.continuation = PageToken{found->revision, page.objects.back()->key() + '\0', left}.text();
        page.meta.remaining = left;
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
        if (auto listing = m_history.listAt(resource, token->revision))
            return *std::move(listing);
        return expiredPage(PageToken{0, start}.text());
    }
    if (options.match == ListOptions::Match::Exact) {
        if (auto listing = m_history.listAt(resource, *options.version))
            return *std::move(listing);
        return expiredList();
    }
    return m_lister.list(resource);
}

} // namespace wk::apiserver
