// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/measure.h"
#include "tests/bench/windowbench.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/stream/streamview.h"

#include <QProcess>

#include <sys/resource.h>

#include <cstdlib>

/// list150k: the whole window of the program on a server of 150,000 pods in another process, over TLS; from the moment
/// at which the session is started, discovery included: the CPU time of the window's process until each pod is a row of
/// the table and its body is held, in s; -first the wall time to the first rows, -rows to all of them; -all the CPU
/// time until the stream has taken them in, too; -turn the longest turn of the window's event loop, in ms, and
/// -turn-cpu the longest by the CPU time of its thread. The yardstick is curl of the same list from the same server,
/// the way the window asks for it (a watch with its initial events), thrown away: its CPU time, and for -first and
/// -rows the wall time it took.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t Pods = 150'000;
constexpr auto ListWithin = 25s;

struct Spent {
    double wall = 0; ///< s
    double cpu = 0;  ///< s
};

Spent curl(const PodServer &server)
{
    const double cpu = cpuSeconds(RUSAGE_CHILDREN);
    const double wall = wallSeconds();
    QProcess process;
    process.start(QStringLiteral("curl"),
                  server.curlArguments("sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1"));
    if (!process.waitForFinished(int(std::chrono::milliseconds(ListWithin).count())) || process.exitCode() != 0 ||
        process.readAllStandardOutput().toDouble() < Pods * 6'000.0)
        give("list150k: curl has not listed the pods");
    return {wallSeconds() - wall, cpuSeconds(RUSAGE_CHILDREN) - cpu};
}

/// Whether each row says what its pod is in full.
bool holdsBodies(const ResourceTableModel &model)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.rowAt(row).object->body.objectBytes() < 1000)
            return false;
    }
    return model.rowCount() == int(Pods);
}

struct Listing {
    Spent first;
    Spent rows;
    Spent all;
    double turn = 0;    ///< ms
    double turnCpu = 0; ///< ms
};

Listing list(WindowBench &window)
{
    LoopTurns().run(500ms); // until it is drawn
    Listing listing;
    LoopTurns turns;
    const double wall = wallSeconds();
    const double cpu = cpuSeconds(RUSAGE_SELF);
    const auto spent = [&] { return Spent{wallSeconds() - wall, cpuSeconds(RUSAGE_SELF) - cpu}; };
    const auto rows = [&] { return window.table->model().rowCount(); };
    window.bench.session().start();
    bool isListed = turns.run(ListWithin, [&] { return rows() > 0; });
    listing.first = spent();
    isListed = isListed && turns.run(ListWithin, [&] { return rows() == int(Pods); });
    listing.rows = spent();
    isListed = isListed && turns.run(ListWithin, [&] { return !window.bench.stream().model().isBehind(); });
    listing.all = spent();
    if (!isListed || !holdsBodies(window.table->model()))
        give("list150k: the window has not listed the pods");
    for (const LoopTurns::Turn &turn : turns.turns()) {
        listing.turn = std::max(listing.turn, turn.wall);
        listing.turnCpu = std::max(listing.turnCpu, turn.cpu);
    }
    return listing;
}

Figure against(std::string name, double value, double yardstick)
{
    return {.name = std::move(name),
            .value = value,
            .unit = "s",
            .runs = 1,
            .yardstick = yardstick,
            .ratio = yardstick / value};
}

std::vector<Figure> measureList()
{
    return inApplication([] {
        const PodServer server(Pods);
        const Spent yardstick = curl(server);
        WindowBench window(server.access());
        const Listing listing = list(window);
        return std::vector<Figure>{against("list150k", listing.rows.cpu, yardstick.cpu),
                                   against("list150k-all", listing.all.cpu, yardstick.cpu),
                                   against("list150k-first", listing.first.wall, yardstick.wall),
                                   against("list150k-rows", listing.rows.wall, yardstick.wall),
                                   {.name = "list150k-turn", .value = listing.turn, .unit = "ms", .runs = 1},
                                   {.name = "list150k-turn-cpu", .value = listing.turnCpu, .unit = "ms", .runs = 1}};
    });
}

const Registration registration("list150k", measureList);

} // namespace

} // namespace wk::bench
