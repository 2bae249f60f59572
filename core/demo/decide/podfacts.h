// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/demo/decide/write.h"
#include "core/resource/object.h"

#include <optional>
#include <string>
#include <vector>

namespace wk::demo {

/// What a controller asks of a pod, from what the informer decoded; the body stays closed.
struct PodFacts {
    std::string ns{};
    std::string name{};
    std::string uid{};
    std::string version{};
    std::string node{};
    std::string phase{};
    std::string templateHash{}; ///< label controller-revision-hash or pod-template-hash
    bool ready = false;
    bool deleting = false;
    std::optional<WallTime> created{};

    static PodFacts of(const Object &pod);

    /// Neither ended nor on its way out. Source: controller.IsPodActive.
    bool isActive() const { return !deleting && phase != "Succeeded" && phase != "Failed"; }
};

/// A controller's wish to be rid of a pod, as it was seen.
Write deletionOf(const PodFacts &pod, const std::string &message);

/// Whom a ReplicaSet should give up first: unbound before bound, pending before running, unready before
/// ready, then the youngest. Source: controller.ActivePodsWithRanks, without the ranks of nodes.
void sortForDeletion(std::vector<PodFacts> &pods);

} // namespace wk::demo
