// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tablesearch.h"

#include "ui/models/resourcetablemodel.h"
#include "ui/table/columnlayout.h"
#include "ui/table/objecttable.h"

#include <algorithm>

namespace wk {

TableSearch::TableSearch(ObjectTable &table, const ResourceTableModel &model, const ColumnLayout &columns)
    : m_table(table)
    , m_model(model)
    , m_columns(columns)
{}

void TableSearch::setNeedle(const QString &needle)
{
    m_needle = needle.isEmpty() ? std::nullopt : std::optional(FoldedSearch(needle.toStdString()));
    look();
}

void TableSearch::look()
{
    m_found.clear();
    if (!m_needle)
        return;
    std::vector<const TableColumn *> columns;
    for (const int shown : m_columns.shownColumns()) {
        const TableColumn &column = m_model.tableColumns()[static_cast<std::size_t>(shown)];
        const bool isName = column.kind == TableColumn::Kind::Name || column.kind == TableColumn::Kind::Namespace;
        if (isName || m_model.rowCount() <= RowsReadWhole)
            columns.push_back(&column);
    }
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const TableRow &held = m_model.rowAt(row);
        if (std::ranges::any_of(columns, [&](const TableColumn *column) { return says(held, *column); }))
            m_found.push_back(row);
    }
}

bool TableSearch::says(const TableRow &row, const TableColumn &column) const
{
    switch (column.kind) {
    case TableColumn::Kind::Cluster: return m_needle->isIn(m_model.clusters().names().nameOf(row.cluster));
    case TableColumn::Kind::Namespace: return m_needle->isIn(row.object->ns);
    case TableColumn::Kind::Name: return m_needle->isIn(row.object->name);
    case TableColumn::Kind::LastChange: return m_needle->isIn(row.lastManager);
    case TableColumn::Kind::Label: {
        const Text *value = labelValue(*row.object, column.label);
        return value && m_needle->isIn(*value);
    }
    case TableColumn::Kind::Server: {
        const auto &cells = row.object->cells;
        const int cell = column.cellOf(row.watch);
        return cell >= 0 && static_cast<std::size_t>(cell) < cells.size() &&
               m_needle->isIn(cellText(cells[static_cast<std::size_t>(cell)]));
    }
    case TableColumn::Kind::Mark:
    case TableColumn::Kind::Age:
    case TableColumn::Kind::LastSeen:
    case TableColumn::Kind::Changes: return false;
    }
    return false;
}

/// The focus alone makes a row current that nobody has chosen.
int TableSearch::chosenRow() const
{
    const QModelIndex current = m_table.currentIndex();
    return m_table.selectionModel()->isSelected(current) ? current.row() : -1;
}

int TableSearch::foundCurrent() const
{
    const auto found = std::ranges::find(m_found, chosenRow());
    return found == m_found.end() ? -1 : static_cast<int>(found - m_found.begin());
}

void TableSearch::findNext()
{
    look();
    if (m_found.empty())
        return;
    const auto next = std::ranges::upper_bound(m_found, chosenRow());
    choose(next == m_found.end() ? m_found.front() : *next);
}

void TableSearch::findPrevious()
{
    look();
    if (m_found.empty())
        return;
    const auto here = std::ranges::lower_bound(m_found, chosenRow());
    choose(here == m_found.begin() ? m_found.back() : *(here - 1));
}

void TableSearch::choose(int row)
{
    const QModelIndex index = m_model.index(row, m_model.columnOf(QStringLiteral("@name")));
    m_table.selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table.scrollTo(index);
}

QString TableSearch::selectedText() const
{
    return {};
}

QWidget *TableSearch::searched()
{
    return &m_table;
}

} // namespace wk
