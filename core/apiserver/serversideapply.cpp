// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/serversideapply.h"

#include "core/apiserver/fieldshape.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace {

void mergeIn(Json &live, const Json &wanted, const std::string &name, bool isBuiltIn)
{
    const FieldShape shape = shapeOf(name, wanted, isBuiltIn);
    if (shape.kind == FieldShape::Kind::Map && live.is_object()) {
        for (const auto &[key, value] : wanted.items()) {
            if (live.contains(key))
                mergeIn(live[key], value, key, isBuiltIn);
            else
                live[key] = value;
        }
    } else if (shape.kind == FieldShape::Kind::Keyed && live.is_array()) {
        for (const Json &item : wanted) {
            const std::size_t place = itemWith(live, shape, keyStep(shape, item));
            if (place == live.size())
                live.push_back(item);
            else
                mergeIn(live[place], item, {}, isBuiltIn);
        }
    } else if (shape.kind == FieldShape::Kind::Set && live.is_array()) {
        for (const Json &item : wanted) {
            if (std::find(live.begin(), live.end(), item) == live.end())
                live.push_back(item);
        }
    } else {
        live = wanted;
    }
}

std::size_t itemAt(const Json &list, const std::string &name, const std::string &step, bool isBuiltIn)
{
    if (step.starts_with("k:"))
        return itemWith(list, shapeOf(name, list, isBuiltIn), step);
    const auto found = std::find_if(list.begin(), list.end(), [&](const Json &item) {
        return "v:" + item.dump(-1, ' ', false, Json::error_handler_t::replace) == step;
    });
    return std::size_t(found - list.begin());
}

/// Takes the value at a path out; nothing happens where it leads nowhere.
void takeOut(Json &object, const FieldPath &path, bool isBuiltIn)
{
    Json *here = &object;
    std::string name;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool isLast = i + 1 == path.size();
        if (path[i].starts_with("f:")) {
            name = path[i].substr(2);
            if (!here->is_object() || !here->contains(name))
                return;
            if (isLast)
                here->erase(name);
            else
                here = &(*here)[name];
            continue;
        }
        if (!here->is_array())
            return;
        const std::size_t place = itemAt(*here, name, path[i], isBuiltIn);
        if (place == here->size())
            return;
        if (isLast)
            here->erase(place);
        else
            here = &(*here)[place];
    }
}

/// Whether a set holds the path or something below it.
bool touches(const FieldSet &fields, const FieldPath &path)
{
    const auto first = fields.lower_bound(path);
    return first != fields.end() && first->size() >= path.size() &&
           std::equal(path.begin(), path.end(), first->begin());
}

bool isEntryOf(const Json &entry, const Manager &manager)
{
    return textOf(find(entry, {"manager"})) == manager.name && textOf(find(entry, {"operation"})) == "Apply" &&
           textOf(find(entry, {"subresource"})) == manager.subresource;
}

const Json &entriesOf(const Json &object)
{
    static const Json None = Json::array();
    const Json &entries = find(object, {"metadata", "managedFields"});
    return entries.is_array() ? entries : None;
}

std::string whoAndHow(const Json &entry)
{
    const std::string subresource = textOf(find(entry, {"subresource"}));
    return "\"" + textOf(find(entry, {"manager"})) + "\"" +
           (subresource.empty() ? "" : " with subresource \"" + subresource + "\"") + " using " +
           textOf(find(entry, {"apiVersion"}));
}

} // namespace

Json appliedTo(const Json &live, const Json &configuration, const Manager &manager)
{
    const bool isBuiltIn = isBuiltInVersion(manager.apiVersion);
    Json merged = live.is_object() ? live : Json::object();
    mergeIn(merged, configuration, {}, isBuiltIn);
    FieldSet before;
    FieldSet others;
    for (const Json &entry : entriesOf(live)) {
        FieldSet fields = parseFieldsV1(find(entry, {"fieldsV1"}));
        (isEntryOf(entry, manager) ? before : others).merge(fields);
    }
    const FieldSet now = manager.applied.value_or(FieldSet{});
    for (const FieldPath &path : before) {
        if (!now.contains(path) && !touches(now, path) && !touches(others, path))
            takeOut(merged, path, isBuiltIn);
    }
    return merged;
}

std::optional<Status> applyConflict(const ResourceType &type, const Json &live, const Json &applied,
                                    const Manager &manager)
{
    const FieldSet changed = fieldChanges(live, applied, manager.apiVersion).set;
    std::vector<Cause> causes;
    for (const Json &entry : entriesOf(live)) {
        if (isEntryOf(entry, manager))
            continue;
        for (const FieldPath &path : parseFieldsV1(find(entry, {"fieldsV1"}))) {
            if (changed.contains(path))
                causes.push_back({"FieldManagerConflict", "conflict with " + whoAndHow(entry), pathText(path)});
        }
    }
    if (causes.empty())
        return {};
    std::string message =
        "Apply failed with " + std::to_string(causes.size()) + (causes.size() == 1 ? " conflict: " : " conflicts: ");
    if (causes.size() == 1)
        message += causes.front().message + ": " + causes.front().field;
    else
        for (std::size_t i = 0; i < causes.size(); ++i)
            message += (i == 0 ? "" : "\n") + causes[i].message + ":\n- " + causes[i].field;
    return applyConflicts(type, textOf(find(live, {"metadata", "name"})), message, causes);
}

} // namespace wk::apiserver
