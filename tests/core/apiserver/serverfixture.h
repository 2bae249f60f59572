// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/apiserver.h"
#include "core/base/clock.h"
#include "tests/core/apiserver/objects.h"
#include "tests/core/apiserver/rawclient.h"

#include <QTest>

#include <sys/resource.h>

namespace wk::apiserver {

/// A server on a real socket, and clients of it.
struct ServerFixture {
    /// Raises the limit of open files, both ends being ours; what it is then.
    static quint64 allowManyFiles()
    {
        rlimit files{};
        getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        return files.rlim_cur;
    }

    void restart(ApiServer::Options options)
    {
        end();
        clients = std::make_unique<QObject>();
        server = std::make_unique<ApiServer>(std::move(options), clock);
        const auto started = server->start();
        QVERIFY2(started, started ? "" : describe(started.error()).c_str());
        endpoint = *started;
    }

    void end()
    {
        clients.reset();
        server.reset();
    }

    /// With the right to read.
    RawClient *client()
    {
        auto *client = new RawClient(endpoint.port, clients.get());
        client->setToken(endpoint.readToken.reveal().toByteArray());
        return client;
    }

    /// A GET whose answer is complete.
    RawClient *answered(const QByteArray &target, const QByteArray &extra = {})
    {
        RawClient *one = client();
        one->get(target, extra);
        [one] { QTRY_VERIFY(one->isComplete()); }();
        return one;
    }

    SystemClock clock;
    std::unique_ptr<ApiServer> server;
    ApiServer::Endpoint endpoint;
    std::unique_ptr<QObject> clients;
};

} // namespace wk::apiserver
