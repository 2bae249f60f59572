// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelane.h"

#include "ui/style/phase.h"

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MostNotes = 200;

} // namespace

void LaneMarks::insert(RowId row, WallTime time, MarkCode code)
{
    const auto at = std::upper_bound(times.begin(), times.end(), time) - times.begin();
    times.insert(times.begin() + at, time);
    codes.insert(codes.begin() + at, code);
    rows.insert(rows.begin() + at, row);
}

/// Of one that came while the wall clock was set back, a later one decides.
std::size_t LaneMarks::dropBefore(RowId row)
{
    const auto isLeft = [row](RowId one) { return one >= row; };
    const auto count = std::ranges::find_if(rows, isLeft) - rows.begin();
    times.erase(times.begin(), times.begin() + count);
    codes.erase(codes.begin(), codes.begin() + count);
    rows.erase(rows.begin(), rows.begin() + count);
    return std::size_t(count);
}

MarkSpan marksBetween(const LaneMarks &marks, WallTime from, WallTime to)
{
    const auto first = std::lower_bound(marks.times.begin(), marks.times.end(), from);
    const auto last = std::lower_bound(first, marks.times.end(), to);
    return {std::size_t(first - marks.times.begin()), std::size_t(last - marks.times.begin())};
}

std::string laneUid(const std::string &uid, std::uint32_t cluster)
{
    return uid.empty() || cluster < 2 ? uid : uid + '\n' + std::to_string(cluster);
}

std::string laneUid(const Lane &lane)
{
    return laneUid(lane.object->uid, lane.cluster);
}

void enterPhase(Lane &lane, WallTime time, Phase phase)
{
    if (!lane.life.empty() && (lane.life.back().phase == phase || time < lane.life.back().from))
        lane.life.back().phase = phase;
    else
        lane.life.push_back({time, phase});
    const std::size_t n = lane.life.size();
    if (n >= 2 && lane.life[n - 2].phase == phase)
        lane.life.pop_back();
}

Phase phaseAt(const Lane &lane, WallTime time)
{
    if (lane.life.empty() || time < lane.life.front().from || (lane.ended && time >= *lane.ended))
        return Phase::None;
    const auto next = std::upper_bound(lane.life.begin(), lane.life.end(), time,
                                       [](WallTime t, const PhaseSpan &span) { return t < span.from; });
    return std::prev(next)->phase;
}

int putNote(Lane &lane, LaneNote note)
{
    auto &notes = lane.notes;
    const std::size_t before = notes.size();
    std::erase_if(notes, [&](const LaneNote &other) { return other.time == note.time && other.event == note.event; });
    const auto at = std::upper_bound(notes.begin(), notes.end(), note.time,
                                     [](WallTime t, const LaneNote &other) { return t < other.time; });
    notes.insert(at, std::move(note));
    if (notes.size() > MostNotes)
        notes.erase(notes.begin());
    return int(notes.size()) - int(before);
}

} // namespace wk
