// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"
#include "core/apiserver/status.h"

namespace wk::apiserver {

/// The autoscaling/v1 Scale of an object: how many there should be, how many there are, which they are. Pure.
Json scaleOf(const ResourceType &type, const Json &document);

/// Puts a Scale's wish into the object. Errors: 422 when it is not a number from 0 on.
Outcome<Json> applyScale(const ResourceType &type, Json document, const Json &scale);

} // namespace wk::apiserver
