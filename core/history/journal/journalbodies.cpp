// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalbodies.h"

#include "core/history/foldbytes.h"
#include "core/history/journal/historyrecords.h"
#include "core/history/revisiontools.h"

#include <algorithm>

namespace wk {

namespace {

/// A record of these has as much, and at most one revision more.
constexpr std::size_t RecordBytes = 96 * limits::KiB;

} // namespace

void JournalBodies::clear()
{
    m_dictionaries.clear();
    m_tips.clear();
    m_pending.clear();
    m_pendingBytes = 0;
    m_places.clear();
}

Result<> JournalBodies::write(const RevisionSnapshot &now, std::span<const RevisionRef> names,
                              const JournalBodies *before, SegmentWriter &to)
{
    for (const RevisionRef name : names) {
        if (name.isNull() || has(name) || (before && before->has(name)))
            continue;
        const auto record = now.record(name);
        if (!record)
            continue; // its store has let go of it
        const bool stands = record->isKeyframe() || has(record->base) || (before && before->has(record->base));
        std::optional<std::string> anew;
        if (!stands)
            anew = now.asKeyframe(name);
        if (!stands && !anew)
            continue;
        const auto written = anew ? readRecord(*anew) : record;
        if (written->isPacked) {
            if (auto said = writeDictionary(now, written->dictionary, before, to); !said)
                return said;
        }
        const bool isOnSibling = record->depth == 1 && record->isAlone();
        if (!record->isKeyframe() && !isOnSibling)
            m_tips.erase(record->base);
        m_tips.insert(name);
        std::string bytes =
            anew ? *std::move(anew) : std::string(RevisionHead(*record).bytes()).append(record->payload);
        m_pendingBytes += bytes.size();
        m_pending[name.chunk].emplace_back(name.offset, std::move(bytes));
        if (m_pendingBytes >= RecordBytes) {
            if (auto flushed = flush(to); !flushed)
                return flushed;
        }
    }
    return flush(to);
}

Result<> JournalBodies::writeDictionary(const RevisionSnapshot &now, std::uint32_t number, const JournalBodies *before,
                                        SegmentWriter &to)
{
    const DictionaryPtr &dictionary = now.directory()->dictionary(number);
    if (!dictionary || (before && before->m_dictionaries.contains(number)) || !m_dictionaries.insert(number).second)
        return success();
    std::string bytes;
    FoldWriter record(bytes);
    record.number(m_store);
    record.number(number);
    bytes += dictionary->bytes();
    return addRecord(to, HistoryRecord::Dictionary, bytes);
}

Result<> JournalBodies::flush(SegmentWriter &to)
{
    m_pendingBytes = 0;
    for (auto &[chunk, records] : std::exchange(m_pending, {})) {
        std::ranges::sort(records, {}, &Records::value_type::first);
        std::string bytes;
        FoldWriter record(bytes);
        record.number(m_store);
        record.number(chunk);
        record.number(records.size());
        const std::size_t begin = bytes.size();
        std::uint32_t last = 0;
        for (const auto &[offset, content] : records) {
            record.number(offset - std::exchange(last, offset));
            record.text(content);
        }
        // In one piece, however long: it is read where it lies.
        const auto type = static_cast<std::uint32_t>(HistoryRecord::Bodies);
        auto added = success();
        if (bytes.size() <= segment::LongFrameBytes)
            added = to.add({type, bytes});
        else if (const auto at = to.addAlone(type, {}, bytes); !at)
            added = at.error();
        if (!added)
            return added;
        m_places.push_back({chunk, to.sizeBytes() - (bytes.size() - begin), bytes.size() - begin});
    }
    return success();
}

} // namespace wk
