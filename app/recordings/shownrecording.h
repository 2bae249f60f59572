// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/journal/historyrecords.h"
#include "core/recording/recordedclock.h"
#include "ui/window/recordingbar.h"

#include <memory>
#include <optional>
#include <string>

namespace wk {

/// A recording that a window shows in the place of a cluster. Gui thread.
struct ShownRecording {
    /// FileUnreadable, or Invalid for what is no recording; of what is one no more than its head is read.
    static Result<std::shared_ptr<ShownRecording>> open(const std::string &path);

    /// For people.
    RecordingWords words() const;

    std::string path;                  ///< absolute
    bool goesOn = false;               ///< another program writes it
    std::optional<RecordingNote> note; ///< what its writer said of it
    RecordedClock clock;
};

} // namespace wk
