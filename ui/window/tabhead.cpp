// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabhead.h"

#include <QEvent>
#include <QStackedWidget>
#include <QTabWidget>

namespace wk {

TabHead::TabHead(QTabWidget &tabs, QWidget &head)
    : QObject(&tabs)
    , m_pages(tabs.findChild<QStackedWidget *>())
    , m_head(head)
{
    const bool isShown = !head.isHidden();
    head.setParent(m_pages);
    head.setVisible(isShown);
    m_pages->installEventFilter(this);
    head.installEventFilter(this);
    place();
}

bool TabHead::eventFilter(QObject *watched, QEvent *event)
{
    const QEvent::Type what = event->type();
    if (what == QEvent::ShowToParent || what == QEvent::HideToParent || what == QEvent::Resize)
        place();
    return QObject::eventFilter(watched, event);
}

void TabHead::place()
{
    m_pages->setContentsMargins(0, m_head.isHidden() ? 0 : m_head.height(), 0, 0);
    m_head.setFixedWidth(m_pages->width()); // what it says anew stays its own affair and lays out no window
    m_head.move(0, 0);
    m_head.raise();
}

} // namespace wk
