// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"
#include "tests/bench/figure.h"
#include "tests/bench/fleetbackend.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/measure.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/uisettings.h"
#include "ui/stream/streamtable.h"
#include "ui/stream/streamview.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"
#include "ui/window/timestrip.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include <cmath>
#include <cstdlib>
#include <numbers>

/// frames: the whole window of the program on a fleet of 20,000 pods, of whom a session's thread tells 10,000 events a
/// second, while a hand scrolls the stream and then drags the playhead to and fro, out of the present and back into it,
/// over the stream and over the table: the longest turn of the window's event loop, in ms of wall time; -p99 what 99 of
/// 100 turns do not exceed; -cpu the longest by the CPU time of the window's thread, which other load hardly moves; and
/// the longest of each part. frames-100k: the same with 100,000 pods. Painted as on a screen, but shown on none.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

constexpr auto ScrollFor = 6s;
constexpr auto DragFor = 6s;
constexpr auto ListWithin = 25s;
/// What a mouse says, and a wheel that is turned steadily.
constexpr int HandEveryMs = 16;

ClusterAccess fleetAccess()
{
    ClusterAccess access;
    access.context = "fleet";
    access.source = "demo";
    return access;
}

/// A user's hand over the window: something to do at each tick.
class Hand
{
public:
    explicit Hand(std::function<void(int tick)> act)
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this, act = std::move(act)] { act(m_tick++); });
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.start(HandEveryMs);
    }

private:
    QTimer m_timer;
    int m_tick = 0;
};

void turnWheel(QWidget &over, int notches)
{
    const QPointF middle = over.rect().center();
    QWheelEvent event(middle, over.mapToGlobal(middle), {}, {0, notches * 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&over, &event);
}

void mouse(QWidget &over, QEvent::Type type, QPointF at)
{
    const bool isHeld = type != QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, over.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                      isHeld ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&over, &event);
}

struct Frames {
    explicit Frames(std::uint32_t pods)
        : wanted(pods)
        , bench(WindowContext{theme, settings, clock}, fleetAccess(), fleetBackend({.pods = pods, .told = &told}))
    {
        bench.window().resize(1440, 900);
        bench.window().show();
        bench.session().start();
        strip = bench.window().findChild<TimeStrip *>();
        table = bench.window().findChild<TableView *>();
    }

    /// Until every pod is a row of the table and of the stream.
    LoopTurns list()
    {
        LoopTurns turns;
        const bool isListed = turns.run(ListWithin, [this] {
            return table->model().total() >= wanted * 9 / 10 && told > 0 && !bench.stream().model().isBehind();
        });
        if (!isListed)
            std::abort();
        return turns;
    }

    LoopTurns scroll()
    {
        bench.window().showView(&bench.stream());
        QWidget *rows = bench.stream().findChild<StreamTable *>()->viewport();
        const Hand hand([rows](int tick) { turnWheel(*rows, tick % 120 < 70 ? 2 : -3); });
        LoopTurns turns;
        turns.run(ScrollFor);
        return turns;
    }

    /// From the present some seconds back and again, on the ruler of the time strip, each second and a half.
    LoopTurns drag(View &over)
    {
        bench.window().showView(&over);
        const double y = strip->height() - 8.0;
        const double live = strip->width() - 1.0;
        const Hand hand([this, y, live](int tick) {
            const double phase = 2 * std::numbers::pi * (tick % 96) / 96;
            const QPointF at(live - 60 * (1 - std::cos(phase)), y);
            if (tick == 0)
                mouse(*strip, QEvent::MouseButtonPress, at);
            mouse(*strip, QEvent::MouseMove, at);
        });
        LoopTurns turns;
        turns.run(DragFor);
        mouse(*strip, QEvent::MouseMove, {live, y});
        mouse(*strip, QEvent::MouseButtonRelease, {live, y});
        return turns;
    }

    std::uint32_t wanted;
    std::atomic<std::uint64_t> told = 0;
    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings settings{store};
    SystemClock clock;
    Theme theme;
    Workbench bench;
    TimeStrip *strip = nullptr;
    TableView *table = nullptr;
};

struct Times {
    std::vector<double> wall;
    std::vector<double> cpu;

    void add(const LoopTurns &turns)
    {
        for (const LoopTurns::Turn &turn : turns.turns()) {
            wall.push_back(turn.wall);
            cpu.push_back(turn.cpu);
        }
    }
};

Figure milliseconds(std::string name, double value)
{
    return {.name = std::move(name), .value = value, .unit = "ms", .runs = 1};
}

std::vector<Figure> measure(const std::string &name, std::uint32_t pods)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    int argc = 1;
    std::string program = "wk_frames";
    char *argv[] = {program.data(), nullptr};
    const QApplication application(argc, argv);
    Frames frames(pods);
    Times all;
    std::vector<Figure> parts;
    const auto add = [&](const char *part, const LoopTurns &turns, bool counts) {
        Times times;
        times.add(turns);
        parts.push_back(milliseconds(name + '-' + part, longest(times.wall)));
        parts.push_back(milliseconds(name + '-' + part + "-cpu", longest(times.cpu)));
        parts.push_back(milliseconds(name + '-' + part + "-cpu99", percentile99(times.cpu)));
        if (counts)
            all.add(turns);
    };
    add("list", frames.list(), false);
    const std::uint64_t before = frames.told;
    const double began = wallSeconds();
    add("scroll", frames.scroll(), true);
    add("drag-stream", frames.drag(frames.bench.stream()), true);
    add("drag-table", frames.drag(*frames.table), true);
    const double rate = double(frames.told - before) / (wallSeconds() - began);
    std::vector<Figure> figures{milliseconds(name, longest(all.wall)),
                                milliseconds(name + "-p99", percentile99(all.wall)),
                                milliseconds(name + "-cpu", longest(all.cpu))};
    figures.insert(figures.end(), parts.begin(), parts.end());
    figures.push_back({.name = name + "-told", .value = rate, .unit = "events/s", .runs = 1});
    return figures;
}

const Registration registration("frames", [] { return measure("frames", 20'000); });
const Registration registration100k("frames-100k", [] { return measure("frames-100k", 100'000); });

} // namespace

} // namespace wk::bench
