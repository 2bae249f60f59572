// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/connectdialog.h"
#include "core/cluster/etcd/etcdaccess.h"

#include <QFileDialog>
#include <QObject>

namespace wk {

/// Asks in dialogs which clusters a window is to show. Gui thread.
class ClusterDialogs : public QObject
{
    Q_OBJECT

public:
    /// The dialogs are the window's, which outlives this.
    explicit ClusterDialogs(QWidget &window);

    void chooseFile();
    void chooseFolder();
    void askForEtcd();
    /// How each is reached, and a test of the way there.
    void showClusters(const ClusterChoices &choices, ConnectDialog::Describe describe,
                      ConnectDialog::MakeRules makeRules);

Q_SIGNALS:
    /// A kubeconfig, or a folder of them.
    void fileChosen(const QString &path);
    void etcdChosen(const wk::EtcdAccess &access);
    void clustersChosen(const QStringList &names);

private:
    void choose(QFileDialog::FileMode mode, const QString &title);

    QWidget &m_window;
};

} // namespace wk
