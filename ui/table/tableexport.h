// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/fileexport.h"
#include "ui/models/tablecolumn.h"

#include <optional>
#include <vector>

namespace wk {

class ColumnLayout;
class ResourceTableModel;

/// Of a row what a file wants to know.
struct TableCsvRow {
    ObjectPtr object; ///< not null
    std::uint32_t changes = 0;
    std::optional<WallTime> lastChange;
    std::string lastManager;
    std::string cluster{}; ///< its name for people
    WatchId watch = 0;
};

/// The rows that a table shows, in its order and with its columns, as CSV. Deleted rows that still stand there are left
/// out. Gui thread.
class TableExport : public FileExport
{
    Q_OBJECT

public:
    TableExport(const ResourceTableModel &model, const ColumnLayout &columns, Clock &clock, QObject *parent = nullptr);

protected:
    std::shared_ptr<ExportSource> source(const std::string &path) override;

private:
    const ResourceTableModel &m_model;
    const ColumnLayout &m_layout;
};

/// Of a row that a table shows.
TableCsvRow tableCsvRow(const ResourceTableModel &model, int row);
/// The titles of the columns, the mark left out; the last change is two columns, its time and its manager. Any thread.
CsvSource::Cells tableCsvHead(const std::vector<TableColumn> &columns);
/// A row under them, as the server said it: numbers ungrouped, times in RFC 3339, nothing for "<none>". Any thread.
CsvSource::Cells tableCsvCells(const std::vector<TableColumn> &columns, const TableCsvRow &row, WallTime now);

} // namespace wk
