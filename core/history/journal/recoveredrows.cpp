// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recoveredrows.h"

#include "core/history/foldbytes.h"
#include "core/history/rows/rowchunk.h"

#include <algorithm>
#include <cstring>

namespace wk {

namespace {

constexpr std::size_t FullRows = RowChunk::Rows;
constexpr std::size_t ColumnBytes = RowColumns::Bytes / FullRows; ///< a row
constexpr std::size_t StepBytes = sizeof(std::uint32_t);
constexpr std::size_t PlaceBytes = sizeof(std::uint32_t);

/// Without what it takes; empty when there is less.
std::string_view cut(std::string_view &from, std::size_t size)
{
    const std::string_view taken = from.substr(0, std::min(size, from.size()));
    from.remove_prefix(taken.size());
    return taken;
}

/// They lie where they lie: not where a number may.
std::uint32_t numberAt(std::string_view numbers, std::size_t index)
{
    std::uint32_t number = 0;
    std::memcpy(&number, numbers.data() + index * sizeof number, sizeof number);
    return number;
}

} // namespace

LifeStep RecoveredRows::step(std::size_t index) const
{
    const std::uint32_t packed = numberAt(steps, index);
    return {static_cast<LifeStep::Kind>(packed >> 30), packed & (LifeIndex::MostLives - 1)};
}

std::uint32_t RecoveredRows::place(std::size_t index) const
{
    return numberAt(folds.places, index);
}

std::optional<RecoveredRows> RecoveredRows::ofChunk(std::string_view record, const SegmentReader::File &file)
{
    constexpr std::size_t Fixed = FullRows * (ColumnBytes + StepBytes);
    if (record.size() < Fixed)
        return {};
    std::string_view fixed = record.substr(record.size() - Fixed);
    FoldReader from(record.substr(0, record.size() - Fixed));
    RecoveredRows rows;
    rows.first = from.number();
    rows.count = FullRows;
    rows.latest = WallTime(WallTime::duration(from.signedNumber()));
    rows.bytes = from.number();
    rows.columns = cut(fixed, RowColumns::Bytes);
    rows.steps = fixed;
    rows.columnsFile = SegmentReader::File(file, rows.columns.data());
    return !from.isBroken() && rows.first % FullRows == 0 ? std::optional(std::move(rows)) : std::nullopt;
}

bool RecoveredRows::takeFolds(std::string_view record, const SegmentReader::File &file)
{
    FoldReader from(record);
    const RowId of = from.number();
    std::string_view rest = from.rest();
    if (from.isBroken() || of != first || rest.size() < FullRows * PlaceBytes)
        return false;
    foldsFile = SegmentReader::File(file, rest.data());
    folds.places = cut(rest, FullRows * PlaceBytes);
    folds.bytes = rest;
    return true;
}

std::optional<RecoveredRows> RecoveredRows::ofPiece(std::string_view record, const SegmentReader::File &file)
{
    FoldReader from(record);
    RecoveredRows rows;
    rows.first = from.number();
    rows.count = static_cast<std::size_t>(from.number());
    rows.latest = WallTime(WallTime::duration(from.signedNumber()));
    rows.bytes = from.number();
    from.number(); // where in the chunk's folds its own begin: behind those that came before
    std::string_view rest = from.rest();
    const bool fits = rows.count > 0 && rows.count <= FullRows && rows.first % FullRows + rows.count <= FullRows;
    if (from.isBroken() || !fits || rest.size() < rows.count * (ColumnBytes + StepBytes + PlaceBytes))
        return {};
    rows.columns = cut(rest, rows.count * ColumnBytes);
    rows.steps = cut(rest, rows.count * StepBytes);
    rows.folds.places = cut(rest, rows.count * PlaceBytes);
    rows.folds.bytes = rest;
    rows.columnsFile = file;
    return rows;
}

} // namespace wk
