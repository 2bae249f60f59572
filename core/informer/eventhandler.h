// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <functional>
#include <vector>

namespace wk {

/// Called with what one turn brought, in order. The store already holds the newest of it.
using EntryHandler = std::function<void(const std::vector<EntryPtr> &entries)>;

/// client-go's three handlers. Each call is about one object; after a relist they tell the difference.
struct ResourceEventHandler {
    std::function<void(const ObjectPtr &object, bool isInInitialList)> added;
    std::function<void(const ObjectPtr &before, const ObjectPtr &after)> updated;
    /// `last` is the last state known; the true final state was never seen when `unseen`.
    std::function<void(const ObjectPtr &last, bool unseen)> deleted;
};

/// One that calls these.
EntryHandler entryHandler(ResourceEventHandler handler);

} // namespace wk
