// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/scene.h"

#include "core/apiserver/defaults.h"
#include "core/demo/decide/write.h"
#include "core/demo/seed/crowd.h"

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

int podsIn(const std::vector<SeedObject> &part)
{
    int pods = 0;
    for (const SeedObject &each : part)
        pods += each.resource == resources::Pods ? 1 + static_cast<int>(each.copies.size()) : 0;
    return pods;
}

std::vector<SeedObject> seedCluster(const DemoOptions &options, WallTime now)
{
    std::vector<SeedObject> all;
    const auto keep = [&all](const std::vector<SeedObject> &part) {
        all.insert(all.end(), part.begin(), part.end());
        return success();
    };
    static_cast<void>(seedCluster(options, now, keep).ok());
    return all;
}

Result<> seedCluster(const DemoOptions &options, WallTime now, const SeedSink &sink)
{
    SeedScene scene(options, std::chrono::floor<std::chrono::seconds>(now));
    seedNamespaces(scene);
    seedNodes(scene);
    seedConfiguration(scene);
    seedWorkloads(scene);
    seedCustomResources(scene);
    if (Result<> taken = sink(scene.objects); !taken || !options.isCrowded())
        return taken;
    scene.objects.clear();
    return seedCrowd(scene, sink);
}

} // namespace wk::demo
