// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordingserver.h"

#include "core/apiserver/resourcetable.h"
#include "core/replay/recordedpast.h"
#include "core/replay/recordedstorage.h"
#include "core/replay/replayedclock.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

using namespace std::chrono_literals;

/// How often, at most, what has come due is told.
constexpr std::chrono::milliseconds BetweenTurns = 10ms;

/// Behind the lists that it begins with: there is all that it knows of the beginning.
WallTime beginningOf(const HistorySnapshot &history)
{
    RowId row = history.begin();
    while (row < history.end() && history.type(row) == EntryType::List && history.rowsOfEntry(row).end < history.end())
        row = history.rowsOfEntry(row).end;
    return row < history.end() ? history.time(row) : WallTime();
}

} // namespace

struct RecordingServer::Private {
    explicit Private(Options given)
        : options(std::move(given))
        , history(options.history)
        , past(history, options.cluster)
        , clock(options.from.value_or(beginningOf(*history)),
                history->size() > 0 ? history->time(history->end() - 1) : WallTime(), options.speed)
        , server(serverOptions(), clock)
    {}

    ApiServer::Options serverOptions()
    {
        ApiServer::Options server;
        server.port = options.port;
        server.tls = options.tls;
        server.readToken = options.identity.readToken;
        server.writeToken = options.identity.writeToken;
        server.identity = options.identity.tls;
        server.makeStorage = [this](apiserver::ResourceTable &types) {
            for (const apiserver::TypePtr &type : types.all())
                types.remove(type->group, type->plural);
            for (const apiserver::TypePtr &type : past.types())
                types.add(*type);
            return std::make_unique<RecordedStorage>(past);
        };
        return server;
    }
    void goOn();

    const Options options;
    const HistoryPtr history;
    RecordedPast past;
    ReplayedClock clock;
    ApiServer server;
    Clock::Alarm next;
};

void RecordingServer::Private::goOn()
{
    const RowId upTo = history->rowAfter(clock.wallNow());
    past.goTo(upTo);
    if (options.speed == 0)
        return;
    if (upTo == history->end())
        return options.atEnd ? options.atEnd() : void();
    next = clock.after(std::max(BetweenTurns, clock.until(history->time(upTo))), [this] { goOn(); });
}

RecordingServer::RecordingServer(Options options)
    : d(std::make_unique<Private>(std::move(options)))
{}

RecordingServer::~RecordingServer() = default;

std::vector<ClusterId> RecordingServer::clustersOf(const HistorySnapshot &history)
{
    std::vector<ClusterId> clusters;
    for (const auto &[watch, scope] : history.scopes()) {
        if (std::ranges::find(clusters, history.clusterOf(watch)) == clusters.end())
            clusters.push_back(history.clusterOf(watch));
    }
    return clusters;
}

std::vector<std::string> RecordingServer::resources() const
{
    std::vector<std::string> names;
    for (const apiserver::TypePtr &type : d->past.types())
        names.push_back(type->resource());
    return names;
}

WallTime RecordingServer::wallNow() const
{
    return d->clock.wallNow();
}

WallTime RecordingServer::end() const
{
    return d->clock.end();
}

Result<ApiServer::Endpoint> RecordingServer::start()
{
    if (d->options.tls && d->options.identity.tls.certificate.empty()) { // dated now, and not then
        const auto identity = apiserver::makeServerIdentity("127.0.0.1", SystemClock().wallNow());
        if (!identity)
            return identity.error();
        d->server.setIdentity(*identity);
    }
    d->past.goTo(d->history->rowAfter(d->clock.wallNow())); // nobody finds it empty
    auto endpoint = d->server.start();
    if (!endpoint)
        return endpoint;
    if (d->options.speed > 0)
        d->clock.start();
    d->goOn();
    return endpoint;
}

} // namespace wk
