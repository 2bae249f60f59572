// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docktitle.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyleOptionDockWidget>
#include <QToolButton>

namespace wk {

DockTitle::DockTitle(QDockWidget *dock)
    : QWidget(dock)
    , m_dock(dock)
    , m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(scaled(measure::FirstPadding), 0, scaled(measure::Grid), 0);
    m_row->setSpacing(0);
    m_row->addStretch(1);
    auto *hide = new QToolButton(this);
    hide->setIcon(icon(Icon::Close));
    hide->setIconSize(QSize(scaled(measure::FieldIcon), scaled(measure::FieldIcon)));
    hide->setAutoRaise(true);
    hide->setFocusPolicy(Qt::TabFocus);
    const auto sayHide = [this, hide] {
        hide->setAccessibleName(tr("Hide %1").arg(m_dock->windowTitle()));
        hide->setToolTip(safeToolTip(hide->accessibleName()));
        update();
    };
    whenTranslated(this, sayHide);
    connect(dock, &QDockWidget::windowTitleChanged, this, sayHide);
    connect(hide, &QToolButton::clicked, dock, &QDockWidget::close);
    m_row->addWidget(hide);
}

void DockTitle::addControl(QWidget *control)
{
    m_row->insertWidget(m_row->count() - 1, control);
}

QSize DockTitle::sizeHint() const
{
    return {m_row->sizeHint().width(), scaled(measure::DockTitle)};
}

void DockTitle::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionDockWidget option;
    option.initFrom(this);
    option.title = m_dock->windowTitle();
    style()->drawControl(QStyle::CE_DockWidgetTitle, &option, &painter, m_dock);
}

} // namespace wk
