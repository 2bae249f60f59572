// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonDocument>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace wk {

/// What a finished program said.
struct ProcessResult {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

/// Runs a program to its end, at most `seconds` long; -1 when it did not start or was cut off.
ProcessResult runProgram(const QString &program, const QStringList &arguments, int seconds = 60);

/// A real control plane on loopback for the time of a test: the scripts of ../shared/real-cluster.
class RealCluster
{
public:
    RealCluster();
    ~RealCluster();

    /// Why the tests cannot run here (no scripts, no etcd, no kubectl of 1.24 or newer); empty when they can.
    static QString whyNot();
    /// False, with the script's last words in `said`, when it did not come up.
    bool start();
    QByteArray said() const { return m_said; }

    QString kubeconfig(const QString &name) const;
    /// kubectl as admin.
    ProcessResult kubectl(const QStringList &arguments) const;
    /// part.sh: "kube-apiserver", "kill".
    bool trouble(const QString &part, const QString &action) const;

private:
    static QString scripts();
    QString state() const { return m_folder.filePath(QStringLiteral("cluster")); }

    QTemporaryDir m_folder;
    QByteArray m_said;
    bool m_started = false;
};

} // namespace wk
