// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetable.h"
#include "core/base/result.h"
#include "core/demo/build/fields.h"
#include "core/demo/build/place.h"
#include "core/demo/decide/scheduling.h"
#include "core/demo/demooptions.h"
#include "core/demo/random.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace wk::demo {

/// Who wrote a part of a seeded object, and when.
struct SeedHand {
    std::string manager{};
    WallTime time{};
    std::vector<std::string> path{}; ///< the part; empty: all that is not another's
};

/// A pod like another but for what no two pods share.
struct PodCopy {
    std::string name{};
    std::string uid{};
    std::string node{};
    std::string hostIp{};
    std::string podIp{};
    std::chrono::seconds later{0}; ///< all its times are later by this; negative: earlier
};

/// One object as it stands in the storage before the server answers for the first time.
struct SeedObject {
    std::string resource{};
    Json object{};
    std::vector<SeedHand> hands{}; ///< oldest first; never empty
    std::vector<PodCopy> copies{}; ///< of a pod: so many more of its kind
};

/// The cluster while it is being made up: what chance is left, what there is so far. One thread.
struct SeedScene {
    SeedScene(const DemoOptions &givenOptions, WallTime givenNow)
        : options(givenOptions)
        , now(givenNow)
        , random(givenOptions.seed)
    {}

    /// `time` before now.
    WallTime ago(std::chrono::milliseconds time) const { return now - time; }

    /// The same, but for up to a twentieth less.
    WallTime about(std::chrono::milliseconds time);

    /// Gives an object what an API server adds (uid, times, defaults) and takes it in. It stays where it is
    /// until the next add().
    Json &add(std::string resource, Json object, SeedHand hand);

    /// Another hand on the object that was added last.
    void touch(SeedHand hand) { objects.back().hands.push_back(std::move(hand)); }

    const DemoOptions options;
    const WallTime now;
    Random random;
    std::vector<SeedObject> objects;
    apiserver::ResourceTable types;
    std::vector<NodeFacts> nodes;
    std::map<std::string, Need> taken;    ///< by node
    std::map<std::string, int> addresses; ///< pod addresses given out, by node
    std::size_t nextNode = 0;             ///< where the next copy of a pod is tried first
    int pods = 0;                         ///< made so far, copies included
};

/// Metadata of an object that nobody owns.
Json plainObject(const char *apiVersion, const char *kind, const std::string &nameSpace, const std::string &name);

struct NamespacePlan;
struct WorkloadPlan;

void seedNodes(SeedScene &scene);
void seedNamespaces(SeedScene &scene);
void seedNamespace(SeedScene &scene, const NamespacePlan &plan);
void seedConfiguration(SeedScene &scene);
/// The workload's Service, where it has one.
void seedService(SeedScene &scene, const WorkloadPlan &plan);
/// What a crowded namespace's workload is configured by.
void seedOwnConfiguration(SeedScene &scene, const WorkloadPlan &plan);
void seedWorkloads(SeedScene &scene);
void seedDeployment(SeedScene &scene, const WorkloadPlan &plan);
void seedCustomResources(SeedScene &scene);

/// The whole cluster, in the order of its writing. Pure: equal options and times give equal objects.
std::vector<SeedObject> seedCluster(const DemoOptions &options, WallTime now);

/// Copies included.
int podsIn(const std::vector<SeedObject> &part);

/// Takes a part of a cluster as soon as it is made up: a crowd would not fit into memory as documents. An error ends
/// the seeding.
using SeedSink = std::function<Result<>(const std::vector<SeedObject> &part)>;

/// The same in parts, and with a crowd where the options ask for one. Errors: the sink's.
Result<> seedCluster(const DemoOptions &options, WallTime now, const SeedSink &sink);

} // namespace wk::demo
