// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recordingstart.h"

#include "core/history/journal/historyrestorer.h"

#include <utility>

namespace wk {

Result<RestoredRecording> restoreRecording(const std::string &path, EventLog &log)
{
    HistoryRecovery recovery;
    if (auto read = recovery.readSegment(path); !read) {
        if (read.error().kind != ErrorKind::BrokenFrame)
            return read.error();
        return Error{ErrorKind::Invalid, "It cannot be opened. " + read.error().text, path};
    }
    RestoredRecording recording;
    recording.note = recovery.note().value_or(RecordingNote());
    recording.damages = recovery.damages();
    recording.tornBytes = recovery.tornEnds().back().place.bytes;
    HistoryRestorer::Restored restored = HistoryRestorer(recovery, log).restore();
    recording.bodies = std::move(restored.bodies);
    return recording;
}

} // namespace wk
