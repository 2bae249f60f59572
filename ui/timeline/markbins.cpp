// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/markbins.h"

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

constexpr int DensityDistance = 2;

static_assert(std::size_t(EntryType::Deleted) == 2, "MarkBin counts by EntryType");

/// Three counters of two million in one register, and one more in each by EntryType; other types have no marks.
constexpr std::size_t CounterBits = 21;
constexpr std::uint32_t CounterMask = (1U << CounterBits) - 1;
constexpr std::array<std::uint64_t, 9> One{1, 1ULL << CounterBits, 1ULL << (2 * CounterBits)};

/// What has the say where there is room for one glyph.
int rankOf(const PlacedMark &mark)
{
    const bool isTick = mark.type == EntryType::Modified && !mark.inferred;
    return isTick ? 0 : mark.type == EntryType::Deleted ? 3 : mark.type == EntryType::Added ? 2 : 1;
}

/// Whether none that says more stands near it; of those that say as much the newest does.
bool isFirstAround(const std::vector<PlacedMark> &placed, std::size_t number, int distance)
{
    const int rank = rankOf(placed[number]);
    for (std::size_t i = number; i-- > 0 && placed[number].column - placed[i].column < distance;) {
        if (rankOf(placed[i]) > rank)
            return false;
    }
    for (std::size_t i = number + 1; i < placed.size() && placed[i].column - placed[number].column < distance; ++i) {
        if (rankOf(placed[i]) >= rank)
            return false;
    }
    return rank > 0;
}

} // namespace

void countMarks(const LaneMarks &marks, const TimeAxis &axis, std::vector<MarkBin> &bins)
{
    if (axis.isEmpty() || bins.empty())
        return;
    // Marks are in order of time, so a column is looked up once for all marks in it, and counted in a register.
    const MarkSpan span = marksBetween(marks, axis.from, axis.to);
    const double microsPerColumn = double(axis.span().count()) / axis.width;
    for (std::size_t i = span.first; i < span.last;) {
        const double offset = double((marks.times[i] - axis.from).count());
        const std::size_t column = std::min(std::size_t(offset / microsPerColumn), bins.size() - 1);
        const bool isLast = column + 1 == bins.size();
        const WallTime end =
            isLast ? axis.to : axis.from + Micros(std::int64_t(std::ceil(double(column + 1) * microsPerColumn)));
        std::uint64_t packed = 0;
        bool inferred = false;
        do {
            packed += One[std::size_t(marks.codes[i].type)];
            inferred |= marks.codes[i].origin == EntryClass::Inferred;
        } while (++i < span.last && marks.times[i] < end);
        MarkBin &bin = bins[column];
        for (std::size_t type = 0; type < bin.counts.size(); ++type)
            bin.counts[type] += std::uint32_t(packed >> (type * CounterBits)) & CounterMask;
        bin.inferred |= inferred;
    }
}

MarkDetail detailOf(const std::vector<MarkBin> &bins)
{
    const auto used = std::count_if(bins.begin(), bins.end(), [](const MarkBin &bin) { return bin.total() > 0; });
    if (used == 0)
        return MarkDetail::None;
    return used * DensityDistance > std::ptrdiff_t(bins.size()) ? MarkDetail::Density : MarkDetail::Single;
}

EntryType typeOf(const MarkBin &bin)
{
    if (bin.of(EntryType::Deleted) > 0)
        return EntryType::Deleted;
    return bin.of(EntryType::Added) > 0 ? EntryType::Added : EntryType::Modified;
}

std::vector<PlacedMark> placeMarks(const std::vector<MarkBin> &bins, int glyphDistance)
{
    std::vector<PlacedMark> placed;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i].total() > 0)
            placed.push_back({int(i), typeOf(bins[i]), bins[i].inferred, false});
    }
    for (std::size_t i = 0; i < placed.size(); ++i)
        placed[i].glyph = isFirstAround(placed, i, glyphDistance);
    return placed;
}

std::vector<MarkBin> densityOf(const std::vector<MarkBin> &bins, int width)
{
    std::vector<MarkBin> sums;
    if (width <= 0)
        return sums;
    sums.resize((bins.size() + std::size_t(width) - 1) / std::size_t(width));
    for (std::size_t i = 0; i < bins.size(); ++i) {
        MarkBin &sum = sums[i / std::size_t(width)];
        for (std::size_t type = 0; type < sum.counts.size(); ++type)
            sum.counts[type] += bins[i].counts[type];
        sum.inferred |= bins[i].inferred;
    }
    return sums;
}

} // namespace wk
