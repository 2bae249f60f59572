// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/write.h"

#include <vector>

namespace wk::demo {

class Random;

/// Whether labels ({"app": "web"}) fulfil a map selector; an empty selector selects nothing, as with
/// Services.
bool isSelectedBy(const Json &labels, const Json &selector);

/// Keeps a Service's EndpointSlice equal to its pods. `pods` are whole and those its selector selects,
/// `slices` those that carry its name. Pure. Source: k8s.io/kubernetes pkg/controller/endpointslice; one
/// slice a Service, as all of ours are small.
Writes syncEndpoints(const Json &service, const std::vector<Json> &pods, const std::vector<Json> &slices,
                     Random &random, WallTime now);

} // namespace wk::demo
