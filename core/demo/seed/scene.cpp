// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/scene.h"

#include "core/apiserver/defaults.h"

namespace wk::demo {

using apiserver::make;

WallTime SeedScene::about(std::chrono::milliseconds time)
{
    return now -
           std::chrono::floor<std::chrono::seconds>(time - random.between(std::chrono::milliseconds(0), time / 20));
}

Json &SeedScene::add(std::string resource, Json object, SeedHand hand)
{
    Json &metadata = make(object, {"metadata"});
    metadata["uid"] = random.uuid();
    metadata["creationTimestamp"] = timeJson(hand.time);
    if (const apiserver::TypePtr type = types.findResource(resource))
        apiserver::applyDefaults(*type, object); // hashes and comparisons are made of templates with them
    objects.push_back({std::move(resource), std::move(object), {std::move(hand)}});
    return objects.back().object;
}

Json plainObject(const char *apiVersion, const char *kind, const std::string &nameSpace, const std::string &name)
{
    Json object{{"kind", kind}, {"apiVersion", apiVersion}, {"metadata", {{"name", name}}}};
    if (!nameSpace.empty())
        object["metadata"]["namespace"] = nameSpace;
    return object;
}

std::vector<SeedObject> seedCluster(const DemoOptions &options, WallTime now)
{
    SeedScene scene(options, std::chrono::floor<std::chrono::seconds>(now));
    seedNamespaces(scene);
    seedNodes(scene);
    seedConfiguration(scene);
    seedWorkloads(scene);
    seedCustomResources(scene);
    return std::move(scene.objects);
}

} // namespace wk::demo
