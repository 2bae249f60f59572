// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/entry.h"

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
