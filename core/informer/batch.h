// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"

#include <vector>

namespace wk {

/// What one frame (33 ms) brought, in order; a frame with nothing new is not sent. Models apply it in one go: at most
/// one insert, one remove and one dataChanged each.
struct Batch {
    std::vector<EntryPtr> entries;
    std::vector<WatchStatus> statuses; ///< the newest of each watch that has one

    bool isEmpty() const { return entries.empty() && statuses.empty(); }
};

} // namespace wk
