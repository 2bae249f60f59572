// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demoprocess.h"

#include "core/cluster/kubeconfig.h"

#include <QCoreApplication>

#include <csignal>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace wk {

namespace {

constexpr const char *ContextName = "demo";
/// The last line of what kubeconfigText() writes.
constexpr const char *LastLine = "current-context: demo\n";
/// The context that may not write.
constexpr const char *Reader = "demo-readonly";

Error failure(const std::string &text)
{
    Error error;
    error.kind = ErrorKind::Internal;
    error.text = text;
    error.place = ContextName;
    return error;
}

} // namespace

Result<ClusterAccess> accessFrom(const QByteArray &kubeconfig)
{
    // The token is in it: it is not to be found on a disk.
    const int file = memfd_create("kubeconfig", MFD_CLOEXEC);
    if (file < 0)
        return failure("no memory for a kubeconfig");
    const bool isWritten = write(file, kubeconfig.constData(), size_t(kubeconfig.size())) == kubeconfig.size();
    const auto config = Kubeconfig::load(std::vector<std::string>{"/proc/self/fd/" + std::to_string(file)});
    close(file);
    if (!isWritten)
        return failure("no memory for a kubeconfig");
    if (!config)
        return config.error();
    const auto resolved = config->resolve(Reader);
    if (!resolved)
        return resolved;
    ClusterAccess access = *resolved;
    access.context = ContextName;
    access.source = ContextName;
    return access;
}

DemoProcess::DemoProcess(int pods, QObject *parent)
    : QObject(parent)
    , m_pods(pods)
{
    m_process.setProgram(QCoreApplication::applicationFilePath());
    m_process.setArguments({QStringLiteral("serve"), QStringLiteral("--demo"), QStringLiteral("--folder="),
                            QStringLiteral("--scale"), QString::number(pods)});
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &DemoProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &DemoProcess::readWords);
    connect(&m_process, &QProcess::finished, this, &DemoProcess::ended);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            Q_EMIT failed(failure(m_process.errorString().toStdString()));
    });
}

DemoProcess::~DemoProcess()
{
    m_process.disconnect(this);
    m_process.kill(); // it has nothing to keep, and while it seeds it hears nothing else
    m_process.waitForFinished();
}

void DemoProcess::start()
{
    m_process.start(QIODevice::ReadOnly);
}

void DemoProcess::readOutput()
{
    m_kubeconfig += m_process.readAllStandardOutput();
    if (m_isReady || !m_kubeconfig.endsWith(LastLine))
        return;
    const auto access = accessFrom(m_kubeconfig);
    m_kubeconfig.clear();
    m_isReady = true;
    if (access)
        Q_EMIT ready(*access);
    else
        Q_EMIT failed(access.error());
}

/// "20013 of 100000 pods"
void DemoProcess::readWords()
{
    m_words += m_process.readAllStandardError();
    for (qsizetype end = m_words.indexOf('\n'); end >= 0 && end + 1 < m_words.size(); end = m_words.indexOf('\n'))
        m_words.remove(0, end + 1);
    const QList<QByteArray> parts = m_words.trimmed().split(' ');
    bool isNumber = false;
    const int pods = parts.constFirst().toInt(&isNumber);
    if (isNumber && parts.value(1) == "of")
        Q_EMIT progressed(pods, m_pods);
}

void DemoProcess::ended()
{
    if (!m_isReady)
        Q_EMIT failed(failure(m_words.trimmed().toStdString()));
}

} // namespace wk
