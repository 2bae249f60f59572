// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/eventhandler.h"

namespace wk {

namespace {

void tell(const ResourceEventHandler &handler, const Entry &entry)
{
    switch (entry.type) {
    case EntryType::List:
        for (const ObjectPtr &object : *entry.objects)
            handler.added(object, true);
        break;
    case EntryType::Added: handler.added(entry.object, false); break;
    case EntryType::Modified: handler.updated(entry.previous ? entry.previous : entry.object, entry.object); break;
    case EntryType::Deleted: handler.deleted(entry.object, entry.origin == EntryClass::Inferred); break;
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::Relist:
    case EntryType::Reconnect:
    case EntryType::Gap: break;
    }
}

} // namespace

EntryHandler entryHandler(ResourceEventHandler handler)
{
    return [handler = std::move(handler)](const std::vector<EntryPtr> &entries) {
        for (const EntryPtr &entry : entries)
            tell(handler, *entry);
    };
}

} // namespace wk
