// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/historyfiles.h"
#include "core/history/journal/historyjournal.h"
#include "core/history/journal/historyrecovery.h"
#include "core/history/journal/journalclaim.h"
#include "core/history/revisionbodies.h"

#include <map>
#include <memory>
#include <vector>

namespace wk {

/// The files of a set that this program alone may write.
HistoryFiles filesOf(JournalClaim claim, const ClusterId &cluster);

struct JournalStart {
    std::unique_ptr<RowJournal> journal; ///< a HistoryJournal, but of a recording; null for one that is read
    /// Of each cluster those that its next rows' are told apart from: its last session's.
    std::map<ClusterId, std::unique_ptr<RevisionBodies>> bodies;
    std::vector<Error> unread; ///< files that could not be read
    std::vector<HistoryRecovery::Damage> damages;
};

/// Puts what was kept into a log without rows, and begins a journal of what comes behind it. It takes a second for some
/// million rows. Any thread, which waits for the disk.
struct SegmentSize {
    std::uint64_t bytes = 64 * limits::MiB;
    RowId rows = std::numeric_limits<RowId>::max();
};
JournalStart startJournal(const HistoryFiles &files, EventLog &log, const SegmentSize &size = {});

} // namespace wk
