// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/kubetransport.h"
#include "tests/support/fakecredentials.h"
#include "tests/support/httprecorder.h"
#include "tests/support/manualclock.h"
#include "tests/support/scriptserver.h"

#include <memory>

namespace wk {

/// A scripted server and a transport to it, on a clock that the test turns.
struct KubeFixture {
    explicit KubeFixture(ScriptServer::Script script = {})
        : server(std::move(script))
    {
        access.server = server.url();
        connect();
    }
    /// A new transport for what `access` says now.
    void connect() { transport = std::make_unique<KubeTransport>(access, clock, credentials); }

    ManualClock clock;
    ScriptServer server;
    ClusterAccess access;
    FakeCredentials credentials;
    std::unique_ptr<KubeTransport> transport;
    HttpRecorder heard;
};

inline HttpRequest getOf(RequestLane lane = RequestLane::Control, const QByteArray &path = "/api/v1/pods")
{
    HttpRequest wanted;
    wanted.path = path;
    wanted.lane = lane;
    return wanted;
}

/// A script that says the same to everyone.
inline ScriptServer::Script says(const QByteArray &bytes, bool thenClose = false)
{
    return [=](QSslSocket &socket, const ScriptServer::Request &) {
        socket.write(bytes);
        if (thenClose)
            socket.disconnectFromHost();
    };
}

} // namespace wk
