// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/watchedtimes.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MostGaps = 1000;
constexpr std::size_t MostTimes = 1000;

} // namespace

void WatchedTimes::begin(WatchId watch, WatchKind kind, const std::string &ns, WallTime listed)
{
    const Place place{kind, ns};
    if (!m_open.emplace(watch, place).second)
        return;
    std::vector<Times> &times = reachOf(place).times;
    times.push_back({watch, listed, {}});
    if (times.size() > MostTimes) { // what was not watched between the two oldest is forgotten
        times[1].from = times[0].from;
        times.erase(times.begin());
    }
    tellAnew(place);
}

void WatchedTimes::goOn(WatchId watch, WatchKind kind, const std::string &ns, WallTime listed)
{
    const Place place{kind, ns};
    std::vector<Times> &times = reachOf(place).times;
    const auto known = std::ranges::find(times.rbegin(), times.rend(), watch, &Times::watch);
    if (known == times.rend())
        return begin(watch, kind, ns, listed);
    known->until.reset();
    m_open.emplace(watch, place);
    tellAnew(place);
}

void WatchedTimes::addGap(const GapSpan &gap)
{
    const auto it = m_open.find(gap.watch);
    if (it == m_open.end())
        return;
    std::vector<GapSpan> &gaps = reachOf(it->second).gaps;
    gaps.push_back(gap);
    if (gaps.size() > MostGaps)
        gaps.erase(gaps.begin());
    tellAnew(it->second);
}

void WatchedTimes::close(WatchId watch, WallTime time)
{
    const auto it = m_open.find(watch);
    if (it == m_open.end())
        return;
    const Place place = std::move(it->second);
    m_open.erase(it);
    for (Times &times : reachOf(place).times) {
        if (times.watch == watch)
            times.until = time;
    }
    tellAnew(place);
}

const Watched &WatchedTimes::of(WatchId watch, const std::string &ns) const
{
    static const Watched nothing;
    const auto place = m_open.find(watch);
    const auto kind = place == m_open.end() ? m_kinds.end() : m_kinds.find(place->second.kind);
    if (kind == m_kinds.end())
        return nothing;
    const auto own = kind->second.find(ns);
    const auto it = own == kind->second.end() ? kind->second.find({}) : own;
    return it == kind->second.end() ? nothing : it->second.told;
}

std::optional<WallTime> WatchedTimes::from() const
{
    std::optional<WallTime> first;
    for (const auto &[watch, place] : m_open) {
        const auto kind = m_kinds.find(place.kind);
        if (kind == m_kinds.end())
            continue;
        for (const auto &[ns, reach] : kind->second) {
            if (reach.told.from)
                first = std::min(first.value_or(*reach.told.from), *reach.told.from);
        }
    }
    return first;
}

void WatchedTimes::tellAnew(const Place &place)
{
    Kind &kind = m_kinds[place.kind];
    for (auto &[ns, reach] : kind) {
        if (place.ns.empty() || place.ns == ns)
            reach.told = told(kind, ns);
    }
}

Watched WatchedTimes::told(const Kind &kind, const std::string &ns)
{
    Watched told;
    std::vector<Times> times;
    for (const auto &[of, reach] : kind) {
        if (!of.empty() && of != ns)
            continue;
        times.insert(times.end(), reach.times.begin(), reach.times.end());
        told.gaps.insert(told.gaps.end(), reach.gaps.begin(), reach.gaps.end());
    }
    std::ranges::sort(times, {}, &Times::from);
    std::optional<WallTime> until = times.empty() ? std::nullopt : std::optional(times.front().from);
    for (const Times &one : times) {
        if (until && one.from > *until)
            told.gaps.push_back({*until, one.from, {}, {}, {}, {}, 0});
        until = until && one.until ? std::optional(std::max(*until, *one.until)) : std::nullopt;
    }
    std::ranges::stable_sort(told.gaps, {}, &GapSpan::since);
    if (told.gaps.size() > MostGaps)
        told.gaps.erase(told.gaps.begin(), told.gaps.end() - std::ptrdiff_t(MostGaps));
    if (!times.empty())
        told.from = times.front().from;
    return told;
}

} // namespace wk
