// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podstatus.h"
#include "tests/support/podgen/podtext.h"

namespace wk::test {

namespace {

std::string_view statusOf(const PodLife &life)
{
    if (life.deleting != 0)
        return "Terminating";
    switch (life.stage) {
    case Stage::Created:
    case Stage::Unschedulable:
    case Stage::Bound: return "Pending";
    case Stage::Creating: return "ContainerCreating";
    case Stage::Crashed: return life.outOfMemory ? "OOMKilled" : "Error";
    case Stage::BackOff: return "CrashLoopBackOff";
    case Stage::Started:
    case Stage::Ready:
    case Stage::NotReady:
    case Stage::Terminating:
    case Stage::Stopped:
    case Stage::Expired:
    case Stage::Gone: break;
    }
    return "Running";
}

/// As kubectl prints ages, near enough. Source: apimachinery util/duration.
std::string ageText(std::uint32_t seconds)
{
    if (seconds < 120)
        return std::to_string(seconds) + "s";
    if (seconds < 7200)
        return std::to_string(seconds / 60) + "m";
    return seconds < 172'800 ? std::to_string(seconds / 3600) + "h" : std::to_string(seconds / 86'400) + "d";
}

std::size_t readyContainers(const Workload &workload, const PodLife &life)
{
    if (life.started == 0 || life.stage >= Stage::Stopped)
        return 0;
    return workload.containers.size() - (isReady(life) ? 0 : 1);
}

} // namespace

void appendCells(std::string &to, const Workload &workload, const PodLife &life, std::uint32_t now)
{
    const PodFacts facts(workload, life);
    const std::string_view none = R"("\u003cnone\u003e")";
    append(to, {"[\"", facts.name, "\",\"", std::to_string(readyContainers(workload, life)), "/",
                std::to_string(workload.containers.size()), "\",\"", statusOf(life), "\",\"",
                std::to_string(life.restarts)});
    if (life.restarts != 0)
        append(to, {" (", ageText(now - life.ended), " ago)"});
    append(to, {"\",\"", ageText(now - life.created), "\","});
    if (life.started != 0)
        append(to, {"\"", facts.podIp, "\","});
    else
        append(to, {none, ","});
    if (life.bound != 0)
        append(to, {"\"", facts.node, "\","});
    else
        append(to, {none, ","});
    append(to, {none, ",", none, "]"});
}

const char *const PodColumns =
    R"([{"name":"Name","type":"string","format":"name","description":"Name must be unique within a namespace.","priority":0},)"
    R"({"name":"Ready","type":"string","format":"","description":"The aggregate readiness state of this pod for accepting traffic.","priority":0},)"
    R"({"name":"Status","type":"string","format":"","description":"The aggregate status of the containers in this pod.","priority":0},)"
    R"({"name":"Restarts","type":"string","format":"","description":"The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.","priority":0},)"
    R"({"name":"Age","type":"string","format":"","description":"CreationTimestamp is a timestamp representing the server time when this object was created.","priority":0},)"
    R"({"name":"IP","type":"string","format":"","description":"podIP address allocated to the pod.","priority":1},)"
    R"({"name":"Node","type":"string","format":"","description":"NodeName indicates in which node this pod is scheduled.","priority":1},)"
    R"({"name":"Nominated Node","type":"string","format":"","description":"nominatedNodeName is set only when this pod preempts other pods on the node.","priority":1},)"
    R"({"name":"Readiness Gates","type":"string","format":"","description":"If specified, all readiness gates will be evaluated for pod readiness.","priority":1}])";

} // namespace wk::test
