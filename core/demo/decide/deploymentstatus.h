// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"

#include <vector>

namespace wk::demo {

/// The status of a Deployment as its ReplicaSets' statuses have it; `current` is the one with its present
/// template, or null. Pure. Source: k8s.io/kubernetes pkg/controller/deployment (sync.go, progress.go).
Json deploymentStatus(const Json &deployment, const std::vector<Json> &replicaSets, const Json *current, WallTime now);

/// spec.progressDeadlineSeconds, within reason.
std::chrono::seconds progressDeadline(const Json &deployment);

std::int64_t replicasOf(const Json &replicaSet);
std::int64_t availableOf(const Json &replicaSet);

} // namespace wk::demo
