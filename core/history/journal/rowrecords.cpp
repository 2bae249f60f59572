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

Result<> writePiece(const HistorySnapshot &now, RowId first, RowId end, std::size_t &folds, SegmentWriter &to)
{
    const RowChunk &chunk = now.chunk(first);
    const auto offset = static_cast<std::size_t>(first % HistorySnapshot::ChunkRows);
    const auto count = static_cast<std::size_t>(end - first);
    const RowObjects::Folds all = now.objects().folds(first);
    std::string bytes;
    FoldWriter record(bytes);
    record.number(first);
    record.number(count);
    record.signedNumber(chunk.latest.time_since_epoch().count());
    record.number(chunk.bytes);
    record.number(folds);
    bytes += chunk.columns.piece(offset, count);
    bytes += stepsOf(now.lives(), first, end);
    bytes += all.places.substr(offset * sizeof(std::uint32_t), count * sizeof(std::uint32_t));
    bytes += all.bytes.substr(folds);
    folds = all.bytes.size();
    return addRecord(to, HistoryRecord::Piece, bytes);
}

Result<EventLog::Filed> writeChunk(const HistorySnapshot &now, RowId first, RowId segment, MappedSegment &to)
{
    const RowChunk &chunk = now.chunk(first);
    std::string head;
    FoldWriter record(head);
    record.number(first);
    record.signedNumber(chunk.latest.time_since_epoch().count());
    record.number(chunk.bytes);
    const std::string steps = stepsOf(now.lives(), first, first + HistorySnapshot::ChunkRows);
    const auto columns = to.add(HistoryRecord::Rows, head, std::string(chunk.columns.bytes()).append(steps));
    if (!columns)
        return columns.error();
    const RowObjects::Folds folded = now.objects().folds(first);
    head.clear();
    record.number(first);
    const auto folds = to.add(HistoryRecord::Folds, head, std::string(folded.places).append(folded.bytes));
    if (!folds)
        return folds.error();
    return EventLog::Filed{first, *columns, *folds, folded.places.size() + folded.bytes.size(), segment};
}

} // namespace wk
