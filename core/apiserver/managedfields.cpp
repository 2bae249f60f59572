// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/managedfields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace wk::apiserver {

namespace {

/// Steps from the top: {"spec", "replicas"}.
using Path = std::vector<std::string>;
using Paths = std::set<Path>;

constexpr std::string_view SystemFields[] = {"name",
                                             "namespace",
                                             "selfLink",
                                             "uid",
                                             "resourceVersion",
                                             "generation",
                                             "creationTimestamp",
                                             "deletionTimestamp",
                                             "deletionGracePeriodSeconds",
                                             "managedFields"};

size_t depthOf(const Path &path)
{
    return path.front() == "metadata" ? 3 : 2;
}

bool isTracked(const Path &path)
{
    if (path.front() == "kind" || path.front() == "apiVersion")
        return false;
    return path.size() < 2 || path[0] != "metadata" ||
           std::find(std::begin(SystemFields), std::end(SystemFields), path[1]) == std::end(SystemFields);
}

/// Collects the paths at which the two differ, down to the depth that is noted.
void collectChanges(Paths &changed, Paths &removed, const Json &before, const Json &after, Path &path)
{
    static const Json Nothing;
    std::set<std::string> keys;
    for (const Json *side : {&before, &after}) {
        if (!side->is_object())
            continue;
        for (const auto &[key, value] : side->items())
            keys.insert(key);
    }
    for (const std::string &key : keys) {
        path.push_back(key);
        const Json &old = find(before, key);
        const Json &now = find(after, key);
        const bool goesDeeper = path.size() < depthOf(path) && (now.is_object() || (now.is_null() && old.is_object()));
        if (isTracked(path) && old != now) {
            if (goesDeeper)
                collectChanges(changed, removed, old.is_object() ? old : Nothing, now, path);
            else if (!after.is_object() || !after.contains(key))
                removed.insert(path);
            else
                changed.insert(path);
        }
        path.pop_back();
    }
}

void collectOwned(Paths &paths, const Json &fields, Path &path)
{
    for (const auto &[key, value] : fields.items()) {
        if (!key.starts_with("f:"))
            continue;
        path.push_back(key.substr(2));
        if (value.is_object() && !value.empty())
            collectOwned(paths, value, path);
        else
            paths.insert(path);
        path.pop_back();
    }
}

Json fieldsOf(const Paths &paths)
{
    Json fields = Json::object();
    for (const Path &path : paths) {
        Json *here = &fields;
        for (const std::string &step : path) {
            here = &(*here)["f:" + step];
            if (!here->is_object())
                *here = Json::object();
        }
    }
    return fields;
}

bool isOf(const Json &entry, const Manager &manager)
{
    return textOf(find(entry, {"manager"})) == manager.name && textOf(find(entry, {"operation"})) == "Update" &&
           textOf(find(entry, {"apiVersion"})) == manager.apiVersion &&
           textOf(find(entry, {"subresource"})) == manager.subresource;
}

Json entryOf(const Manager &manager, const Paths &paths, WallTime now)
{
    Json entry{{"manager", manager.name}, {"operation", "Update"},    {"apiVersion", manager.apiVersion},
               {"time", formatTime(now)}, {"fieldsType", "FieldsV1"}, {"fieldsV1", fieldsOf(paths)}};
    if (!manager.subresource.empty())
        entry["subresource"] = manager.subresource;
    return entry;
}

void subtract(Paths &from, const Paths &paths)
{
    for (const Path &path : paths)
        from.erase(path);
}

} // namespace

void noteManager(Json &after, const Json &before, const Manager &manager, WallTime now)
{
    Paths changed;
    Paths removed;
    Path path;
    collectChanges(changed, removed, before, after, path);
    const Json &known = find(before, {"metadata", "managedFields"});
    Json entries = Json::array();
    Paths own = changed;
    for (const Json &entry : known.is_array() ? known : Json::array()) {
        Paths paths;
        const Json &fields = find(entry, {"fieldsV1"});
        if (fields.is_object())
            collectOwned(paths, fields, path);
        const size_t had = paths.size();
        subtract(paths, removed);
        if (isOf(entry, manager) && !changed.empty()) {
            own.insert(paths.begin(), paths.end());
            continue;
        }
        subtract(paths, changed);
        if (paths.empty())
            continue;
        entries.push_back(entry);
        if (paths.size() != had)
            entries.back()["fieldsV1"] = fieldsOf(paths);
    }
    if (!changed.empty())
        entries.push_back(entryOf(manager, own, now));
    Json &metadata = make(after, {"metadata"});
    if (entries.empty())
        metadata.erase("managedFields");
    else
        metadata["managedFields"] = std::move(entries);
}

} // namespace wk::apiserver
