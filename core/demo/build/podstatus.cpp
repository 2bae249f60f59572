// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/build/podstatus.h"

#include "core/demo/random.h"

#include <nlohmann/json.hpp>

namespace wk::demo {

using apiserver::find;
using apiserver::isTrue;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

/// The same container has the same id for as long as it lives, and another after a restart.
std::string containerId(const Json &pod, const Json &entry)
{
    const std::string what =
        uidOf(pod) + textOf(find(entry, "name")) + std::to_string(numberOf(find(entry, "restartCount")));
    return "containerd://" + Random(static_cast<std::uint64_t>(spread(what) * 4294967296.0)).hex(64);
}

std::string imageId(const std::string &image)
{
    const std::string bare = image.substr(0, image.find(':', image.rfind('/') + 1));
    return bare + "@sha256:" + Random(static_cast<std::uint64_t>(spread(image) * 4294967296.0)).hex(64);
}

Json waitingEntry(const Json &container)
{
    return Json{{"name", textOf(find(container, "name"))},
                {"state", {{"waiting", {{"reason", "ContainerCreating"}}}}},
                {"lastState", Json::object()},
                {"ready", false},
                {"restartCount", 0},
                {"image", textOf(find(container, "image"))},
                {"imageID", ""},
                {"started", false}};
}

bool is(const Json &entry, const char *state)
{
    return find(entry, {"state", state}).is_object();
}

} // namespace

PodStatus::PodStatus(const Json &pod, WallTime now)
    : m_pod(pod)
    , m_now(now)
    , m_status(find(pod, "status"))
{
    if (!m_status.is_object())
        m_status = Json{{"phase", "Pending"}};
}

PodStatus &PodStatus::schedule()
{
    setCondition(m_status, {"PodScheduled", "True"}, m_now);
    return *this;
}

PodStatus &PodStatus::refuse(const std::string &message)
{
    setCondition(m_status, {"PodScheduled", "False", "Unschedulable", message}, m_now);
    return *this;
}

PodStatus &PodStatus::admit(const std::string &hostIp)
{
    setCondition(m_status, {"PodReadyToStartContainers", "False"}, m_now);
    setCondition(m_status, {"Initialized", "True"}, m_now);
    m_status["hostIP"] = hostIp;
    m_status["hostIPs"] = Json::array({Json{{"ip", hostIp}}});
    m_status["startTime"] = timeJson(m_now);
    Json entries = Json::array();
    for (const Json &container : find(m_pod, {"spec", "containers"}))
        entries.push_back(waitingEntry(container));
    m_status["containerStatuses"] = std::move(entries);
    return *this;
}

PodStatus &PodStatus::run(const std::string &podIp)
{
    if (!m_status.contains("podIP")) {
        m_status["podIP"] = podIp;
        m_status["podIPs"] = Json::array({Json{{"ip", podIp}}});
    }
    setCondition(m_status, {"PodReadyToStartContainers", "True"}, m_now);
    for (Json &entry : m_status["containerStatuses"]) {
        if (is(entry, "running"))
            continue;
        if (is(entry, "terminated"))
            entry["lastState"] = entry["state"];
        if (!find(entry, "lastState").empty())
            entry["restartCount"] = numberOf(find(entry, "restartCount")) + 1;
        entry["state"] = Json{{"running", {{"startedAt", timeJson(m_now)}}}};
        entry["imageID"] = imageId(textOf(find(entry, "image")));
        entry["containerID"] = containerId(m_pod, entry);
        entry["started"] = true;
        entry["ready"] = false;
    }
    return *this;
}

PodStatus &PodStatus::becomeReady()
{
    for (Json &entry : m_status["containerStatuses"])
        entry["ready"] = is(entry, "running");
    return *this;
}

PodStatus &PodStatus::exit(const std::string &container, int code, const std::string &reason)
{
    if (Json *found = entry(container))
        stop(*found, code, reason);
    return *this;
}

PodStatus &PodStatus::hold(const std::string &container, const std::string &reason, const std::string &message)
{
    Json *found = entry(container);
    if (!found)
        return *this;
    if (is(*found, "terminated"))
        (*found)["lastState"] = (*found)["state"];
    (*found)["state"] = Json{{"waiting", {{"reason", reason}, {"message", message}}}};
    (*found)["started"] = false;
    return *this;
}

PodStatus &PodStatus::stopAll(int code, const std::string &reason)
{
    for (Json &each : m_status["containerStatuses"]) {
        if (!is(each, "terminated"))
            stop(each, code, reason);
    }
    return *this;
}

PodStatus &PodStatus::at(WallTime now)
{
    m_now = now;
    return *this;
}

Json PodStatus::take()
{
    if (m_status.contains("containerStatuses")) {
        settlePhase();
        settleConditions();
    }
    return m_status;
}

Json *PodStatus::entry(const std::string &container)
{
    for (Json &each : m_status["containerStatuses"]) {
        if (textOf(find(each, "name")) == container)
            return &each;
    }
    return nullptr;
}

void PodStatus::stop(Json &entry, int code, const std::string &reason)
{
    const Json started = find(entry, {"state", "running", "startedAt"});
    Json terminated{{"exitCode", code}, {"reason", reason}};
    terminated["startedAt"] = started.is_string() ? started : timeJson(m_now);
    terminated["finishedAt"] = timeJson(m_now);
    if (entry.contains("containerID"))
        terminated["containerID"] = entry["containerID"];
    entry["state"] = Json{{"terminated", std::move(terminated)}};
    entry["ready"] = false;
    entry["started"] = false;
}

/// Source: pkg/kubelet getPhase, for pods without init containers.
void PodStatus::settlePhase()
{
    int waiting = 0;
    int running = 0;
    int failed = 0;
    for (const Json &each : m_status["containerStatuses"]) {
        const bool ranBefore = !find(each, "lastState").empty();
        running += is(each, "running") || (is(each, "waiting") && ranBefore) ? 1 : 0;
        waiting += is(each, "waiting") && !ranBefore ? 1 : 0;
        failed += is(each, "terminated") && numberOf(find(each, {"state", "terminated", "exitCode"})) != 0 ? 1 : 0;
    }
    const bool restarts = textOf(find(m_pod, {"spec", "restartPolicy"})) == "Always" && !isBeingDeleted(m_pod);
    if (waiting > 0)
        m_status["phase"] = "Pending";
    else if (running > 0 || restarts || isBeingDeleted(m_pod))
        m_status["phase"] = "Running";
    else
        m_status["phase"] = failed > 0 ? "Failed" : "Succeeded";
}

void PodStatus::settleConditions()
{
    const std::string phase = textOf(find(m_status, "phase"));
    if (phase == "Succeeded" || phase == "Failed") {
        const std::string reason = phase == "Succeeded" ? "PodCompleted" : "PodFailed";
        if (phase == "Succeeded")
            setCondition(m_status, {"Initialized", "True", reason}, m_now);
        setCondition(m_status, {"Ready", "False", reason}, m_now);
        setCondition(m_status, {"ContainersReady", "False", reason}, m_now);
        return;
    }
    const std::string message = unreadyMessage();
    const std::string word = message.empty() ? "True" : "False";
    const std::string reason = message.empty() ? "" : "ContainersNotReady";
    setCondition(m_status, {"Ready", word, reason, message}, m_now);
    setCondition(m_status, {"ContainersReady", word, reason, message}, m_now);
}

std::string PodStatus::unreadyMessage() const
{
    std::string names;
    for (const Json &each : find(m_status, "containerStatuses")) {
        if (!isTrue(find(each, "ready")))
            names += (names.empty() ? "" : " ") + textOf(find(each, "name"));
    }
    return names.empty() ? std::string() : "containers with unready status: [" + names + "]";
}

bool hasRunningContainer(const Json &pod)
{
    const Json &entries = find(pod, {"status", "containerStatuses"});
    if (!entries.is_array())
        return false;
    for (const Json &entry : entries) {
        if (is(entry, "running"))
            return true;
    }
    return false;
}

} // namespace wk::demo
