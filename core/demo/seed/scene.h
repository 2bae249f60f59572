// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetable.h"
#include "core/demo/build/fields.h"
#include "core/demo/build/place.h"
#include "core/demo/decide/scheduling.h"
#include "core/demo/demooptions.h"
#include "core/demo/random.h"

#include <nlohmann/json.hpp>

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

/// One object as it stands in the storage before the server answers for the first time.
struct SeedObject {
    std::string resource{};
    Json object{};
    std::vector<SeedHand> hands{}; ///< oldest first; never empty
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
};

/// Metadata of an object that nobody owns.
Json plainObject(const char *apiVersion, const char *kind, const std::string &nameSpace, const std::string &name);

void seedNodes(SeedScene &scene);
void seedNamespaces(SeedScene &scene);
void seedConfiguration(SeedScene &scene);
void seedWorkloads(SeedScene &scene);
void seedCustomResources(SeedScene &scene);

/// The whole cluster, in the order of its writing. Pure: equal options and times give equal objects.
std::vector<SeedObject> seedCluster(const DemoOptions &options, WallTime now);

} // namespace wk::demo
