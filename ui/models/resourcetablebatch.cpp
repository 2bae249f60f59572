// SPDX-License-Identifier: GPL-3.0-or-later
// How ResourceTableModel takes in what the watches bring.
#include "ui/models/resourcetablemodel.h"

#include <algorithm>

namespace wk {

namespace {

/// So many rows are placed within some milliseconds, whatever they are sorted by.
constexpr std::size_t ManyBehind = 1024;

} // namespace

void ResourceTableModel::applyBatch(const Batch &batch)
{
    bool isMine = arrive(batch.arrivals);
    for (const WatchStatus &status : batch.statuses) {
        if (mine(status.watch)) {
            m_statuses[status.watch] = status;
            isMine = true;
        }
    }
    for (const EntryPtr &entry : batch.entries) {
        m_ledger.note(*entry);
        if (!mine(entry->watch))
            continue;
        isMine = true;
        takeColumns(entry->columns);
        if (entry->type == EntryType::List && std::ranges::find(m_listed, entry->watch) == m_listed.end())
            m_listed.push_back(entry->watch);
        m_rows.apply(*entry, m_clock.now(), m_ledger);
    }
    m_isBehind = m_isBehind || isMine;
    catchUp();
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
    if (!m_past)
        return update();
    m_isBehind = false;
    placeAside();
}

/// The rows of a list that is under way. True when there are any of ours.
bool ResourceTableModel::arrive(const std::vector<Arrivals> &arrivals)
{
    bool isMine = false;
    for (const Arrivals &some : arrivals) {
        if (!mine(some.watch) || std::ranges::find(m_listed, some.watch) != m_listed.end())
            continue;
        isMine = true;
        takeColumns(some.columns);
        if (some.isAnew)
            m_rows.leaveWatch(some.watch);
        m_rows.arrive(some, m_ledger);
    }
    return isMine;
}

void ResourceTableModel::takeColumns(const Columns &columns)
{
    if (!columns || (m_serverColumns && *columns == *m_serverColumns))
        return;
    beginResetModel();
    setColumns(columns);
    endResetModel();
}

} // namespace wk
