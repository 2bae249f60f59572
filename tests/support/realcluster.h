// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonDocument>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QVersionNumber>

namespace wk {

/// What a finished program said.
struct ProcessResult {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;

    bool operator==(const ProcessResult &) const = default;
};

/// Runs a program to its end, at most `seconds` long; -1 when it did not start or was cut off. The event loop runs
/// meanwhile: whoever watches hears of things when they happen.
ProcessResult runProgram(const QString &program, const QStringList &arguments, int seconds = 60);

/// Of the installed kubectl; none when there is none.
QVersionNumber kubectlVersion();

/// A real control plane on loopback for the time of a test: the scripts of ../shared/real-cluster.
class RealCluster
{
public:
    RealCluster();
    ~RealCluster();

    /// Why the tests cannot run here (no scripts, no etcd, no kubectl of 1.24 or newer); empty when they can.
    static QString whyNot();
    /// The API server writes down who lists and watches what, see requests(). Before start().
    void keepRequests() { m_kept = Kept::Reads; }
    /// The same of who writes, see writers(). Before start().
    void keepWrites() { m_kept = Kept::Writes; }
    /// False, with the script's last words in `said`, when it did not come up.
    bool start();
    QByteArray said() const { return m_said; }

    QString kubeconfig(const QString &name) const;
    /// kubectl as admin.
    ProcessResult kubectl(const QStringList &arguments) const;
    /// part.sh: "kube-apiserver", "kill".
    bool trouble(const QString &part, const QString &action) const;
    /// How many requests the API server has answered to Watchkeeper by its own account: "list" or "watch" of "pods".
    int requests(const QString &verb, const QString &resource) const;
    /// By resourceVersion, the field manager that wrote it: what the request named, else what its User-Agent begins
    /// with.
    QMap<qint64, QString> writers() const;
    /// The newest resourceVersion of all; 0 when the server does not say.
    qint64 revision() const;
    quint16 port() const { return m_port; }

    static QString scripts();
    /// Where the scripts keep what they need.
    QString state() const { return m_folder.filePath(QStringLiteral("cluster")); }

private:
    QString auditLog() const { return m_folder.filePath(QStringLiteral("requests")); }
    QStringList serverFlags() const;

    QTemporaryDir m_folder;
    QByteArray m_said;
    quint16 m_port = 0;
    enum class Kept { Nothing, Reads, Writes } m_kept = Kept::Nothing;
    bool m_started = false;
};

} // namespace wk
