// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinehit.h"

#include "ui/models/eventwords.h"
#include "ui/models/seenwords.h"
#include "ui/style/formats.h"
#include "ui/style/phase.h"
#include "ui/style/safetext.h"
#include "ui/timeline/timelinestr.h"
#include "ui/words/outagewords.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

constexpr double Reach = 5;

std::chrono::milliseconds inMs(Micros time)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(time);
}

LaneHit markAt(const Lane &lane, const TimeAxis &axis, double x)
{
    const MarkSpan span = marksBetween(lane.marks, timeAt(axis, x - Reach), timeAt(axis, x + Reach));
    LaneHit hit;
    double nearest = Reach + 1;
    for (std::size_t i = span.first; i < span.last; ++i) {
        const double distance = std::abs(xOf(axis, lane.marks.times[i]) - x);
        if (distance < nearest) {
            nearest = distance;
            hit.what = LaneHit::What::Mark;
            hit.row = lane.marks.rows[i];
            hit.from = lane.marks.times[i];
        }
    }
    hit.also = int(span.last - span.first) - 1;
    return hit;
}

LaneHit noteAt(const Lane &lane, const TimeAxis &axis, double x)
{
    LaneHit hit;
    double nearest = Reach + 1;
    for (const LaneNote &note : lane.notes) {
        const double distance = std::abs(xOf(axis, note.time) - x);
        if (distance < nearest) {
            nearest = distance;
            hit.what = LaneHit::What::Note;
            hit.note = &note;
        }
    }
    return hit;
}

LaneHit gapAt(const std::vector<GapSpan> &gaps, const TimeAxis &axis, double x)
{
    LaneHit hit;
    for (const GapSpan &gap : gaps) {
        if (xOf(axis, gap.since) <= x + 1 && xOf(axis, gap.until) >= x - 1) {
            hit.what = LaneHit::What::Gap;
            hit.gap = &gap;
        }
    }
    return hit;
}

LaneHit lifeAt(const Lane &lane, WallTime time, WallTime end)
{
    LaneHit hit;
    if (time < lane.begins() || time >= end)
        return hit;
    if (time < lane.seenFrom || lane.life.empty()) {
        hit.what = LaneHit::What::Unwatched;
        hit.from = lane.begins();
        hit.to = lane.seenFrom;
        return hit;
    }
    const auto next = std::upper_bound(lane.life.begin(), lane.life.end(), time,
                                       [](WallTime t, const PhaseSpan &span) { return t < span.from; });
    const auto span = next == lane.life.begin() ? next : std::prev(next);
    hit.what = LaneHit::What::Life;
    hit.phase = span->phase;
    hit.from = span->from;
    hit.to = std::next(span) == lane.life.end() ? end : std::next(span)->from;
    return hit;
}

QString markText(const LaneHit &hit, const HistorySnapshot &history)
{
    if (*hit.row < history.begin())
        return {};
    const EntryPtr told = history.entry(*hit.row);
    const Entry &entry = *told;
    const QString first = QLatin1String(typeName(entry.type)) + u' ' + format::clockMs(entry.arrived);
    QStringList lines{first};
    if (entry.origin != EntryClass::Live)
        lines << classMeaning(entry.origin);
    const QString what = eventWords(entry).plain();
    const QString who = eventManagers(entry);
    if (!what.isEmpty())
        lines << what;
    if (!who.isEmpty())
        lines << TimelineTr::tr("by %1").arg(who);
    if (hit.also > 0)
        lines << TimelineTr::tr("and %n more here: zoom in", nullptr, hit.also);
    return lines.join(u'\n');
}

QString noteText(const LaneNote &note)
{
    const QString kind = note.warning ? TimelineTr::tr("Warning") : TimelineTr::tr("Normal");
    QString first = kind + u' ' + displayText(note.reason) + u' ' + format::clock(note.time);
    if (note.count > 1)
        first += u" · " + TimelineTr::tr("%n times", nullptr, note.count);
    return note.message.empty() ? first : first + u'\n' + displayText(note.message);
}

/// The first few of some times, as far as they lie within a span; empty when none does.
QString timesWithin(const LaneHit &hit, const std::vector<std::pair<WallTime, WallTime>> &times)
{
    constexpr qsizetype MostSaid = 3;
    QStringList said;
    for (const auto &[from, to] : times) {
        if (from < to && from < hit.to && to > hit.from)
            said << format::clock(std::max(from, hit.from)) + u" – " + format::clock(std::min(to, hit.to));
    }
    const QString rest = said.size() > MostSaid ? QStringLiteral(", …") : QString();
    return said.mid(0, MostSaid).join(QStringLiteral(", ")) + rest;
}

/// The gaps within a span: what the object was in between nobody saw, and before it it is in doubt.
QString unseenText(const LaneHit &hit, const std::vector<GapSpan> &gaps)
{
    std::vector<std::pair<WallTime, WallTime>> lost;
    std::vector<std::pair<WallTime, WallTime>> doubtful;
    for (const GapSpan &gap : gaps) {
        lost.emplace_back(gap.lostFrom(), gap.until);
        doubtful.emplace_back(gap.since, gap.lostFrom());
    }
    QString text;
    if (const QString times = timesWithin(hit, lost); !times.isEmpty())
        text += u'\n' + TimelineTr::tr("of which not seen: %1").arg(times);
    if (const QString times = timesWithin(hit, doubtful); !times.isEmpty())
        text += u'\n' + TimelineTr::tr("of which in doubt: %1 (quiet until the stream broke)").arg(times);
    return text;
}

QString lifeText(const LaneHit &hit, const Lane &lane)
{
    const QString phase = hit.phase == Phase::None ? TimelineTr::tr("Exists") : phaseName(hit.phase);
    const QString span = format::clock(hit.from) + u" – " + format::clock(hit.to);
    QString text = phase + u' ' + span + u" · " + format::duration(inMs(hit.to - hit.from));
    if (lane.ended && hit.to == *lane.ended && lane.endInferred)
        text += u'\n' + TimelineTr::tr("its deletion was not seen");
    return text;
}

} // namespace

LaneHit hitLane(const TimelineData &data, const Lane &lane, const TimeAxis &axis, LanePoint point, WallTime now)
{
    if (axis.isEmpty())
        return {};
    const LaneHit mark = markAt(lane, axis, point.x);
    const LaneHit note = noteAt(lane, axis, point.x);
    if (note.note && (point.isLow || !mark.row))
        return note;
    if (mark.row)
        return mark;
    const WatchTrack *track = data.track(lane.watch);
    const WallTime time = timeAt(axis, point.x);
    // Where it is only in doubt the bar says more.
    if (const LaneHit gap = hitGap(data, lane, axis, point.x); gap.gap && xOf(axis, gap.gap->lostFrom()) <= point.x + 1)
        return gap;
    LaneHit hit = lifeAt(lane, time, lane.ended.value_or(now));
    if (hit.what == LaneHit::What::Life && track && track->status.staleSince && time >= *track->status.oldSince()) {
        hit.what = LaneHit::What::Stale;
        hit.from = *track->status.oldSince();
    }
    return hit;
}

LaneHit hitGap(const TimelineData &data, const Lane &lane, const TimeAxis &axis, double x)
{
    const bool isThere = !axis.isEmpty() && xOf(axis, lane.begins()) <= x + 1 &&
                         (!lane.ended || xOf(axis, *lane.ended) >= x - 1); // else there was nothing to miss
    return isThere ? gapAt(data.watched().of(lane.watch, lane.object->ns).gaps, axis, x) : LaneHit();
}

QString hitText(const LaneHit &hit, const TimelineData &data, const Lane &lane)
{
    switch (hit.what) {
    case LaneHit::What::Nothing: return {};
    case LaneHit::What::Mark: return markText(hit, data.history());
    case LaneHit::What::Note: return noteText(*hit.note);
    case LaneHit::What::Gap: {
        if (hit.gap->isUnwatched())
            return TimelineTr::tr("Not watched from %1 to %2: what happened in between is unknown.")
                .arg(format::moment(hit.gap->since, hit.gap->until), format::clock(hit.gap->until));
        const WatchTrack *track = data.track(lane.watch);
        const QString kind = displayText(track ? track->scope.resource.gvr.qualifiedName() : std::string());
        return gapText(*hit.gap) + u'\n' + gapMeaning({hit.gap->gap(), hit.gap->until}, kind) + u'\n' +
               TimelineTr::tr("Click to show it in the stream.");
    }
    case LaneHit::What::Stale:
        return TimelineTr::tr("%1: this is the last known state", "Stale since 10:02:08")
            .arg(staleWords(hit.from, hit.to));
    case LaneHit::What::Unwatched:
        return TimelineTr::tr("Created %1, not watched before %2")
            .arg(format::dateTime(hit.from), format::clock(hit.to));
    case LaneHit::What::Life:
        return lifeText(hit, lane) + unseenText(hit, data.watched().of(lane.watch, lane.object->ns).gaps);
    }
    return {};
}

QString gapText(const GapSpan &gap)
{
    const QString time = format::duration(inMs(gap.until - gap.lostFrom()));
    if (gap.isUnwatched())
        return TimelineTr::tr("not watched for %1").arg(time);
    if (gap.gap().isNotWatched())
        return notWatchedWords(gap.since, gap.until, gap.until);
    if (gap.from.isEmpty() || gap.to.isEmpty())
        return TimelineTr::tr("%1 %2", "not seen 3.2 s").arg(notSeenWord(), time);
    return TimelineTr::tr("%1 %2, rv %3–%4", "not seen 3.2 s, rv 8–9")
        .arg(notSeenWord(), time, format::version(gap.from.text()), format::version(gap.to.text()));
}

} // namespace wk
