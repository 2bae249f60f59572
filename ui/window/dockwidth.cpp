// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dockwidth.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>

namespace wk {

DockWidth::DockWidth(QMainWindow &window, QDockWidget &dock)
    : QObject(&dock)
    , m_window(window)
    , m_dock(dock)
{
    window.installEventFilter(this);
}

void DockWidth::take()
{
    const auto now = [this] {
        if (m_window.isVisible() && m_dock.isVisible() && !m_dock.isFloating())
            m_wanted = m_dock.width();
    };
    QMetaObject::invokeMethod(this, now, Qt::QueuedConnection);
}

/// Of the mouse the window itself hears only where a dock's edge is dragged.
bool DockWidth::eventFilter(QObject *, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Resize: QMetaObject::invokeMethod(this, &DockWidth::giveBack, Qt::QueuedConnection); break;
    case QEvent::Show: take(); break;
    case QEvent::MouseButtonPress: m_widthAtPress = m_dock.width(); break;
    case QEvent::MouseButtonRelease:
        if (m_dock.width() != m_widthAtPress)
            take();
        break;
    default: break; // of the many events of a window
    }
    return false;
}

void DockWidth::giveBack()
{
    if (m_wanted > 0 && m_dock.width() != m_wanted && m_dock.isVisible() && !m_dock.isFloating())
        m_window.resizeDocks({&m_dock}, {m_wanted}, Qt::Horizontal);
}

} // namespace wk
