// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/foldedsearch.h"
#include "ui/code/searchable.h"

#include <optional>
#include <vector>

namespace wk {

class ColumnLayout;
class ObjectTable;
class ResourceTableModel;
struct TableColumn;
struct TableRow;

/// Finds rows of a table by what their shown columns say; ages and counts are not looked into. The row that is found is
/// the current one, and so selected in the whole window. Gui thread. Rows come and go: each step looks anew. Beyond
/// RowsReadWhole rows only names and namespaces are read, so that a step stays within a frame.
class TableSearch : public Searchable
{
public:
    static constexpr int RowsReadWhole = 20'000;

    /// All three outlive it.
    TableSearch(ObjectTable &table, const ResourceTableModel &model, const ColumnLayout &columns);

    void setNeedle(const QString &needle) override;
    int foundCount() const override { return static_cast<int>(m_found.size()); }
    int foundCurrent() const override;
    void findNext() override;
    void findPrevious() override;
    QString selectedText() const override;
    QWidget *searched() override;

private:
    void look();
    int chosenRow() const;
    bool says(const TableRow &row, const TableColumn &column) const;
    void choose(int row);

    ObjectTable &m_table;
    const ResourceTableModel &m_model;
    const ColumnLayout &m_columns;
    std::optional<FoldedSearch> m_needle;
    std::vector<int> m_found; ///< rows, as they stood at the last look
};

} // namespace wk
