// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dockwidth.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMouseEvent>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace wk {

DockWidth::DockWidth(QMainWindow &window, QDockWidget &dock)
    : QObject(&dock)
    , m_window(window)
    , m_dock(dock)
{
    window.installEventFilter(this);
    connect(&dock, &QDockWidget::visibilityChanged, this, [this](bool isVisible) {
        if (isVisible && m_wanted > 0)
            want(m_wanted);
    });
}

void DockWidth::take()
{
    const auto now = [this] {
        if (m_window.isVisible() && m_dock.isVisible() && !m_dock.isFloating())
            m_wanted = m_dock.width();
    };
    QMetaObject::invokeMethod(this, now, Qt::QueuedConnection);
}

void DockWidth::want(int width)
{
    m_wanted = width;
    QMetaObject::invokeMethod(this, &DockWidth::giveBack, Qt::QueuedConnection);
}

/// Of the mouse the window itself hears only where a dock's edge is dragged.
bool DockWidth::eventFilter(QObject *, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Resize: QMetaObject::invokeMethod(this, &DockWidth::giveBack, Qt::QueuedConnection); break;
    case QEvent::Show: m_wanted > 0 ? want(m_wanted) : take(); break;
    case QEvent::MouseButtonPress: press(static_cast<QMouseEvent *>(event)->position()); break;
    case QEvent::MouseButtonRelease: release(); break;
    default: break; // of the many events of a window
    }
    return false;
}

/// The window itself would go on at the cost of the docks on the other side, which do not come back.
void DockWidth::press(QPointF point)
{
    const QWidget *views = m_window.centralWidget();
    m_isEdgePressed = views && isAtEdge(point);
    if (!m_isEdgePressed)
        return;
    const int least = views->minimumWidth() > 0 ? views->minimumWidth() : views->minimumSizeHint().width();
    m_dock.setMaximumWidth(m_dock.width() + std::max(0, views->width() - least));
}

void DockWidth::release()
{
    if (!std::exchange(m_isEdgePressed, false))
        return;
    m_dock.setMaximumWidth(QWIDGETSIZE_MAX);
    take();
}

bool DockWidth::isAtEdge(QPointF point) const
{
    const int reach = m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &m_window) + 1;
    const QRect dock = m_dock.geometry();
    const double outside = std::max(dock.left() - point.x(), point.x() - dock.right());
    return outside >= 0 && outside <= reach;
}

void DockWidth::giveBack()
{
    if (m_wanted > 0 && m_dock.width() != m_wanted && m_dock.isVisible() && !m_dock.isFloating())
        m_window.resizeDocks({&m_dock}, {m_wanted}, Qt::Horizontal);
}

} // namespace wk
