// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/podfacts.h"

#include <algorithm>
#include <tuple>

namespace wk::demo {

PodFacts PodFacts::of(const Object &pod)
{
    PodFacts facts;
    facts.ns = pod.ns;
    facts.name = pod.name;
    facts.uid = pod.uid;
    facts.version = pod.version.text();
    facts.node = pod.node;
    facts.phase = pod.phase;
    for (const char *label : {"controller-revision-hash", "pod-template-hash"}) {
        if (const Text *hash = labelValue(pod, label); hash && facts.templateHash.empty())
            facts.templateHash = *hash;
    }
    facts.ready = pod.ready == Readiness::True;
    facts.deleting = pod.deleting.has_value();
    facts.created = pod.created;
    return facts;
}

Write deletionOf(const PodFacts &pod, const std::string &message)
{
    Json seen{
        {"metadata", {{"name", pod.name}, {"namespace", pod.ns}, {"uid", pod.uid}, {"resourceVersion", pod.version}}}};
    return {Write::Verb::Delete, resources::Pods, std::move(seen), Note{false, "SuccessfulDelete", message}};
}

void sortForDeletion(std::vector<PodFacts> &pods)
{
    const auto rank = [](const PodFacts &pod) {
        const int phase = pod.phase == "Pending" ? 0 : pod.phase == "Running" ? 2 : 1;
        const auto age = pod.created ? -pod.created->time_since_epoch().count() : 0;
        return std::tuple(!pod.node.empty(), phase, pod.ready, age, pod.name);
    };
    std::sort(pods.begin(), pods.end(), [&](const PodFacts &a, const PodFacts &b) { return rank(a) < rank(b); });
}

} // namespace wk::demo
