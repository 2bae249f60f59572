// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/apiserver.h"
#include "core/apiserver/serveridentity.h"
#include "core/base/time.h"
#include "core/history/rows/historysnapshot.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace wk {

/// An API server that tells again what a recording tells of one cluster, as of a moment that goes on from where it was
/// started: LIST as of then, WATCH from any version that the recording has of the present stretch, 410 before that, 504
/// ahead of it, 405 for whoever would write. At the recording's end it stands still, and watches stay open. The clock
/// is the recording's: ages are what they were.
///
/// Built, started and destroyed in one thread, which has an event loop while time goes on.
class RecordingServer
{
public:
    struct Options {
        HistoryPtr history;
        ClusterId cluster;              ///< whose watches are served
        std::optional<WallTime> from{}; ///< empty: behind the lists that it begins with
        double speed = 1;               ///< how many times as fast as it was; 0: time stands still
        unsigned short port = 0;        ///< 0: any free one
        bool tls = false;
        apiserver::ServerIdentity identity{}; ///< empty: new with this start
        std::function<void()> atEnd{};        ///< called once, when all of it has been told, unless time stands still
    };

    explicit RecordingServer(Options options);
    ~RecordingServer();

    /// The clusters that a recording has watched, in the order of its watches.
    static std::vector<ClusterId> clustersOf(const HistorySnapshot &history);
    /// The names of the kinds that are served, as "pods" and "deployments.apps".
    std::vector<std::string> resources() const;
    /// The moment.
    WallTime wallNow() const;
    WallTime end() const;

    /// Errors: those of ApiServer::start().
    Result<ApiServer::Endpoint> start();

private:
    struct Private;
    const std::unique_ptr<Private> d;
};

} // namespace wk
