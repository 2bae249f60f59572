// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recordingseal.h"

#include "core/history/foldbytes.h"
#include "core/history/journal/historyrecords.h"
#include "core/history/rows/historysnapshot.h"
#include "core/history/segment.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace wk {

namespace {

/// Copies records, but for the pieces of rows that are in chunks.
class Sealer
{
public:
    Sealer(std::set<RowId> chunks, SegmentWriter &to)
        : m_chunks(std::move(chunks))
        , m_to(to)
    {}

    Result<> take(const SegmentRecord &record)
    {
        m_held.push_back({record.type, std::string(record.bytes)});
        switch (static_cast<HistoryRecord>(record.type)) {
        case HistoryRecord::Part:    // begins what another record ends
        case HistoryRecord::Besides: // is of the rows that follow
            return success();
        case HistoryRecord::Known:
            m_known = std::move(m_held.back());
            m_held.clear();
            return success();
        case HistoryRecord::Piece:
            if (m_chunks.contains(chunkOf(m_held))) {
                m_held.clear();
                return success();
            }
            break;
        default: break;
        }
        return flush();
    }
    /// Last.
    Result<> end()
    {
        m_held.clear();
        if (m_known)
            m_held.push_back(*std::exchange(m_known, std::nullopt));
        return flush();
    }

    /// Of a piece that may have come in parts, behind what it has beside the columns.
    struct Held {
        std::uint32_t type = 0;
        std::string bytes;
    };

private:
    static RowId chunkOf(const std::vector<Held> &held)
    {
        auto begin = std::ranges::find_if(
            held, [](const Held &one) { return static_cast<HistoryRecord>(one.type) != HistoryRecord::Besides; });
        FoldReader from(begin->bytes);
        const RowId first = from.number();
        return first - first % HistorySnapshot::ChunkRows;
    }
    Result<> flush()
    {
        for (const Held &record : m_held) {
            if (auto added = m_to.add({record.type, record.bytes}); !added)
                return added;
        }
        m_held.clear();
        return success();
    }

    const std::set<RowId> m_chunks;
    SegmentWriter &m_to;
    std::vector<Held> m_held;
    std::optional<Held> m_known;
};

/// The chunks that are whole in there.
Result<std::set<RowId>> chunksIn(const std::string &path)
{
    auto opened = SegmentReader::open(path);
    if (!opened)
        return opened.error();
    SegmentReader reader = std::move(opened).value();
    std::set<RowId> chunks;
    std::optional<RowId> coming;
    while (const auto records = reader.next()) {
        for (const SegmentRecord &record : *records) {
            FoldReader from(record.bytes);
            const auto type = static_cast<HistoryRecord>(record.type);
            if (type == HistoryRecord::Rows)
                coming = from.number();
            else if (type == HistoryRecord::Folds && coming && from.number() == *coming)
                chunks.insert(*coming);
        }
    }
    return chunks;
}

} // namespace

Result<> sealRecording(const std::string &part, const std::string &path)
{
    auto chunks = chunksIn(part);
    if (!chunks)
        return chunks.error();
    auto opened = SegmentReader::open(part);
    auto created = SegmentWriter::create(path);
    if (!opened || !created)
        return opened ? created.error() : opened.error();
    SegmentReader reader = std::move(opened).value();
    SegmentWriter writer = std::move(created).value();
    Sealer sealer(std::move(chunks).value(), writer);
    while (const auto records = reader.next()) {
        for (const SegmentRecord &record : *records) {
            if (auto taken = sealer.take(record); !taken)
                return taken;
        }
    }
    auto ended = sealer.end();
    ended = ended ? writer.close() : ended;
    return ended ? removeFile(part) : ended;
}

} // namespace wk
