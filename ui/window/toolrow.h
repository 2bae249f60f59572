// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/clusterpopup.h"

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

    /// The clusters to choose from, and those in use.
    void setClusters(const ClusterChoices &choices);
    void setKnownNamespaces(const QStringList &names);
    /// Nothing comes that one could stop, or record.
    void hideLive();
    /// Whether what comes is recorded.
    void setRecording(bool isRecording);
    /// How many events have gathered since the pause began; shown while paused.
    void setWaiting(int events);

    QSize sizeHint() const override;

Q_SIGNALS:
    void clustersChosen(const QStringList &names);
    /// See ClusterPopup::allAsked().
    void clustersAsked();
    void lookChosen(const QString &name, const wk::ClusterLook &look);
    /// A recording is to begin, or to end.
    void recordAsked();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void sayCluster();
    void sayNamespaces();
    void sayPaused();
    void sayPausedWords();
    void fitPause();
    void sayRecording();

    WindowState &m_state;
    QMenu *m_menu;
    // As they stand: so Tab goes.
    QToolButton *m_menuButton;
    DropButton *m_cluster;
    DropButton *m_namespaces;
    ClusterPopup *m_clusters;
    NamespacePopup *m_popup;
    FilterBox *m_filter;
    QPushButton *m_pause;
    QPushButton *m_record;
    bool m_isRecording = false;
    ClusterChoices m_choices;
    int m_waiting = 0;
};

} // namespace wk
