// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>

class QWidget;

namespace wk {

class UiSettings;
class WindowState;

/// Has nothing watched but the namespaces that are looked at, of a cluster that is too large to be watched whole. It is
/// remembered for each cluster, with the namespaces: the next window begins with them. While all are looked at there is
/// nothing to choose, and it says so. Gui thread.
class OnlyChosenAction : public QAction
{
    Q_OBJECT

public:
    /// Both outlive the action.
    OnlyChosenAction(WindowState &state, UiSettings &settings, QWidget *parent);

    /// Goes on as it was left with this cluster.
    void setCluster(const QString &name);

private:
    void say();
    void remember();

    WindowState &m_state;
    UiSettings &m_settings;
    QString m_cluster;
};

} // namespace wk
