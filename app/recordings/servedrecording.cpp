// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/servedrecording.h"

#include "core/base/displaysafe.h"
#include "core/session/kubebackend.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// As people call it; as its server's address does where nobody does.
std::string nameOf(const HistorySnapshot &history, const ClusterId &cluster)
{
    const std::string_view name = history.clusters().nameOf(history.clusters().find(cluster));
    return terminalSafe(name.empty() ? cluster.text() : std::string(name));
}

/// The only one, or the one that was named.
Result<ClusterId> clusterOf(const HistorySnapshot &history, const QString &name)
{
    const std::vector<ClusterId> clusters = RecordingServer::clustersOf(history);
    if (clusters.empty())
        return Error{ErrorKind::Invalid, "Nothing was watched in this recording: there is nothing to look into.", {}};
    if (name.isEmpty() && clusters.size() == 1)
        return clusters.front();
    std::string names;
    for (const ClusterId &cluster : clusters) {
        if (nameOf(history, cluster) == name.toStdString())
            return cluster;
        names += (names.empty() ? "" : ", ") + nameOf(history, cluster);
    }
    if (name.isEmpty())
        return Error{
            ErrorKind::Invalid, "The recording is of several clusters: choose one with --cluster: " + names + '.', {}};
    return Error{ErrorKind::Invalid,
                 "There is no cluster “" + name.toStdString() + "” in the recording, which is of: " + names + '.',
                 {}};
}

} // namespace

std::unique_ptr<ServedRecording> ServedRecording::open(const ReplayArguments &arguments,
                                                       RecordingServer::Options server, const Console &console)
{
    auto served = std::make_unique<ServedRecording>();
    served->recording = OpenedRecording::open(arguments.file, console);
    if (!served->recording)
        return nullptr;
    served->recording->sayState(console);
    const HistoryPtr &history = served->recording->history;
    auto cluster = clusterOf(*history, arguments.cluster);
    if (!cluster) {
        console.sayError(cluster.error());
        return nullptr;
    }
    server.history = history;
    server.cluster = std::move(cluster).value();
    server.speed = arguments.speed;
    if (arguments.from) {
        auto from = recordedTime(*history, *arguments.from);
        if (!from) {
            console.sayError(from.error());
            return nullptr;
        }
        server.from = *from;
    } else if (arguments.isAtEnd && history->size() > 0) {
        server.from = history->time(history->end() - 1);
    }
    served->server = std::make_unique<RecordingServer>(std::move(server));
    if (!served->server->resources().empty())
        return served;
    console.sayError({ErrorKind::Invalid, "No kind was listed in this recording: there is nothing to look into.", {}});
    return nullptr;
}

Result<Reach> ServedRecording::reach()
{
    auto started = server->start();
    if (!started)
        return started.error();
    endpoint = std::move(started).value();
    ClusterAccess access;
    access.context = access.cluster = access.user = access.source = RecordingSource;
    access.server = QUrl(QString::fromStdString(endpoint.url));
    access.signIn = endpoint.readToken;
    BackendFactory backend = kubeBackend(access, {});
    return Reach{std::move(access), std::move(backend)};
}

} // namespace wk
