// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/registry.h"
#include "core/base/clock.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// The two parts of a binding are written through one door: where to, and that it was decided.
Json bound(Json pod, const std::string &node, const std::string &now)
{
    pod["spec"]["nodeName"] = node;
    Json kept = Json::array();
    const Json &conditions = find(pod, {"status", "conditions"});
    for (const Json &condition : conditions.is_array() ? conditions : Json::array()) {
        if (textOf(find(condition, {"type"})) != "PodScheduled")
            kept.push_back(condition);
    }
    kept.push_back(
        {{"type", "PodScheduled"}, {"status", "True"}, {"lastProbeTime", nullptr}, {"lastTransitionTime", now}});
    make(pod, {"status"})["conditions"] = std::move(kept);
    return pod;
}

} // namespace

Outcome<ObjectPtr> Registry::bind(const WriteTarget &pod, const std::string &node, const WriteMode &mode)
{
    WriteTarget target = pod;
    WriteMode binding = mode;
    binding.manager.clear(); // as on a real server: its storage of bindings notes no manager
    target.subresource = "binding";
    return edit(
        target,
        [&](Json current) -> Outcome<Json> {
            const std::string known = textOf(find(current, {"spec", "nodeName"}));
            if (!known.empty())
                return conflict(*pod.type, pod.name,
                                "pod " + pod.name + " is already assigned to node \"" + known + "\"");
            if (!find(current, {"metadata", "deletionTimestamp"}).is_null())
                return conflict(*pod.type, pod.name,
                                "pod " + pod.name + " is being deleted, cannot be assigned to a host");
            return bound(std::move(current), node, formatTime(m_clock.wallNow()));
        },
        binding);
}

} // namespace wk::apiserver
