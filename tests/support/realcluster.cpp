// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/realcluster.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTimer>
#include <QUrlQuery>

#include <algorithm>
#include <array>

namespace wk {

ProcessResult runProgram(const QString &program, const QStringList &arguments, int seconds)
{
    QProcess process;
    QEventLoop loop;
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    QTimer::singleShot(seconds * 1000, &loop, &QEventLoop::quit);
    process.start(program, arguments, QIODevice::ReadOnly);
    if (process.state() != QProcess::NotRunning)
        loop.exec();
    ProcessResult result;
    if (process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished();
    } else if (process.error() != QProcess::FailedToStart && process.exitStatus() == QProcess::NormalExit) {
        result.exitCode = process.exitCode();
    }
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

QVersionNumber kubectlVersion()
{
    const auto version = runProgram(QStringLiteral("kubectl"), {QStringLiteral("version"), QStringLiteral("--client"),
                                                                QStringLiteral("-o"), QStringLiteral("json")});
    const QString text =
        QJsonDocument::fromJson(version.out)[QStringLiteral("clientVersion")][QStringLiteral("gitVersion")].toString();
    return QVersionNumber::fromString(text.mid(1));
}

RealCluster::RealCluster() = default;

RealCluster::~RealCluster()
{
    if (m_started)
        runProgram(scripts() + QStringLiteral("/down.sh"),
                   {QStringLiteral("-d"), state(), QStringLiteral("-g"), QStringLiteral("1"), QStringLiteral("-x")},
                   60);
}

QString RealCluster::scripts()
{
    const QString shared =
        qEnvironmentVariable("WATCHKEEPER_SHARED", QStringLiteral(WATCHKEEPER_SOURCE_DIR "/../shared"));
    return shared + QStringLiteral("/real-cluster");
}

namespace {

/// The first of the ports in a row that a control plane takes, all of them free: apart from what other clusters of this
/// machine look at first, and below what steadyPort() gives out. 0: there are none.
quint16 freePorts()
{
    constexpr int PortsEach = 5;
    constexpr int Rows = 1600; // up to 20,000
    static int next = int(QCoreApplication::applicationPid() % Rows);
    for (int tries = 0; tries < Rows; ++tries) {
        const int first = 12'000 + next++ % Rows * PortsEach;
        std::array<QTcpServer, PortsEach> probes;
        if (std::ranges::all_of(probes, [port = first](QTcpServer &probe) mutable {
                return probe.listen(QHostAddress::LocalHost, quint16(port++));
            }))
            return quint16(first);
    }
    return 0;
}

} // namespace

QString RealCluster::whyNot()
{
    if (!QFileInfo::exists(scripts() + QStringLiteral("/up.sh")))
        return QStringLiteral("there is no ../shared/real-cluster beside this checkout");
    for (const char *tool : {"etcd", "openssl", "curl", "jq", "xz"}) {
        if (QStandardPaths::findExecutable(QString::fromLatin1(tool)).isEmpty())
            return QStringLiteral("%1 is not installed").arg(QString::fromLatin1(tool));
    }
    if (kubectlVersion() < QVersionNumber(1, 24))
        return QStringLiteral("there is no kubectl of 1.24 or newer");
    return {};
}

bool RealCluster::start()
{
    m_port = freePorts();
    const auto up = runProgram(
        scripts() + QStringLiteral("/up.sh"),
        QStringList{QStringLiteral("-d"), state(), QStringLiteral("-p"), QString::number(m_port)} + serverFlags(), 120);
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

QStringList RealCluster::serverFlags() const
{
    if (m_kept == Kept::Nothing)
        return {};
    const QByteArray rule = m_kept == Kept::Reads ? "{level: Metadata, verbs: [list, watch]}"
                                                  : "{level: RequestResponse, verbs: [create, update, patch, delete]}";
    const QString policy = m_folder.filePath(QStringLiteral("policy.yaml"));
    QFile file(policy);
    if (file.open(QIODevice::WriteOnly))
        file.write("apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [" + rule +
                   ", {level: None}]\n");
    return {QStringLiteral("--"), QStringLiteral("--audit-policy-file=") + policy,
            QStringLiteral("--audit-log-path=") + auditLog()};
}

int RealCluster::requests(const QString &verb, const QString &resource) const
{
    QFile file(auditLog());
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    int count = 0;
    while (!file.atEnd()) {
        const QJsonDocument line = QJsonDocument::fromJson(file.readLine());
        // A watch is written down when its head has been sent and again at its end.
        const bool isAnswer =
            line[QStringLiteral("stage")] !=
            (verb == QStringLiteral("watch") ? QStringLiteral("ResponseComplete") : QStringLiteral("ResponseStarted"));
        count += isAnswer && line[QStringLiteral("verb")] == verb &&
                 line[QStringLiteral("objectRef")][QStringLiteral("resource")] == resource &&
                 line[QStringLiteral("userAgent")].toString().startsWith(QStringLiteral("watchkeeper"));
    }
    return count;
}

QMap<qint64, QString> RealCluster::writers() const
{
    QFile file(auditLog());
    QMap<qint64, QString> writers;
    if (!file.open(QIODevice::ReadOnly))
        return writers;
    while (!file.atEnd()) {
        const QJsonDocument line = QJsonDocument::fromJson(file.readLine());
        const QUrlQuery query(QUrl(line[QStringLiteral("requestURI")].toString()));
        const QString named = query.queryItemValue(QStringLiteral("fieldManager"));
        const QString program = line[QStringLiteral("userAgent")].toString().section(u'/', 0, 0);
        const qint64 version =
            line[QStringLiteral("responseObject")][QStringLiteral("metadata")][QStringLiteral("resourceVersion")]
                .toString()
                .toLongLong();
        if (version > 0 && line[QStringLiteral("responseStatus")][QStringLiteral("code")].toInt() < 300 &&
            !writers.contains(version))
            writers[version] = named.isEmpty() ? program : named;
    }
    return writers;
}

qint64 RealCluster::revision() const
{
    const auto said =
        kubectl({QStringLiteral("get"), QStringLiteral("--raw"), QStringLiteral("/api/v1/namespaces?limit=1")});
    return QJsonDocument::fromJson(said.out)[QStringLiteral("metadata")][QStringLiteral("resourceVersion")]
        .toString()
        .toLongLong();
}

} // namespace wk
