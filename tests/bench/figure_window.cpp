// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/measure.h"
#include "tests/bench/podlines.h"
#include "tests/bench/qjsonrow.h"
#include "tests/bench/windowbench.h"
#include "ui/models/resourcetablemodel.h"

#include <QFile>
#include <QTimer>

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>

/// The whole window of the program, every view made, on a server of 20,000 pods in another process; one watch, default
/// settings, shown on no screen.
///
/// window-memory: what it has in memory (RssAnon and RssShmem) after 150,000 events at 4,000 a second, in MB;
/// window-growth: what each of them has added, in bytes; window-cpu: the CPU of the process an event, in µs, and -gui
/// that of the window's thread; the yardstick is what QJsonDocument takes to read such a line. window-turn: the longest
/// turn of the window's loop meanwhile, in ms; each with -off at its end: the same where the history does not outlive
/// the program, but may go to files without names. window-million: the same memory after a million events.
/// window-burst: the most memory while 200,000 events come as fast as they are read, in MB; window-rate: how many a
/// second that are, the yardstick curl on the same events; window-burst-cpu: the CPU of the process an event, the
/// yardstick QJsonDocument. window-cpu-100: the CPU of the window's thread while 100 events a second come for 20 s, in
/// % of a core.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t Pods = 20'000;
constexpr std::uint64_t Busy = 4'000; ///< events a second
constexpr auto Within = 20s;          ///< more than the events take
constexpr std::uint64_t Burst = 200'000;
constexpr std::uint64_t Some = 2'000; ///< of a burst that are asked for at once
constexpr std::uint64_t MostUnderway = 8'000;

/// What was spent on some events.
struct Spent {
    double wall = 0;    ///< s
    double process = 0; ///< s of CPU
    double gui = 0;     ///< s of CPU
    double turn = 0;    ///< ms
    double peak = 0;    ///< bytes
};

class Measured
{
public:
    explicit Measured(HistoryKeeping keeping = HistoryKeeping::AcrossRestarts)
        : m_server(Pods)
        , m_window(m_server.access(), keeping)
    {
        m_window.list(Pods);
        m_window.lookAround();
        LoopTurns().run(1s);
    }

    /// So many events, so many a second; 0: never more than so many that are not shown yet.
    Spent take(std::uint64_t events, std::uint64_t perSecond)
    {
        const RowId begin = m_window.bench.history().end();
        const auto shown = [&] { return m_window.bench.history().end() - begin; };
        std::uint64_t asked = perSecond > 0 ? events : 0;
        if (perSecond > 0)
            m_server.happen(events, perSecond);
        const double wall = wallSeconds();
        const double process = cpuSeconds(RUSAGE_SELF);
        const double gui = threadSeconds();
        Spent spent;
        QTimer look; // at what is in memory, and whether the server may go on
        QObject::connect(&look, &QTimer::timeout, &look, [&] {
            spent.peak = std::max(spent.peak, memoryBytes());
            for (; asked < events && asked < shown() + MostUnderway; asked += Some)
                m_server.happen(Some, 0);
        });
        look.start(perSecond > 0 ? 200 : 20); // to look costs, too
        LoopTurns turns;
        const auto expected = perSecond > 0 ? std::chrono::seconds(events / perSecond) : 40s;
        // A watch says more than events now and then.
        if (!turns.run(expected + Within, [&] { return shown() >= events; }))
            give("window: the events have not come");
        spent.wall = wallSeconds() - wall;
        spent.process = cpuSeconds(RUSAGE_SELF) - process;
        spent.gui = threadSeconds() - gui;
        for (const LoopTurns::Turn &turn : turns.turns())
            spent.turn = std::max(spent.turn, turn.wall);
        return spent;
    }

private:
    PodServer m_server;
    WindowBench m_window;
};

Figure one(const char *name, double value, const char *unit)
{
    return {.name = name, .value = value, .unit = unit, .runs = 1};
}

/// The lines of so many events.
const PodLines &someLines()
{
    static const PodLines pods = podLines(4'000, LineForm::Table);
    return pods;
}

/// What is measured an event, beside what QJsonDocument takes for a line, in µs of CPU.
Figure besideQJson(const char *name, double micros)
{
    const auto &lines = someLines().lines;
    Figure figure = one(name, micros, "µs");
    figure.yardstick = microseconds(3, lines.size(), [&lines] {
        for (const std::string_view line : lines) {
            if (qtRow(line).name.isEmpty())
                std::abort();
        }
    });
    figure.ratio = *figure.yardstick / micros;
    return figure;
}

/// How many bytes a process has written.
double bytesWritten(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/io").arg(process));
    const QByteArray all = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return all.mid(all.indexOf("wchar: ") + 7).split('\n').value(0).toDouble();
}

/// How many events a second curl takes, of the same burst from a server of its own: as many are under way, by their
/// mean size.
double curlRate()
{
    PodServer server(Pods);
    QProcess curl;
    curl.start(QStringLiteral("curl"), server.curlArguments("timeoutSeconds=100"));
    QTimer tick; // whenever it does, curl is looked at
    tick.start(20ms);
    double written = 0;
    double grown = 0; // when it had written that
    const auto isQuiet = [&] {
        const double now = bytesWritten(curl.processId());
        if (now > std::exchange(written, now))
            grown = wallSeconds();
        return written > 0 && wallSeconds() > grown + 1;
    };
    if (!curl.waitForStarted() || !LoopTurns().run(25s, isQuiet))
        give("window: curl has not listed the pods");
    double bytes = 0; // of an event
    for (const std::string_view line : someLines().lines)
        bytes += double(line.size()) / double(someLines().lines.size());
    const double began = wallSeconds();
    const auto read = [&, listed = written] { return (written - listed) / bytes; };
    std::uint64_t asked = 0;
    const auto isRead = [&] {
        const bool isStill = isQuiet();
        for (; asked < Burst && double(asked) < read() + MostUnderway; asked += Some)
            server.happen(Some, 0);
        return isStill && asked == Burst;
    };
    if (!LoopTurns().run(40s, isRead))
        give("window: curl has not read the events");
    curl.kill();
    curl.waitForFinished();
    if (std::abs(read() - Burst) > Burst / 20.0)
        give("window: curl has not read all of the events");
    return Burst / (grown - began);
}

/// `end` is that of each name.
std::vector<Figure> measureKept(HistoryKeeping keeping, const std::string &end)
{
    return inApplication([&] {
        constexpr std::uint64_t Events = 150'000;
        Measured window(keeping);
        const double listed = memoryBytes();
        const Spent spent = window.take(Events, Busy);
        const double told = memoryBytes();
        std::vector figures{one("window-memory", told / 1e6, "MB"),
                            one("window-growth", (told - listed) / Events, "bytes"),
                            one("window-peak", spent.peak / 1e6, "MB"),
                            besideQJson("window-cpu", spent.process * 1e6 / Events),
                            one("window-cpu-gui", spent.gui * 1e6 / Events, "µs"),
                            one("window-turn", spent.turn, "ms")};
        for (Figure &figure : figures)
            figure.name += end;
        return figures;
    });
}

std::vector<Figure> measureMemory()
{
    return measureKept(HistoryKeeping::AcrossRestarts, {});
}

std::vector<Figure> measureMemoryOff()
{
    return measureKept(HistoryKeeping::WhileItRuns, "-off");
}

std::vector<Figure> measureMillion()
{
    return inApplication([] {
        Measured window;
        std::vector<Figure> figures;
        for (const char *name : {"window-million-500k", "window-million"}) {
            window.take(500'000, Busy);
            figures.push_back(one(name, memoryBytes() / 1e6, "MB"));
        }
        return figures;
    });
}

std::vector<Figure> measureBurst()
{
    return inApplication([] {
        const double curl = curlRate();
        Measured window;
        const Spent spent = window.take(Burst, 0);
        Figure rate = one("window-rate", Burst / spent.wall, "1/s");
        rate.yardstick = curl;
        rate.ratio = rate.value / curl;
        return std::vector{one("window-burst", spent.peak / 1e6, "MB"), rate,
                           besideQJson("window-burst-cpu", spent.process * 1e6 / Burst),
                           one("window-burst-turn", spent.turn, "ms")};
    });
}

std::vector<Figure> measureQuiet()
{
    return inApplication([] {
        Measured window;
        const Spent spent = window.take(2'000, 100);
        return std::vector{one("window-cpu-100", 100 * spent.gui / spent.wall, "%"),
                           one("window-cpu-100-all", 100 * spent.process / spent.wall, "%")};
    });
}

const Registration memory("window-memory", measureMemory);
const Registration memoryOff("window-memory-off", measureMemoryOff);
const Registration million("window-million", measureMillion);
const Registration burst("window-burst", measureBurst);
const Registration quiet("window-cpu-100", measureQuiet);

} // namespace

} // namespace wk::bench
