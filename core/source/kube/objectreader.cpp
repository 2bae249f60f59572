// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/objectreader.h"

#include "core/json/valuekind.h"
#include "core/resource/kubeevent.h"
#include "core/source/kube/managerstext.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace wk {

namespace {

namespace dom = simdjson::dom;

std::string textOf(dom::element value)
{
    std::string_view text;
    return value.get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

/// Calls `visit` with each member, if it is an object at all.
template <class Visit>
void eachMember(dom::element value, Visit visit)
{
    dom::object members;
    if (value.get(members) != simdjson::SUCCESS)
        return;
    for (const auto [key, child] : members)
        visit(key, child);
}

template <class Visit>
void eachElement(dom::element value, Visit visit)
{
    dom::array elements;
    if (value.get(elements) != simdjson::SUCCESS)
        return;
    for (const dom::element child : elements)
        visit(child);
}

Managers readManagers(TapeValue value, ReadCache &cache)
{
    thread_local std::vector<ManagedFields> managers;
    managers.clear();
    value.eachElement([&](TapeValue entry) { managers.push_back(readManager(entry)); });
    return {cache.writers(managers), managers};
}

void readMetadata(TapeValue value, Object &object, ReadCache &cache)
{
    value.eachMember([&](std::string_view key, TapeValue child) {
        if (key == "name")
            object.name = child.text();
        else if (key == "namespace")
            object.ns = cache.text(child.text());
        else if (key == "uid")
            object.uid = child.text();
        else if (key == "resourceVersion")
            object.version = ResourceVersion(child.text());
        else if (key == "creationTimestamp")
            object.created = parseTime(child.text());
        else if (key == "deletionTimestamp")
            object.deleting = parseTime(child.text());
        else if (key == "labels")
            object.labels = cache.labels(child);
        else if (key == "ownerReferences")
            object.owners = cache.owners(child);
        else if (key == "managedFields")
            object.managers = readManagers(child, cache);
    });
}

Readiness readinessOf(std::string_view status)
{
    if (status == "True")
        return Readiness::True;
    return status == "False" ? Readiness::False : Readiness::Unknown;
}

Readiness readConditions(TapeValue value)
{
    ConditionsReadiness ready;
    value.eachElement([&](TapeValue condition) {
        std::string_view type;
        std::string_view status;
        condition.eachMember([&](std::string_view key, TapeValue child) {
            if (key == "type")
                type = child.text();
            else if (key == "status")
                status = child.text();
        });
        ready.add(type, status);
    });
    return ready.value();
}

void readStatus(TapeValue value, Object &object, ReadCache &cache)
{
    value.eachMember([&](std::string_view key, TapeValue child) {
        if (key == "phase")
            object.phase = cache.text(child.text());
        else if (key == "conditions")
            object.ready = readConditions(child);
    });
}

void readSeen(std::string_view member, TapeValue value, EventSeen &seen)
{
    seen.add(member, value.text());
    value.eachMember([&](std::string_view key, TapeValue child) {
        if (key == EventSeen::SeriesMember && member == EventSeen::Members.front())
            seen.add(member, child.text());
    });
}

Column readColumn(dom::element value)
{
    Column column;
    eachMember(value, [&](std::string_view key, dom::element child) {
        if (key == "name")
            column.name = textOf(child);
        else if (key == "type")
            column.type = textOf(child);
        else if (key == "format")
            column.format = textOf(child);
        else if (key == "description")
            column.description = textOf(child);
        else if (key == "priority") {
            std::int64_t priority = 0;
            if (child.get(priority) == simdjson::SUCCESS)
                column.priority = static_cast<int>(std::clamp<std::int64_t>(priority, 0, 1000));
        }
    });
    return column;
}

void addCell(Cells::Builder &cells, dom::element value)
{
    switch (json::kindOf(value)) {
    case json::ValueKind::Null: cells.add(std::monostate{}); return;
    case json::ValueKind::Bool: cells.add(bool(value.get_bool().value_unsafe())); return;
    case json::ValueKind::Integer: cells.add(std::int64_t(value.get_int64().value_unsafe())); return;
    case json::ValueKind::Double: cells.add(double(value.get_double().value_unsafe())); return;
    case json::ValueKind::String: cells.add(std::string_view(value.get_string().value_unsafe())); return;
    case json::ValueKind::LargeInteger:
    case json::ValueKind::Array:
    case json::ValueKind::Object: break;
    }
    cells.add(simdjson::minify(value));
}

/// Nothing for what is no scalar of ours.
std::optional<Cell> readCell(TapeValue value)
{
    switch (value.type()) {
    case 'n': return Cell(std::monostate{});
    case 't': return Cell(true);
    case 'f': return Cell(false);
    case 'l': return Cell(value.integer());
    case 'd': return Cell(value.number());
    case '"': return Cell(value.text());
    default: return {};
    }
}

std::optional<Cells> readCells(TapeValue cells, const Object &object)
{
    Cells::Builder row(object.name, object.node);
    std::size_t count = 0;
    bool readable = true;
    cells.eachElement([&](TapeValue value) {
        const auto cell = readCell(value);
        readable = readable && cell && ++count <= MostColumns;
        if (readable)
            row.add(*cell);
    });
    return readable ? std::optional(row.cells()) : std::nullopt;
}

} // namespace

void ConditionsReadiness::add(std::string_view type, std::string_view status)
{
    if (type == "Ready")
        m_ready = readinessOf(status);
    else if (type == "Available")
        m_available = readinessOf(status);
}

Object readObject(TapeValue root, ReadCache &cache)
{
    Object object;
    EventSeen seen;
    root.eachMember([&](std::string_view key, TapeValue child) {
        if (key == "metadata") {
            readMetadata(child, object, cache);
        } else if (key == "spec") {
            child.eachMember([&](std::string_view inner, TapeValue value) {
                if (inner == "nodeName")
                    object.node = cache.text(value.text());
            });
        } else if (key == "status") {
            readStatus(child, object, cache);
        } else if (EventSeen::isAsked(key)) {
            readSeen(key, child, seen);
        }
    });
    object.seen = seen.time();
    if (object.name.empty())
        object.unreadable = Unreadable::NoName;
    return object;
}

std::optional<Object> readRow(TapeValue row, ReadCache &cache)
{
    std::optional<TapeValue> cells;
    std::optional<TapeValue> object;
    bool isOne = true;
    row.eachMember([&](std::string_view key, TapeValue value) {
        if (key == "cells") {
            cells = value;
        } else if (key == "object") {
            isOne = !object;
            object = value;
        }
    });
    if (!cells || !object || !isOne || !object->isObject() || !object->isLastOf(row))
        return {};
    Object result = readObject(*object, cache);
    auto read = readCells(*cells, result);
    if (!read)
        return {};
    result.cells = *std::move(read);
    return result;
}

Columns readColumns(dom::element definitions)
{
    std::vector<Column> columns;
    eachElement(definitions, [&](dom::element definition) {
        if (columns.size() < MostColumns)
            columns.push_back(readColumn(definition));
    });
    return columns.empty() ? nullptr : std::make_shared<const std::vector<Column>>(std::move(columns));
}

Cells readCells(dom::element cells, const Object &object)
{
    Cells::Builder row(object.name, object.node);
    std::size_t count = 0;
    eachElement(cells, [&](dom::element cell) {
        if (++count <= MostColumns)
            addCell(row, cell);
    });
    return row.cells();
}

} // namespace wk
