// SPDX-License-Identifier: GPL-3.0-or-later
// How a TableView follows the playhead: in slices, one moment after the other. Where the hand is faster than the table,
// the newest moment follows the one under way.
#include "core/history/rows/historyfeed.h"
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

void TableView::setHistory(const HistoryFeed &history)
{
    m_history = &history;
    // One that was hidden before its window was shown is sent no event that says so.
    connect(&history, &HistoryFeed::moved, m_model, [this] { m_model->setAside(isAside()); });
    m_model->setHistory(history);
    connect(&history, &HistoryFeed::moved, this, [this] {
        if (!isAside())
            m_columns->fitToLists();
    });
    showMoment();
}

void TableView::showMoment()
{
    m_isMomentDue = true;
    if (isAside())
        return; // until somebody looks
    if (!m_state.playhead() || !m_history) {
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
    if (!m_model->isPastComing() || m_momentUpTo < m_history->now().begin()) {
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
    const HistorySnapshot &log = m_history->now();
    m_momentUpTo = std::clamp(moment.upTo, log.begin(), log.end());
    m_momentEvent.reset();
    if (moment.isEvent && m_momentUpTo > log.begin() && log.rowsOfEntry(m_momentUpTo - 1).isOne())
        m_momentEvent = m_momentUpTo - 1;
    m_model->beginPast(
        {moment.time, pastKind(log, m_model->resource(), m_state.namespaces(), m_momentUpTo), m_momentEvent});
}

/// What a step has changed is to be seen.
void TableView::momentShown()
{
    m_columns->fitToLists();
    const HistorySnapshot &log = m_history->now();
    const std::optional<RowId> event = std::exchange(m_momentEvent, std::nullopt);
    const bool isOfObject = event && *event >= log.begin() && log.isOfObject(*event);
    const WatchScope *scope = isOfObject ? log.scope(log.watch(*event)) : nullptr;
    const int row = scope ? m_model->rowOf(refOf(scope->resource.gvr, *log.object(*event))) : -1;
    if (row >= 0)
        m_table->scrollTo(m_model->index(row, m_table->homeColumn()));
}

} // namespace wk
