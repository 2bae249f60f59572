// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/connectdialog.h"
#include "core/cluster/etcd/etcdaccess.h"
#include "core/session/backend.h"
#include "ui/models/uisettings.h"
#include "ui/window/clusterpopup.h"

#include <QObject>
#include <QStringList>

#include <functional>

namespace wk {

class ClusterDialogs;
class Consents;
class Language;
class Workbench;

/// What a window's menu, dialogs, buttons and drops lead to: other clusters, kubeconfigs, etcd, recordings, another
/// language. Nothing else is opened before a recording that is under way has ended. Owned by the window; gui thread.
class WindowWays : public QObject
{
    Q_OBJECT

public:
    /// Asked whenever a dialog opens.
    struct Known {
        std::function<ClusterChoices()> choices;
        ConnectDialog::Describe describe;
        std::function<PluginRules()> pluginRules;
    };
    /// All outlive the window.
    WindowWays(Workbench &bench, Consents &consents, const UiSettings &settings, const Language &language, Known known);

Q_SIGNALS:
    // Whoever opens another window for them does it later: the one that asked is the one that goes.
    void clustersChosen(const QStringList &names);
    /// A kubeconfig, or a folder of them.
    void fileChosen(const QString &path);
    void etcdChosen(const wk::EtcdAccess &access);
    void recordingChosen(const QString &path);
    /// What fails is to be tried again.
    void againAsked();
    void languageChosen(const QString &name);

private:
    void showClusters();
    void connectDialogs();
    void connectBench();
    void chooseClusters(const QStringList &names);
    void chooseFile(const QString &path);
    void chooseEtcd(const EtcdAccess &access);
    void chooseRecording(const QString &path);

    Workbench &m_bench;
    ClusterDialogs &m_dialogs;
    const Known m_known;
};

} // namespace wk
