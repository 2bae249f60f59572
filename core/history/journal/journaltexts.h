// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/historyrecords.h"
#include "core/history/rows/historysnapshot.h"
#include "core/history/segment.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace wk {

/// Says in a file what the numbers mean that rows have: texts, lists of texts, tables, references of objects, watches.
/// Each once in a file, before the first row that has it. One thread.
///
///     Texts      pool, then of each: number, text
///     Sets       pool, then of each: number, how many texts, their numbers
///     Table      number, columns
///     Reference  of each: number, the object; packed
///     Watch      the watch; again whenever something else is known of it
class JournalTexts
{
public:
    /// What these rows of one chunk have. `before`: what another file says that is read with this one.
    Result<> write(const HistorySnapshot &now, RowId first, RowId end, const JournalTexts *before, SegmentWriter &to);
    /// The watches, if they are others than were written last.
    Result<> writeWatches(const HistorySnapshot &now, SegmentWriter &to);
    /// One table, and what a watch has it for.
    TableNumber table(const HistorySnapshot &now, const Columns &columns, SegmentWriter &to);
    /// The file is begun anew.
    void clear() { *this = {}; }

private:
    /// Which numbers are said.
    struct Numbers {
        std::vector<bool> said{};

        bool has(std::size_t number) const { return number < said.size() && said[number]; }
        bool add(std::size_t number)
        {
            if (has(number))
                return false;
            if (number >= said.size())
                said.resize(number + number / 2 + 64);
            said[number] = true;
            return true;
        }
    };
    /// Records on their way, by what begins them.
    struct Draft;

    void sayText(TextPool pool, const StringPool &texts, StringPool::Id id, const JournalTexts *before, Draft &draft);
    void saySet(TextPool pool, const TextSets &sets, TextSets::Id id, const JournalTexts *before, Draft &draft);

    std::array<Numbers, TextPools> m_texts;
    std::array<Numbers, TextPools> m_sets;
    Numbers m_tables;
    Numbers m_references;
    std::shared_ptr<const HistoryWatches> m_watches; ///< that were written
    std::map<WatchId, std::string> m_watchRecords;   ///< … as they were
};

} // namespace wk
