// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/write.h"

#include <vector>

namespace wk::demo {

/// What a Deployment needs of its ReplicaSets: one for its present template, scaled up and the older ones
/// down within maxSurge and maxUnavailable, no more history than asked for, and a status that says how far
/// that is. One step at a time: what a step changes comes back through the informer and leads to the next.
/// Pure. `replicaSets` are those it controls. Source: k8s.io/kubernetes pkg/controller/deployment
/// (rolling.go, sync.go, progress.go).
Writes syncDeployment(const Json &deployment, const std::vector<Json> &replicaSets, WallTime now);

/// How long until the status has to be looked at again although nothing changed (the progress deadline); 0:
/// never.
std::chrono::seconds untilDeadline(const Json &deployment, WallTime now);

} // namespace wk::demo
