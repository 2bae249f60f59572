// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/podfacts.h"
#include "core/demo/decide/write.h"

namespace wk::demo {

/// A StatefulSet's pod of one ordinal.
Json statefulPod(const Json &set, int ordinal);

/// What a StatefulSet needs: its pods made in order, each ready before the next; surplus and outdated ones
/// given up from the highest ordinal down, one at a time. Pure. Source: k8s.io/kubernetes
/// pkg/controller/statefulset, OrderedReady, partition 0.
Writes syncStatefulSet(const Json &set, const std::vector<PodFacts> &pods);

} // namespace wk::demo
