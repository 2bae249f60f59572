// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"

#include <vector>

namespace wk {

/// Objects of a watch's first list while it is still under way, for whoever shows them before it is whole: the List
/// that ends it holds them all again, or their successors, and not those that have gone meanwhile. No news for a
/// history.
struct Arrivals {
    WatchId watch = 0;
    Columns columns;
    std::vector<ObjectPtr> objects;
    bool isAnew = false; ///< the list has begun again: what has arrived before does not count
};

/// What one frame (33 ms) brought, in order; a frame with nothing new is not sent. Models apply it in one go: at most
/// one insert, one remove and one dataChanged each.
struct Batch {
    std::vector<EntryPtr> entries;
    std::vector<WatchStatus> statuses;   ///< the newest of each watch that has one
    std::vector<Arrivals> arrivals = {}; ///< come before the entries

    bool isEmpty() const { return arrivals.empty() && entries.empty() && statuses.empty(); }
};

} // namespace wk
