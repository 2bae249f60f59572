// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tableexport.h"

#include "ui/models/resourcetablemodel.h"
#include "ui/models/tablevalue.h"
#include "ui/style/formats.h"
#include "ui/table/columnlayout.h"

namespace wk {

namespace {

std::string serverCell(const TableCsvRow &row, const TableColumn &column)
{
    const auto &cells = row.object->cells;
    const int cell = column.cellOf(row.watch);
    if (cell < 0 || static_cast<std::size_t>(cell) >= cells.size())
        return {};
    const std::string text = cellText(cells[static_cast<std::size_t>(cell)]);
    return saysNothing(text) ? std::string() : text;
}

/// The time since `from`; where it is not known, what the server wrote.
std::string ageCell(const std::optional<WallTime> &from, const std::string &written, WallTime now)
{
    return from ? format::age(*from, now).toStdString() : written;
}

} // namespace

CsvSource::Cells tableCsvHead(const std::vector<TableColumn> &columns)
{
    CsvSource::Cells head;
    for (const TableColumn &column : columns) {
        if (column.kind == TableColumn::Kind::Mark)
            continue;
        head.push_back(column.title.toStdString());
        if (column.kind == TableColumn::Kind::LastChange)
            head.push_back(TableExport::tr("CHANGED BY").toStdString());
    }
    return head;
}

TableCsvRow tableCsvRow(const ResourceTableModel &model, int row)
{
    const TableRow &held = model.rowAt(row);
    return {held.object,
            held.changes,
            held.lastChange,
            held.lastManager,
            std::string(model.clusters().names().nameOf(held.cluster)),
            held.watch};
}

CsvSource::Cells tableCsvCells(const std::vector<TableColumn> &columns, const TableCsvRow &row, WallTime now)
{
    const Object &object = *row.object;
    CsvSource::Cells cells;
    for (const TableColumn &column : columns) {
        switch (column.kind) {
        case TableColumn::Kind::Mark: break;
        case TableColumn::Kind::Cluster: cells.push_back(row.cluster); break;
        case TableColumn::Kind::Namespace: cells.push_back(object.ns); break;
        case TableColumn::Kind::Name: cells.push_back(object.name); break;
        case TableColumn::Kind::Server: cells.push_back(serverCell(row, column)); break;
        case TableColumn::Kind::Age: cells.push_back(ageCell(object.created, serverCell(row, column), now)); break;
        case TableColumn::Kind::LastSeen: cells.push_back(ageCell(object.seen, NotKnown, now)); break;
        case TableColumn::Kind::Label: {
            const Text *value = labelValue(object, column.label);
            cells.push_back(value ? std::string(*value) : std::string());
            break;
        }
        case TableColumn::Kind::Changes: cells.push_back(std::to_string(row.changes)); break;
        case TableColumn::Kind::LastChange:
            cells.push_back(row.lastChange ? formatMicroTime(*row.lastChange) : std::string());
            cells.push_back(row.lastManager);
            break;
        }
    }
    return cells;
}

TableExport::TableExport(const ResourceTableModel &model, const ColumnLayout &columns, Clock &clock, QObject *parent)
    : FileExport(clock, parent)
    , m_model(model)
    , m_layout(columns)
{}

/// Rows are pointers to what nobody alters: all of them are noted at once, lest the table be another by the time they
/// are written.
std::shared_ptr<ExportSource> TableExport::source(const std::string &)
{
    std::vector<TableColumn> columns;
    for (const int column : m_layout.shownColumns())
        columns.push_back(m_model.tableColumns()[static_cast<std::size_t>(column)]);
    std::vector<TableCsvRow> rows;
    rows.reserve(static_cast<std::size_t>(m_model.rowCount()));
    for (int i = 0; i < m_model.rowCount(); ++i) {
        if (!m_model.rowAt(i).isGone)
            rows.push_back(tableCsvRow(m_model, i));
    }
    const std::size_t count = rows.size();
    CsvSource::Cells head = tableCsvHead(columns);
    return std::make_shared<CsvSource>(std::move(head), count,
                                       [columns = std::move(columns), rows = std::move(rows), now = m_model.now()](
                                           std::size_t row) { return tableCsvCells(columns, rows[row], now); });
}

} // namespace wk
