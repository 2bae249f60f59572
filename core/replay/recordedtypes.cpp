// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedtypes.h"

#include "core/apiserver/cells.h"
#include "core/apiserver/document.h"
#include "core/apiserver/objectmaker.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/rows.h"
#include "core/base/time.h"
#include "core/resource/printedcells.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace wk {

using apiserver::Json;
using apiserver::PrintedRow;
using apiserver::ResourceType;

namespace {

/// Of that name, group and version; null when there is none.
const ResourceType *builtinType(const GroupVersionResource &gvr)
{
    static const std::vector<ResourceType> All = apiserver::builtinTypes();
    const auto found = std::ranges::find_if(All, [&](const ResourceType &type) {
        return type.group == gvr.group && type.version == gvr.version && type.plural == gvr.resource;
    });
    return found == All.end() ? nullptr : &*found;
}

ResourceType customType(const ResourceInfo &resource)
{
    ResourceType type;
    type.group = resource.gvr.group;
    type.version = resource.gvr.version;
    type.plural = resource.gvr.resource;
    type.singular = resource.singular;
    type.kind = resource.kind;
    type.shortNames = resource.shortNames;
    type.categories = resource.categories;
    type.isCustom = true;
    return type;
}

/// Of a kind whose columns nobody has recorded.
PrintedRow plainRow(const Json &document)
{
    return {{apiserver::nameCell(document), apiserver::objectAge(document)}, {}};
}

std::string jsonOf(const Cell &cell)
{
    return std::visit(
        [](const auto &value) -> std::string {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::monostate>)
                return "null";
            else if constexpr (std::is_same_v<Value, std::string_view>)
                return apiserver::jsonString(value);
            else
                return apiserver::encode(Json(value));
        },
        cell);
}

/// What counts time was counted when it was told: of a built-in kind it is counted anew, as of the moment of asking.
std::optional<apiserver::Cell> countedAnew(const std::string &column, const ResourceType &known, const PrintedRow &row)
{
    for (std::size_t i = 0; i < std::min(known.columns.size(), row.cells.size()); ++i) {
        if (row.cells[i].since && isSameColumn(known.columns[i].name, column))
            return row.cells[i];
    }
    return {};
}

/// As many as the kind has columns.
PrintedRow recordedRow(const ResourceType &type, const Object &object, const Json &document)
{
    const ResourceType *known = builtinType({type.group, type.version, type.plural});
    const PrintedRow anew = known && known->print ? known->print(document) : PrintedRow();
    PrintedRow row;
    auto cell = object.cells.begin();
    for (const apiserver::Column &column : type.columns) {
        apiserver::Cell told{.json = "null"};
        if (cell != object.cells.end())
            told.json = jsonOf(*cell++);
        if (isSameColumn(column.name, "Age") && object.created)
            told = {.since = *object.created};
        else if (const auto counted = known ? countedAnew(column.name, *known, anew) : std::nullopt)
            told = *counted;
        row.cells.push_back(std::move(told));
    }
    return row;
}

/// Of an object that was recorded without its JSON, as Secrets are.
Json metadataOf(const Object &object)
{
    Json metadata{{"name", object.name.view()}};
    if (!object.ns.empty())
        metadata["namespace"] = object.ns.view();
    if (!object.uid.empty())
        metadata["uid"] = object.uid.text();
    if (object.created)
        metadata["creationTimestamp"] = formatTime(*object.created);
    if (object.deleting)
        metadata["deletionTimestamp"] = formatTime(*object.deleting);
    for (const auto &[key, value] : object.labels)
        metadata["labels"][std::string(key)] = value.view();
    return {{"metadata", std::move(metadata)}};
}

} // namespace

ResourceType recordedType(const ResourceInfo &resource, const Columns &columns)
{
    const ResourceType *known = builtinType(resource.gvr);
    ResourceType type = known ? *known : customType(resource);
    type.namespaced = resource.namespaced;
    type.isReadOnly = true;
    type.compute = nullptr;
    if (columns && !columns->empty()) {
        type.columns.clear();
        type.print = nullptr; // the cells are those that were recorded
        for (const Column &column : *columns)
            type.columns.push_back({column.name, column.type, column.format, column.description, column.priority});
    } else if (!type.print) {
        type.columns = {apiserver::nameColumn(), apiserver::ageColumn()};
        type.print = plainRow;
    }
    return type;
}

std::optional<apiserver::StoredObject> recordedObject(const ResourceType &type, const Object &object,
                                                      const std::string &json)
{
    const Result<Json> document = json.empty() ? Result<Json>(metadataOf(object)) : apiserver::parseDocument(json);
    if (!document || !document->is_object())
        return {};
    apiserver::StoredObject stored = apiserver::makeObject(type, *document);
    if (stored.name.empty())
        return {};
    if (!type.print)
        stored.row = recordedRow(type, object, *document);
    return stored;
}

} // namespace wk
