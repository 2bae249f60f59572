// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/strategicmerge.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace {

constexpr std::string_view DeleteFromList = "$deleteFromPrimitiveList/";

/// The member that tells the entries of a list apart; empty: the list is replaced whole. `entry` helps where
/// two lists share a name.
std::string mergeKey(const std::string &list, const Json &entry)
{
    static constexpr std::pair<std::string_view, const char *> Keys[] = {{"containers", "name"},
                                                                         {"initContainers", "name"},
                                                                         {"ephemeralContainers", "name"},
                                                                         {"volumes", "name"},
                                                                         {"env", "name"},
                                                                         {"volumeMounts", "mountPath"},
                                                                         {"volumeDevices", "devicePath"},
                                                                         {"imagePullSecrets", "name"},
                                                                         {"secrets", "name"},
                                                                         {"hostAliases", "ip"},
                                                                         {"conditions", "type"},
                                                                         {"addresses", "type"},
                                                                         {"taints", "key"},
                                                                         {"ownerReferences", "uid"},
                                                                         {"readinessGates", "conditionType"}};
    if (list == "ports")
        return entry.is_object() && entry.contains("containerPort") ? "containerPort" : "port";
    for (const auto &[name, key] : Keys) {
        if (name == list)
            return key;
    }
    return {};
}

bool isPrimitiveSet(const std::string &list)
{
    return list == "finalizers";
}

Json::iterator entryWith(Json &list, const std::string &key, const Json &value)
{
    return std::find_if(list.begin(), list.end(), [&](const Json &entry) { return find(entry, key) == value; });
}

void mergeEntries(Json &list, const Json &patch, const std::string &key)
{
    for (const Json &entry : patch) {
        const std::string directive = textOf(find(entry, {"$patch"}));
        if (directive == "replace")
            continue;
        const auto place = entryWith(list, key, find(entry, key));
        if (directive == "delete") {
            if (place != list.end())
                list.erase(place);
        } else if (place != list.end()) {
            strategicMerge(*place, entry);
        } else {
            Json added = Json::object();
            strategicMerge(added, entry);
            list.push_back(std::move(added));
        }
    }
}

void mergeList(Json &document, const std::string &name, const Json &patch)
{
    Json &list = document[name];
    const std::string key = patch.empty() ? std::string() : mergeKey(name, patch.front());
    const bool replaces = std::any_of(patch.begin(), patch.end(),
                                      [](const Json &entry) { return textOf(find(entry, {"$patch"})) == "replace"; });
    if (isPrimitiveSet(name) && list.is_array()) {
        for (const Json &value : patch) {
            if (std::find(list.begin(), list.end(), value) == list.end())
                list.push_back(value);
        }
    } else if (key.empty()) {
        list = patch;
    } else {
        if (!list.is_array() || replaces)
            list = Json::array();
        mergeEntries(list, patch, key);
    }
}

void deleteFromList(Json &document, const std::string &name, const Json &values)
{
    if (!document.contains(name) || !document[name].is_array() || !values.is_array())
        return;
    Json kept = Json::array();
    for (const Json &value : document[name]) {
        if (std::find(values.begin(), values.end(), value) == values.end())
            kept.push_back(value);
    }
    document[name] = std::move(kept);
}

} // namespace

void strategicMerge(Json &document, const Json &patch)
{
    if (!document.is_object() || textOf(find(patch, {"$patch"})) == "replace")
        document = Json::object();
    for (const auto &[key, value] : patch.items()) {
        if (key.starts_with(DeleteFromList)) {
            deleteFromList(document, key.substr(DeleteFromList.size()), value);
        } else if (key.starts_with("$")) {
            continue; // Orders and kept keys: what is merged by name needs neither.
        } else if (value.is_null()) {
            document.erase(key);
        } else if (value.is_object()) {
            if (textOf(find(value, {"$patch"})) == "delete")
                document.erase(key);
            else
                strategicMerge(document[key], value);
        } else if (value.is_array()) {
            mergeList(document, key, value);
        } else {
            document[key] = value;
        }
    }
}

} // namespace wk::apiserver
