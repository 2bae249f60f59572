// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/realcluster.h"

#include <QProcess>
#include <QTest>

#include <csignal>
#include <unistd.h>

namespace wk {

/// workload.sh at work on a real cluster: fake kubelets, rollouts, jobs, custom resources, all created, changed and
/// deleted all along. It is a process group of its own, so that it can be held as one.
class ClusterLoad
{
public:
    explicit ClusterLoad(const RealCluster &cluster)
        : m_cluster(cluster)
    {
        m_process.setChildProcessModifier([] { ::setsid(); });
        m_process.setProcessChannelMode(QProcess::MergedChannels);
    }
    ~ClusterLoad() { stop(); }

    /// Returns when it changes things; false when it does not come so far.
    bool start()
    {
        m_process.start(RealCluster::scripts() + QStringLiteral("/workload.sh"),
                        {QStringLiteral("-d"), m_cluster.state(), QStringLiteral("-n"), QStringLiteral("10"),
                         QStringLiteral("-i"), QStringLiteral("0.2"), QStringLiteral("600")},
                        QIODevice::ReadOnly);
        const auto works = [this] {
            m_said += m_process.readAll();
            return m_said.contains("one change every");
        };
        return QTest::qWaitFor(works, 30'000);
    }
    /// Nothing is asked for any more; the control plane may still be busy with what was.
    void hold() { tell(SIGSTOP); }
    void goOn() { tell(SIGCONT); }
    void stop()
    {
        if (m_process.state() == QProcess::NotRunning)
            return;
        tell(SIGTERM);
        tell(SIGCONT);
        m_process.waitForFinished(5'000);
        tell(SIGKILL); // what is left of the group
    }

private:
    void tell(int signal)
    {
        if (m_process.processId() > 0)
            ::kill(-pid_t(m_process.processId()), signal);
    }

    const RealCluster &m_cluster;
    QProcess m_process;
    QByteArray m_said;
};

} // namespace wk
