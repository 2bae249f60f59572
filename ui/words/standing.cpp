// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/standing.h"

#include "ui/style/formats.h"

#include <QCoreApplication>

namespace wk {

namespace {

struct StandingTr {
    Q_DECLARE_TR_FUNCTIONS(Standing)
};

} // namespace

QString standingWord(const Standing &standing, WallTime now)
{
    if (standing.all == 0)
        return standing.isConnected ? StandingTr::tr("Nothing watched") : StandingTr::tr("Not connected");
    if (standing.isLive())
        return StandingTr::tr("Live");
    if (standing.live > 0)
        return StandingTr::tr("%1 of %2 live", "watches")
            .arg(format::number(standing.live), format::number(standing.all));
    if (standing.lastHeard)
        return StandingTr::tr("Stale since %1").arg(format::moment(*standing.lastHeard, now));
    return standing.listing > 0 ? StandingTr::tr("Listing") : StandingTr::tr("Not live");
}

} // namespace wk
