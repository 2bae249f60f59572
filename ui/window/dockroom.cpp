// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dockroom.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QScopedValueRollback>
#include <QScreen>
#include <QStyle>

#include <algorithm>

namespace wk {

namespace {

int leastWidthOf(const QWidget &widget)
{
    return std::max(widget.minimumSizeHint().width(), widget.minimumWidth());
}

} // namespace

DockRoom::DockRoom(QMainWindow &window, std::vector<QDockWidget *> inTurn)
    : QObject(&window)
    , m_window(window)
    , m_inTurn(std::move(inTurn))
{
    window.installEventFilter(this);
    for (QDockWidget *dock : m_inTurn)
        connect(dock->toggleViewAction(), &QAction::triggered, this,
                [this, dock](bool isShown) { isShown ? want(*dock) : show(*dock, false); });
}

void DockRoom::show(QDockWidget &dock, bool isShown)
{
    m_yielded.erase(&dock);
    if (m_wanted == &dock && !isShown)
        m_wanted = nullptr;
    dock.setVisible(isShown);
    fit();
}

void DockRoom::want(QDockWidget &dock)
{
    m_wanted = &dock;
    show(dock, true);
}

bool DockRoom::isShown(const QDockWidget &dock) const
{
    return !dock.isHidden() || m_yielded.contains(&dock);
}

bool DockRoom::eventFilter(QObject *, QEvent *event)
{
    const bool isAnotherRoom =
        event->type() == QEvent::Show || event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
    if (isAnotherRoom)
        QMetaObject::invokeMethod(this, &DockRoom::fit, Qt::QueuedConnection);
    return false;
}

void DockRoom::fit()
{
    if (m_isFitting)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    const int room = roomThereIs();
    giveBack(room);
    while (widthNeeded() > room) {
        QDockWidget *next = nextToYield();
        if (!next)
            return;
        m_yielded.insert(next);
        next->hide();
    }
    if (m_window.width() > room && isFree()) {
        m_window.layout()->activate(); // else the window may be no smaller than with all docks
        m_window.resize(room, m_window.height());
    }
}

/// The screen's, or the user's who has made the window wider than that: it may be on two of them. One that is as wide
/// as it has to be nobody has made so.
int DockRoom::roomThereIs() const
{
    const int screen = m_window.screen()->availableSize().width();
    const bool isByHand = isFree() && m_window.width() > m_window.minimumSizeHint().width();
    return isByHand ? std::max(screen, m_window.width()) : screen;
}

/// Whether the window is as large as it is asked to be.
bool DockRoom::isFree() const
{
    return !m_window.isMaximized() && !m_window.isFullScreen();
}

void DockRoom::giveBack(int room)
{
    std::for_each(m_inTurn.rbegin(), m_inTurn.rend(), [this, room](QDockWidget *dock) {
        if (!m_yielded.contains(dock) || widthNeeded(dock) > room)
            return;
        m_yielded.erase(dock);
        dock->show();
    });
}

/// By the views and the docks beside them, `more` as if it were there; docks on one side stand above each other.
int DockRoom::widthNeeded(const QDockWidget *more) const
{
    const int edge = m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &m_window);
    int left = 0;
    int right = 0;
    for (QDockWidget *dock : m_inTurn) {
        if ((dock->isHidden() && dock != more) || dock->isFloating())
            continue;
        const Qt::DockWidgetArea area = m_window.dockWidgetArea(dock);
        if (area == Qt::LeftDockWidgetArea)
            left = std::max(left, leastWidthOf(*dock) + edge);
        else if (area == Qt::RightDockWidgetArea)
            right = std::max(right, leastWidthOf(*dock) + edge);
    }
    return leastWidthOf(*m_window.centralWidget()) + left + right;
}

QDockWidget *DockRoom::nextToYield() const
{
    const auto found = std::ranges::find_if(m_inTurn, [this](const QDockWidget *dock) {
        return dock != m_wanted && !dock->isHidden() && !dock->isFloating();
    });
    return found == m_inTurn.end() ? nullptr : *found;
}

} // namespace wk
