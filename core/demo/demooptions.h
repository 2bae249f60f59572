// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace wk {

/// What a demo cluster is like. A value.
struct DemoOptions {
    std::uint64_t seed = 7;   ///< fixes names, ages and which component fails
    int nodes = 12;           ///< 1 to MostNodes
    double speed = 1;         ///< how much faster than life everything waits, 0.1 to 100
    bool hasScenarios = true; ///< something happens by itself every few seconds
    unsigned short port = 0;  ///< 0: any free one
    bool tls = false;

    static constexpr int MostNodes = 50;
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
