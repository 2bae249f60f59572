// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;
class QPointF;

namespace wk {

/// Gives a dock the width back that a window too narrow for it has taken: what the user chose, or what it began with,
/// holds again as soon as there is room. An edge that is dragged takes room from the views alone. Gui thread.
class DockWidth : public QObject
{
    Q_OBJECT

public:
    DockWidth(QMainWindow &window, QDockWidget &dock);

    /// What the dock has once the window has laid itself out is wanted from now on.
    void take();
    /// That much is, as somebody chose at another time.
    void want(int width);
    /// 0 before the window has been shown.
    int wanted() const { return m_wanted; }
    const QDockWidget &dock() const { return m_dock; }

protected:
    bool eventFilter(QObject *window, QEvent *event) override;

private:
    void press(QPointF point);
    void release();
    bool isAtEdge(QPointF point) const;
    void giveBack();

    QMainWindow &m_window;
    QDockWidget &m_dock;
    int m_wanted = 0;
    bool m_isEdgePressed = false;
};

} // namespace wk
