// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/listfetch.h"

#include "core/base/limits.h"

#include <iterator>
#include <utility>

namespace wk {

ListFetch::ListFetch(std::unique_ptr<ListerWatcher> source, const ListOptions &options, Clock &clock,
                     std::function<void(Result<FullList>)> done)
    : m_source(std::move(source))
    , m_name(options.name)
    , m_clock(clock)
    , m_done(std::move(done))
{
    m_source->setObserver(this);
    ask(options.limit, {});
}

ListFetch::~ListFetch()
{
    m_source->stop();
    m_source->setObserver(nullptr);
}

void ListFetch::ask(int limit, const std::string &token)
{
    m_limit = limit;
    m_token = token;
    ListOptions options{limit, token};
    options.name = m_name;
    m_source->list(options);
}

/// What has come is of no use. What was asked for whole is not asked for again.
void ListFetch::askForAll(Error why)
{
    if (m_limit == 0)
        return end(std::move(why));
    m_list = {};
    m_pages = 0;
    ask(0, {});
}

void ListFetch::listed(ListPage page)
{
    const auto error = [](ErrorKind kind, const char *text) { return Error{kind, text, {}, 0, {}}; };
    if (m_pages > 0 && page.version != m_list.version)
        return askForAll(error(ErrorKind::ServerError, "the list changed its version from page to page"));
    m_retries = {};
    const std::string next = page.continueToken;
    if ((!next.empty() && next == m_token) || ++m_pages >= limits::ListPages)
        return end(error(ErrorKind::NotKubernetes, "the list never ends: its pages repeat"));
    take(std::move(page));
    next.empty() ? end({}) : ask(m_limit, next);
}

void ListFetch::listFailed(Error error)
{
    if (const auto wait = m_retries.next(error))
        m_again = m_clock.after(*wait, [this] { ask(m_limit, m_token); });
    else if (error.kind == ErrorKind::Expired && m_pages > 0)
        askForAll(std::move(error));
    else
        end(std::move(error));
}

void ListFetch::take(ListPage page)
{
    m_list.version = page.version;
    m_list.columns = page.columns ? page.columns : m_list.columns;
    m_list.wireBytes += page.wireBytes;
    m_list.objects.insert(m_list.objects.end(), std::make_move_iterator(page.objects.begin()),
                          std::make_move_iterator(page.objects.end()));
}

/// The source is calling us.
void ListFetch::end(std::optional<Error> error)
{
    m_end = m_clock.after(std::chrono::milliseconds(0), [this, error = std::move(error)] {
        const auto done = std::move(m_done);
        done(error ? Result<FullList>(*error) : Result<FullList>(std::move(m_list)));
    });
}

} // namespace wk
