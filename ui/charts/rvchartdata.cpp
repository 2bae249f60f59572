// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvchartdata.h"

#include "ui/charts/rvsteps.h"
#include "ui/charts/rvthinning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace wk {

namespace {

constexpr std::size_t MostMarks = 2000;
constexpr std::size_t MostGaps = 200;
constexpr std::size_t MostInferred = 500;
constexpr double OffScaleGrowths = 20; // times what the fastest line grew
constexpr double OffScaleLeast = 10'000;
constexpr std::array<std::size_t, 7> ColourOrder{0, 1, 2, 3, 4, 5, 7};
constexpr std::array<RvStroke, 4> StrokeOrder{RvStroke::Solid, RvStroke::Dashed, RvStroke::Dotted,
                                              RvStroke::DashDotted};
/// Grey, the seventh of the series: for lines past the twenty-eighth, which the legend alone tells apart.
constexpr RvLook OtherLook{6, RvStroke::Solid};

std::int64_t bucketOf(WallTime time)
{
    return time.time_since_epoch() / RvChartData::PointTime;
}

bool bucketIsBefore(const RvBucket &bucket, WallTime time)
{
    return bucket.last.time < time;
}

} // namespace

RvTrack *RvChartData::trackFor(WatchId watch)
{
    const auto it =
        std::find_if(m_tracks.begin(), m_tracks.end(), [watch](const RvTrack &t) { return t.watch == watch; });
    if (it != m_tracks.end())
        return &*it;
    const WatchScope *scope = m_history->scope(watch);
    if (!scope || (m_cluster && m_history->clusterOf(watch) != *m_cluster))
        return nullptr;
    RvTrack track;
    track.watch = watch;
    track.scope = *scope;
    track.look = lookFor(*scope);
    m_tracks.push_back(std::move(track));
    return &m_tracks.back();
}

const RvTrack *RvChartData::track(WatchId watch) const
{
    const auto it =
        std::find_if(m_tracks.begin(), m_tracks.end(), [watch](const RvTrack &t) { return t.watch == watch; });
    return it == m_tracks.end() ? nullptr : &*it;
}

/// That of the watch before, which looked at the same; else a free one. One of a watch that ended long ago is free:
/// whatever comes now is not beside it.
RvLook RvChartData::lookFor(const WatchScope &scope) const
{
    const auto goesOn = [&](const RvTrack &t) { return t.ended && t.scope == scope; };
    const auto before = std::find_if(m_tracks.rbegin(), m_tracks.rend(), goesOn);
    const auto hasIt = [&](const RvTrack &t) { return !t.ended && t.look == before->look; };
    if (before != m_tracks.rend() && std::none_of(m_tracks.begin(), m_tracks.end(), hasIt))
        return before->look;
    for (const RvStroke stroke : StrokeOrder) {
        for (const std::size_t colour : ColourOrder) {
            const RvLook look{colour, stroke};
            const auto isTaken = [&](const RvTrack &t) {
                return t.look == look && (!t.ended || *t.ended >= m_thinnedUntil);
            };
            if (std::none_of(m_tracks.begin(), m_tracks.end(), isTaken))
                return look;
        }
    }
    return OtherLook;
}

void RvChartData::follow(HistoryPtr now, RowId end)
{
    m_history = std::move(now);
    m_cursor.advance(
        *m_history, end, [this](RowId row) { addRow(row); },
        [this](const HistorySnapshot::Closing &closing) { close(closing); });
    findScale();
}

void RvChartData::hear(const std::vector<WatchStatus> &statuses)
{
    for (const WatchStatus &status : statuses) {
        RvTrack *track = trackFor(status.watch);
        if (!track || (track->ended && !m_history->isOpen(status.watch)))
            continue;
        track->ended.reset();
        track->status = status;
    }
}

void RvChartData::close(const HistorySnapshot::Closing &closing)
{
    for (RvTrack &track : m_tracks) {
        if (track.watch == closing.watch) {
            track.ended = closing.time;
            track.status = {};
        }
    }
    std::erase_if(m_tracks, [](const RvTrack &track) { return track.ended && !track.isDrawn(); });
    dropOldestEnded();
}

/// What they knew of the newest version stays known while the scale is the same.
void RvChartData::dropOldestEnded()
{
    while (std::ranges::count_if(m_tracks, [](const RvTrack &track) { return track.ended.has_value(); }) >
           std::ptrdiff_t(MostEnded)) {
        m_tracks.erase(std::ranges::min_element(m_tracks, {}, [](const RvTrack &track) {
            return std::pair(!track.ended, track.ended.value_or(WallTime()));
        }));
    }
}

void RvChartData::addRow(RowId row)
{
    RvTrack *track = m_history->isListed(row) ? nullptr : trackFor(m_history->watch(row));
    if (!track)
        return;
    track->ended.reset(); // it may have been opened again
    const EntryType type = m_history->type(row);
    if (type == EntryType::Gap)
        return addGap(*track, *m_history->entry(row));
    const bool isMark = type == EntryType::List || type == EntryType::Relist || type == EntryType::Bookmark;
    const bool isChange = m_history->isOfObject(row);
    // An inferred entry carries the version of its object, which is older than where the watch stands: no point of the
    // line.
    if (isChange && m_history->origin(row) == EntryClass::Inferred)
        return addInferred(*track, row);
    if (!isMark && !isChange)
        return;
    const auto value = valueOf(*track, row);
    if (!value)
        return;
    const RvPoint point{m_history->time(row), *value};
    addPoint(*track, point, isChange ? std::optional(row) : std::nullopt);
    if (!track->offScale)
        raiseNewest(point);
    if (!isMark || m_history->origin(row) == EntryClass::Replayed)
        return;
    track->marks.push_back({point, type});
    if (track->marks.size() > MostMarks)
        track->marks.pop_front();
}

std::optional<double> RvChartData::valueOf(RvTrack &track, RowId row)
{
    const std::uint64_t plain = m_history->versionNumber(row);
    const ResourceVersion opaque(plain > 0 ? std::string() : m_history->version(row));
    const auto number = plain > 0 ? VersionNumber(plain) : VersionNumber::of(opaque);
    if (!number) {
        track.opaque = opaque.isEmpty() ? track.opaque : opaque;
        return {};
    }
    if (!m_base)
        m_base = number;
    return number->above(*m_base);
}

void RvChartData::addPoint(RvTrack &track, const RvPoint &point, std::optional<RowId> object)
{
    auto &buckets = track.buckets;
    const RvBucket came{point, point, point.value, point.value, object};
    const bool isLate = !buckets.empty() && point.time < buckets.back().last.time; // the wall clock was set back
    if (buckets.empty() || (!isLate && bucketOf(point.time) != bucketOf(buckets.back().first.time))) {
        const std::optional<RowId> before = buckets.empty() ? std::nullopt : buckets.back().object;
        buckets.push_back(came);
        if (!object)
            buckets.back().object = before;
        return;
    }
    join(buckets.back(), came);
}

void RvChartData::addGap(RvTrack &track, const Entry &entry)
{
    const auto from = VersionNumber::of(entry.gap.from);
    const auto to = VersionNumber::of(entry.gap.to);
    const auto unseen = from && to && to->above(*from) >= 0 ? std::optional(to->above(*from)) : std::nullopt;
    track.gaps.push_back({entry.gap.lostFrom(), entry.arrived, unseen, entry.gap});
    if (track.gaps.size() > MostGaps)
        track.gaps.pop_front();
}

/// Of a deletion the version is not known: it stands where the list does.
void RvChartData::addInferred(RvTrack &track, RowId row)
{
    const EntryType type = m_history->type(row);
    const WallTime arrived = m_history->time(row);
    const auto own = type == EntryType::Deleted ? std::nullopt : valueOf(track, row);
    const auto value = own ? own : valueAt(track, arrived);
    if (!value)
        return;
    track.inferred.push_back({{arrived, *value}, row, type});
    if (track.inferred.size() > MostInferred)
        track.inferred.pop_front();
}

void RvChartData::dropOld(WallTime now)
{
    const WallTime oldest = now - KeptRoughly;
    std::erase_if(m_tracks, [oldest](const RvTrack &track) { return track.ended && *track.ended < oldest; });
    thinOut(now - Kept);
    while (m_newest.size() > 1 && m_newest[1].time < oldest)
        m_newest.pop_front();
    for (RvTrack &track : m_tracks) {
        while (track.buckets.size() > 1 && track.buckets[1].last.time < oldest)
            track.buckets.pop_front();
        while (!track.marks.empty() && track.marks.front().at.time < oldest)
            track.marks.pop_front();
        while (!track.inferred.empty() && track.inferred.front().at.time < oldest)
            track.inferred.pop_front();
        while (!track.gaps.empty() && track.gaps.front().until < oldest)
            track.gaps.pop_front();
    }
}

/// Whole cells only, so that each is thinned once.
void RvChartData::thinOut(WallTime until)
{
    const WallTime whole(until.time_since_epoch() / RoughTime * RoughTime);
    if (whole <= m_thinnedUntil)
        return;
    const RvThinning thinning{m_thinnedUntil, whole, RoughTime};
    m_thinnedUntil = whole;
    thin(m_newest, thinning);
    for (RvTrack &track : m_tracks)
        thin(track.buckets, thinning);
}

QList<QPointF> RvChartData::line(const RvTrack &track, const RvWindow &whole) const
{
    RvWindow window = whole;
    window.to = std::min(whole.to, track.ended.value_or(whole.to));
    if (window.to <= window.from)
        return {};
    RvSteps steps(window);
    if (const auto value = valueAt(track, window.from))
        steps.begin(*value);
    auto it = std::lower_bound(track.buckets.begin(), track.buckets.end(), window.from, bucketIsBefore);
    for (; it != track.buckets.end() && it->last.time <= window.to; ++it)
        steps.add(*it);
    return steps.end();
}

QList<QPointF> RvChartData::newestLine(const RvWindow &window) const
{
    RvSteps steps(window);
    for (const RvPoint &point : m_newest) {
        if (point.time <= window.from)
            steps.begin(point.value);
        else if (point.time <= window.to)
            steps.add({point, point, point.value, point.value, {}});
    }
    return steps.end();
}

std::optional<WallTime> RvChartData::firstPoint() const
{
    std::optional<WallTime> first;
    for (const RvTrack &track : m_tracks) {
        if (track.isDrawn())
            first = std::min(first.value_or(track.buckets.front().first.time), track.buckets.front().first.time);
    }
    return first;
}

std::optional<double> RvChartData::newest() const
{
    return m_newest.empty() ? std::nullopt : std::optional(m_newest.back().value);
}

std::optional<double> RvChartData::newestAt(WallTime time) const
{
    const auto later =
        std::partition_point(m_newest.begin(), m_newest.end(), [time](const RvPoint &p) { return p.time <= time; });
    return later == m_newest.begin() ? std::nullopt : std::optional(std::prev(later)->value);
}

std::optional<std::chrono::milliseconds> RvChartData::behind(const RvTrack &track, WallTime time) const
{
    const std::optional<double> own = valueAt(track, time);
    if (!own || track.offScale || (track.ended && *track.ended <= time))
        return {};
    const auto passed =
        std::partition_point(m_newest.begin(), m_newest.end(), [&own](const RvPoint &p) { return p.value <= *own; });
    if (passed == m_newest.end() || passed->time >= time)
        return std::chrono::milliseconds(0);
    return std::chrono::duration_cast<std::chrono::milliseconds>(time - passed->time);
}

/// Which lines share the scale: those near the middle one (the upper of two), for what the fastest of them grows.
void RvChartData::findScale()
{
    std::vector<double> lasts;
    double growth = 0;
    for (const RvTrack &track : m_tracks) {
        if (!track.isDrawn())
            continue;
        lasts.push_back(track.buckets.back().last.value);
        const RvPoint &last = track.buckets.back().last;
        const double before = valueAt(track, last.time - Kept).value_or(track.buckets.front().first.value);
        growth = std::max(growth, last.value - before);
    }
    if (lasts.empty())
        return;
    const auto middle = lasts.begin() + std::ptrdiff_t(lasts.size() / 2);
    std::nth_element(lasts.begin(), middle, lasts.end());
    bool changed = false;
    for (RvTrack &track : m_tracks) {
        const double distance = track.isDrawn() ? std::abs(track.buckets.back().last.value - *middle) : 0;
        const bool isOff = distance > std::max(OffScaleLeast, OffScaleGrowths * growth);
        changed |= isOff != std::exchange(track.offScale, isOff);
    }
    if (changed)
        rebuildNewest();
    else
        extendNewest();
}

/// A batch may hold more than a moment: what has gathered while the window was paused.
void RvChartData::raiseNewest(const RvPoint &point)
{
    if (!m_newest.empty() && point.value <= m_newest.back().value)
        return;
    if (m_newest.empty() || bucketOf(point.time) > bucketOf(m_newest.back().time))
        m_newest.push_back(point);
    else
        m_newest.back() = point; // with its time: before it this was not known, as the lines have it
}

/// Where the highest line stands now. When even that has gone back (the cluster was restored from a backup) what was
/// known before counts no more.
void RvChartData::extendNewest()
{
    std::optional<RvPoint> highest;
    for (const RvTrack &track : m_tracks) {
        if (track.isDrawn() && !track.offScale && (!highest || track.buckets.back().last.value > highest->value))
            highest = track.buckets.back().last;
    }
    if (!highest)
        return;
    if (!m_newest.empty() && m_newest.back().value > highest->value)
        m_newest.clear();
    raiseNewest(*highest);
}

void RvChartData::rebuildNewest()
{
    std::vector<RvPoint> all;
    for (const RvTrack &track : m_tracks) {
        for (const RvBucket &bucket : track.buckets) {
            if (!track.offScale)
                all.push_back(bucket.last);
        }
    }
    std::sort(all.begin(), all.end(), [](const RvPoint &a, const RvPoint &b) { return a.time < b.time; });
    m_newest.clear();
    for (const RvPoint &point : all) {
        if (m_newest.empty() || point.value > m_newest.back().value)
            m_newest.push_back(point);
    }
    extendNewest();
}

std::optional<double> RvChartData::valueAt(const RvTrack &track, WallTime time) const
{
    const auto next = std::upper_bound(track.buckets.begin(), track.buckets.end(), time,
                                       [](WallTime t, const RvBucket &bucket) { return t < bucket.last.time; });
    if (next == track.buckets.begin())
        return {};
    return std::prev(next)->last.value;
}

std::optional<RowId> RvChartData::objectAt(const RvTrack &track, WallTime time) const
{
    const auto next = std::upper_bound(track.buckets.begin(), track.buckets.end(), time,
                                       [](WallTime t, const RvBucket &bucket) { return t < bucket.last.time; });
    if (next != track.buckets.begin() && std::prev(next)->object)
        return std::prev(next)->object;
    const auto later = std::find_if(next, track.buckets.end(), [](const RvBucket &b) { return b.object.has_value(); });
    return later == track.buckets.end() ? std::nullopt : later->object;
}

} // namespace wk
