// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filterrow.h"

#include "core/base/clock.h"
#include "ui/models/view.h"
#include "ui/models/windowstate.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QHBoxLayout>
#include <QPainter>

namespace wk {

FilterRow::FilterRow(WindowState &state, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_clock(clock)
    , m_row(new QHBoxLayout(this))
    , m_unfiltered(new ElidedLabel(Qt::ElideRight, this))
    , m_time(new Chip(QString(), this))
    , m_result(new ElidedLabel(Qt::ElideRight, this))
{
    m_row->setContentsMargins(scaled(measure::FirstPadding), 0, scaled(measure::FirstPadding), 1);
    m_row->setSpacing(scaled(measure::Grid));
    m_row->addStretch(1);
    m_row->addWidget(m_unfiltered);
    m_row->addSpacing(scaled(measure::Grid));
    m_row->addWidget(m_time);
    m_row->addSpacing(scaled(measure::Grid));
    m_row->addWidget(m_result);
    m_time->setIcon(icon(Icon::Close));
    connect(m_time, &Chip::clicked, &state, [&state] { state.setTimeRange({}); });
    connect(&state, &WindowState::timeRangeChanged, this, &FilterRow::sayTime);
    connect(&state, &WindowState::timeRangeChanged, this, &FilterRow::sayWhetherFiltered);
    connect(&state, &WindowState::filterChanged, this, &FilterRow::sayWhetherFiltered);
    whenTranslated(this, [this] {
        m_result->setAccessibleName(tr("How much is shown"));
        m_time->setToolTip(safeToolTip(tr("Show all time again (Esc)")));
        sayTime();
        sayWhetherFiltered();
    });
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
    sayWhetherFiltered();
}

/// Nobody is to believe that what he typed or dragged has thinned out a view that shows all.
void FilterRow::sayWhetherFiltered()
{
    const bool isUnfiltered = m_view && !m_view->followsFilter() && !m_state.filter().trimmed().isEmpty();
    const bool isOfAllTime = m_view && !m_view->followsTimeRange() && m_state.timeRange();
    m_unfiltered->setVisible(isUnfiltered || isOfAllTime);
    m_unfiltered->setText(
        isUnfiltered ? tr("Not filtered: the filter applies to tables, the stream and the timeline")
                     : tr("Not narrowed in time: the range applies to the stream, the timeline and the charts"));
}

void FilterRow::sayTime()
{
    const auto &range = m_state.timeRange();
    m_time->setVisible(range.has_value());
    if (!range)
        return;
    m_time->setText(tr("Time range %1").arg(format::span(range->from, range->to, m_clock.wallNow())));
    m_time->setAccessibleName(m_time->text());
    m_time->updateGeometry();
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
