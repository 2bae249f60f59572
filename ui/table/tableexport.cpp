// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tableexport.h"

#include "ui/models/resourcetablemodel.h"
#include "ui/models/tablevalue.h"
#include "ui/style/formats.h"
#include "ui/table/columnlayout.h"

namespace wk {

namespace {

std::string serverCell(const Object &object, const TableColumn &column)
{
    if (column.cell < 0 || static_cast<std::size_t>(column.cell) >= object.cells.size())
        return {};
    const std::string text = cellText(object.cells[static_cast<std::size_t>(column.cell)]);
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
    return {held.object, held.changes, held.lastChange, held.lastManager};
}

CsvSource::Cells tableCsvCells(const std::vector<TableColumn> &columns, const TableCsvRow &row, WallTime now)
{
    const Object &object = *row.object;
    CsvSource::Cells cells;
    for (const TableColumn &column : columns) {
        switch (column.kind) {
        case TableColumn::Kind::Mark: break;
        case TableColumn::Kind::Namespace: cells.push_back(object.ns); break;
        case TableColumn::Kind::Name: cells.push_back(object.name); break;
        case TableColumn::Kind::Server: cells.push_back(serverCell(object, column)); break;
        case TableColumn::Kind::Age: cells.push_back(ageCell(object.created, serverCell(object, column), now)); break;
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

std::size_t TableExport::begin(const std::string &)
{
    m_asOf = m_model.now();
    for (const int column : m_layout.shownColumns())
        m_columns.push_back(m_model.tableColumns()[static_cast<std::size_t>(column)]);
    m_rows.reserve(static_cast<std::size_t>(m_model.rowCount()));
    for (int i = 0; i < m_model.rowCount(); ++i) {
        if (!m_model.rowAt(i).isGone)
            m_rows.push_back(tableCsvRow(m_model, i));
    }
    return m_rows.size();
}

/// Rows are pointers to what nobody alters: all of them are noted at once, lest the table be another by the next slice.
bool TableExport::gather(const std::function<bool()> &)
{
    return true;
}

std::shared_ptr<ExportSource> TableExport::source(const std::string &)
{
    auto columns = std::exchange(m_columns, {});
    auto rows = std::exchange(m_rows, {});
    const std::size_t count = rows.size();
    CsvSource::Cells head = tableCsvHead(columns);
    return std::make_shared<CsvSource>(
        std::move(head), count, [columns = std::move(columns), rows = std::move(rows), now = m_asOf](std::size_t row) {
            return tableCsvCells(columns, rows[row], now);
        });
}

void TableExport::forget()
{
    m_columns = {};
    m_rows = {};
}

} // namespace wk
