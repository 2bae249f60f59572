// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/journalbodies.h"
#include "core/history/journal/journaltexts.h"
#include "core/history/rows/historysnapshot.h"
#include "core/history/segment.h"

#include <cstddef>
#include <deque>

namespace wk {

/// All that a file says of its rows besides themselves, each once: their bodies, what their numbers mean, what they
/// have beside the columns, the watches, and when these were closed. One thread.
class JournalWords
{
public:
    /// Of these rows of one chunk. `before`: what another file says that is read with this one.
    Result<> write(const HistorySnapshot &now, RowId first, RowId end, const JournalWords *before, SegmentWriter &to);
    /// Their bodies alone.
    Result<> writeBodies(const HistorySnapshot &now, RowId first, RowId end, const JournalWords *before,
                         SegmentWriter &to);
    /// All but these.
    Result<> writeTexts(const HistorySnapshot &now, RowId first, RowId end, const JournalWords *before,
                        SegmentWriter &to);
    /// The watches, and what their clusters are called, if they are others than were written last.
    Result<> writeWatches(const HistorySnapshot &now, SegmentWriter &to);
    /// Those of watches that were closed at such a row or before.
    Result<> writeClosings(const HistorySnapshot &now, RowId upTo, SegmentWriter &to);

    JournalBodies &bodies(std::size_t store);
    /// Where what write() has put there lies, by store, since the last time.
    std::deque<JournalBodies> &allBodies() { return m_bodies; }
    /// Closings that this file need not tell.
    void passClosings(const JournalWords *before) { m_closings = before ? before->m_closings : 0; }
    /// The file is begun anew.
    void clear() { *this = {}; }

private:
    JournalTexts m_texts;
    std::deque<JournalBodies> m_bodies; ///< by store
    std::size_t m_closings = 0;         ///< how many of them are told
    std::uint64_t m_renames = 0;        ///< of clusters, that are told
};

} // namespace wk
