// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/outagewords.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QLocale>

namespace wk {

namespace {

struct OutageTr {
    Q_DECLARE_TR_FUNCTIONS(Outage)
};

} // namespace

QString notSeenWord()
{
    return OutageTr::tr("not seen");
}

QString inDoubtWord()
{
    return OutageTr::tr("in doubt");
}

QString notSeenWords(WallTime from, WallTime to, WallTime now)
{
    return OutageTr::tr("not seen from %1 to %2").arg(format::moment(from, now), format::moment(to, now));
}

QString inDoubtWords(WallTime from, WallTime to, WallTime now)
{
    return OutageTr::tr("in doubt from %1 to %2").arg(format::moment(from, now), format::moment(to, now));
}

QString notWatchedWords(WallTime from, WallTime to, WallTime now)
{
    return OutageTr::tr("not watched %1", "not watched 18:10:05 – 09:01:12").arg(format::span(from, to, now));
}

QString gapReasonWords(const Gap &gap, WallTime until, std::size_t mostChars)
{
    if (!gap.isNotWatched())
        return displayText(gap.reason, mostChars);
    const std::string_view besides = std::string_view(gap.reason).substr(Gap::NotWatched.size());
    return notWatchedWords(gap.since, until, until) + displayText(besides, mostChars);
}

QString staleWords(WallTime since, WallTime now)
{
    return OutageTr::tr("Stale since %1").arg(format::moment(since, now));
}

QString outageWords(const Outage &outage, WallTime at, WallTime now)
{
    if (outage.isInDoubtAt(at))
        return outage.broke < now ? inDoubtWords(outage.since, outage.broke, now)
                                  : OutageTr::tr("in doubt since %1").arg(format::moment(outage.since, now));
    if (!outage.until)
        return OutageTr::tr("stale since %1").arg(format::moment(outage.broke, now));
    if (outage.isMissed)
        return notSeenWords(outage.broke, *outage.until, now);
    return OutageTr::tr("stale from %1 to %2")
        .arg(format::moment(outage.broke, now), format::moment(*outage.until, now));
}

QString outageTitle(const Outage &outage, WallTime at, WallTime now)
{
    const QString words = outageWords(outage, at, now);
    return QLocale().toUpper(words.left(1)) + words.mid(1);
}

QString outageMeaning(const Outage &outage, WallTime at)
{
    if (outage.isInDoubtAt(at))
        return OutageTr::tr("The watch was quiet until its stream broke. Something may have been on its way.");
    if (!outage.until)
        return OutageTr::tr("The watch was not connected. This is the last known state.");
    return outage.isMissed
               ? OutageTr::tr("The watch was not connected. This is the last state before, and what happened meanwhile "
                              "may never have come.")
               : OutageTr::tr("The watch was not connected. This is the last state before; what happened meanwhile "
                              "came later.");
}

} // namespace wk
