// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/reach.h"
#include "app/recordings/openedrecording.h"
#include "app/recordings/replayarguments.h"
#include "core/replay/recordingserver.h"

#include <memory>

namespace wk {

/// A recording that a server tells again. The thread that opens it has an event loop.
struct ServedRecording {
    /// `server` says how it is reached. Blocks while the file is read. Null after an error that has been said.
    static std::unique_ptr<ServedRecording> open(const ReplayArguments &arguments, RecordingServer::Options server,
                                                 const Console &console);
    /// What a session of this process reads it with.
    Result<Reach> reach();

    std::unique_ptr<const OpenedRecording> recording;
    std::unique_ptr<RecordingServer> server;
    ApiServer::Endpoint endpoint{}; ///< since it was started
};

} // namespace wk
