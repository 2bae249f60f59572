// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QDockWidget;
class QHBoxLayout;

namespace wk {

/// The title of a dock: its name, room for the dock's own small buttons, and one that hides it. Gui thread.
class DockTitle : public QWidget
{
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget *dock);

    /// Puts a small control before the button that hides the dock; the title takes it over.
    void addControl(QWidget *control);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QDockWidget *m_dock;
    QHBoxLayout *m_row;
};

} // namespace wk
