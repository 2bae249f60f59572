// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/recordings/linesrecording.h"
#include "core/base/result.h"
#include "core/history/journal/historyrecords.h"
#include "core/recording/recordedclock.h"
#include "ui/window/recordingbar.h"

#include <memory>
#include <optional>
#include <string>

namespace wk {

/// A recording that a window shows in the place of a cluster, or the lines of kubectl. Gui thread.
struct ShownRecording {
    /// FileUnreadable, or Invalid for what is neither; of what is one no more than its head is read.
    static Result<std::shared_ptr<ShownRecording>> open(const std::string &path);

    /// For people.
    RecordingWords words() const;
    /// Where what is shown of it is read: another file where it is of lines. Any thread; it waits for the disk.
    static Result<std::string> fileOf(const std::shared_ptr<const ShownRecording> &shown);

    std::string path;                      ///< absolute
    bool goesOn = false;                   ///< another program writes it
    std::optional<RecordingNote> note;     ///< what its writer said of it
    std::unique_ptr<LinesRecording> lines; ///< null for a recording
    RecordedClock clock;
};

} // namespace wk
