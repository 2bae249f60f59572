// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "core/history/journal/recordingstart.h"

#include <QString>

#include <memory>

namespace wk {

/// A recording that a command reads. Blocks while it is opened.
struct OpenedRecording {
    /// Null after an error that has been said.
    static std::unique_ptr<const OpenedRecording> open(const QString &path, const Console &console);
    /// What its reader should know of the file besides what is in it: on standard error, what is damaged or cut off.
    void sayState(const Console &console) const;

    RestoredRecording file;
    HistoryPtr history;
};

} // namespace wk
