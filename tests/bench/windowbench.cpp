// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/windowbench.h"

#include "core/session/kubebackend.h"
#include "tests/bench/loopturns.h"
#include "ui/models/resourcetablemodel.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>
#include <cstdlib>

namespace wk::bench {

using namespace std::chrono_literals;

namespace {

constexpr int ServedWithinMs = 25'000;

KeptHistory keptIn(const std::string &folder, HistoryKeeping keeping)
{
    if (keeping == HistoryKeeping::InMemoryOnly)
        return {};
    if (keeping == HistoryKeeping::WhileItRuns)
        return KeptHistory::whileItRuns(folder);
    auto root = JournalRoot::open(folder + "/history");
    if (!root)
        give("window: there is no place for a history");
    return KeptHistory::acrossRestarts(std::move(root).value(), {}, "pods");
}

} // namespace

void give(const char *why)
{
    std::fprintf(stderr, "%s\n", why);
    std::exit(1);
}

double memoryBytes()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        give("window: nobody says what is in memory");
    double bytes = 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith("RssAnon:") || line.startsWith("RssShmem:"))
            bytes += line.simplified().split(' ').value(1).toDouble() * 1024;
    }
    return bytes;
}

PodServer::PodServer(std::uint32_t pods)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/wk_podserver"), {QString::number(pods)});
    url = line();
    token = line();
    authority = QByteArray::fromBase64(line());
}

PodServer::~PodServer()
{
    m_process.kill();
    m_process.waitForFinished();
}

ClusterAccess PodServer::access() const
{
    ClusterAccess access;
    access.context = "pods";
    access.source = "demo";
    access.server = QUrl(QString::fromLatin1(url));
    access.caPem = authority;
    access.signIn = Secret(token);
    return access;
}

void PodServer::happen(std::uint64_t events, std::uint64_t perSecond)
{
    m_process.write(QByteArray::number(qulonglong(events)) + ' ' + QByteArray::number(qulonglong(perSecond)) + '\n');
}

void PodServer::happenNoted(std::uint64_t events, std::uint64_t perSecond)
{
    m_process.write(QByteArray::number(qulonglong(events)) + ' ' + QByteArray::number(qulonglong(perSecond)) +
                    " noted\n");
}

std::map<std::string, WallTime> PodServer::takeNoted()
{
    std::map<std::string, WallTime> noted;
    while (m_process.canReadLine()) {
        const QByteArrayList words = m_process.readLine().trimmed().split(' ');
        noted[words.value(0).toStdString()] = WallTime(std::chrono::microseconds(words.value(1).toLongLong()));
    }
    return noted;
}

QStringList PodServer::curlArguments(const char *query) const
{
    return {
        QStringLiteral("-sfk"),
        QStringLiteral("-o"),
        QStringLiteral("/dev/null"),
        QStringLiteral("-w"),
        QStringLiteral("%{size_download}"),
        QStringLiteral("-H"),
        QString::fromLatin1("Authorization: Bearer " + token),
        QStringLiteral("-H"),
        QStringLiteral("Accept: application/json;as=Table;v=v1;g=meta.k8s.io"),
        QString::fromLatin1(url + "/api/v1/pods?watch=true&allowWatchBookmarks=true&includeObject=Object&" + query)};
}

QByteArray PodServer::line()
{
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(ServedWithinMs))
            give("there is no server of pods");
    }
    return m_process.readLine().trimmed();
}

WindowBench::WindowBench(const ClusterAccess &access, HistoryKeeping keeping)
    : WindowBench(access, kubeBackend(access, {}), keeping)
{}

WindowBench::WindowBench(const ClusterAccess &access, BackendFactory makeBackend, HistoryKeeping keeping)
    : bench(WindowContext{theme, settings, clock}, access, std::move(makeBackend),
            keptIn(folder.path().toStdString(), keeping))
{
    show();
}

WindowBench::WindowBench(const ClusterAccess &access, BackendFactory makeBackend, const KeptHistory &kept)
    : bench(WindowContext{theme, settings, clock}, access, std::move(makeBackend), kept)
{
    show();
}

void WindowBench::show()
{
    bench.window().resize(1440, 900);
    bench.window().show();
    table = bench.window().findChild<TableView *>();
}

void WindowBench::list(std::uint32_t pods)
{
    bench.session().start();
    if (!LoopTurns().run(25s, [&] { return table->model().rowCount() == int(pods); }))
        give("the pods have not been listed");
}

void WindowBench::lookAround()
{
    for (const auto &[name, view] : bench.views()) {
        bench.window().showView(view);
        LoopTurns().run(300ms);
    }
    bench.window().showView(bench.views().front().second);
}

} // namespace wk::bench
