// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/seenwords.h"

#include "ui/style/formats.h"
#include "ui/words/outagewords.h"

#include <QCoreApplication>
#include <QStringList>

namespace wk {

namespace {

struct SeenTr {
    Q_DECLARE_TR_FUNCTIONS(Seen)
};

} // namespace

QString classWord(EntryClass origin)
{
    switch (origin) {
    case EntryClass::Live: return SeenTr::tr("live", "class of an event");
    case EntryClass::Resumed: return SeenTr::tr("resumed", "class of an event");
    case EntryClass::Initial: return SeenTr::tr("initial", "class of an event");
    case EntryClass::Inferred: return SeenTr::tr("inferred", "class of an event");
    case EntryClass::Replayed: return SeenTr::tr("replayed", "class of an event");
    }
    return {};
}

std::optional<QString> classWord(const QString &name)
{
    for (int origin = 0; origin <= int(EntryClass::Replayed); ++origin) {
        if (name == QLatin1String(className(EntryClass(origin))))
            return classWord(EntryClass(origin));
    }
    return {};
}

QString classMeaning(EntryClass origin)
{
    switch (origin) {
    case EntryClass::Live: return SeenTr::tr("Live: it arrived on the open watch as it happened.");
    case EntryClass::Resumed:
        return SeenTr::tr(
            "Resumed: it happened while the connection was down and arrived when the watch resumed. Nothing is "
            "missing; it is only late.");
    case EntryClass::Initial:
        return SeenTr::tr("Initial: it already existed when watching began. How it came about was not seen.");
    case EntryClass::Inferred:
        return SeenTr::tr(
            "Inferred: it was not seen happening. A list after a gap differs from what was known before; when it "
            "happened, and in how many steps, is unknown.");
    case EntryClass::Replayed: return SeenTr::tr("Replayed: repeated for a view that joined late; nothing happened.");
    }
    return {};
}

QString gapMeaning(const UnseenTime &unseen, const QString &what)
{
    const Gap &gap = unseen.gap;
    const auto lasted = std::chrono::floor<std::chrono::milliseconds>(unseen.until - gap.lostFrom());
    QStringList lines{SeenTr::tr("Changes to %1 may have gone unseen for %2, from %3 to %4.")
                          .arg(what, format::duration(lasted), format::momentMs(gap.lostFrom(), unseen.until),
                               format::clockMs(unseen.until))};
    if (gap.isDoubtfulAtFirst())
        lines << SeenTr::tr("In doubt since %1: the stream was open, but nothing came. Something may have been on its "
                            "way when it broke.")
                     .arg(format::momentMs(gap.since, unseen.until));
    if (!gap.from.isEmpty() && !gap.to.isEmpty())
        lines << SeenTr::tr("resourceVersion %1 to %2")
                     .arg(format::version(gap.from.text()), format::version(gap.to.text()));
    if (!gap.reason.empty())
        lines << SeenTr::tr("Reason: %1").arg(gapReasonWords(gap, unseen.until));
    lines << SeenTr::tr(
        "What differs afterwards is shown as inferred events. Anything that came and went in between is unknown.");
    return lines.join(u'\n');
}

} // namespace wk
