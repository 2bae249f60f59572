// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/kubetransport.h"
#include "core/informer/sharedinformer.h"
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/support/entryledger.h"
#include "tests/support/fakecredentials.h"
#include "tests/support/faultserver.h"
#include "tests/support/manualclock.h"
#include "ui/words/statewords.h"

#include <algorithm>

namespace wk {

/// A status, and how it read.
struct Told {
    WatchStatus status;
    QString sentence;
};

/// A server that fails as it is told, and all of us that stands between it and a view, on a clock that the test turns.
struct Scene {
    Scene() { access.server = server.url(); }
    void start()
    {
        transport = std::make_unique<KubeTransport>(access, clock, credentials);
        ResourceInfo configMaps;
        configMaps.gvr = {"", "v1", "configmaps"};
        configMaps.kind = "ConfigMap";
        configMaps.namespaced = true;
        informer = std::make_unique<SharedInformer>(
            1, std::make_unique<KubeListerWatcher>(*transport, clock, WatchScope{configMaps, "web", {}, {}}), clock,
            SharedInformer::Options{[] { return 0.0; },
                                    {},
                                    [this](const WatchStatus &status) {
                                        told.push_back({status, watchSentence(status, clock.wallNow())});
                                    }});
        informer->addHandler(
            [this](const std::vector<EntryPtr> &turn) { entries.insert(entries.end(), turn.begin(), turn.end()); });
        informer->start();
    }
    bool isLive() const
    {
        const WatchStatus status = informer->status();
        return status.state == WatchState::Live && !status.error && !status.staleSince && server.streams() > 0 &&
               versionsOf(informer->store()) == server.truth();
    }
    /// The same, waiting out what the informer waits for.
    bool isLiveInTime()
    {
        if (const auto next = informer->status().nextTry)
            clock.advance(std::chrono::ceil<std::chrono::milliseconds>(*next - clock.wallNow()));
        return isLive();
    }
    /// What was told first of that state for that reason; null when nothing was.
    const Told *said(WatchState state, ErrorKind kind) const
    {
        const auto found = std::find_if(told.begin(), told.end(), [state, kind](const Told &word) {
            return word.status.state == state && word.status.error && word.status.error->kind == kind;
        });
        return found == told.end() ? nullptr : &*found;
    }
    int lists() const
    {
        return int(std::count_if(server.requests.begin(), server.requests.end(),
                                 [](const ScriptServer::Request &asked) { return asked.target.contains("limit="); }));
    }
    int gaps() const
    {
        return int(std::count_if(entries.begin(), entries.end(),
                                 [](const EntryPtr &entry) { return entry->type == EntryType::Gap; }));
    }

    /// The server takes the request and says nothing, for as long as that.
    FaultServer::Fault waitsOut(std::chrono::milliseconds time)
    {
        return [this, time](QSslSocket &, const ScriptServer::Request &) {
            QMetaObject::invokeMethod(
                &server, [this, time] { clock.advance(time); }, Qt::QueuedConnection);
        };
    }

    ManualClock clock;
    FaultServer server;
    ClusterAccess access;
    FakeCredentials credentials;
    std::unique_ptr<KubeTransport> transport;
    std::unique_ptr<SharedInformer> informer;
    std::vector<EntryPtr> entries;
    std::vector<Told> told;
};

} // namespace wk
