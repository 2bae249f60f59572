// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/cells.h"
#include "core/apiserver/rows.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace {

/// What the containers of a pod add up to, in the words of `kubectl get pods`.
struct PodSummary {
    std::int64_t ready = 0;
    std::int64_t total = 0;
    std::int64_t restarts = 0;
    std::optional<WallTime> lastRestart;
    std::string reason;
};

const Json &listAt(const Json &value, std::initializer_list<const char *> path)
{
    static const Json Empty = Json::array();
    const Json &found = find(value, path);
    return found.is_array() ? found : Empty;
}

/// A sidecar: an init container that is restarted on its own.
bool isRestartable(const Json &podSpec, const std::string &name)
{
    const Json &containers = listAt(podSpec, {"initContainers"});
    return std::any_of(containers.begin(), containers.end(), [&](const Json &container) {
        return textOf(find(container, {"name"})) == name && textOf(find(container, {"restartPolicy"})) == "Always";
    });
}

bool hasCondition(const Json &document, const char *type)
{
    const Json &conditions = listAt(document, {"status", "conditions"});
    return std::any_of(conditions.begin(), conditions.end(), [&](const Json &condition) {
        return textOf(find(condition, {"type"})) == type && textOf(find(condition, {"status"})) == "True";
    });
}

/// "Error", "Signal:9" or "ExitCode:1".
std::string terminationText(const Json &terminated)
{
    const std::string reason = textOf(find(terminated, {"reason"}));
    if (!reason.empty())
        return reason;
    const std::int64_t signal = numberOf(find(terminated, {"signal"}));
    return signal != 0 ? "Signal:" + std::to_string(signal)
                       : "ExitCode:" + std::to_string(numberOf(find(terminated, {"exitCode"})));
}

void countRestarts(PodSummary &summary, const Json &container)
{
    summary.restarts += numberOf(find(container, {"restartCount"}));
    const auto finished = parseTime(textOf(find(container, {"lastState", "terminated", "finishedAt"})));
    if (finished && (!summary.lastRestart || *finished > *summary.lastRestart))
        summary.lastRestart = finished;
}

/// What keeps an init container from being done; empty when it is.
std::string initText(const Json &container, size_t position, size_t count)
{
    const Json &terminated = find(container, {"state", "terminated"});
    if (terminated.is_object())
        return numberOf(find(terminated, {"exitCode"})) == 0 ? std::string() : "Init:" + terminationText(terminated);
    const std::string waiting = textOf(find(container, {"state", "waiting", "reason"}));
    if (!waiting.empty() && waiting != "PodInitializing")
        return "Init:" + waiting;
    return "Init:" + std::to_string(position) + "/" + std::to_string(count);
}

/// Goes through the init containers in order up to the first that is not done; true when there is one.
bool summarizeInit(PodSummary &summary, PodSummary &sidecars, const Json &document)
{
    const Json &spec = find(document, {"spec"});
    const Json &statuses = listAt(document, {"status", "initContainerStatuses"});
    for (size_t i = 0; i < statuses.size(); ++i) {
        const Json &container = statuses[i];
        countRestarts(summary, container);
        const bool isSidecar = isRestartable(spec, textOf(find(container, {"name"})));
        if (isSidecar)
            countRestarts(sidecars, container);
        if (isSidecar && isTrue(find(container, {"started"}))) {
            sidecars.ready += isTrue(find(container, {"ready"}));
            continue;
        }
        const std::string text = initText(container, i, countOf(find(spec, {"initContainers"})));
        if (text.empty())
            continue;
        summary.reason = text;
        return true;
    }
    return false;
}

void summarizeContainers(PodSummary &summary, const Json &document)
{
    bool isRunning = false;
    const Json &statuses = listAt(document, {"status", "containerStatuses"});
    for (auto it = statuses.rbegin(); it != statuses.rend(); ++it) {
        countRestarts(summary, *it);
        const std::string waiting = textOf(find(*it, {"state", "waiting", "reason"}));
        const Json &terminated = find(*it, {"state", "terminated"});
        if (!waiting.empty()) {
            summary.reason = waiting;
        } else if (terminated.is_object()) {
            summary.reason = terminationText(terminated);
        } else if (isTrue(find(*it, {"ready"})) && find(*it, {"state", "running"}).is_object()) {
            isRunning = true;
            ++summary.ready;
        }
    }
    if (summary.reason == "Completed" && isRunning)
        summary.reason = hasCondition(document, "Ready") ? "Running" : "NotReady";
}

std::string firstReason(const Json &document)
{
    for (const Json &condition : listAt(document, {"status", "conditions"})) {
        if (textOf(find(condition, {"type"})) == "PodScheduled" &&
            textOf(find(condition, {"reason"})) == "SchedulingGated")
            return "SchedulingGated";
    }
    const std::string reason = textOf(find(document, {"status", "reason"}));
    return reason.empty() ? textOf(find(document, {"status", "phase"})) : reason;
}

PodSummary summarize(const Json &document)
{
    const Json &spec = find(document, {"spec"});
    PodSummary summary;
    PodSummary sidecars;
    summary.reason = firstReason(document);
    summary.total = std::int64_t(countOf(find(spec, {"containers"})));
    for (const Json &container : listAt(spec, {"initContainers"}))
        summary.total += textOf(find(container, {"restartPolicy"})) == "Always";
    const bool isInitializing = summarizeInit(summary, sidecars, document);
    summary.ready = sidecars.ready;
    if (!isInitializing || hasCondition(document, "Initialized")) {
        summary.restarts = sidecars.restarts;
        summary.lastRestart = sidecars.lastRestart;
        summarizeContainers(summary, document);
    }
    const std::string phase = textOf(find(document, {"status", "phase"}));
    const bool isOver = phase == "Succeeded" || phase == "Failed";
    if (!find(document, {"metadata", "deletionTimestamp"}).is_null()) {
        if (textOf(find(document, {"status", "reason"})) == "NodeLost")
            summary.reason = "Unknown";
        else if (!isOver)
            summary.reason = "Terminating";
    }
    return summary;
}

/// "3 (5m ago)"
Cell restartsCell(const PodSummary &summary)
{
    const std::string count = std::to_string(summary.restarts);
    if (summary.restarts == 0 || !summary.lastRestart)
        return textCell(count);
    return {.since = summary.lastRestart, .before = count + " (", .after = " ago)"};
}

Cell gatesCell(const Json &document)
{
    const Json &gates = listAt(document, {"spec", "readinessGates"});
    if (gates.empty())
        return textCell("<none>");
    const auto met = std::count_if(gates.begin(), gates.end(), [&](const Json &gate) {
        return hasCondition(document, textOf(find(gate, {"conditionType"})).c_str());
    });
    return textCell(std::to_string(met) + "/" + std::to_string(gates.size()));
}

std::string conditionsOf(const std::string &phase)
{
    if (phase == "Succeeded")
        return R"([{"type":"Completed","status":"True","reason":"Succeeded","message":"The pod has completed successfully."}])";
    if (phase == "Failed")
        return R"([{"type":"Completed","status":"True","reason":"Failed","message":"The pod failed."}])";
    return {};
}

PrintedRow printPod(const Json &document)
{
    const PodSummary summary = summarize(document);
    return {{nameCell(document), textCell(std::to_string(summary.ready) + "/" + std::to_string(summary.total)),
             textCell(summary.reason), restartsCell(summary), objectAge(document),
             textOrNone(textOf(find(document, {"status", "podIP"}))),
             textOrNone(textOf(find(document, {"spec", "nodeName"}))),
             textOrNone(textOf(find(document, {"status", "nominatedNodeName"}))), gatesCell(document)},
            conditionsOf(textOf(find(document, {"status", "phase"})))};
}

} // namespace

Printer podPrinter()
{
    return {{nameColumn(),
             {"Ready", "string", "", "The aggregate readiness state of this pod for accepting traffic."},
             {"Status", "string", "", "The aggregate status of the containers in this pod."},
             {"Restarts", "string", "",
              "The number of times the containers in this pod have been restarted and when the last container in "
              "this "
              "pod has restarted."},
             ageColumn(),
             {"IP", "string", "", "The pod's address inside the cluster.", 1},
             {"Node", "string", "", "The node this pod runs on.", 1},
             {"Nominated Node", "string", "", "The node that is being cleared for this pod.", 1},
             {"Readiness Gates", "string", "", "Further conditions that must hold for the pod to be ready.", 1}},
            printPod};
}

} // namespace wk::apiserver
