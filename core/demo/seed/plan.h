// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace wk::demo {

inline constexpr std::chrono::hours Day{24};

/// One container of a workload. Images have a tag that counts up with each revision: "2.14." and the patch
/// level.
struct ContainerPlan {
    std::string_view name;
    std::string_view image;
    std::string_view series; ///< what the tag begins with
    int patch = 0;           ///< what it ends with in the newest revision
    int port = 0;            ///< 0: none
    std::string_view cpu = "50m";
    std::string_view memory = "64Mi";
};

/// One workload of the demo cluster, as data.
struct WorkloadPlan {
    enum class Kind { Deployment, StatefulSet, DaemonSet, CronJob };
    enum class Access { None, Service };

    Kind kind;
    std::string_view ns;
    std::string_view name;
    int replicas;                  ///< of a DaemonSet one a node, of a CronJob none at first
    std::chrono::minutes age;      ///< since the workload was made
    std::chrono::minutes deployed; ///< since its newest revision
    std::vector<ContainerPlan> containers;
    Access access = Access::None;
    std::string_view manager = "argocd-controller";
    std::string_view team{}; ///< of a crowded namespace; empty: as the namespace says
    bool fails = false;      ///< its newest revision crashes
};

/// Everything that runs in the demo, in the order of its making.
const std::vector<WorkloadPlan> &workloadPlans();

/// A namespace and how long there has been one.
struct NamespacePlan {
    std::string_view name;
    std::chrono::minutes age;
    std::string_view team{};
};

const std::vector<NamespacePlan> &namespacePlans();

/// The image with its tag in the revision `back` steps before the newest.
std::string imageOf(const ContainerPlan &container, int back = 0);

} // namespace wk::demo
