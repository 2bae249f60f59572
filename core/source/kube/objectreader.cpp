// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/objectreader.h"

#include <functional>
#include <string_view>

namespace wk {

namespace {

namespace dom = simdjson::dom;

/// More columns than any real table has; what a stranger sends beyond is dropped.
constexpr std::size_t MostColumns = 256;

std::string textOf(dom::element value)
{
    std::string_view text;
    return value.get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

std::string_view viewOf(dom::element value)
{
    std::string_view text;
    return value.get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::optional<WallTime> timeOf(dom::element value)
{
    return parseTime(viewOf(value));
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

std::vector<std::pair<std::string, std::string>> readLabels(dom::element value)
{
    std::vector<std::pair<std::string, std::string>> labels;
    eachMember(value, [&](std::string_view key, dom::element child) { labels.emplace_back(key, viewOf(child)); });
    return labels;
}

OwnerReference readOwner(dom::element value)
{
    OwnerReference owner;
    eachMember(value, [&](std::string_view key, dom::element child) {
        if (key == "apiVersion")
            owner.apiVersion = textOf(child);
        else if (key == "kind")
            owner.kind = textOf(child);
        else if (key == "name")
            owner.name = textOf(child);
        else if (key == "uid")
            owner.uid = textOf(child);
        else if (key == "controller")
            owner.controller = child.is_bool() && bool(child.get_bool().value_unsafe());
    });
    return owner;
}

/// Names of a field set; the parser has bounded its depth.
std::uint32_t namesIn(dom::element fields)
{
    std::uint32_t count = 0;
    eachMember(fields, [&](std::string_view, dom::element child) { count += 1 + namesIn(child); });
    return count;
}

ManagedFields readManager(dom::element value)
{
    ManagedFields entry;
    eachMember(value, [&](std::string_view key, dom::element child) {
        if (key == "manager")
            entry.manager = textOf(child);
        else if (key == "operation")
            entry.operation = textOf(child);
        else if (key == "subresource")
            entry.subresource = textOf(child);
        else if (key == "time")
            entry.time = timeOf(child);
        else if (key == "fieldsV1") {
            entry.fieldsHash = hashOf(child);
            entry.fieldsCount = namesIn(child);
        }
    });
    return entry;
}

void readMetadata(dom::element value, Object &object)
{
    eachMember(value, [&](std::string_view key, dom::element child) {
        if (key == "name")
            object.name = textOf(child);
        else if (key == "namespace")
            object.ns = textOf(child);
        else if (key == "uid")
            object.uid = textOf(child);
        else if (key == "resourceVersion")
            object.version = ResourceVersion(viewOf(child));
        else if (key == "creationTimestamp")
            object.created = timeOf(child);
        else if (key == "deletionTimestamp")
            object.deleting = timeOf(child);
        else if (key == "labels")
            object.labels = readLabels(child);
        else if (key == "ownerReferences")
            eachElement(child, [&](dom::element owner) { object.owners.push_back(readOwner(owner)); });
        else if (key == "managedFields")
            eachElement(child, [&](dom::element entry) { object.managers.push_back(readManager(entry)); });
    });
}

Readiness readinessOf(std::string_view status)
{
    if (status == "True")
        return Readiness::True;
    return status == "False" ? Readiness::False : Readiness::Unknown;
}

Readiness readConditions(dom::element value)
{
    Readiness ready = Readiness::Absent;
    Readiness available = Readiness::Absent;
    eachElement(value, [&](dom::element condition) {
        std::string_view type;
        std::string_view status;
        eachMember(condition, [&](std::string_view key, dom::element child) {
            if (key == "type")
                type = viewOf(child);
            else if (key == "status")
                status = viewOf(child);
        });
        if (type == "Ready")
            ready = readinessOf(status);
        else if (type == "Available")
            available = readinessOf(status);
    });
    return ready != Readiness::Absent ? ready : available;
}

void readStatus(dom::element value, Object &object)
{
    eachMember(value, [&](std::string_view key, dom::element child) {
        if (key == "phase")
            object.phase = textOf(child);
        else if (key == "conditions")
            object.ready = readConditions(child);
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

Cell readCell(dom::element value)
{
    switch (value.type()) {
    case dom::element_type::NULL_VALUE: return std::monostate{};
    case dom::element_type::BOOL: return bool(value.get_bool().value_unsafe());
    case dom::element_type::INT64: return std::int64_t(value.get_int64().value_unsafe());
    case dom::element_type::DOUBLE: return double(value.get_double().value_unsafe());
    case dom::element_type::STRING: return textOf(value);
    case dom::element_type::UINT64:
    case dom::element_type::ARRAY:
    case dom::element_type::OBJECT: break;
    }
    return simdjson::minify(value);
}

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value)
{
    // The multiplier of splitmix64.
    seed = (seed ^ value) * 0xbf58476d1ce4e5b9ULL;
    return seed ^ (seed >> 29);
}

} // namespace

Object readObject(dom::element root)
{
    Object object;
    eachMember(root, [&](std::string_view key, dom::element child) {
        if (key == "metadata") {
            readMetadata(child, object);
        } else if (key == "spec") {
            eachMember(child, [&](std::string_view inner, dom::element value) {
                if (inner == "nodeName")
                    object.node = textOf(value);
            });
        } else if (key == "status") {
            readStatus(child, object);
        }
    });
    if (object.name.empty())
        object.unreadable = "metadata.name is missing";
    return object;
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

std::vector<Cell> readCells(dom::element cells)
{
    std::vector<Cell> row;
    eachElement(cells, [&](dom::element cell) {
        if (row.size() < MostColumns)
            row.push_back(readCell(cell));
    });
    row.shrink_to_fit();
    return row;
}

std::uint64_t hashOf(dom::element value)
{
    const std::hash<std::string_view> hashText;
    auto hash = static_cast<std::uint64_t>(value.type());
    switch (value.type()) {
    case dom::element_type::OBJECT:
        eachMember(value, [&](std::string_view key, dom::element child) {
            hash = mixed(mixed(hash, hashText(key)), hashOf(child));
        });
        break;
    case dom::element_type::ARRAY:
        eachElement(value, [&](dom::element child) { hash = mixed(hash, hashOf(child)); });
        break;
    default:
        hash = mixed(hash, hashText(value.is_string() ? viewOf(value) : std::string_view(simdjson::minify(value))));
    }
    return hash;
}

} // namespace wk
