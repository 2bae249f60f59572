// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/summary.h"

#include "core/json/document.h"

#include <algorithm>
#include <array>
#include <limits>

namespace wk {

namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

std::optional<std::int64_t> number(const object &in, std::string_view key)
{
    std::int64_t value = 0;
    return in[key].get(value) == simdjson::SUCCESS ? std::optional(value) : std::nullopt;
}

int smallNumber(const object &in, std::string_view key)
{
    const std::int64_t value = number(in, key).value_or(0);
    return int(std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

/// Calls `visit(object)` for the objects of a list, SummaryItems at most.
template <class Visit>
void forEachObject(const object &in, std::string_view key, Visit visit)
{
    array items;
    if (in[key].get(items) != simdjson::SUCCESS)
        return;
    std::size_t seen = 0;
    for (const element item : items) {
        object members;
        if (++seen > SummaryItems)
            return;
        if (item.get(members) == simdjson::SUCCESS)
            visit(members);
    }
}

void readMetadata(const object &root, ObjectSummary &summary)
{
    object metadata;
    if (root["metadata"].get(metadata) != simdjson::SUCCESS)
        return;
    summary.generation = number(metadata, "generation");
    summary.deletionGrace = number(metadata, "deletionGracePeriodSeconds");
    object annotations;
    if (metadata["annotations"].get(annotations) == simdjson::SUCCESS) {
        for (const auto [key, value] : annotations) {
            std::string_view shown;
            const bool isKept = key != "kubectl.kubernetes.io/last-applied-configuration";
            if (isKept && summary.annotations.size() < SummaryItems && value.get(shown) == simdjson::SUCCESS)
                summary.annotations.emplace_back(key, shown);
        }
    }
    array finalizers;
    if (metadata["finalizers"].get(finalizers) != simdjson::SUCCESS)
        return;
    for (const element finalizer : finalizers) {
        std::string_view name;
        if (summary.finalizers.size() < SummaryItems && finalizer.get(name) == simdjson::SUCCESS)
            summary.finalizers.emplace_back(name);
    }
}

void readContainers(const object &podSpec, ObjectSummary &summary)
{
    for (const std::string_view list : {"initContainers", "containers"}) {
        forEachObject(podSpec, list, [&](const object &container) {
            Container made;
            made.name = json::memberText(container, "name");
            made.image = json::memberText(container, "image");
            made.isInit = list == "initContainers";
            summary.containers.push_back(std::move(made));
        });
    }
}

void readState(const object &status, Container &container)
{
    static constexpr std::array<std::pair<std::string_view, Container::State>, 3> states{
        {{"waiting", Container::State::Waiting},
         {"running", Container::State::Running},
         {"terminated", Container::State::Terminated}}};
    object state;
    if (status["state"].get(state) == simdjson::SUCCESS) {
        for (const auto &[name, value] : states) {
            object details;
            if (state[name].get(details) != simdjson::SUCCESS)
                continue;
            container.state = value;
            container.reason = json::memberText(details, "reason");
            container.message = json::memberText(details, "message");
            container.exitCode = smallNumber(details, "exitCode");
        }
    }
    element ended;
    object details;
    if (status["lastState"]["terminated"].get(ended) == simdjson::SUCCESS && ended.get(details) == simdjson::SUCCESS) {
        container.lastReason = json::memberText(details, "reason");
        container.lastExitCode = smallNumber(details, "exitCode");
    }
}

void readContainerStatuses(const object &status, ObjectSummary &summary)
{
    for (const std::string_view list : {"initContainerStatuses", "containerStatuses"}) {
        forEachObject(status, list, [&](const object &from) {
            const std::string_view name = json::memberText(from, "name");
            const auto container = std::ranges::find(summary.containers, name, &Container::name);
            if (container == summary.containers.end())
                return;
            bool ready = false;
            container->isReady = from["ready"].get(ready) == simdjson::SUCCESS && ready;
            container->restarts = smallNumber(from, "restartCount");
            readState(from, *container);
        });
    }
}

void readSpec(const object &root, ObjectSummary &summary)
{
    object spec;
    if (root["spec"].get(spec) != simdjson::SUCCESS)
        return;
    summary.wantedReplicas = number(spec, "replicas");
    summary.serviceAccount = json::memberText(spec, "serviceAccountName");
    readContainers(spec, summary);
    object podSpec;
    if (spec["template"]["spec"].get(podSpec) == simdjson::SUCCESS ||
        spec["jobTemplate"]["spec"]["template"]["spec"].get(podSpec) == simdjson::SUCCESS)
        readContainers(podSpec, summary);
}

void readStatus(const object &root, ObjectSummary &summary)
{
    object status;
    if (root["status"].get(status) != simdjson::SUCCESS)
        return;
    summary.reason = json::memberText(status, "reason");
    summary.message = json::memberText(status, "message");
    summary.podIp = json::memberText(status, "podIP");
    summary.hostIp = json::memberText(status, "hostIP");
    summary.readyReplicas = number(status, "readyReplicas").value_or(0);
    summary.observedGeneration = number(status, "observedGeneration");
    forEachObject(status, "conditions", [&](const object &condition) {
        summary.conditions.push_back(
            {std::string(json::memberText(condition, "type")), std::string(json::memberText(condition, "status")),
             std::string(json::memberText(condition, "reason")), std::string(json::memberText(condition, "message")),
             parseTime(json::memberText(condition, "lastTransitionTime"))});
    });
    readContainerStatuses(status, summary);
}

/// What a container waits for at its start, and is no trouble yet.
bool isStart(std::string_view reason)
{
    return reason.empty() || reason == "ContainerCreating" || reason == "PodInitializing";
}

void addContainerTroubles(const ObjectSummary &summary, std::vector<Trouble> &troubles)
{
    for (const Container &container : summary.containers) {
        Trouble trouble{Trouble::Kind::ContainerWaiting, container.name, container.reason, container.message, 0, 0};
        if (container.state == Container::State::Waiting && !isStart(container.reason))
            troubles.push_back(trouble);
        trouble.kind = Trouble::Kind::ContainerFailed;
        trouble.number = container.exitCode;
        if (container.state == Container::State::Terminated && container.exitCode != 0) {
            troubles.push_back(trouble);
        } else if (container.lastExitCode != 0 && !container.isReady) {
            trouble.reason = container.lastReason;
            trouble.message.clear();
            trouble.number = container.lastExitCode;
            troubles.push_back(trouble);
        }
    }
}

std::string joined(const std::vector<std::string> &names)
{
    std::string list;
    for (const std::string &name : names)
        list += (list.empty() ? "" : ", ") + name;
    return list;
}

} // namespace

ConditionHealth healthOf(const Condition &condition)
{
    static constexpr std::string_view wantedFalse[] = {
        "MemoryPressure",
        "DiskPressure",
        "PIDPressure",
        "NetworkUnavailable",
        "ReplicaFailure",
        "Failed",
        "FailureTarget",
        "Stalled",
        "Degraded",
        "DisruptionTarget",
        "KubeletUnhealthy",
        "Terminating",
        "NamespaceDeletionDiscoveryFailure",
        "NamespaceDeletionContentFailure",
        "NamespaceDeletionGroupVersionParsingFailure",
        "NamesConflict",
        "NonStructuralSchema",
        "Suspended",
        "Dangling",
    };
    if (condition.status != "True" && condition.status != "False")
        return ConditionHealth::Unknown;
    const bool isTrue = condition.status == "True";
    const bool isWantedTrue = std::ranges::find(wantedFalse, condition.type) == std::end(wantedFalse);
    if (isTrue == isWantedTrue)
        return ConditionHealth::AsWanted;
    return condition.reason == "PodCompleted" ? ConditionHealth::Over : ConditionHealth::NotSo;
}

namespace {

/// Who is being deleted is not ready any more, and need not be.
bool comesOfDeletion(const Object &object, const Condition &condition)
{
    const bool isReadiness = condition.type == "Ready" || condition.type == "ContainersReady";
    return object.deleting && isReadiness && condition.status == "False";
}

} // namespace

std::optional<WallTime> deletionAsked(const Object &object, const ObjectSummary &summary)
{
    if (!object.deleting || !summary.deletionGrace)
        return {};
    constexpr std::int64_t most = 10LL * 365 * 24 * 3600; // whatever a server says, a time stays one
    return *object.deleting - std::chrono::seconds(std::clamp<std::int64_t>(*summary.deletionGrace, 0, most));
}

ObjectSummary readSummary(const Object &from)
{
    ObjectSummary summary;
    json::Document document;
    const std::string json = from.body.object();
    const Result<element> parsed = document.parse(json);
    object root;
    if (!parsed || parsed->get(root) != simdjson::SUCCESS)
        return summary;
    readMetadata(root, summary);
    readSpec(root, summary);
    readStatus(root, summary);
    return summary;
}

std::vector<Trouble> troublesOf(const Object &object, const ObjectSummary &summary)
{
    std::vector<Trouble> troubles;
    using Kind = Trouble::Kind;
    if (object.unreadable != Unreadable::No)
        troubles.push_back({Kind::Unreadable, {}, {}, std::string(whyUnreadable(object.unreadable)), 0, 0});
    if (object.phase == "Failed")
        troubles.push_back({Kind::Failed, {}, summary.reason, summary.message, 0, 0});
    if (object.deleting && !summary.finalizers.empty())
        troubles.push_back({Kind::DeletionHeld, joined(summary.finalizers), {}, {}, 0, 0});
    if (object.phase == "Succeeded")
        return troubles;
    addContainerTroubles(summary, troubles);
    for (const Condition &condition : summary.conditions) {
        const ConditionHealth health = healthOf(condition);
        const bool isTrouble = health == ConditionHealth::NotSo || health == ConditionHealth::Unknown;
        if (isTrouble && condition.type != "Suspended" && !comesOfDeletion(object, condition))
            troubles.push_back({Kind::ConditionNotSo, condition.type, condition.reason, condition.message, 0, 0});
    }
    if (summary.wantedReplicas && summary.readyReplicas < *summary.wantedReplicas)
        troubles.push_back({Kind::ReplicasMissing, {}, {}, {}, summary.readyReplicas, *summary.wantedReplicas});
    if (summary.generation && summary.observedGeneration && *summary.observedGeneration < *summary.generation)
        troubles.push_back({Kind::SpecNotSeen, {}, {}, {}, *summary.observedGeneration, *summary.generation});
    return troubles;
}

} // namespace wk
