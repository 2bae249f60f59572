// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/fieldset.h"
#include "core/base/time.h"

#include <optional>
#include <string>

namespace wk::apiserver {

/// Who made a change, by which door.
struct Manager {
    std::string name;
    std::string apiVersion;            ///< of the object
    std::string subresource{};         ///< empty: the object itself
    std::optional<FieldSet> applied{}; ///< of server-side apply: what the configuration names; empty: an update
};

/// Notes in `after`'s managedFields what the manager set, compared with `before` (null for a new object): what he
/// changed is his from now on and nobody else's, what is gone is nobody's. An applier owns what he names, with others
/// where they agree. Nothing happens where nothing changed. Pure. Source: apimachinery util/managedfields,
/// structured-merge-diff merge/update.go.
void noteManager(Json &after, const Json &before, const Manager &manager, WallTime now);

} // namespace wk::apiserver
