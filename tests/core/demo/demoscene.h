// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/write.h"
#include "core/demo/democluster.h"
#include "core/demo/httpsources.h"
#include "tests/support/person.h"
#include "tests/support/sanitized.h"

#include <algorithm>

/// What tests of a whole demo cluster have in common.
namespace wk::demo {

/// Up to ten times slower: the cluster's own clock must not outrun its components.
inline constexpr bool IsSlow = IsSanitized;
inline constexpr int Patience = IsSlow ? 120'000 : 60'000;

inline DemoOptions quiet()
{
    DemoOptions options;
    options.speed = IsSlow ? 5 : 10;
    options.nodes = 4;
    options.hasScenarios = false;
    return options;
}

/// A demo, somebody who watches it as any client does, and somebody who changes it as kubectl does.
struct Scene {
    explicit Scene(const DemoOptions &options = quiet())
        : cluster(options)
        , access(cluster.start())
        , sources(*access, clock)
        , informers(sources.maker(), clock, 1)
        , person(*access)
    {}

    SharedInformer &watch(const char *resource) { return informers.of(resource); }

    SystemClock clock;
    DemoCluster cluster;
    Result<ClusterAccess> access;
    HttpSources sources;
    Informers informers;
    Person person;
};

inline Json replicaSet(const char *name, int replicas)
{
    const Json labels{{"app", name}};
    const Json container{{"name", "main"}, {"image", "registry.demo/hand/made:1.0.0"}};
    return Json{
        {"kind", "ReplicaSet"},
        {"apiVersion", "apps/v1"},
        {"metadata", {{"name", name}, {"namespace", "default"}}},
        {"spec",
         {{"replicas", replicas},
          {"selector", {{"matchLabels", labels}}},
          {"template", {{"metadata", {{"labels", labels}}}, {"spec", {{"containers", Json::array({container})}}}}}}}};
}

inline std::vector<ObjectPtr> podsOf(const SharedInformer &pods, const std::string &label)
{
    return pods.store().byIndex(ObjectStore::Index::Label, label);
}

inline int readyPods(const SharedInformer &pods, const std::string &label)
{
    const auto found = podsOf(pods, label);
    return int(std::count_if(found.begin(), found.end(),
                             [](const ObjectPtr &pod) { return pod->ready == Readiness::True && !pod->deleting; }));
}

} // namespace wk::demo
