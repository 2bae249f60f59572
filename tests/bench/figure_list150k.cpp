// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/threadloops.h"
#include "app/workbench.h"
#include "core/session/kubebackend.h"
#include "tests/bench/figure.h"
#include "tests/bench/loopturns.h"
#include "tests/bench/measure.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/uisettings.h"
#include "ui/stream/streamview.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"

#include <QApplication>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>

#include <sys/resource.h>

#include <cstdio>
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
constexpr int ServedWithinMs = 25'000;
constexpr auto ListWithin = 25s;

[[noreturn]] void give(const char *why)
{
    std::fprintf(stderr, "list150k: %s\n", why);
    std::exit(1);
}

/// Of this process, or of those that it has waited for.
double cpuSeconds(int whose)
{
    rusage used{};
    getrusage(whose, &used);
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

class PodServer
{
public:
    PodServer()
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/wk_podserver"),
                        {QString::number(Pods)});
        url = line();
        token = line();
        authority = QByteArray::fromBase64(line());
    }
    ~PodServer()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }

    ClusterAccess access() const
    {
        ClusterAccess access;
        access.context = "pods";
        access.source = "demo";
        access.server = QUrl(QString::fromLatin1(url));
        access.caPem = authority;
        access.signIn = Secret(token);
        return access;
    }

    QByteArray url;
    QByteArray token;
    QByteArray authority;

private:
    QByteArray line()
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(ServedWithinMs))
                give("there is no server");
        }
        return m_process.readLine().trimmed();
    }

    QProcess m_process;
};

struct Spent {
    double wall = 0; ///< s
    double cpu = 0;  ///< s
};

Spent curl(const PodServer &server)
{
    const double cpu = cpuSeconds(RUSAGE_CHILDREN);
    const double wall = wallSeconds();
    QProcess process;
    process.start(
        QStringLiteral("curl"),
        {QStringLiteral("-sfk"), QStringLiteral("-o"), QStringLiteral("/dev/null"), QStringLiteral("-w"),
         QStringLiteral("%{size_download}"), QStringLiteral("-H"),
         QString::fromLatin1("Authorization: Bearer " + server.token), QStringLiteral("-H"),
         QStringLiteral("Accept: application/json;as=Table;v=v1;g=meta.k8s.io"),
         QString::fromLatin1(server.url) + QStringLiteral("/api/v1/pods?watch=true&sendInitialEvents=true"
                                                          "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
                                                          "&includeObject=Object&timeoutSeconds=1")});
    if (!process.waitForFinished(int(std::chrono::milliseconds(ListWithin).count())) || process.exitCode() != 0 ||
        process.readAllStandardOutput().toDouble() < Pods * 6'000.0)
        give("curl has not listed the pods");
    return {wallSeconds() - wall, cpuSeconds(RUSAGE_CHILDREN) - cpu};
}

struct Window {
    explicit Window(const ClusterAccess &access)
        : bench(WindowContext{theme, settings, clock}, access, kubeBackend(access, {}))
    {
        bench.window().resize(1440, 900);
        bench.window().show();
        table = bench.window().findChild<TableView *>();
    }

    /// Whether each row says what its pod is in full.
    bool holdsBodies() const
    {
        const ResourceTableModel &model = table->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.rowAt(row).object->body.objectBytes() < 1000)
                return false;
        }
        return model.rowCount() == int(Pods);
    }

    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings settings{store};
    SystemClock clock;
    Theme theme;
    Workbench bench;
    TableView *table = nullptr;
};

struct Listing {
    Spent first;
    Spent rows;
    Spent all;
    double turn = 0;    ///< ms
    double turnCpu = 0; ///< ms
};

Listing list(Window &window)
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
    if (!isListed || !window.holdsBodies())
        give("the window has not listed the pods");
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
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    letThreadsWaitWithoutGlib(); // as main() does
    int argc = 1;
    std::string program = "wk_frames";
    char *argv[] = {program.data(), nullptr};
    const QApplication application(argc, argv);
    const PodServer server;
    const Spent yardstick = curl(server);
    Window window(server.access());
    const Listing listing = list(window);
    return {against("list150k", listing.rows.cpu, yardstick.cpu),
            against("list150k-all", listing.all.cpu, yardstick.cpu),
            against("list150k-first", listing.first.wall, yardstick.wall),
            against("list150k-rows", listing.rows.wall, yardstick.wall),
            {.name = "list150k-turn", .value = listing.turn, .unit = "ms", .runs = 1},
            {.name = "list150k-turn-cpu", .value = listing.turnCpu, .unit = "ms", .runs = 1}};
}

const Registration registration("list150k", measureList);

} // namespace

} // namespace wk::bench
