// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/tableprinter.h"

#include "app/get/asciicase.h"
#include "app/get/columnwriter.h"
#include "core/base/displaysafe.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace wk {

namespace {

/// A cell as kubectl cuts it: the first line, and a sign that there was more.
std::string oneLine(const std::string &text)
{
    const auto end = text.find_first_of("\n\r\f");
    return terminalSafe(end == std::string::npos ? text : text.substr(0, end) + "...");
}

std::string labelsText(const Object &object)
{
    std::vector<std::string> pairs;
    for (const auto &[key, value] : object.labels)
        pairs.push_back(key + "=" + value);
    std::sort(pairs.begin(), pairs.end());
    std::string text;
    for (const std::string &pair : pairs)
        text += (text.empty() ? "" : ",") + pair;
    return text.empty() ? "<none>" : terminalSafe(text);
}

/// "kubernetes.io/os" is shown as OS. Source: cli-runtime printers, formatLabelHeaders().
std::string labelHeading(const std::string &label)
{
    return asciiUpper(terminalSafe(label.substr(label.rfind('/') + 1)));
}

} // namespace

/// The table of one kind.
class TablePrinter::Table
{
public:
    /// `prefix` stands before each name.
    Table(const GetArguments &arguments, const Listed &listed, std::string prefix)
        : m_arguments(arguments)
        , m_showNamespace(listed.resource.namespaced && arguments.selection.allNamespaces)
        , m_prefix(std::move(prefix))
        , m_columns(listed.columns)
    {}

    std::string list(const std::vector<ObjectPtr> &objects)
    {
        Rows rows;
        for (const ObjectPtr &object : objects)
            rows.push_back(row("ADDED", *object));
        return objects.empty() ? std::string() : underHeadings(std::move(rows));
    }

    std::string change(const Entry &entry)
    {
        if (entry.columns)
            m_columns = entry.columns;
        return underHeadings({row(typeName(entry.type), *entry.object)});
    }

private:
    using Rows = std::vector<std::vector<std::string>>;

    /// Of the first rows of all; those after them stand under the same.
    std::string underHeadings(Rows rows)
    {
        if (!m_arguments.noHeaders && !std::exchange(m_hasHeadings, true))
            rows.insert(rows.begin(), headings());
        return m_lines.write(rows);
    }

    /// As wide as the widest, whichever comes first.
    std::vector<std::string> typeCell(std::string type) const
    {
        type.resize(std::string_view("MODIFIED").size(), ' ');
        return m_arguments.watch && m_arguments.outputWatchEvents ? std::vector{type} : std::vector<std::string>{};
    }

    bool isShown(const Column &column) const
    {
        return column.priority == 0 || m_arguments.format == OutputFormat::Wide;
    }

    std::vector<std::string> headings() const
    {
        std::vector<std::string> cells = typeCell("EVENT");
        if (m_showNamespace)
            cells.push_back("NAMESPACE");
        for (std::size_t i = 0; m_columns && i < m_columns->size(); ++i) {
            if (const Column &column = (*m_columns)[i]; isShown(column))
                cells.push_back(asciiUpper(terminalSafe(column.name)));
        }
        if (!m_columns)
            cells.push_back("NAME");
        for (const std::string &label : m_arguments.labelColumns)
            cells.push_back(labelHeading(label));
        if (m_arguments.showLabels)
            cells.push_back("LABELS");
        return cells;
    }

    std::vector<std::string> row(const char *type, const Object &object) const
    {
        std::vector<std::string> cells = typeCell(type);
        if (m_showNamespace)
            cells.push_back(terminalSafe(object.ns));
        for (std::size_t i = 0; m_columns && i < std::min(m_columns->size(), object.cells.size()); ++i) {
            const Column &column = (*m_columns)[i];
            if (isShown(column))
                cells.push_back((column.format == "name" ? m_prefix : "") + oneLine(cellText(object.cells[i])));
        }
        if (!m_columns || object.cells.empty())
            cells.push_back(m_prefix + terminalSafe(object.name));
        for (const std::string &label : m_arguments.labelColumns) {
            const Text *value = labelValue(object, label);
            cells.push_back(value ? terminalSafe(*value) : std::string());
        }
        if (m_arguments.showLabels)
            cells.push_back(labelsText(object));
        return cells;
    }

    GetArguments m_arguments;
    bool m_showNamespace;
    std::string m_prefix;
    Columns m_columns;
    ColumnWriter m_lines;
    bool m_hasHeadings = false;
};

TablePrinter::TablePrinter(const GetArguments &arguments)
    : m_arguments(arguments)
{}

TablePrinter::~TablePrinter() = default;

Printed TablePrinter::lists(const std::vector<Listed> &kinds)
{
    std::string text;
    for (const Listed &kind : kinds) {
        const bool hasPrefix = kinds.size() > 1 || m_arguments.showKind;
        m_table = std::make_unique<Table>(m_arguments, kind, hasPrefix ? kindPrefix(kind.resource) : std::string());
        const std::string printed = m_table->list(kind.objects);
        text += (printed.empty() || text.empty() || m_arguments.noHeaders ? "" : "\n") + printed;
    }
    return {text};
}

Printed TablePrinter::change(const Entry &entry)
{
    return {m_table->change(entry)};
}

} // namespace wk
