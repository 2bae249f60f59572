// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/customtype.h"

#include "core/apiserver/cells.h"
#include "core/apiserver/jsonpath.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/rows.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

std::vector<std::string> textsOf(const Json &list)
{
    std::vector<std::string> texts;
    if (list.is_array()) {
        for (const Json &text : list)
            texts.push_back(textOf(text));
    }
    return texts;
}

const Json &storageVersion(const Json &definition)
{
    static const Json Nothing;
    const Json &versions = find(definition, {"spec", "versions"});
    if (versions.is_array()) {
        for (const Json &version : versions) {
            if (isTrue(find(version, {"storage"})) && isTrue(find(version, {"served"})))
                return version;
        }
    }
    return Nothing;
}

/// A column's value as its type wants it; null when it is of another.
Cell valueCell(const Json &value, const std::string &type)
{
    if (type == "date")
        return value.is_string() ? ageCell(value) : Cell{.json = "null"};
    const bool fits = type == "string"    ? !value.is_null()
                      : type == "boolean" ? value.is_boolean()
                      : type == "integer" ? value.is_number_integer()
                                          : value.is_number();
    if (!fits)
        return {.json = "null"};
    return type == "string" && !value.is_string() ? textCell(value.dump(-1, ' ', false, Json::error_handler_t::replace))
                                                  : Cell{.json = encode(value)};
}

struct CustomColumn {
    JsonPath path;
    std::string type;
};

/// The columns of the definition, or a name and an age.
void addColumns(ResourceType &type, const Json &version)
{
    type.columns = {nameColumn()};
    std::vector<CustomColumn> custom;
    const Json &given = find(version, {"additionalPrinterColumns"});
    Json columns = given.is_array() && !given.empty() ? given : Json::array();
    if (columns.empty())
        columns.push_back({{"name", "Age"}, {"type", "date"}, {"jsonPath", ".metadata.creationTimestamp"}});
    for (const Json &column : columns) {
        const std::string text = textOf(find(column, {"jsonPath"}));
        const auto path = JsonPath::parse(text);
        if (!path)
            continue;
        const std::string description = textOf(find(column, {"description"}));
        type.columns.push_back(
            {textOf(find(column, {"name"})), textOf(find(column, {"type"})), textOf(find(column, {"format"})),
             description.empty() ? "Custom resource definition column (in JSONPath format): " + text : description,
             int(numberOf(find(column, {"priority"})))});
        custom.push_back({*path, type.columns.back().type});
    }
    type.print = [custom = std::move(custom)](const Json &document) {
        PrintedRow row{{nameCell(document)}};
        for (const CustomColumn &column : custom)
            row.cells.push_back(valueCell(column.path.first(document), column.type));
        return row;
    };
}

void addSubresources(ResourceType &type, const Json &version)
{
    type.hasStatus = find(version, {"subresources", "status"}).is_object();
    const Json &scale = find(version, {"subresources", "scale"});
    type.scale = {textOf(find(scale, {"specReplicasPath"})), textOf(find(scale, {"statusReplicasPath"})),
                  textOf(find(scale, {"labelSelectorPath"}))};
}

} // namespace

std::optional<ResourceType> typeOfDefinition(const Json &definition)
{
    const Json &spec = find(definition, {"spec"});
    const Json &names = find(spec, {"names"});
    const Json &version = storageVersion(definition);
    ResourceType type;
    type.group = textOf(find(spec, {"group"}));
    type.version = textOf(find(version, {"name"}));
    type.plural = textOf(find(names, {"plural"}));
    type.kind = textOf(find(names, {"kind"}));
    type.singular = textOf(find(names, {"singular"}));
    if (type.group.empty() || type.version.empty() || type.plural.empty() || type.kind.empty())
        return {};
    type.namespaced = textOf(find(spec, {"scope"})) != "Cluster";
    type.shortNames = textsOf(find(names, {"shortNames"}));
    type.categories = textsOf(find(names, {"categories"}));
    type.hasGeneration = type.isCustom = true;
    addSubresources(type, version);
    addColumns(type, version);
    const Json &selectable = find(version, {"selectableFields"});
    if (selectable.is_array()) {
        for (const Json &field : selectable) {
            const std::string path = textOf(find(field, {"jsonPath"}));
            if (path.size() > 1 && path.front() == '.')
                type.fields.push_back({path.substr(1)});
        }
    }
    return type;
}

std::optional<std::string> serveDefinition(ResourceTable &types, const Json &definition)
{
    auto type = typeOfDefinition(definition);
    if (!type || !find(definition, {"metadata", "deletionTimestamp"}).is_null())
        return {};
    const TypePtr known = types.find(type->group, type->version, type->plural);
    type->definition = textOf(find(definition, {"metadata", "uid"})) + "/" +
                       std::to_string(numberOf(find(definition, {"metadata", "generation"})));
    if (known && known->definition == type->definition)
        return {};
    const std::string resource = type->resource();
    types.add(*std::move(type));
    return known ? std::optional(resource) : std::nullopt;
}

std::optional<std::string> withdrawDefinition(ResourceTable &types, const Json &definition)
{
    const auto type = typeOfDefinition(definition);
    if (!type || !types.find(type->group, type->version, type->plural))
        return {};
    types.remove(type->group, type->plural);
    return type->resource();
}

} // namespace wk::apiserver
