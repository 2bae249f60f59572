// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"

#include <QByteArray>
#include <QProcess>

namespace wk {

/// A demo cluster with a crowd in a process of its own, so that what it costs is not the window's: this program again,
/// as `serve`. Its kubeconfig comes through a pipe and touches no disk; it ends with this object, and with this process
/// however that ends. Gui thread.
class DemoProcess : public QObject
{
    Q_OBJECT

public:
    explicit DemoProcess(int pods, QObject *parent = nullptr);
    /// Returns when the process has ended.
    ~DemoProcess() override;

    void start();

Q_SIGNALS:
    /// So many pods there are by now.
    void progressed(int pods, int wanted);
    void ready(const wk::ClusterAccess &access);
    /// Nothing follows. Its last words are the text.
    void failed(const wk::Error &error);

private:
    void readOutput();
    void readWords();
    void ended();

    const int m_pods;
    QProcess m_process;
    QByteArray m_kubeconfig;
    QByteArray m_words; ///< the last line that it said, or a part of it
    bool m_isReady = false;
};

/// The only context of a kubeconfig's text. Errors: as Kubeconfig's; Internal where the text cannot be kept in memory.
Result<ClusterAccess> accessFrom(const QByteArray &kubeconfig);

} // namespace wk
