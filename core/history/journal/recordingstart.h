// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/history/journal/historyrecovery.h"
#include "core/history/revisionbodies.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// What a recording says besides its rows.
struct RestoredRecording {
    std::optional<RecordingNote> note;                   ///< nothing where the file is torn before it
    std::vector<std::unique_ptr<RevisionBodies>> bodies; ///< keep what the rows' bodies are read of
    std::vector<HistoryRecovery::Damage> damages;        ///< bytes that are no part of any frame
    std::uint64_t tornBytes = 0;                         ///< at its end: it was cut off, or is still being written
};

/// How a recording is read. A value.
struct RecordingReading {
    std::uint64_t mostBytes = UINT64_MAX; ///< of the file
    /// What the end of the file is: that of its watches; for whoever looks at it the present, in which all are open
    /// that were by then; or nothing, as somebody writes more.
    enum class End { OfWatches, Present, None } end = End::OfWatches;
};

/// Puts the rows of a recording into a log without rows, where they are read in the file: also of one that is cut,
/// damaged or still being written. Nothing in it is trusted: what contradicts itself is left out. FileUnreadable, or
/// BrokenFrame for what is no recording. Any thread, which waits for the disk; it takes a second for some million rows.
Result<RestoredRecording> restoreRecording(const std::string &path, EventLog &log, const RecordingReading &how = {});

} // namespace wk
