// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QMenu;
class QPushButton;
class QToolButton;

namespace wk {

class DropButton;
class FilterBox;
class NamespacePopup;
class WindowState;

/// The row at the top of the window: menu, cluster, namespaces, filter, pause. Gui thread.
class ToolRow : public QWidget
{
    Q_OBJECT

public:
    explicit ToolRow(WindowState &state, QWidget *parent = nullptr);

    QMenu &menu() { return *m_menu; }
    FilterBox &filterBox() { return *m_filter; }

    /// The contexts to choose from and the one in use (empty: none), as the kubeconfig has them; where there is no
    /// other the button only says its name.
    void setClusters(const QStringList &names, const QString &current);
    void setKnownNamespaces(const QStringList &names);
    /// How many events have gathered since the pause began; shown while paused.
    void setWaiting(int events);

    QSize sizeHint() const override;

Q_SIGNALS:
    void clusterChosen(const QString &name);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void sayCluster();
    void sayNamespaces();
    void sayPaused();
    void sayPausedWords();
    void fitPause();

    WindowState &m_state;
    QMenu *m_menu;
    // As they stand: so Tab goes.
    QToolButton *m_menuButton;
    DropButton *m_cluster;
    DropButton *m_namespaces;
    NamespacePopup *m_popup;
    FilterBox *m_filter;
    QPushButton *m_pause;
    QString m_current;
    int m_waiting = 0;
};

} // namespace wk
