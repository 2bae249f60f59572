// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablecolumn.h"

#include "core/resource/printedcells.h"
#include "ui/models/modelstr.h"
#include "ui/style/safetext.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

using Look = TableColumn::Look;

bool isOneOf(const QString &name, std::initializer_list<const char *> words)
{
    return std::ranges::any_of(
        words, [&](const char *word) { return name.compare(QLatin1String(word), Qt::CaseInsensitive) == 0; });
}

/// Ages and durations that the server writes as text. Source: k8s.io/kubernetes pkg/printers/internalversion.
bool holdsAges(const QString &name, const Column &column)
{
    return column.type == "date" ||
           isOneOf(name, {"Age", "Duration", "Last Schedule", "Last Seen", "First Seen", "RequestedDuration"});
}

Look lookOf(const QString &name, const Column &column)
{
    if (isPhaseColumn(column.name))
        return Look::Phase;
    if (column.type == "integer" || column.type == "number" || isOneOf(name, {"Restarts"}))
        return Look::Number;
    if (isOneOf(name, {"Node", "Roles", "Version", "Class", "IngressClass", "StorageClass"}))
        return Look::Quiet;
    return Look::Plain;
}

/// The server hides a pod's node behind `-o wide`; to a monitor it is half of the story.
bool isWide(const QString &name, const Column &column)
{
    return column.priority > 0 && !isOneOf(name, {"Node"});
}

/// A custom resource may count its Age from any time of its own. The server says which, unless the author of the column
/// says something else. Source: k8s.io/apiextensions-apiserver pkg/registry/customresource/tableconvertor.
bool isCreationAge(const QString &name, const Column &column)
{
    constexpr std::string_view Says = "Custom resource definition column (in JSONPath format): ";
    const std::string_view said = column.description;
    return isOneOf(name, {"Age"}) &&
           (!said.starts_with(Says) || said.substr(Says.size()) == ".metadata.creationTimestamp");
}

TableColumn own(TableColumn::Kind kind, Look look, const char *key, const QString &title)
{
    TableColumn column;
    column.kind = kind;
    column.look = look;
    column.key = QLatin1String(key);
    column.title = title;
    return column;
}

TableColumn nameColumn(const QString &title)
{
    TableColumn column = own(TableColumn::Kind::Name, Look::Mono, "@name", title);
    return column;
}

TableColumn serverColumn(const Column &column, int cell)
{
    const QString name = displayText(column.name, 80);
    TableColumn made;
    made.key = name;
    made.title = name.toUpper();
    made.description = displayText(column.description);
    made.name = column.name;
    made.cell = cell;
    made.isAge = holdsAges(name, column);
    made.isWide = isWide(name, column);
    made.look = made.isAge ? Look::Number : lookOf(name, column);
    if (column.format == "name" || (cell == 0 && isOneOf(name, {"Name"}))) {
        made.kind = TableColumn::Kind::Name;
        made.look = Look::Mono;
        made.key = QStringLiteral("@name");
    } else if (cell == 0 && isOneOf(name, {"Key"})) { // of etcd, where what a value calls itself is no name
        made.look = Look::Mono;
    } else if (isCreationAge(name, column)) {
        made.kind = TableColumn::Kind::Age;
        made.key = QStringLiteral("@age");
    } else if (isOneOf(name, {"Last Seen"}) && column.type == "string") { // a custom resource's would be a date
        made.kind = TableColumn::Kind::LastSeen;
    }
    return made;
}

TableColumn ageColumn()
{
    TableColumn column = own(TableColumn::Kind::Age, Look::Number, "@age", ModelsTr::tr("AGE"));
    column.isAge = true;
    return column;
}

TableColumn labelColumn(const QString &label)
{
    const QString text = displayText(label.toStdString(), 80);
    TableColumn column =
        own(TableColumn::Kind::Label, Look::Plain, "", text.mid(text.lastIndexOf(QLatin1Char('/')) + 1).toUpper());
    column.key = QStringLiteral("@label:") + label;
    column.label = label.toStdString();
    column.description = ModelsTr::tr("Label %1").arg(text);
    return column;
}

/// Events are told by their column: their type is how bad they are, and how they change is in what they say.
void lookAtEvents(std::vector<TableColumn> &columns)
{
    if (std::ranges::find(columns, TableColumn::Kind::LastSeen, &TableColumn::kind) == columns.end())
        return;
    for (TableColumn &column : columns) {
        if (column.key == QLatin1String("Type"))
            column.look = Look::Severity;
        if (column.kind == TableColumn::Kind::Changes || column.kind == TableColumn::Kind::LastChange)
            column.isWide = true;
    }
}

} // namespace

std::vector<TableColumn> tableColumns(const Columns &server, const TableShape &shape)
{
    std::vector<TableColumn> columns;
    columns.push_back(own(TableColumn::Kind::Mark, Look::Mark, "@mark", QString()));
    if (shape.ofClusters)
        columns.push_back(own(TableColumn::Kind::Cluster, Look::Cluster, "@cluster", ModelsTr::tr("CLUSTER")));
    if (shape.namespaced)
        columns.push_back(own(TableColumn::Kind::Namespace, Look::Quiet, "@namespace", ModelsTr::tr("NAMESPACE")));
    if (server && !server->empty()) {
        int cell = 0;
        for (const Column &column : *server)
            columns.push_back(serverColumn(column, cell++));
    } else {
        columns.push_back(nameColumn(ModelsTr::tr("NAME")));
        columns.push_back(ageColumn());
    }
    for (const QString &label : shape.labels)
        columns.push_back(labelColumn(label));
    columns.push_back(own(TableColumn::Kind::Changes, Look::Changes, "@changes", ModelsTr::tr("CHANGES")));
    columns.push_back(own(TableColumn::Kind::LastChange, Look::LastChange, "@last", ModelsTr::tr("LAST CHANGE")));
    lookAtEvents(columns);
    return columns;
}

int phaseColumn(const std::vector<TableColumn> &columns)
{
    const auto found = std::ranges::find(columns, Look::Phase, &TableColumn::look);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

int standingColumn(const std::vector<TableColumn> &columns)
{
    if (const int phase = phaseColumn(columns); phase >= 0)
        return phase;
    const auto isReady = [](const TableColumn &each) { return each.cell >= 0 && isSameColumn(each.name, "Ready"); };
    const auto found = std::ranges::find_if(columns, isReady);
    return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

const TableColumn *columnNamed(const std::vector<TableColumn> &columns, std::string_view name)
{
    const auto found = std::ranges::find_if(
        columns, [name](const TableColumn &each) { return each.cell >= 0 && isSameColumn(each.name, name); });
    return found == columns.end() ? nullptr : &*found;
}

int phaseCell(const std::vector<TableColumn> &columns, WatchId watch)
{
    const int column = phaseColumn(columns);
    return column < 0 ? -1 : columns[static_cast<std::size_t>(column)].cellOf(watch);
}

} // namespace wk
