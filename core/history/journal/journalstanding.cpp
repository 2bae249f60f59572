// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalstanding.h"

#include "core/history/journal/historyrecords.h"

#include <utility>

namespace wk {

JournalStanding::JournalStanding(HistoryPtr history, RowId first)
    : m_history(std::move(history))
{
    for (const auto &[watch, lives] : m_history->lives().standing(first))
        m_lives.insert(m_lives.end(), lives.begin(), lives.end());
}

Result<> JournalStanding::write(std::size_t most, const Bodies &bodies, SegmentWriter &to)
{
    for (; !isDone() && most > 0; ++m_told, --most) {
        const LifeIndex::Standing &standing = m_lives[m_told];
        const LastWord word = m_history->wordOf(standing);
        if (!word.object)
            continue;
        if (auto written = write(word, standing.row, bodies, to); !written)
            return written;
    }
    return isDone() ? addRecord(to, HistoryRecord::Stood, {}) : success();
}

Result<> JournalStanding::write(const LastWord &word, RowId row, const Bodies &bodies, SegmentWriter &to) const
{
    const std::uint64_t store = m_history->stores().numberOf(word.object->body);
    const RevisionRef revision = revisionOf(word.object->body);
    if (store > 0) {
        const auto number = static_cast<std::size_t>(store - 1);
        auto written = bodies(number).write(m_history->stores().revisions(number), {&revision, 1}, nullptr, to);
        if (!written)
            return written;
    }
    std::string bytes;
    FoldWriter record(bytes);
    record.number(row);
    record.number(word.watch);
    record.number(static_cast<std::uint64_t>(word.type));
    record.number(static_cast<std::uint64_t>(word.origin));
    record.signedNumber(word.arrived.time_since_epoch().count());
    record.number(word.changes);
    put(record, *word.object, store);
    return addRecord(to, HistoryRecord::Standing, bytes);
}

} // namespace wk
