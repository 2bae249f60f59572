// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/document.h"
#include "core/apiserver/request.h"
#include "core/apiserver/view.h"

#include <vector>

namespace wk::apiserver {

class Lister;
struct Target;

/// Answers about what is not stored but made when it is asked for (ResourceType::compute). All but reading is refused
/// with 405. Source: apiserver pkg/endpoints/handlers/get.go, ListResource.
Reply computedReply(const Target &target, const Request &request, const View &view, const Lister &stored, WallTime now);

/// How the control plane's parts fare: well, as long as anybody is there to be asked. Source: kubernetes
/// pkg/registry/core/componentstatus/rest.go.
std::vector<Json> componentStatuses();

} // namespace wk::apiserver
