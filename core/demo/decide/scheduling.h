// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace wk::demo {

class Random;

/// What a pod asks of a node, or what pods together have taken of one.
struct Need {
    double cpu = 0;    ///< cores
    double memory = 0; ///< bytes
    int pods = 0;

    static Need of(const Json &pod);
    Need &operator+=(const Need &other);
};

/// A node as the scheduler sees it.
struct NodeFacts {
    std::string name{};
    Need room{};         ///< allocatable
    std::string taint{}; ///< "{key: value}" of one that keeps pods away; empty: none
    bool isUnschedulable = false;
    bool isReady = true;
    std::map<std::string, std::string> labels{};

    static NodeFacts of(const Json &node);
};

/// The chosen node, or the message of FailedScheduling.
struct Refused {
    std::string message;
};

using Placement = std::variant<std::string, Refused>;

/// Finds the emptiest node that a pod fits on; `taken` is by node. Nodes are filtered by readiness, cordon,
/// taints, spec.nodeSelector and requests. Pure. Source: k8s.io/kubernetes pkg/scheduler, LeastAllocated;
/// words of FitError.
Placement placePod(const Json &pod, const std::vector<NodeFacts> &nodes, const std::map<std::string, Need> &taken,
                   Random &random);

/// The pod with its node and the scheduler's condition.
Json boundTo(const Json &pod, const std::string &node, WallTime now);

} // namespace wk::demo
