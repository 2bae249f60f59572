// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <optional>

namespace wk {

/// What is known of an object by its name.
struct KnownObject {
    ObjectPtr object;                  ///< the newest revision; of a deleted object the last
    WatchId watch = 0;                 ///< that brought it
    std::optional<WallTime> deletedAt; ///< when the deletion arrived
    Columns columns{};                 ///< of its cells, where they may be others than the watch's newest
};

} // namespace wk
