// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/managedfields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace wk::apiserver {

namespace {

const char *operationOf(const Manager &manager)
{
    return manager.applied ? "Apply" : "Update";
}

bool isOf(const Json &entry, const Manager &manager)
{
    return textOf(find(entry, {"manager"})) == manager.name &&
           textOf(find(entry, {"operation"})) == operationOf(manager) &&
           textOf(find(entry, {"apiVersion"})) == manager.apiVersion &&
           textOf(find(entry, {"subresource"})) == manager.subresource;
}

Json entryOf(const Manager &manager, const FieldSet &fields, WallTime now)
{
    Json entry{{"manager", manager.name}, {"operation", operationOf(manager)}, {"apiVersion", manager.apiVersion},
               {"time", formatTime(now)}, {"fieldsType", "FieldsV1"},          {"fieldsV1", fieldsV1(fields)}};
    if (!manager.subresource.empty())
        entry["subresource"] = manager.subresource;
    return entry;
}

void subtract(FieldSet &from, const FieldSet &fields)
{
    for (const FieldPath &path : fields)
        from.erase(path);
}

/// Appliers first, then by time. Source: managedfields sortEncodedManagedFields.
void sortEntries(Json &entries)
{
    const auto rank = [](const Json &entry) {
        return std::tuple(textOf(find(entry, {"operation"})), textOf(find(entry, {"time"})),
                          textOf(find(entry, {"manager"})), textOf(find(entry, {"apiVersion"})),
                          textOf(find(entry, {"subresource"})));
    };
    std::stable_sort(entries.begin(), entries.end(), [&](const Json &a, const Json &b) { return rank(a) < rank(b); });
}

/// What is left of the entry's fields after the change; the entry is not the manager's own.
std::optional<Json> remainderOf(const Json &entry, const FieldChanges &changes)
{
    FieldSet fields = parseFieldsV1(find(entry, {"fieldsV1"}));
    const std::size_t had = fields.size();
    subtract(fields, changes.removed);
    subtract(fields, changes.set);
    if (fields.empty())
        return {};
    Json left = entry;
    if (fields.size() != had)
        left["fieldsV1"] = fieldsV1(fields);
    return left;
}

/// What the manager owns after the change, given his entry before (null: he had none).
FieldSet ownAfter(const Json &entry, const FieldChanges &changes, const Manager &manager)
{
    if (manager.applied)
        return *manager.applied;
    FieldSet own = parseFieldsV1(find(entry, {"fieldsV1"}));
    subtract(own, changes.removed);
    own.insert(changes.set.begin(), changes.set.end());
    return own;
}

} // namespace

void noteManager(Json &after, const Json &before, const Manager &manager, WallTime now)
{
    const FieldChanges changes = fieldChanges(before, after, manager.apiVersion);
    const bool isChange = !changes.set.empty() || !changes.removed.empty();
    const Json &known = find(before, {"metadata", "managedFields"});
    Json entries = Json::array();
    Json own;
    for (const Json &entry : known.is_array() ? known : Json::array()) {
        if (isOf(entry, manager))
            own = entry;
        else if (const auto left = remainderOf(entry, changes))
            entries.push_back(*left);
    }
    const FieldSet fields = ownAfter(own, changes, manager);
    const bool isApply = manager.applied && (isChange || fields != parseFieldsV1(find(own, {"fieldsV1"})));
    if (!fields.empty()) {
        const bool takes = manager.applied ? isApply : !changes.set.empty();
        Json entry = takes ? entryOf(manager, fields, now) : own;
        entry["fieldsV1"] = fieldsV1(fields);
        entries.push_back(std::move(entry));
    }
    if (!isChange && !isApply)
        entries = known.is_array() ? known : Json::array();
    else
        sortEntries(entries);
    Json &metadata = make(after, {"metadata"});
    if (entries.empty())
        metadata.erase("managedFields");
    else
        metadata["managedFields"] = std::move(entries);
}

} // namespace wk::apiserver
