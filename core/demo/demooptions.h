// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/serveridentity.h"
#include "core/etcdstorage/etcdstorageoptions.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace wk {

/// What a demo cluster is like. A value.
struct DemoOptions {
    std::uint64_t seed = 7;   ///< fixes names, ages and which component fails
    int nodes = 12;           ///< 1 to MostNodes
    double speed = 1;         ///< how much faster than life everything waits, 0.1 to 100
    bool hasScenarios = true; ///< something happens by itself every few seconds
    unsigned short port = 0;  ///< 0: any free one
    bool tls = false;
    apiserver::ServerIdentity identity{}; ///< empty: new with each start
    std::string clusterUid{};             ///< of its kube-system namespace; empty: new with each start
    std::uint64_t revision = 1;           ///< where resourceVersions begin
    int pods = 0; ///< so many, FewestPods to MostPods, on as many nodes as they take; 0: the usual ones on `nodes`

    std::optional<EtcdStorageOptions> etcd{}; ///< where its objects are, instead of in memory
    /// Without them there is an API server, and nobody acts on what is in it. With etcd there may be several, and those
    /// of one are at work.
    bool hasComponents = true;

    static constexpr int MostNodes = 50;
    static constexpr int FewestPods = 100;
    static constexpr int MostPods = 100'000;
    static constexpr int PodsPerNode = 80; ///< with `pods`; real clusters have 30 to 110

    /// Whether there is a crowd beside the usual workloads.
    bool isCrowded() const { return pods > 0; }

    int nodeCount() const { return isCrowded() ? std::max(12, (pods + PodsPerNode - 1) / PodsPerNode) : nodes; }
};

/// What can be made to happen.
enum class Scenario {
    Rollout,   ///< a Deployment gets a new image
    CrashLoop, ///< a Deployment gets an image that exits, and the one before back some time later
    ScaleUp,
    ScaleDown,
    ConfigEdit,  ///< a ConfigMap is edited
    PodDeletion, ///< somebody deletes a pod; its owner makes another
    NodeTrouble, ///< a kubelet falls silent for a while
};

} // namespace wk
