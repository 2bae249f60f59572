// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectprinter.h"

#include "app/get/asciicase.h"
#include "app/get/columnwriter.h"
#include "core/base/displaysafe.h"
#include "core/json/prettyprint.h"
#include "core/json/yamlwriter.h"
#include "core/resource/objectjson.h"

#include <algorithm>
#include <optional>
#include <string_view>

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

/// "pod/" or "deployment.apps/".
std::string kindPrefix(const ResourceInfo &resource)
{
    return asciiLower(resource.kind) + (resource.gvr.group.empty() ? "" : "." + resource.gvr.group) + "/";
}

/// The widest type that a change has, and the three spaces between columns.
constexpr std::size_t TypeWidth = std::string_view("MODIFIED").size() + 3;

/// The table of one kind. A change is its type and then its row, whose columns are as wide as those of the list: what a
/// watch adds lines up, however much of it comes at a time.
class Table
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
        std::vector<std::vector<std::string>> rows;
        if (!m_arguments.noHeaders)
            rows.push_back(headings());
        for (const ObjectPtr &object : objects)
            rows.push_back(row(*object));
        const std::string text = m_lines.write(rows);
        return objects.empty() ? std::string() : text;
    }

    std::string change(const Entry &entry)
    {
        if (entry.columns)
            m_columns = entry.columns;
        std::string type = typeName(entry.type);
        type.resize(TypeWidth, ' ');
        return type + m_lines.write({row(*entry.object)});
    }

private:
    bool isShown(const Column &column) const
    {
        return column.priority == 0 || m_arguments.format == OutputFormat::Wide;
    }

    std::vector<std::string> headings() const
    {
        std::vector<std::string> cells;
        if (m_showNamespace)
            cells.push_back("NAMESPACE");
        for (std::size_t i = 0; m_columns && i < m_columns->size(); ++i) {
            if (const Column &column = (*m_columns)[i]; isShown(column))
                cells.push_back(asciiUpper(terminalSafe(column.name)));
        }
        if (!m_columns)
            cells.push_back("NAME");
        if (m_arguments.showLabels)
            cells.push_back("LABELS");
        return cells;
    }

    std::vector<std::string> row(const Object &object) const
    {
        std::vector<std::string> cells;
        if (m_showNamespace)
            cells.push_back(terminalSafe(object.ns));
        for (std::size_t i = 0; m_columns && i < std::min(m_columns->size(), object.cells.size()); ++i) {
            const Column &column = (*m_columns)[i];
            if (isShown(column))
                cells.push_back((column.format == "name" ? m_prefix : "") + oneLine(cellText(object.cells[i])));
        }
        if (!m_columns || object.cells.empty())
            cells.push_back(m_prefix + terminalSafe(object.name));
        if (m_arguments.showLabels)
            cells.push_back(labelsText(object));
        return cells;
    }

    GetArguments m_arguments;
    bool m_showNamespace;
    std::string m_prefix;
    Columns m_columns;
    ColumnWriter m_lines;
};

/// kubectl's tables, under each other; names have their kind before them where there are several:
/// "deployment.apps/web".
class TablePrinter : public ObjectPrinter
{
public:
    explicit TablePrinter(const GetArguments &arguments)
        : m_arguments(arguments)
    {}

    std::string lists(const std::vector<Listed> &kinds) override
    {
        std::string text;
        for (const Listed &kind : kinds) {
            m_table.emplace(m_arguments, kind, kinds.size() > 1 ? kindPrefix(kind.resource) : std::string());
            const std::string printed = m_table->list(kind.objects);
            text += (printed.empty() || text.empty() || m_arguments.noHeaders ? "" : "\n") + printed;
        }
        return text;
    }

    std::string change(const Entry &entry) override { return m_table->change(entry); }

private:
    GetArguments m_arguments;
    std::optional<Table> m_table;
};

/// -o name: "pod/web-1", "deployment.apps/web".
class NamePrinter : public ObjectPrinter
{
public:
    std::string lists(const std::vector<Listed> &kinds) override
    {
        std::string text;
        for (const Listed &kind : kinds) {
            m_prefix = kindPrefix(kind.resource);
            for (const ObjectPtr &object : kind.objects)
                text += line(*object);
        }
        return text;
    }
    std::string change(const Entry &entry) override { return line(*entry.object); }

private:
    std::string line(const Object &object) const { return m_prefix + terminalSafe(object.name) + "\n"; }
    std::string m_prefix;
};

/// -o json and -o yaml: a List, one object when it was asked for by name, and each change as a document of its own.
class DocumentPrinter : public ObjectPrinter
{
public:
    explicit DocumentPrinter(const GetArguments &arguments)
        : m_arguments(arguments)
    {}

    std::string lists(const std::vector<Listed> &kinds) override
    {
        const auto &targets = m_arguments.selection.targets;
        const bool isOne = targets.size() == 1 && !targets.front().name.empty() && kinds.size() <= 1;
        const bool isEachItsOwn = m_arguments.watch || isOne;
        std::string text;
        for (const Listed &kind : kinds) {
            m_resource = kind.resource;
            for (const ObjectPtr &object : kind.objects) {
                if (isEachItsOwn)
                    text += document("ADDED", *object);
                else
                    text += (text.empty() ? "" : ",") + objectJson(*object, m_resource);
            }
        }
        return isEachItsOwn ? text
                            : print(R"({"apiVersion":"v1","items":[)" + text +
                                    R"(],"kind":"List","metadata":{"resourceVersion":""}})");
    }

    std::string change(const Entry &entry) override { return document(typeName(entry.type), *entry.object); }

private:
    /// Keys of an event are in their order in JSON, and managedFields stay: kubectl's own ways.
    std::string document(const char *type, const Object &object) const
    {
        const std::string json = objectJson(object, m_resource);
        if (!m_arguments.outputWatchEvents || !m_arguments.watch)
            return print(json);
        const std::string head = std::string(R"({"type":")") + type + R"(","object":)";
        if (m_arguments.format == OutputFormat::Yaml)
            return printYaml(head + json + '}');
        const auto printed = json::prettyPrinted(json, {json::PrintOptions::Layout::Compact});
        return head + (printed ? *printed : json) + "}\n";
    }

    std::string print(const std::string &text) const
    {
        if (m_arguments.format == OutputFormat::Yaml)
            return printYaml(text);
        json::PrintOptions options;
        options.managedFields = m_arguments.showManagedFields;
        const auto printed = json::prettyPrinted(text, options);
        return (printed ? *printed : text) + "\n";
    }

    std::string printYaml(const std::string &text) const
    {
        const auto keep =
            m_arguments.showManagedFields ? yaml::Writer::ManagedFields::Kept : yaml::Writer::ManagedFields::LeftOut;
        const auto printed = yaml::fromJson(text, keep);
        return (m_arguments.watch ? "---\n" : "") + (printed ? *printed : text + "\n");
    }

    GetArguments m_arguments;
    ResourceInfo m_resource; ///< of what was listed last
};

} // namespace

std::unique_ptr<ObjectPrinter> makePrinter(const GetArguments &arguments)
{
    switch (arguments.format) {
    case OutputFormat::Table:
    case OutputFormat::Wide: return std::make_unique<TablePrinter>(arguments);
    case OutputFormat::Name: return std::make_unique<NamePrinter>();
    case OutputFormat::Json:
    case OutputFormat::Yaml: return std::make_unique<DocumentPrinter>(arguments);
    }
    return nullptr;
}

} // namespace wk
