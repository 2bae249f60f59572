// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/entry.h"

#include "core/resource/printedcells.h"

#include <algorithm>

namespace wk {

EntryType entryType(EventType type)
{
    switch (type) {
    case EventType::Added: return EntryType::Added;
    case EventType::Modified: return EntryType::Modified;
    case EventType::Deleted: return EntryType::Deleted;
    case EventType::Bookmark: return EntryType::Bookmark;
    case EventType::Error: break;
    }
    return EntryType::Error;
}

bool isChange(const Entry &entry)
{
    switch (entry.type) {
    case EntryType::Added:
    case EntryType::Modified: return entry.object && entry.origin != EntryClass::Initial;
    case EntryType::Deleted: return entry.object != nullptr;
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::List:
    case EntryType::Relist:
    case EntryType::Reconnect:
    case EntryType::Gap: return false;
    }
    return false;
}

namespace {

/// A word that nobody has sent is no other.
bool isStatusOther(const Object &before, const Object &after, int cell)
{
    const std::string_view was = cellWord(before, cell);
    const std::string_view is = cellWord(after, cell);
    return !was.empty() && !is.empty() && was != is;
}

bool isOfSpec(const ToldChange &change)
{
    return change.path.starts_with("spec.");
}

/// That one of a pod's containers is ready, or has been started again: of a pod's status few fields weigh as much, so
/// it is among those that are told. Source: core/v1 ContainerStatus.
bool isOfContainer(const ToldChange &change)
{
    return change.path.starts_with("status.") &&
           (change.path.ends_with("].restartCount") || change.path.ends_with("].ready"));
}

} // namespace

Notability notabilityOf(const Entry &entry)
{
    if (!isChange(entry))
        return Notability::None;
    if (entry.type == EntryType::Added)
        return Notability::Wish;
    if (entry.type != EntryType::Modified || !entry.previous || !entry.changes)
        return Notability::State;
    const Object &before = *entry.previous;
    const Object &after = *entry.object;
    if (entry.changes->worth == ChangeWorth::Substance)
        return std::ranges::any_of(entry.changes->first, isOfSpec) ? Notability::Wish : Notability::State;
    if (before.phase != after.phase || isStatusOther(before, after, statusCell(entry.columns)) ||
        std::ranges::any_of(entry.changes->first, isOfContainer))
        return Notability::State;
    return before.ready != after.ready ? Notability::Readiness : Notability::None;
}

const char *typeName(EntryType type)
{
    switch (type) {
    case EntryType::Added: return "ADDED";
    case EntryType::Modified: return "MODIFIED";
    case EntryType::Deleted: return "DELETED";
    case EntryType::Bookmark: return "BOOKMARK";
    case EntryType::Error: return "ERROR";
    case EntryType::List: return "LIST";
    case EntryType::Relist: return "RELIST";
    case EntryType::Reconnect: return "RECONNECT";
    case EntryType::Gap: return "GAP";
    }
    return "";
}

const char *rowTypeName(EntryType type, EntryClass origin)
{
    return isListed(type, origin) ? "LISTED" : typeName(type);
}

const char *className(EntryClass origin)
{
    switch (origin) {
    case EntryClass::Live: return "live";
    case EntryClass::Resumed: return "resumed";
    case EntryClass::Initial: return "initial";
    case EntryClass::Inferred: return "inferred";
    case EntryClass::Replayed: return "replayed";
    }
    return "";
}

} // namespace wk
