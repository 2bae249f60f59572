// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/standing.h"

#include "ui/style/formats.h"
#include "ui/words/outagewords.h"
#include "ui/words/statewords.h"

#include <QCoreApplication>

namespace wk {

namespace {

struct StandingTr {
    Q_DECLARE_TR_FUNCTIONS(Standing)
};

} // namespace

WatchFare fareOf(const WatchStatus &status)
{
    switch (status.state) {
    case WatchState::Live: return needsAttention(status) ? WatchFare::Waiting : WatchFare::Live;
    case WatchState::Polled: return needsAttention(status) ? WatchFare::Waiting : WatchFare::Polled;
    case WatchState::Connecting:
    case WatchState::Listing:
    case WatchState::Relisting: return WatchFare::Listing;
    case WatchState::Resuming:
    case WatchState::Waiting: return WatchFare::Waiting;
    case WatchState::NotAllowed: return WatchFare::Denied;
    case WatchState::SignInNeeded:
    case WatchState::KindGone:
    case WatchState::Misconfigured: return WatchFare::Trouble;
    case WatchState::Recorded: return WatchFare::Recorded;
    case WatchState::Stopped: break;
    }
    return WatchFare::Over;
}

void Standing::add(const WatchStatus &status)
{
    switch (fareOf(status)) {
    case WatchFare::Live: ++live; break;
    case WatchFare::Polled: ++polled; break;
    case WatchFare::Listing: ++listing; break;
    case WatchFare::Waiting: ++waiting; break;
    case WatchFare::Denied: ++denied; break;
    case WatchFare::Trouble: ++trouble; break;
    case WatchFare::Recorded: ++recorded; return;
    case WatchFare::Over: return;
    }
    if (!status.staleSince)
        return;
    staleSince = std::min(staleSince.value_or(*status.staleSince), *status.staleSince);
    brokenSince = std::max(brokenSince, status.oldSince());
}

std::optional<Outage> Standing::outage() const
{
    if (!staleSince)
        return {};
    return Outage{*staleSince, current() == 0 ? brokenSince.value_or(*staleSince) : WallTime::max(), {}};
}

QString standingWord(const Standing &standing, WallTime now)
{
    if (standing.recorded > 0)
        return StandingTr::tr("Recording");
    if (standing.all() == 0)
        return standing.isConnected ? StandingTr::tr("Nothing watched") : notConnectedWord();
    if (standing.isLive())
        return watchStateWord(WatchState::Live);
    if (standing.current() > 0)
        return StandingTr::tr("%1 of %2 live", "watches")
            .arg(format::number(standing.current()), format::number(standing.all()));
    if (standing.brokenSince)
        return staleWords(*standing.brokenSince, now);
    return standing.listing > 0 ? watchStateWord(WatchState::Listing) : StandingTr::tr("Not live");
}

} // namespace wk
