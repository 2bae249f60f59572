// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filterrow.h"

#include "ui/models/view.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QHBoxLayout>
#include <QPainter>

namespace wk {

FilterRow::FilterRow(QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_result(new ElidedLabel(Qt::ElideRight, this))
{
    m_row->setContentsMargins(scaled(measure::FirstPadding), 0, scaled(measure::FirstPadding), 1);
    m_row->setSpacing(scaled(measure::Grid));
    m_row->addStretch(1);
    m_row->addWidget(m_result);
    m_result->setAccessibleName(tr("How much is shown"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

FilterRow::~FilterRow()
{
    returnChips();
}

void FilterRow::returnChips()
{
    if (!m_chips)
        return;
    m_row->removeWidget(m_chips);
    m_chips->hide();
    m_chips->setParent(m_view);
}

void FilterRow::setView(View *view)
{
    returnChips();
    m_view = view;
    m_chips = view ? view->filterBar() : nullptr;
    if (m_chips) {
        m_row->insertWidget(0, m_chips);
        m_chips->show();
    }
    sayResult();
}

void FilterRow::sayResult()
{
    m_result->setText(m_view ? m_view->resultText() : QString());
}

QSize FilterRow::sizeHint() const
{
    return {QWidget::sizeHint().width(), scaled(measure::FilterBar)};
}

void FilterRow::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours.window);
    painter.fillRect(0, height() - 1, width(), 1, colours.border);
}

} // namespace wk
