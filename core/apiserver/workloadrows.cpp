// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/cells.h"
#include "core/apiserver/rows.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

const Json &templateSpec(const Json &document)
{
    return find(document, {"spec", "template", "spec"});
}

Cell statusNumber(const Json &document, const char *member)
{
    return numberCell(numberOf(find(document, {"status", member})));
}

/// "2/3"
Cell readyOfWanted(const Json &document)
{
    return textCell(std::to_string(numberOf(find(document, {"status", "readyReplicas"}))) + "/" +
                    std::to_string(numberOf(find(document, {"spec", "replicas"}), 1)));
}

Cell selectorCell(const Json &document)
{
    return textCell(selectorText(find(document, {"spec", "selector"})));
}

PrintedRow printDeployment(const Json &document)
{
    return {{nameCell(document), readyOfWanted(document), statusNumber(document, "updatedReplicas"),
             statusNumber(document, "availableReplicas"), objectAge(document), containerNames(templateSpec(document)),
             containerImages(templateSpec(document)), selectorCell(document)}};
}

PrintedRow printReplicaSet(const Json &document)
{
    return {{nameCell(document), numberCell(numberOf(find(document, {"spec", "replicas"}), 1)),
             statusNumber(document, "replicas"), statusNumber(document, "readyReplicas"), objectAge(document),
             containerNames(templateSpec(document)), containerImages(templateSpec(document)), selectorCell(document)}};
}

PrintedRow printStatefulSet(const Json &document)
{
    return {{nameCell(document), readyOfWanted(document), objectAge(document), containerNames(templateSpec(document)),
             containerImages(templateSpec(document))}};
}

PrintedRow printDaemonSet(const Json &document)
{
    return {{nameCell(document), statusNumber(document, "desiredNumberScheduled"),
             statusNumber(document, "currentNumberScheduled"), statusNumber(document, "numberReady"),
             statusNumber(document, "updatedNumberScheduled"), statusNumber(document, "numberAvailable"),
             textCell(mapText(find(templateSpec(document), {"nodeSelector"}))), objectAge(document),
             containerNames(templateSpec(document)), containerImages(templateSpec(document)), selectorCell(document)}};
}

/// "cpu: <unknown>/80%"
std::string autoscalerTargets(const Json &document)
{
    const Json &wanted = find(document, {"spec", "targetCPUUtilizationPercentage"});
    const Json &used = find(document, {"status", "currentCPUUtilizationPercentage"});
    if (!wanted.is_number_integer())
        return "<none>";
    return "cpu: " + (used.is_number_integer() ? std::to_string(numberOf(used)) + "%" : "<unknown>") + "/" +
           std::to_string(numberOf(wanted)) + "%";
}

PrintedRow printAutoscaler(const Json &document)
{
    const Json &target = find(document, {"spec", "scaleTargetRef"});
    const Json &least = find(document, {"spec", "minReplicas"});
    return {{nameCell(document), textCell(textOf(find(target, {"kind"})) + "/" + textOf(find(target, {"name"}))),
             textCell(autoscalerTargets(document)),
             textCell(least.is_number_integer() ? std::to_string(numberOf(least)) : "<unset>"),
             numberCell(numberOf(find(document, {"spec", "maxReplicas"}))), statusNumber(document, "currentReplicas"),
             objectAge(document)}};
}

/// The last of a job's conditions that says how it ended or stands.
std::string jobStatus(const Json &document)
{
    const Json &conditions = find(document, {"status", "conditions"});
    std::string text = find(document, {"metadata", "deletionTimestamp"}).is_null() ? "Running" : "Terminating";
    if (!conditions.is_array())
        return text;
    for (const Json &condition : conditions) {
        if (textOf(find(condition, {"status"})) == "True")
            text = textOf(find(condition, {"type"}));
    }
    return text;
}

/// "1/3", "1/1 of 2", "0/1"
std::string jobCompletions(const Json &document)
{
    const std::string done = std::to_string(numberOf(find(document, {"status", "succeeded"})));
    const Json &wanted = find(document, {"spec", "completions"});
    if (wanted.is_number_integer())
        return done + "/" + std::to_string(numberOf(wanted));
    const std::int64_t parallel = numberOf(find(document, {"spec", "parallelism"}));
    return parallel > 1 ? done + "/1 of " + std::to_string(parallel) : done + "/1";
}

Cell jobDuration(const Json &document)
{
    const auto start = parseTime(textOf(find(document, {"status", "startTime"})));
    const auto end = parseTime(textOf(find(document, {"status", "completionTime"})));
    if (!start)
        return textCell("");
    if (!end)
        return {.since = start};
    return textCell(humanDuration(std::chrono::floor<std::chrono::seconds>(*end - *start)));
}

PrintedRow printJob(const Json &document)
{
    return {{nameCell(document), textCell(jobStatus(document)), textCell(jobCompletions(document)),
             jobDuration(document), objectAge(document), containerNames(templateSpec(document)),
             containerImages(templateSpec(document)), selectorCell(document)}};
}

PrintedRow printCronJob(const Json &document)
{
    const Json &podSpec = find(document, {"spec", "jobTemplate", "spec", "template", "spec"});
    const Json &last = find(document, {"status", "lastScheduleTime"});
    return {{nameCell(document), textCell(textOf(find(document, {"spec", "schedule"}))),
             textOrNone(textOf(find(document, {"spec", "timeZone"}))),
             textCell(isTrue(find(document, {"spec", "suspend"})) ? "True" : "False"),
             numberCell(std::int64_t(countOf(find(document, {"status", "active"})))),
             last.is_string() ? ageCell(last) : textCell("<none>"), objectAge(document), containerNames(podSpec),
             containerImages(podSpec),
             textCell(selectorText(find(document, {"spec", "jobTemplate", "spec", "selector"})))}};
}

const Column Containers{"Containers", "string", "", "Names of each container in the template.", 1};
const Column Images{"Images", "string", "", "Images referenced by each container in the template.", 1};
const Column SelectorColumn{"Selector", "string", "", "Which pods it takes for its own, by label.", 1};

} // namespace

Printer deploymentPrinter()
{
    return {{nameColumn(),
             {"Ready", "string", "", "Number of the pod with ready state"},
             {"Up-to-date", "string", "", "Total number of non-terminated pods that have the desired template."},
             {"Available", "string", "", "Total number of pods ready for at least minReadySeconds."},
             ageColumn(),
             Containers,
             Images,
             SelectorColumn},
            printDeployment};
}

Printer replicaSetPrinter()
{
    return {{nameColumn(),
             {"Desired", "integer", "", "The number of desired replicas."},
             {"Current", "integer", "", "The most recently observed number of replicas."},
             {"Ready", "integer", "", "The number of ready replicas for this replica set."},
             ageColumn(),
             Containers,
             Images,
             SelectorColumn},
            printReplicaSet};
}

Printer statefulSetPrinter()
{
    return {
        {nameColumn(), {"Ready", "string", "", "Number of the pod with ready state"}, ageColumn(), Containers, Images},
        printStatefulSet};
}

Printer daemonSetPrinter()
{
    return {{nameColumn(),
             {"Desired", "integer", "", "The number of nodes that should be running the daemon pod."},
             {"Current", "integer", "", "The number of nodes that are running at least 1 daemon pod."},
             {"Ready", "integer", "", "The number of nodes whose daemon pod is ready."},
             {"Up-to-date", "integer", "", "The number of nodes that are running the updated daemon pod."},
             {"Available", "integer", "", "The number of nodes whose daemon pod is available."},
             {"Node Selector", "string", "", "Labels a node must have for the pod to run on it."},
             ageColumn(),
             Containers,
             Images,
             SelectorColumn},
            printDaemonSet};
}

Printer autoscalerPrinter()
{
    return {{nameColumn(),
             {"Reference", "string", "", "What is scaled."},
             {"Targets", "string", "", "What is measured of it, and what is wanted."},
             {"MinPods", "string", "", "The least number of pods that it is scaled to."},
             {"MaxPods", "string", "", "The greatest number of pods that it is scaled to."},
             {"Replicas", "string", "", "The number of pods when it was last looked at."},
             ageColumn()},
            printAutoscaler};
}

Printer jobPrinter()
{
    return {{nameColumn(),
             {"Status", "string", "", "Status of the job."},
             {"Completions", "string", "", "Pods that succeeded, of those that are wanted."},
             {"Duration", "string", "", "Time required to complete the job."},
             ageColumn(),
             Containers,
             Images,
             SelectorColumn},
            printJob};
}

Printer cronJobPrinter()
{
    return {{nameColumn(),
             {"Schedule", "string", "", "The schedule in Cron format."},
             {"Timezone", "string", "", "The time zone of the schedule."},
             {"Suspend", "boolean", "", "Whether further runs are suspended."},
             {"Active", "integer", "", "The number of jobs that are running."},
             {"Last Schedule", "string", "", "When the job was last scheduled."},
             ageColumn(),
             Containers,
             Images,
             SelectorColumn},
            printCronJob};
}

} // namespace wk::apiserver
