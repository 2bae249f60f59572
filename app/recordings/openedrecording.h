// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/recordings/readingarguments.h"
#include "core/history/journal/recordingstart.h"
#include "core/recording/historyretelling.h"
#include "core/recording/linesimport.h"
#include "core/recording/recorder.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// A recording that a command reads, or the lines of kubectl in its place. Blocks while it is opened.
struct OpenedRecording {
    /// "-" is standard input, which is read to its end. Null after an error that has been said.
    static std::unique_ptr<const OpenedRecording> open(const QString &path, const Console &console);
    /// The same of a file, for whoever says what is wrong elsewhere: FileUnreadable, Invalid.
    static Result<std::unique_ptr<const OpenedRecording>> read(const QString &path);
    /// Writes rows of it to another recording. How many values that look like secrets were replaced in it.
    Result<std::uint64_t> record(const RetoldRows &rows, Recorder::Options to) const;
    /// What its reader should know of the file besides what is in it: on standard error, what is damaged or cut off.
    void sayState(const Console &console) const;
    /// The same, a sentence each.
    std::vector<std::string> faults() const;
    /// Those that answer a filter, in order.
    std::vector<RowId> rows(const Filter &filter) const;

    RestoredRecording file;
    std::optional<ImportedLines> lines; ///< of what is no recording
    std::unique_ptr<RevisionBodies> bodies;
    HistoryPtr history;
};

/// A time of a recording as people write it: RFC 3339, without a zone the machine's, a time of its last day, or -15m,
/// so long before its end.
Result<WallTime> recordedTime(const HistorySnapshot &history, QString text);

} // namespace wk
