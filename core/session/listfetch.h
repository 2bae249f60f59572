// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/retriesasked.h"
#include "core/informer/fulllist.h"
#include "core/source/listerwatcher.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace wk {

/// Reads once what a source lists, page by page, or one object of it by its name, and watches nothing. What fails is
/// said and not tried again; but where a page's token has expired, or the pages are of several versions, all is listed
/// once more, in one answer (C2, C3). Worker thread.
class ListFetch : private SourceObserver
{
public:
    /// Of the options name and limit count. `done` is called once, in a turn of its own, and may destroy the fetch.
    ListFetch(std::unique_ptr<ListerWatcher> source, const ListOptions &options, Clock &clock,
              std::function<void(Result<FullList>)> done);
    ~ListFetch() override;

private:
    void listed(ListPage page) override;
    void listFailed(Error error) override;
    void watchOpened() override {}
    void eventsArrived(std::vector<WatchEvent>) override {}
    void watchEnded(std::optional<Error>) override {}

    void ask(int limit, const std::string &token);
    void askForAll(Error why);
    void take(ListPage page);
    void end(std::optional<Error> error);

    std::unique_ptr<ListerWatcher> m_source;
    std::string m_name;
    Clock &m_clock;
    std::function<void(Result<FullList>)> m_done;

    FullList m_list;
    int m_pages = 0;
    int m_limit = 0;
    std::string m_token;
    RetriesAsked m_retries; ///< of one page
    Clock::Alarm m_again;
    Clock::Alarm m_end;
};

} // namespace wk
