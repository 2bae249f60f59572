// SPDX-License-Identifier: GPL-3.0-or-later
// How ResourceTableModel takes in what the watches bring.
#include "ui/models/resourcetablemodel.h"

#include <algorithm>

namespace wk {

namespace {

/// So many rows are placed within some milliseconds, whatever they are sorted by.
constexpr std::size_t ManyBehind = 1024;
/// How many rows that are shown no more are forgotten at once: about a millisecond.
constexpr std::size_t RowsForgottenAtOnce = 1024;

} // namespace

void ResourceTableModel::applyBatch(const Batch &batch)
{
    bool isMine = arrive(batch.arrivals);
    for (const WatchStatus &status : batch.statuses) {
        m_statuses[status.watch] = status;
        isMine = isMine || mine(status.watch);
    }
    m_isBehind = m_isBehind || isMine;
    catchUp();
}

void ResourceTableModel::follow()
{
    const HistorySnapshot &history = m_history->now();
    for (const WatchId watch : m_watches) { // one that goes on with an earlier watch brings no list
        if (std::ranges::find(m_listed, watch) == m_listed.end() && load(watch))
            m_isBehind = true;
    }
    if (m_watches.empty())
        m_cursor.passTo(m_history->end());
    const auto take = [&](RowId row) {
        const WatchId watch = history.watch(row);
        if (!mine(watch))
            return;
        m_isBehind = true;
        takeColumns(watch, history.table(row));
        if (history.type(row) == EntryType::List && std::ranges::find(m_listed, watch) == m_listed.end())
            m_listed.push_back(watch);
        m_rows.apply(history, row, m_clock.now());
    };
    m_cursor.advance(history, m_history->end(), take, [&](const HistorySnapshot::Closing &closing) {
        if (!history.isOpen(closing.watch))
            m_statuses.erase(closing.watch);
    });
    catchUp();
}

/// What the history knows of a watch that is shown from now on. False where that is nothing.
bool ResourceTableModel::load(WatchId watch)
{
    const HistorySnapshot &history = m_history->now();
    const auto known = history.knowledge(watch);
    if (!known || !known->covers(m_cursor.next()))
        return false;
    takeColumns(watch, history.columnsOf(watch));
    m_listed.push_back(watch);
    m_rows.load(history, watch, m_cursor.next());
    return true;
}

void ResourceTableModel::setAside(bool aside)
{
    if (aside == m_isAside)
        return;
    m_isAside = aside;
    catchUp();
}

void ResourceTableModel::catchUp()
{
    if (!m_isBehind || (m_isAside && m_rows.touchedCount() < ManyBehind))
        return;
    update();
}

/// To let go of a hundred thousand rows takes a while.
void ResourceTableModel::forgetDropped()
{
    if (m_rows.forgetDropped(RowsForgottenAtOnce))
        m_dropAlarm = m_clock.after(std::chrono::milliseconds(0), [this] { forgetDropped(); });
}

/// The rows of a list that is under way. True when there are any of ours.
bool ResourceTableModel::arrive(const std::vector<Arrivals> &arrivals)
{
    bool isMine = false;
    for (const Arrivals &some : arrivals) {
        if (!mine(some.watch) || std::ranges::find(m_listed, some.watch) != m_listed.end())
            continue;
        isMine = true;
        takeColumns(some.watch, some.columns);
        if (some.isAnew)
            m_rows.leaveWatch(some.watch);
        m_rows.arrive(some);
    }
    return isMine;
}

void ResourceTableModel::takeColumns(WatchId watch, const Columns &columns)
{
    if (!m_serverColumns.learn(watch, columns))
        return;
    beginResetModel();
    setColumns();
    endResetModel();
    askPast();
}

} // namespace wk
