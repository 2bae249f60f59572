// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/markbins.h"

#include <algorithm>

namespace wk {

namespace {

constexpr int DensityDistance = 2;

void countInto(MarkBin &bin, MarkCode code)
{
    bin.added += code.type == EntryType::Added ? 1 : 0;
    bin.modified += code.type == EntryType::Modified ? 1 : 0;
    bin.deleted += code.type == EntryType::Deleted ? 1 : 0;
    bin.inferred = bin.inferred || code.origin == EntryClass::Inferred;
}

} // namespace

void countMarks(const LaneMarks &marks, const TimeAxis &axis, std::vector<MarkBin> &bins)
{
    if (axis.isEmpty() || bins.empty())
        return;
    const MarkSpan span = marksBetween(marks, axis.from, axis.to);
    const double perMicro = axis.width / double(axis.span().count());
    const std::size_t lastBin = bins.size() - 1;
    for (std::size_t i = span.first; i < span.last; ++i) {
        const auto column = std::size_t(double((marks.times[i] - axis.from).count()) * perMicro);
        countInto(bins[std::min(column, lastBin)], marks.codes[i]);
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
    if (bin.deleted > 0)
        return EntryType::Deleted;
    return bin.added > 0 ? EntryType::Added : EntryType::Modified;
}

std::vector<PlacedMark> placeMarks(const std::vector<MarkBin> &bins, int glyphDistance)
{
    std::vector<PlacedMark> placed;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i].total() > 0)
            placed.push_back({int(i), typeOf(bins[i]), bins[i].inferred, false});
    }
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const bool farLeft = i == 0 || placed[i].column - placed[i - 1].column >= glyphDistance;
        const bool farRight = i + 1 == placed.size() || placed[i + 1].column - placed[i].column >= glyphDistance;
        placed[i].glyph = farLeft && farRight;
    }
    return placed;
}

std::vector<std::uint32_t> densityOf(const std::vector<MarkBin> &bins, int width)
{
    std::vector<std::uint32_t> sums;
    if (width <= 0)
        return sums;
    sums.resize((bins.size() + std::size_t(width) - 1) / std::size_t(width), 0);
    for (std::size_t i = 0; i < bins.size(); ++i)
        sums[i / std::size_t(width)] += bins[i].total();
    return sums;
}

} // namespace wk
