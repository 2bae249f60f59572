// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/customcolumnsprinter.h"

#include "core/base/displaysafe.h"

namespace wk {

namespace {

std::vector<json::PathSteps> pathsOf(const std::vector<CustomColumn> &columns)
{
    std::vector<json::PathSteps> paths;
    for (const CustomColumn &column : columns)
        paths.push_back(column.path);
    return paths;
}

} // namespace

CustomColumnsPrinter::CustomColumnsPrinter(const GetArguments &arguments)
    : m_documents(arguments)
    , m_columns(arguments.customColumns.size())
    , m_reader(pathsOf(arguments.customColumns))
{
    for (const CustomColumn &column : arguments.customColumns) {
        if (!arguments.noHeaders)
            m_headings.push_back(terminalSafe(column.heading));
    }
}

Printed CustomColumnsPrinter::lists(const std::vector<Listed> &kinds)
{
    std::vector<Row> rows;
    if (!m_headings.empty())
        rows.push_back(m_headings);
    std::optional<Error> error;
    for (const Document &document : m_documents.ofObjects(kinds)) {
        auto cells = row(document);
        if (!cells) {
            error = cells.error();
            break;
        }
        rows.push_back(std::move(cells).value());
    }
    return {m_lines.write(rows), error};
}

Printed CustomColumnsPrinter::change(const Entry &entry)
{
    const auto cells = row(m_documents.ofChange(entry));
    return cells ? Printed{m_lines.write({*cells})} : Printed{{}, cells.error()};
}

Result<CustomColumnsPrinter::Row> CustomColumnsPrinter::row(const Document &document)
{
    if (auto read = m_reader.read(document.text()); !read)
        return read.error();
    Row cells;
    for (std::size_t i = 0; i < m_columns; ++i) {
        const auto cell = m_reader.cell(i);
        if (!cell)
            return cell.error();
        cells.push_back(terminalSafe(*cell));
    }
    return cells;
}

} // namespace wk
