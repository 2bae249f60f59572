// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/connectdialog.h"
#include "core/cluster/etcd/etcdaccess.h"

#include <QFileDialog>
#include <QObject>

#include <functional>

namespace wk {

class Consents;

/// Asks in dialogs which clusters a window is to show. Gui thread.
class ClusterDialogs : public QObject
{
    Q_OBJECT

public:
    /// The dialogs are the window's, which outlives this, as the consents do.
    ClusterDialogs(QWidget &window, Consents &consents);

    void chooseFile();
    void chooseFolder();
    void askForEtcd();
    /// How each is reached, and a test of the way there, in whose thread the rules are asked.
    void showClusters(const ClusterChoices &choices, ConnectDialog::Describe describe,
                      std::function<PluginRules()> pluginRules);

Q_SIGNALS:
    /// A kubeconfig, or a folder of them.
    void fileChosen(const QString &path);
    void etcdChosen(const wk::EtcdAccess &access);
    void clustersChosen(const QStringList &names);

private:
    void choose(QFileDialog::FileMode mode, const QString &title);

    QWidget &m_window;
    Consents &m_consents;
};

} // namespace wk
