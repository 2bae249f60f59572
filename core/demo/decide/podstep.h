// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/write.h"

#include <chrono>
#include <string>
#include <vector>

namespace wk::demo {

/// What a kubelet knows besides the pod.
struct KubeletSide {
    std::string hostIp{};
    std::string podIp{}; ///< for the pod, if it has none yet
    WallTime reported{}; ///< when it last wrote the pod's status: finer than the whole seconds in there
    double hurry = 1;    ///< how much more than the wall's time a pod lives through
};

/// What a kubelet does next about one pod.
struct PodStep {
    enum class Kind {
        Rest,   ///< nothing until the pod changes
        Wait,   ///< look again after `wait`
        Report, ///< write `status`
        Remove, ///< the containers of a deleted pod have ended: take it away
    };
    Kind kind = Kind::Rest;
    std::chrono::milliseconds wait{0};
    Json status{};
    std::vector<Note> notes{}; ///< told once the step is done; of a Wait as soon as it begins
};

/// A pod's life as its status tells it, so that a kubelet that starts anew goes on where another left off:
///
///     bound -> creating -> running -> ready -> (exits -> waits -> running …) | ended | deleted
///
/// `wait` is of the pod's own time. Pure. Source: k8s.io/kubernetes pkg/kubelet, by what it writes.
PodStep nextPodStep(const Json &pod, const KubeletSide &side, WallTime now);

} // namespace wk::demo
