// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/realcluster.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QVersionNumber>

namespace wk {

ProcessResult runProgram(const QString &program, const QStringList &arguments, int seconds)
{
    QProcess process;
    process.start(program, arguments, QIODevice::ReadOnly);
    ProcessResult result;
    if (process.waitForFinished(seconds * 1000) && process.exitStatus() == QProcess::NormalExit)
        result.exitCode = process.exitCode();
    else
        process.kill();
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

RealCluster::RealCluster() = default;

RealCluster::~RealCluster()
{
    if (m_started)
        runProgram(scripts() + QStringLiteral("/down.sh"), {QStringLiteral("-d"), state(), QStringLiteral("-x")}, 60);
}

QString RealCluster::scripts()
{
    const QString shared =
        qEnvironmentVariable("WATCHKEEPER_SHARED", QStringLiteral(WATCHKEEPER_SOURCE_DIR "/../shared"));
    return shared + QStringLiteral("/real-cluster");
}

QString RealCluster::whyNot()
{
    if (!QFileInfo::exists(scripts() + QStringLiteral("/up.sh")))
        return QStringLiteral("there is no ../shared/real-cluster beside this checkout");
    for (const char *tool : {"etcd", "openssl", "curl", "jq", "xz"}) {
        if (QStandardPaths::findExecutable(QString::fromLatin1(tool)).isEmpty())
            return QStringLiteral("%1 is not installed").arg(QString::fromLatin1(tool));
    }
    const auto version = runProgram(QStringLiteral("kubectl"), {QStringLiteral("version"), QStringLiteral("--client"),
                                                                QStringLiteral("-o"), QStringLiteral("json")});
    const QString text =
        QJsonDocument::fromJson(version.out)[QStringLiteral("clientVersion")][QStringLiteral("gitVersion")].toString();
    if (QVersionNumber::fromString(text.mid(1)) < QVersionNumber(1, 24))
        return QStringLiteral("there is no kubectl of 1.24 or newer");
    return {};
}

bool RealCluster::start()
{
    // Five ports in a row, apart from what other clusters of this machine use.
    const int port = 18000 + int(QCoreApplication::applicationPid() % 1500) * 5;
    const auto up = runProgram(scripts() + QStringLiteral("/up.sh"),
                               {QStringLiteral("-d"), state(), QStringLiteral("-p"), QString::number(port)}, 120);
    m_started = true;
    m_said = up.err.right(2000);
    return up.exitCode == 0;
}

QString RealCluster::kubeconfig(const QString &name) const
{
    return state() + QStringLiteral("/kubeconfig/") + name + QStringLiteral(".yaml");
}

ProcessResult RealCluster::kubectl(const QStringList &arguments) const
{
    return runProgram(QStringLiteral("kubectl"),
                      QStringList{QStringLiteral("--kubeconfig"), kubeconfig(QStringLiteral("admin"))} + arguments);
}

bool RealCluster::trouble(const QString &part, const QString &action) const
{
    const auto done = runProgram(scripts() + QStringLiteral("/part.sh"), {QStringLiteral("-d"), state(), part, action});
    return done.exitCode == 0;
}

} // namespace wk
