// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QMenu;
class QPushButton;

namespace wk {

class DropButton;

/// Where to go from a cluster that there is no way to.
struct OtherClusters {
    QStringList contexts; ///< besides the one in use
    QString demo;         ///< its name; empty where it is the one in use

    bool operator==(const OtherClusters &) const = default;
};

/// What the user has to see or name first.
enum class WayOut { Test, Kubeconfig, Etcd };

/// The buttons that lead there: a test of the way, another context, another kubeconfig, etcd itself, the demo. Gui
/// thread.
class WaysOut : public QWidget
{
    Q_OBJECT

public:
    explicit WaysOut(QWidget *parent = nullptr);

    void offer(const OtherClusters &others);

Q_SIGNALS:
    void clusterChosen(const QString &name);
    void asked(wk::WayOut way);

private:
    QMenu *m_menu;
    QPushButton *m_test;
    DropButton *m_contexts;
    QPushButton *m_file;
    QPushButton *m_etcd;
    QPushButton *m_demo;
    QString m_demoName;
};

} // namespace wk
