// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/base/time.h"

#include <string>

namespace wk::apiserver {

/// Who made a change, by which door.
struct Manager {
    std::string name;
    std::string apiVersion;  ///< of the object
    std::string subresource; ///< empty: the object itself
};

/// Notes in `after`'s managedFields what the manager set, compared with `before` (null for a new object):
/// what he changed is his from now on and nobody else's. Fields are noted two levels deep, in metadata's maps
/// three; real servers go to the leaves, but who it was can be read from this as well. Pure.
void noteManager(Json &after, const Json &before, const Manager &manager, WallTime now);

} // namespace wk::apiserver
