// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kubebackend.h"
#include "tests/bench/figure.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/measure.h"
#include "tests/bench/podlines.h"
#include "tests/bench/windowbench.h"

#include <QAbstractEventDispatcher>
#include <QDir>
#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <utility>

/// What the wire costs the program while little comes: the whole window, default settings, shown on no screen, on a
/// server of 500 pods in another process, over TLS.
///
/// window-delay: from the moment at which the server writes an event until the history is told of it, the 99th
/// percentile of 120 events, one a second, in ms; -median of the same; -shown until the window's thread has it.
/// window-quiet: the threads of the program a minute after the opening with 18 watches on which nothing happens, and
/// -40 with 40; -wakes how often its session's thread wakes in a second then, with the 40.
/// window-handshakes: what 40 watches that are opened at once, the system's authorities trusted besides the server's
/// own, add to what is in memory, in MB; -turn: the longest turn of the session's loop meanwhile, in ms.
namespace wk::bench {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t Pods = 500;

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList threads()
{
    return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

/// How often the session's thread has begun to wait.
double sessionWaits()
{
    for (const QString &thread : threads()) {
        const QString folder = QStringLiteral("/proc/self/task/%1/").arg(thread);
        if (contents(folder + QStringLiteral("comm")) != "session\n")
            continue;
        const QByteArray status = contents(folder + QStringLiteral("status"));
        return status.mid(status.indexOf("\nvoluntary_ctxt_switches:") + 26).split('\n').value(0).trimmed().toDouble();
    }
    give("window: there is no session's thread");
}

/// How long the turns of the session's loop take.
class SessionTurns
{
public:
    /// The same backend; in the session's thread its turns are timed from then on.
    BackendFactory timed(BackendFactory makeBackend)
    {
        return [this, makeBackend = std::move(makeBackend)](auto &&...arguments) {
            const auto *const loop = QAbstractEventDispatcher::instance();
            QObject::connect(loop, &QAbstractEventDispatcher::awake, loop, [this] {
                end();
                m_began = wallSeconds();
            });
            QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, loop, [this] { end(); });
            return makeBackend(std::forward<decltype(arguments)>(arguments)...);
        };
    }
    /// Since it was asked last, in ms.
    double takeLongest() { return m_longest.exchange(0); }

private:
    void end()
    {
        if (const double began = std::exchange(m_began, 0); began > 0)
            m_longest = std::max(m_longest.load(), (wallSeconds() - began) * 1e3);
    }

    double m_began = 0; ///< in the session's thread
    std::atomic<double> m_longest = 0;
};

template <class Measure>
std::vector<Figure> onServer(Measure measure)
{
    return inApplication([&] {
        PodServer server(Pods);
        return measure(server);
    });
}

/// Opens watches until there are so many, on kinds and then on the pods of single namespaces; returns when they are.
void watch(WindowBench &window, std::size_t count)
{
    std::vector<WatchScope> scopes;
    for (const ResourceInfo &resource : window.bench.session().resources()) {
        if (resource.allows("watch"))
            scopes.push_back({resource, {}, {}, {}});
    }
    for (std::size_t ns = 0; ns < count; ++ns)
        scopes.push_back({podResource(), "elsewhere-" + std::to_string(ns), {}, {}});
    const auto watched = window.bench.history().now().openWatches();
    std::size_t open = watched.size();
    for (const WatchScope &scope : scopes) {
        const bool isWatched = std::ranges::any_of(watched, [&](const auto &watch) { return watch.second == scope; });
        if (open == count || isWatched)
            continue;
        window.bench.session().open(scope);
        ++open;
    }
    if (!LoopTurns().run(20s, [&] { return window.bench.history().now().openWatches().size() == count; }))
        give("window: the watches are not open");
}

Figure number(const char *name, double value, const char *unit)
{
    return {.name = name, .value = value, .unit = unit, .runs = 1};
}

std::vector<Figure> measureQuiet()
{
    return onServer([](PodServer &server) {
        WindowBench window(server.access());
        window.list(Pods);
        watch(window, 18);
        LoopTurns().run(60s);
        const auto few = double(threads().size());
        watch(window, 40);
        LoopTurns().run(60s);
        const auto many = double(threads().size());
        const double waits = sessionWaits();
        const double began = wallSeconds();
        LoopTurns().run(30s);
        return std::vector{number("window-quiet", few, "threads"), number("window-quiet-40", many, "threads"),
                           number("window-quiet-wakes", (sessionWaits() - waits) / (wallSeconds() - began), "1/s")};
    });
}

std::vector<Figure> measureHandshakes()
{
    return onServer([](PodServer &server) {
        ClusterAccess access = server.access();
        for (const QSslCertificate &authority : QSslConfiguration::systemCaCertificates())
            access.caPem += authority.toPem();
        SessionTurns turns;
        WindowBench window(access, turns.timed(kubeBackend(access, {})));
        window.list(Pods);
        LoopTurns().run(3s);
        turns.takeLongest();
        const double before = memoryBytes();
        watch(window, window.bench.history().now().openWatches().size() + 40);
        LoopTurns().run(3s);
        return std::vector{number("window-handshakes", (memoryBytes() - before) / 1e6, "MB"),
                           number("window-handshakes-turn", turns.takeLongest(), "ms")};
    });
}

double milliseconds(WallTime from, WallTime to)
{
    return std::chrono::duration<double, std::milli>(to - from).count();
}

std::vector<Figure> measureDelay()
{
    return onServer([](PodServer &server) {
        constexpr int Events = 120;
        WindowBench window(server.access());
        window.list(Pods);
        window.lookAround();
        LoopTurns().run(5s);
        const RowId begin = window.bench.history().end();
        std::map<std::string, WallTime> arrived;
        std::map<std::string, WallTime> shown;
        QObject::connect(&window.bench.history(), &HistoryFeed::moved, &window.bench, [&](RowId first) {
            const HistorySnapshot &now = window.bench.history().now();
            for (RowId row = std::max(first, begin); row < window.bench.history().end(); ++row) {
                arrived.emplace(now.version(row), now.entry(row)->arrived); // not the bookmark's that says it again
                shown.emplace(now.version(row), window.clock.wallNow());
            }
        });
        server.happenNoted(Events, 1);
        LoopTurns().run(std::chrono::seconds(Events + 2));
        std::vector<double> delays;
        std::vector<double> all;
        for (const auto &[version, written] : server.takeNoted()) {
            if (!arrived.contains(version))
                give("window: an event has not come");
            delays.push_back(milliseconds(written, arrived[version]));
            all.push_back(milliseconds(written, shown[version]));
        }
        if (delays.size() != Events)
            give("window: the server has not said what it wrote");
        return std::vector{number("window-delay", percentile99(delays), "ms"),
                           number("window-delay-median", median(delays), "ms"),
                           number("window-delay-shown", percentile99(all), "ms")};
    });
}

const Registration quiet("window-quiet", measureQuiet);
const Registration handshakes("window-handshakes", measureHandshakes);
const Registration delay("window-delay", measureDelay);

} // namespace

} // namespace wk::bench
