// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recordingstart.h"

#include "core/history/journal/historyrestorer.h"

#include <utility>

namespace wk {

Result<RestoredRecording> restoreRecording(const std::string &path, EventLog &log, const RecordingReading &how)
{
    HistoryRecovery recovery;
    if (auto read = recovery.readSegment(path, how.mostBytes); !read) {
        if (read.error().kind != ErrorKind::BrokenFrame)
            return read.error();
        return Error{ErrorKind::Invalid, "It cannot be opened. " + read.error().text, path};
    }
    RestoredRecording recording;
    recording.note = recovery.note();
    recording.damages = recovery.damages();
    recording.tornBytes = recovery.tornEnds().back().place.bytes;
    HistoryRestorer restorer(recovery, log);
    using Open = HistoryRestorer::OpenWatches;
    restorer.setOpenWatches(how.end == RecordingReading::End::OfWatches ? Open::End
                            : how.end == RecordingReading::End::Present ? Open::Stay
                                                                        : Open::GoOn);
    HistoryRestorer::Restored restored = restorer.restore();
    recording.bodies = std::move(restored.bodies);
    return recording;
}

} // namespace wk
