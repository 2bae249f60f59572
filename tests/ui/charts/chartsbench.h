// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/charts/chartsview.h"
#include "ui/charts/rvlegend.h"
#include "ui/charts/rvplot.h"
#include "ui/models/windowstate.h"

#include <QListView>
#include <QTest>

#include <cmath>

namespace wk::charts {

using namespace std::chrono_literals;

inline ResourceInfo infoOf(const char *group, const char *resource)
{
    ResourceInfo info = sample::podInfo();
    info.gvr = {group, "v1", resource};
    return info;
}

inline EntryPtr withVersion(const EntryPtr &entry, long version)
{
    auto made = std::make_shared<Entry>(*entry);
    made->version = ResourceVersion(std::to_string(version));
    return made;
}

/// Ten minutes of five watches as in the design's picture, and two that cannot share the scale.
struct Bench {
    Bench()
    {
        clock.setWall(sample::Now);
        WatchId id = 1;
        for (const auto &[group, resource] :
             {std::pair("", "pods"), std::pair("discovery.k8s.io", "endpointslices"),
              std::pair("coordination.k8s.io", "leases"), std::pair("", "services"), std::pair("", "configmaps"),
              std::pair("metrics.k8s.io", "nodes"), std::pair("search.karmada.io", "proxyings")})
            learn(id++, sample::scopeOf(infoOf(group, resource)));
        view.resize(720, 330);
    }

    void learn(WatchId watch, const WatchScope &scope)
    {
        state.learnScope(watch, scope);
        history.setWatch(watch, scope);
    }
    void apply(const Batch &batch)
    {
        history.append(batch);
        view.applyBatch(batch);
    }
    static long versionAt(double seconds)
    {
        return 8'116'300 + std::lround(seconds * 11.5 + 300 * std::sin(seconds / 60));
    }

    void playPicture(std::chrono::seconds broke = 0s)
    {
        Batch batch;
        const WallTime start = sample::Now - 600s;
        for (WatchId watch = 1; watch <= 5; ++watch) {
            batch.statuses.push_back(sample::live(watch));
            batch.entries.push_back(withVersion(sample::listed(watch, sample::podColumns(), {}, start), versionAt(0)));
        }
        for (int tenth = 1; tenth < 6000; ++tenth) {
            const double seconds = tenth / 10.0;
            const WallTime time = start + std::chrono::milliseconds(tenth * 100);
            const std::array<int, 4> every{7, 90, 250, 620}; // tenths of a second between events
            for (WatchId watch = 1; watch <= 4; ++watch) {
                if (tenth % every[watch - 1] == 0)
                    batch.entries.push_back(withVersion(
                        sample::added(watch, sample::shared(sample::pod({.name = "p" + std::to_string(tenth)})), time),
                        versionAt(seconds)));
            }
            if (tenth % 600 == 500)
                batch.entries.push_back(withVersion(sample::bookmark(4, 1, time), versionAt(seconds)));
            if (tenth % 900 == 640)
                batch.entries.push_back(withVersion(sample::bookmark(5, 1, time), versionAt(seconds)));
        }
        auto gap = std::make_shared<Entry>(*sample::gap(5, int(versionAt(150)), int(versionAt(170)), start + 170s));
        gap->gap.since = start + 150s;
        gap->gap.broke = start + broke;
        batch.entries.push_back(gap);
        batch.entries.push_back(
            withVersion(sample::relisted(5, sample::podColumns(), 1, start + 170s), versionAt(170)));
        std::stable_sort(batch.entries.begin(), batch.entries.end(),
                         [](const EntryPtr &a, const EntryPtr &b) { return a->arrived < b->arrived; });
        batch.entries.push_back(withVersion(sample::listed(6, sample::podColumns(), {}, start + 590s), 42));
        auto opaque = std::make_shared<Entry>(*sample::bookmark(7, 1, start + 590s));
        opaque->version = ResourceVersion("eyJycyI6eyJ2MS9wb2RzIjoi");
        batch.entries.push_back(opaque);
        apply(batch);
    }
    void show()
    {
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    QAbstractItemModel &rows() { return *view.legend().model(); }
    bool shows(WallTime moment)
    {
        const TimeAxis axis = view.plot().timeAxis();
        return axis.from <= moment && moment <= axis.to;
    }
    QString toolTip(int row) { return rows().index(row, 0).data(Qt::ToolTipRole).toString(); }
    QString behind(int row) { return rows().index(row, 0).data(RvLegendModel::BehindRole).toString(); }

    ManualClock clock;
    WindowState state;
    TestHistory history;
    ChartsView view{state, history, clock};
};

} // namespace wk::charts
