// SPDX-License-Identifier: GPL-3.0-or-later
// How a TableView follows the history, and the playhead.
#include "core/history/rows/historyfeed.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/windowstate.h"
#include "ui/table/columnlayout.h"
#include "ui/table/objecttable.h"
#include "ui/table/tableview.h"

#include <algorithm>

namespace wk {

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

void TableView::showNamespaces()
{
    m_columns->setOneNamespace(m_state.namespaces().size() == 1);
    m_model->setNamespaces(m_state.namespaces());
}

void TableView::showMoment()
{
    m_isMomentDue = isAside();
    if (m_isMomentDue)
        return; // until somebody looks
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment || !m_history)
        return m_model->showPresent();
    // What has fallen off the log is told as what its oldest row knows.
    const HistorySnapshot &log = m_history->now();
    TableMoment asked{moment->time, std::clamp(moment->upTo, log.begin(), log.end()), {}};
    if (moment->isEvent && asked.upTo > log.begin() && log.rowsOfEntry(asked.upTo - 1).isOne())
        asked.event = asked.upTo - 1;
    m_model->showPast(std::move(asked));
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

/// What a step has changed is to be seen.
void TableView::momentShown()
{
    m_columns->fitToLists();
    showSelection();
    if (!m_model->isPast())
        return;
    const HistorySnapshot &log = m_history->now();
    const std::optional<RowId> event = m_model->moment()->event;
    const bool isOfObject = event && *event >= log.begin() && log.isOfObject(*event);
    const WatchScope *scope = isOfObject ? log.scope(log.watch(*event)) : nullptr;
    const int row = scope ? m_model->rowOf(refOf(scope->resource.gvr, *log.object(*event), log.cluster(*event))) : -1;
    if (row >= 0)
        m_table->scrollTo(m_model->index(row, m_table->homeColumn()));
}

} // namespace wk
