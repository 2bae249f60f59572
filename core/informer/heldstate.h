// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/resource/object.h"

#include <vector>

namespace wk {

/// What a watch held when it ended, kept by a history for the one that goes on with it. A value; any thread.
struct HeldState {
    std::vector<ObjectPtr> objects; ///< in any order
    Columns columns;                ///< their cells are under these; may be null
    WallTime until{};               ///< by then the watch knew all that had happened
    ResourceVersion version{};      ///< it had come to; may be empty
};

} // namespace wk
