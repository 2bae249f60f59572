// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/podfacts.h"
#include "core/demo/decide/write.h"

namespace wk::demo {

class Random;

/// A DaemonSet's pod for one node; the scheduler will find that it fits nowhere else.
Json daemonPod(const Json &set, const std::string &node, Random &random);
/// The node that a pod is made for; empty when it may go anywhere.
std::string pinnedNode(const Json &pod);

/// A pod of a DaemonSet and the node it is for, bound or not.
struct DaemonPod {
    PodFacts facts{};
    std::string node{};
};

/// What a DaemonSet needs: a pod on each of `nodes` and none elsewhere; outdated ones are given up one at a
/// time while all others are ready. Pure. Source: k8s.io/kubernetes pkg/controller/daemon, RollingUpdate with
/// maxUnavailable 1.
Writes syncDaemonSet(const Json &set, const std::vector<DaemonPod> &pods, const std::vector<std::string> &nodes,
                     Random &random);

} // namespace wk::demo
