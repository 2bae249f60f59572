// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/liveobjects.h"

#include "core/informer/objectstore.h"

#include <algorithm>

namespace wk {

void LiveObjects::apply(const Batch &batch)
{
    for (const EntryPtr &entry : batch.entries)
        applyEntry(*entry);
    for (const WatchStatus &status : batch.statuses)
        m_shelves[status.watch].status = status;
}

void LiveObjects::applyEntry(const Entry &entry)
{
    Shelf &shelf = m_shelves[entry.watch];
    if (entry.columns)
        shelf.columns = entry.columns;
    switch (entry.type) {
    case EntryType::List:
        shelf.list = entry.objects;
        shelf.tombstones = 0;
        forgetSince(shelf);
        break;
    case EntryType::Added:
    case EntryType::Modified:
        if (entry.object)
            know(shelf, {entry.object, entry.watch, {}});
        break;
    case EntryType::Deleted: remove(shelf, entry); break;
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::Relist:
    case EntryType::Reconnect:
    case EntryType::Gap: break;
    }
}

void LiveObjects::remove(Shelf &shelf, const Entry &entry)
{
    if (!entry.object)
        return;
    shelf.deleted.push_back(know(shelf, {entry.object, entry.watch, entry.arrived}));
    if (shelf.deleted.size() <= DeletedKept)
        return;
    // A tombstone stays, since the list may still hold the object.
    auto &among = shelf.since.of(shelf.deleted.front());
    const auto oldest = among.find(shelf.deleted.front());
    shelf.deleted.pop_front();
    if (oldest != among.end() && oldest->second.deletedAt && oldest->second.object) {
        oldest->second.object.reset();
        if (++shelf.tombstones > DeletedKept + (shelf.list ? shelf.list->size() / 2 : 0))
            compact(shelf);
    }
}

/// Gives its key.
std::string LiveObjects::know(Shelf &shelf, KnownObject known)
{
    std::string key = objectKey(known.object->ns, known.object->name);
    shelf.since.of(key)[key] = std::move(known);
    return key;
}

/// Leaves those deleted lately.
void LiveObjects::forgetSince(Shelf &shelf)
{
    for (auto &part : shelf.since.parts())
        std::erase_if(part, [](const auto &known) { return !known.second.deletedAt || !known.second.object; });
}

void LiveObjects::compact(Shelf &shelf)
{
    auto live = std::make_shared<std::vector<ObjectPtr>>();
    forEachIn(shelf, [&](const ObjectPtr &object) { live->push_back(object); });
    shelf.list = std::move(live);
    shelf.tombstones = 0;
    forgetSince(shelf);
}

void LiveObjects::forget(WatchId watch)
{
    m_shelves.erase(watch);
}

std::optional<KnownObject> LiveObjects::find(WatchId watch, const std::string &ns, const std::string &name)
{
    const auto shelf = m_shelves.find(watch);
    if (shelf == m_shelves.end())
        return {};
    const std::string key = objectKey(ns, name);
    auto &since = shelf->second.since.of(key);
    if (const auto known = since.find(key); known != since.end()) {
        const auto &newest = known->second;
        return newest.object ? std::optional(newest) : std::nullopt;
    }
    if (!shelf->second.list)
        return {};
    const auto &list = *shelf->second.list;
    const auto isIt = [&](const ObjectPtr &object) { return object->name == name && object->ns == ns; };
    const auto listed = std::ranges::find_if(list, isIt);
    if (listed == list.end())
        return {};
    return since.emplace(key, KnownObject{*listed, watch, {}}).first->second;
}

void LiveObjects::forEach(WatchId watch, const std::function<void(const ObjectPtr &)> &visit) const
{
    if (const auto shelf = m_shelves.find(watch); shelf != m_shelves.end())
        forEachIn(shelf->second, visit);
}

void LiveObjects::forEachIn(const Shelf &shelf, const std::function<void(const ObjectPtr &)> &visit)
{
    if (shelf.list) {
        for (const ObjectPtr &object : *shelf.list) {
            const std::string key = objectKey(object->ns, object->name);
            if (!shelf.since.of(key).contains(key))
                visit(object);
        }
    }
    for (const auto &part : shelf.since.parts()) {
        for (const auto &[key, known] : part) {
            if (known.object && !known.deletedAt)
                visit(known.object);
        }
    }
}

Columns LiveObjects::columnsOf(WatchId watch) const
{
    const auto shelf = m_shelves.find(watch);
    return shelf == m_shelves.end() ? nullptr : shelf->second.columns;
}

const WatchStatus *LiveObjects::statusOf(WatchId watch) const
{
    const auto shelf = m_shelves.find(watch);
    return shelf == m_shelves.end() || !shelf->second.status ? nullptr : &*shelf->second.status;
}

WatchId watchFor(const ObjectRef &ref, const std::vector<std::pair<WatchId, WatchScope>> &open)
{
    WatchId found = 0;
    for (const auto &[watch, scope] : open) {
        if (scope.resource.gvr != ref.resource || (!scope.ns.empty() && scope.ns != ref.ns))
            continue;
        const bool isWhole = scope.labelSelector.empty() && scope.fieldSelector.empty();
        if (isWhole)
            return watch;
        found = watch;
    }
    return found;
}

} // namespace wk
