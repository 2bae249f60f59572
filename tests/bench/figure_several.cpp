// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/democluster.h"
#include "tests/bench/figure.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/windowbench.h"
#include "tests/e2e/clusterswindow.h"
#include "tests/support/clustermirror.h"
#include "tests/support/realcluster.h"

#include <QProcess>

#include <array>

/// window-several: the window on two real control planes (../shared/real-cluster), each with a workload of its own, and
/// on the demo: the longest turn of its event loop in ms of wall time, while the API server of one is stopped for 25
/// seconds and goes on; -cpu: the longest by the CPU time of the window's thread; -live, -paused, -back: of each part.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

/// A control plane in which something happens.
struct BusyCluster {
    BusyCluster()
    {
        if (!cluster.start())
            give("window-several: a control plane has not come up");
        workload.setProgram(RealCluster::scripts() + QStringLiteral("/workload.sh"));
        workload.setArguments(
            {QStringLiteral("-d"), cluster.state(), QStringLiteral("-n"), QStringLiteral("8"), QStringLiteral("90")});
        workload.setStandardOutputFile(QProcess::nullDevice());
        workload.setStandardErrorFile(QProcess::nullDevice());
        workload.start();
    }
    ~BusyCluster()
    {
        workload.terminate();
        workload.waitForFinished();
    }
    BusyCluster(const BusyCluster &) = delete;
    BusyCluster &operator=(const BusyCluster &) = delete;

    RealCluster cluster;
    QProcess workload;
};

struct Longest {
    double wall = 0;
    double cpu = 0;

    void add(const LoopTurns &turns)
    {
        for (const LoopTurns::Turn &turn : turns.turns()) {
            wall = std::max(wall, turn.wall);
            cpu = std::max(cpu, turn.cpu);
        }
    }
};

Figure milliseconds(const char *name, double value)
{
    return {.name = name, .value = value, .unit = "ms", .runs = 1};
}

std::vector<Figure> measure()
{
    if (const QString reason = RealCluster::whyNot(); !reason.isEmpty())
        give(qPrintable(reason));
    BusyCluster one;
    BusyCluster two;
    DemoCluster demo;
    test::ClustersWindow window({{QStringLiteral("one"), accessTo(one.cluster)},
                                 {QStringLiteral("two"), accessTo(two.cluster)},
                                 {QStringLiteral("demo"), *demo.start()}});
    const auto isWell = [&] { return window.clustersShown().size() == 3 && window.connection().isEmpty(); };
    if (!LoopTurns().run(40s, isWell))
        give("window-several: not all clusters are there");
    for (View *view : window.bench.window().findChildren<View *>()) {
        window.bench.window().showView(view);
        LoopTurns().run(300ms);
    }
    window.bench.window().showView(&window.view<TableView>());
    LoopTurns().run(1s);

    Longest all;
    std::vector<Figure> parts;
    const auto take = [&](const char *name, std::chrono::seconds time) {
        LoopTurns turns;
        turns.run(time);
        all.add(turns);
        Longest part;
        part.add(turns);
        parts.push_back(milliseconds(name, part.wall));
    };
    const auto trouble = [&](const char *action) {
        if (!two.cluster.trouble(QStringLiteral("kube-apiserver"), QString::fromLatin1(action)))
            give("window-several: the API server cannot be stopped");
    };
    take("window-several-live", 10s);
    trouble("pause");
    take("window-several-paused", 25s);
    const bool isSaid = window.connection().startsWith(QStringLiteral("two: "));
    trouble("resume");
    take("window-several-back", 15s);
    if (!isSaid || !LoopTurns().run(30s, isWell))
        give("window-several: one was not stale, or has not come back");
    std::vector<Figure> figures{milliseconds("window-several", all.wall), milliseconds("window-several-cpu", all.cpu)};
    figures.insert(figures.end(), parts.begin(), parts.end());
    return figures;
}

const Registration registration("window-several", [] { return inApplication(measure); });

} // namespace

} // namespace wk::bench
