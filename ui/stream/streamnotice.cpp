// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamnotice.h"

#include "ui/style/statewords.h"
#include "ui/style/whentranslated.h"

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
    for (const auto &[watch, status] : m_statuses) {
        if (status.staleSince)
            stale.push_back(status);
    }
    const WatchStatus *worst = worstOf(stale);
    if (!worst) {
        say({});
        return;
    }
    const QString which = stale.size() == m_statuses.size()
                              ? tr("No watch is live.")
                              : tr("Not live: %1 of %2 watches.").arg(stale.size()).arg(m_statuses.size());
    const QString why = watchSentence(*worst, m_clock.wallNow());
    say(why.isEmpty() ? which : tr("%1 %2", "Not live: 3 of 11 watches. The server does not answer.").arg(which, why),
        std::ranges::any_of(stale, canRetry));
    m_tick = m_clock.after(std::chrono::seconds(1), [this] { refresh(); });
}

} // namespace wk
