// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;

namespace wk {

/// Gives a dock the width back that a window too narrow for it has taken: what the user chose, or what it began with,
/// holds again as soon as there is room. Gui thread.
class DockWidth : public QObject
{
    Q_OBJECT

public:
    DockWidth(QMainWindow &window, QDockWidget &dock);

    /// What the dock has once the window has laid itself out is wanted from now on.
    void take();

protected:
    bool eventFilter(QObject *window, QEvent *event) override;

private:
    void giveBack();

    QMainWindow &m_window;
    QDockWidget &m_dock;
    int m_wanted = 0;
    int m_widthAtPress = 0;
};

} // namespace wk
