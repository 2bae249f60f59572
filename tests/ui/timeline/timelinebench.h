// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "tests/ui/timeline/rollout.h"
#include "ui/models/windowstate.h"
#include "ui/timeline/timelinecanvas.h"
#include "ui/timeline/timelineview.h"

#include <QTest>
#include <QWheelEvent>

namespace wk::timeline {

using namespace std::chrono_literals;

/// A window's state, a clock at sample::Now, and the view on the picture's rollout.
struct Bench {
    Bench()
    {
        clock.setWall(sample::Now);
        for (const auto &[watch, scope] : rollout::scopes())
            learn(watch, scope);
        view.resize(1000, 620);
    }

    void show()
    {
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    void learn(WatchId watch, const WatchScope &scope)
    {
        state.learnScope(watch, scope);
        history.setWatch(watch, scope);
    }
    void play(const Batch &batch)
    {
        history.append(batch);
        view.applyBatch(batch);
        while (!clock.isIdle() && clock.untilNext() == 0ms)
            clock.advance(0ms);
    }
    TimelineCanvas &canvas() { return view.canvas(); }
    QWidget *viewport() { return canvas().viewport(); }
    int rowOf(const QString &name)
    {
        const auto &rows = canvas().chosen().rows;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].name == name.toStdString())
                return int(i);
        }
        return -1;
    }
    void wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(at, viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(viewport(), &event);
    }

    ManualClock clock;
    WindowState state;
    TestHistory history;
    TimelineView view{state, history, clock};
};

} // namespace wk::timeline
