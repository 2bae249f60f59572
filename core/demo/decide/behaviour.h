// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"

#include <chrono>
#include <string>

namespace wk::demo {

/// An annotation by which a person tells a pod how to behave: crash, oom, missing-image, unready or run. It
/// wins over the tag.
inline constexpr const char *BehaviourAnnotation = "demo.watchkeeper.io/behave";

/// How the containers of a pod act: the world that the kubelets see, since there is none. It hangs on the pod
/// alone.
///   tag has "-rc" or "crash": the first container exits 1 some seconds after each start, never ready
///   tag has "oom": the same, killed with 137      tag has "missing": the image cannot be pulled
///   restartPolicy other than Always: the containers end well after a while; "sleep N" as their command says
///   when
struct Behaviour {
    std::chrono::milliseconds pull{0};   ///< from admission to running, the image's size aside
    std::chrono::milliseconds warmUp{0}; ///< from running to ready
    std::chrono::milliseconds stop{0};   ///< from the request to end until the containers have
    std::chrono::milliseconds life{0};   ///< 0: for ever; else the first container exits after this
    int exitCode = 0;
    std::string exitReason{}; ///< "Error", "OOMKilled", "Completed"
    bool isImageMissing = false;
    bool isReadyEver = true;

    static Behaviour of(const Json &pod);
};

/// The kubelet's pause before the restart that follows `restarts` others: 10 s doubling to 5 min, the first
/// at once. Source: k8s.io/kubernetes pkg/kubelet MaxContainerBackOff, backOffPeriod.
std::chrono::seconds restartDelay(std::int64_t restarts);

} // namespace wk::demo
