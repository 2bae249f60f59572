// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/podfacts.h"
#include "core/demo/decide/write.h"

namespace wk::demo {

class Random;

/// What a ReplicaSet needs: pods made or given up until there are as many as it asks for, then a status that
/// says so. `pods` are those it controls. Pure. Source: k8s.io/kubernetes pkg/controller/replicaset.
Writes syncReplicaSet(const Json &replicaSet, const std::vector<PodFacts> &pods, Random &random);

/// Pods that are made or given up in one go. Source: replicaset BurstReplicas is 500; a demo has no need to
/// startle.
inline constexpr int PodBurst = 25;

} // namespace wk::demo
