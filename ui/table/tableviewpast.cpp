// SPDX-License-Identifier: GPL-3.0-or-later
// How a TableView follows the playhead: in slices, one moment after the other. Where the hand is faster than the table,
// the newest moment follows the one under way.
#include "core/history/eventlog.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/windowstate.h"
#include "ui/table/columnlayout.h"
#include "ui/table/objecttable.h"
#include "ui/table/tableview.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace wk {

namespace {

/// How long one slice may take, where the turn has as much left.
constexpr std::chrono::milliseconds MomentSlice{4};

} // namespace

void TableView::setHistory(const EventLog &log)
{
    m_log = &log;
    m_model->setLog(log);
    showMoment();
}

void TableView::showMoment()
{
    m_isMomentDue = true;
    if (isAside())
        return; // until somebody looks
    if (!m_state.playhead() || !m_log) {
        m_isMomentDue = false;
        m_momentWork.stop();
        return m_model->showPresent();
    }
    if (!m_momentWork.isActive())
        workOnMoment();
}

bool TableView::isAside() const
{
    return window()->isVisible() && !isVisible();
}

void TableView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    m_model->setAside(false);
    m_columns->fitToLists();
    if (m_isMomentDue)
        showMoment();
}

void TableView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_model->setAside(isAside());
}

void TableView::workOnMoment()
{
    m_momentWork.stop();
    if (isAside() || !m_state.playhead()) {
        m_isMomentDue = true;
        return;
    }
    if (!m_model->isPastComing() || m_momentUpTo < m_log->begin()) {
        if (m_turn.waits()) // to ask for a hundred thousand objects takes as long as a slice
            return m_momentWork.start(0);
        beginMoment();
    }
    const QDeadlineTimer deadline(m_turn.share(MomentSlice));
    const bool hasMore = m_model->stepPast([&deadline] { return !deadline.hasExpired(); });
    if (!hasMore)
        momentShown();
    if (hasMore || m_isMomentDue)
        m_momentWork.start(0);
}

void TableView::beginMoment()
{
    const Moment moment = *m_state.playhead();
    m_isMomentDue = false;
    // What has fallen off the log is told as what its oldest row knows.
    m_momentUpTo = std::clamp(moment.upTo, m_log->begin(), m_log->end());
    m_momentEvent = nullptr;
    if (moment.isEvent && m_momentUpTo > m_log->begin() && m_log->rowsOfEntry(m_momentUpTo - 1).isOne())
        m_momentEvent = m_log->entry(m_momentUpTo - 1);
    m_model->beginPast(*m_log,
                       {moment.time, pastKind(*m_log, m_model->resource(), m_state.namespaces(), m_momentUpTo),
                        m_momentEvent, m_momentEvent ? m_log->changesOf(m_momentUpTo - 1) : 0, m_momentUpTo - 1});
}

/// What a step has changed is to be seen.
void TableView::momentShown()
{
    m_columns->fitToLists();
    const EntryPtr event = std::exchange(m_momentEvent, nullptr);
    const WatchScope *scope = event && event->object ? m_log->scope(event->watch) : nullptr;
    const int row = scope ? m_model->rowOf(refOf(scope->resource.gvr, *event->object)) : -1;
    if (row >= 0)
        m_table->scrollTo(m_model->index(row, m_table->homeColumn()));
}

} // namespace wk
