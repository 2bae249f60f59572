// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/managedfields.h"
#include "core/apiserver/resourcetype.h"
#include "core/apiserver/status.h"

namespace wk::apiserver {

/// What becomes of `live` (null: there is none) when a manager applies a configuration: merged in by the keys of its
/// lists, and what he named the last time and names no more taken out, unless it is another's too. Pure.
/// Source: structured-merge-diff merge/update.go Apply.
Json appliedTo(const Json &live, const Json &configuration, const Manager &manager);

/// 409 when applying changes what others own; empty when it does not. Source: managedfields conflict.go.
std::optional<Status> applyConflict(const ResourceType &type, const Json &live, const Json &applied,
                                    const Manager &manager);

} // namespace wk::apiserver
