// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamnotice.h"

#include "ui/style/whentranslated.h"
#include "ui/words/standing.h"
#include "ui/words/statewords.h"

#include <algorithm>

namespace wk {

StreamNotice::StreamNotice(Clock &clock, QWidget *parent)
    : NoticeBar(parent)
    , m_clock(clock)
{
    whenTranslated(this, [this] { refresh(); });
}

void StreamNotice::apply(const std::vector<WatchStatus> &statuses)
{
    for (const WatchStatus &status : statuses)
        m_statuses[status.watch] = status;
    if (!statuses.empty())
        refresh();
}

void StreamNotice::forget(WatchId watch)
{
    m_statuses.erase(watch);
    refresh();
}

void StreamNotice::refresh()
{
    m_tick.cancel();
    std::vector<WatchStatus> stale;
    Standing standing;
    for (const auto &[watch, status] : m_statuses) {
        standing.add(status);
        if (status.staleSince)
            stale.push_back(status);
    }
    const WatchStatus *worst = worstOf(stale);
    if (!worst) {
        say({});
        return;
    }
    const WallTime now = m_clock.wallNow();
    say(tr("%1. %2", "8 of 11 live. The server does not answer.")
            .arg(standingWord(standing, now), watchSentence(*worst, now)),
        std::ranges::any_of(stale, canRetry));
    m_tick = m_clock.after(std::chrono::seconds(1), [this] { refresh(); });
}

} // namespace wk
