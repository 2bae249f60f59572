// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/windowbench.h"

#include "core/session/kubebackend.h"
#include "tests/bench/loopturns.h"

#include <QCoreApplication>

#include <cstdio>
#include <cstdlib>

namespace wk::bench {

using namespace std::chrono_literals;

namespace {

constexpr int ServedWithinMs = 25'000;

} // namespace

void give(const char *why)
{
    std::fprintf(stderr, "%s\n", why);
    std::exit(1);
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

QByteArray PodServer::line()
{
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(ServedWithinMs))
            give("there is no server of pods");
    }
    return m_process.readLine().trimmed();
}

WindowBench::WindowBench(const ClusterAccess &access)
    : bench(WindowContext{theme, settings, clock}, access, kubeBackend(access, {}), folder.path().toStdString())
{
    bench.window().resize(1440, 900);
    bench.window().show();
    table = bench.window().findChild<TableView *>();
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
