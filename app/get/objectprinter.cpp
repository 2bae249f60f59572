// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectprinter.h"

#include "app/get/asciicase.h"
#include "app/get/columnwriter.h"
#include "core/base/displaysafe.h"
#include "core/json/prettyprint.h"
#include "core/json/yamlwriter.h"

#include <algorithm>
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

/// kubectl's table. A change is its type and then its row, whose columns are as wide as those of the list: what a watch
/// adds lines up, however much of it comes at a time.
class TablePrinter : public ObjectPrinter
{
public:
    TablePrinter(const GetArguments &arguments, const ResourceInfo &resource, Naming naming)
        : m_arguments(arguments)
        , m_showNamespace(resource.namespaced && arguments.selection.allNamespaces)
        , m_prefix(naming == Naming::WithKind ? kindPrefix(resource) : std::string())
    {}

    std::string list(const Listed &listed) override
    {
        m_columns = listed.columns;
        std::vector<std::vector<std::string>> rows;
        if (!m_arguments.noHeaders)
            rows.push_back(headings());
        for (const ObjectPtr &object : listed.objects)
            rows.push_back(row(*object));
        const std::string text = m_lines.write(rows);
        return listed.objects.empty() ? std::string() : text;
    }

    std::string change(const Entry &entry) override
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
        for (const Column &column : *m_columns) {
            if (isShown(column))
                cells.push_back(asciiUpper(terminalSafe(column.name)));
        }
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
        if (object.cells.empty())
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

/// -o name: "pod/web-1", "deployment.apps/web".
class NamePrinter : public ObjectPrinter
{
public:
    explicit NamePrinter(const ResourceInfo &resource)
        : m_prefix(kindPrefix(resource))
    {}
    std::string list(const Listed &listed) override
    {
        std::string text;
        for (const ObjectPtr &object : listed.objects)
            text += line(*object);
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

    std::string list(const Listed &listed) override
    {
        const auto &targets = m_arguments.selection.targets;
        if (m_arguments.watch || (targets.size() == 1 && !targets.front().name.empty())) {
            std::string text;
            for (const ObjectPtr &object : listed.objects)
                text += document("ADDED", *object);
            return text;
        }
        std::string items;
        for (const ObjectPtr &object : listed.objects)
            items += (items.empty() ? "" : ",") + object->body.object();
        return print(R"({"apiVersion":"v1","items":[)" + items +
                         R"(],"kind":"List","metadata":{"resourceVersion":""}})",
                     json::PrintOptions::Layout::Indented);
    }

    std::string change(const Entry &entry) override { return document(typeName(entry.type), *entry.object); }

private:
    std::string document(const char *type, const Object &object) const
    {
        const std::string body = object.body.object();
        if (!m_arguments.outputWatchEvents || !m_arguments.watch)
            return print(body, json::PrintOptions::Layout::Indented);
        return print(std::string(R"({"type":")") + type + R"(","object":)" + body + "}",
                     json::PrintOptions::Layout::Compact);
    }

    std::string print(const std::string &text, json::PrintOptions::Layout layout) const
    {
        if (m_arguments.format == OutputFormat::Yaml)
            return printYaml(text);
        json::PrintOptions options;
        options.layout = layout;
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
};

} // namespace

std::unique_ptr<ObjectPrinter> makePrinter(const GetArguments &arguments, const ResourceInfo &resource, Naming naming)
{
    switch (arguments.format) {
    case OutputFormat::Table:
    case OutputFormat::Wide: return std::make_unique<TablePrinter>(arguments, resource, naming);
    case OutputFormat::Name: return std::make_unique<NamePrinter>(resource);
    case OutputFormat::Json:
    case OutputFormat::Yaml: return std::make_unique<DocumentPrinter>(arguments);
    }
    return nullptr;
}

} // namespace wk
