// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/rowrecords.h"

#include "core/history/foldbytes.h"
#include "core/history/journal/historyrecords.h"

namespace wk {

std::string stepsOf(const LifeIndex &lives, RowId first, RowId end)
{
    std::string bytes;
    for (RowId row = first; row < end; ++row) {
        const LifeStep step = lives.step(row);
        const std::uint32_t packed = static_cast<std::uint32_t>(step.kind) << 30 | step.of;
        bytes.append(reinterpret_cast<const char *>(&packed), sizeof packed);
    }
    return bytes;
}

Result<> writeBesides(const HistorySnapshot &now, RowId first, RowId end, SegmentWriter &to)
{
    const RowChunk &chunk = now.chunk(first);
    const RowId begin = first - first % HistorySnapshot::ChunkRows;
    const auto isIn = [&](std::uint32_t offset) { return begin + offset >= first && begin + offset < end; };
    std::string bytes;
    FoldWriter record(bytes);
    for (const auto &beside : chunk.words) {
        if (!isIn(beside.offset))
            continue;
        record.number(begin + beside.offset);
        record.number(0);
        put(record, *beside.value);
    }
    for (const auto &beside : chunk.previous) {
        if (!isIn(beside.offset))
            continue;
        record.number(begin + beside.offset);
        record.number(beside.value ? 1 : 2);
        if (beside.value)
            put(record, *beside.value, now.stores().numberOf(beside.value->body));
    }
    for (const std::uint32_t offset : chunk.mayHaveLeft) {
        if (!isIn(offset))
            continue;
        record.number(begin + offset);
        record.number(3);
    }
    return bytes.empty() ? success() : addRecord(to, HistoryRecord::Besides, bytes);
}

} // namespace wk
