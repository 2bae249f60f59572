// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/job.h"

#include "core/demo/build/podtemplate.h"
#include "core/demo/random.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::isTrue;
using apiserver::make;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

std::int64_t clampedNumber(const Json &job, const char *key, std::int64_t otherwise)
{
    return std::clamp<std::int64_t>(numberOf(find(job, {"spec", key}), otherwise), 0, 1000);
}

bool isFinished(const Json &job)
{
    return isConditionTrue(find(job, "status"), "Complete") || isConditionTrue(find(job, "status"), "Failed");
}

struct Counts {
    std::int64_t active = 0;
    std::int64_t ready = 0;
    std::int64_t succeeded = 0;
    std::int64_t failed = 0;
};

Counts countOf(const std::vector<PodFacts> &pods)
{
    Counts counts;
    for (const PodFacts &pod : pods) {
        counts.active += pod.isActive() ? 1 : 0;
        counts.ready += pod.isActive() && pod.ready ? 1 : 0;
        counts.succeeded += pod.phase == "Succeeded" ? 1 : 0;
        counts.failed += pod.phase == "Failed" ? 1 : 0;
    }
    return counts;
}

void addCondition(Json &status, Condition condition, WallTime now)
{
    const std::string type = condition.type;
    setCondition(status, condition, now);
    for (Json &held : status["conditions"]) {
        if (textOf(find(held, "type")) == type)
            held["lastProbeTime"] = timeJson(now);
    }
}

/// The status, and the word to be said when it ends the Job.
std::pair<Json, std::optional<Note>> statusOf(const Json &job, const Counts &counts, WallTime now)
{
    Json status = find(job, "status");
    if (!status.is_object())
        status = Json::object();
    setCount(status, "active", counts.active);
    setCount(status, "succeeded", counts.succeeded);
    setCount(status, "failed", counts.failed);
    status["ready"] = counts.ready;
    status["terminating"] = 0;
    status["uncountedTerminatedPods"] = Json::object();
    if (!status.contains("startTime"))
        status["startTime"] = timeJson(now);
    if (counts.succeeded >= clampedNumber(job, "completions", 1)) {
        const std::string message = "Reached expected number of succeeded pods";
        addCondition(status, {"SuccessCriteriaMet", "True", "CompletionsReached", message}, now);
        addCondition(status, {"Complete", "True", "CompletionsReached", message}, now);
        status["completionTime"] = timeJson(now);
        return {std::move(status), Note{false, "Completed", "Job completed"}};
    }
    if (counts.failed > clampedNumber(job, "backoffLimit", 6)) {
        const std::string message = "Job has reached the specified backoff limit";
        addCondition(status, {"FailureTarget", "True", "BackoffLimitExceeded", message}, now);
        addCondition(status, {"Failed", "True", "BackoffLimitExceeded", message}, now);
        return {std::move(status), Note{true, "BackoffLimitExceeded", message}};
    }
    return {std::move(status), std::nullopt};
}

/// Minutes between two runs; 0 for a schedule that is not understood.
std::int64_t periodMinutes(const Json &cronJob)
{
    const std::string schedule = textOf(find(cronJob, {"spec", "schedule"}));
    constexpr std::string_view Rest = " * * * *";
    if (schedule == "* * * * *")
        return 1;
    if (!schedule.starts_with("*/") || !schedule.ends_with(Rest) || schedule.size() > 2 + 2 + Rest.size())
        return 0;
    std::int64_t minutes = 0;
    for (const char c : std::string_view(schedule).substr(2, schedule.size() - 2 - Rest.size()))
        minutes = c >= '0' && c <= '9' ? 10 * minutes + (c - '0') : 0;
    return minutes;
}

WallTime lastSchedule(std::int64_t period, WallTime now)
{
    const auto minutes = std::chrono::floor<std::chrono::minutes>(now.time_since_epoch()).count();
    return WallTime(std::chrono::minutes(minutes / period * period));
}

Writes forgetJobs(const Json &cronJob, const std::vector<Json> &jobs)
{
    Writes writes;
    for (const auto &[type, limit, otherwise] :
         {std::tuple("Complete", "successfulJobsHistoryLimit", 3), std::tuple("Failed", "failedJobsHistoryLimit", 1)}) {
        std::vector<const Json *> done;
        for (const Json &job : jobs) {
            if (isConditionTrue(find(job, "status"), type) && !isBeingDeleted(job))
                done.push_back(&job);
        }
        std::sort(done.begin(), done.end(), [](const Json *a, const Json *b) { return nameOf(*a) < nameOf(*b); });
        const auto kept = static_cast<std::size_t>(clampedNumber(cronJob, limit, otherwise));
        for (std::size_t i = 0; i + kept < done.size(); ++i) {
            writes.push_back({Write::Verb::Delete, resources::Jobs, *done[i],
                              Note{false, "SuccessfulDelete", "Deleted job " + nameOf(*done[i])}});
        }
    }
    return writes;
}

Json activeReferences(const std::vector<Json> &jobs)
{
    Json active = Json::array();
    for (const Json &job : jobs) {
        if (isFinished(job) || isBeingDeleted(job))
            continue;
        active.push_back({{"kind", "Job"},
                          {"namespace", nameSpaceOf(job)},
                          {"name", nameOf(job)},
                          {"uid", uidOf(job)},
                          {"apiVersion", "batch/v1"}});
    }
    return active;
}

} // namespace

Json jobFrom(const Json &cronJob, WallTime scheduled)
{
    const auto minutes = std::chrono::floor<std::chrono::minutes>(scheduled.time_since_epoch()).count();
    Json metadata{{"name", nameOf(cronJob) + "-" + std::to_string(minutes)},
                  {"namespace", nameSpaceOf(cronJob)},
                  {"annotations", {{"batch.kubernetes.io/cronjob-scheduled-timestamp", timeJson(scheduled)}}},
                  {"ownerReferences", Json::array({ownerReference(cronJob)})}};
    if (const Json &labels = find(cronJob, {"spec", "jobTemplate", "metadata", "labels"}); labels.is_object())
        metadata["labels"] = labels;
    return Json{{"kind", "Job"},
                {"apiVersion", "batch/v1"},
                {"metadata", std::move(metadata)},
                {"spec", find(cronJob, {"spec", "jobTemplate", "spec"})}};
}

void fillInJob(Json &job)
{
    const std::string uid = uidOf(job);
    Json &labels = make(job, {"spec", "template", "metadata", "labels"});
    labels["batch.kubernetes.io/controller-uid"] = uid;
    labels["batch.kubernetes.io/job-name"] = nameOf(job);
    labels["controller-uid"] = uid;
    labels["job-name"] = nameOf(job);
    make(job, {"spec", "selector", "matchLabels"}) = Json{{"batch.kubernetes.io/controller-uid", uid}};
}

Writes syncJob(const Json &job, const std::vector<PodFacts> &pods, Random &random, WallTime now)
{
    if (isBeingDeleted(job) || isFinished(job))
        return {};
    Writes writes;
    const Counts counts = countOf(pods);
    auto [status, ending] = statusOf(job, counts, now);
    const std::int64_t wanted =
        std::min(clampedNumber(job, "parallelism", 1), clampedNumber(job, "completions", 1) - counts.succeeded);
    const bool isSuspended = isTrue(find(job, {"spec", "suspend"}));
    for (std::int64_t i = counts.active; i < wanted && !ending && !isSuspended; ++i) {
        Json labelled = job;
        fillInJob(labelled);
        Json pod = podFrom(labelled, nameOf(job) + "-" + random.suffix(), nameOf(job) + "-");
        const std::string message = "Created pod: " + nameOf(pod);
        writes.push_back(
            {Write::Verb::Create, resources::Pods, std::move(pod), Note{false, "SuccessfulCreate", message}});
    }
    if (!isSame(status, find(job, "status"))) {
        Json updated = job;
        updated["status"] = std::move(status);
        writes.push_back({Write::Verb::UpdateStatus, resources::Jobs, std::move(updated), ending});
    }
    return writes;
}

Writes syncCronJob(const Json &cronJob, const std::vector<Json> &jobs, WallTime now)
{
    if (isBeingDeleted(cronJob))
        return {};
    Writes writes = forgetJobs(cronJob, jobs);
    Json status = find(cronJob, "status");
    if (!status.is_object())
        status = Json::object();
    const std::int64_t period = periodMinutes(cronJob);
    if (period > 0 && !isTrue(find(cronJob, {"spec", "suspend"}))) {
        const WallTime due = lastSchedule(period, now);
        const auto born = timeOf(find(cronJob, {"metadata", "creationTimestamp"})).value_or(now);
        const WallTime last = timeOf(find(status, "lastScheduleTime")).value_or(born);
        if (due > last) {
            Json job = jobFrom(cronJob, due);
            const std::string message = "Created job " + nameOf(job);
            writes.push_back(
                {Write::Verb::Create, resources::Jobs, std::move(job), Note{false, "SuccessfulCreate", message}});
            status["lastScheduleTime"] = timeJson(due);
        }
    }
    const Json active = activeReferences(jobs);
    if (active.empty())
        status.erase("active");
    else
        status["active"] = active;
    for (const Json &job : jobs) {
        const Json &ended = find(job, {"status", "completionTime"});
        if (ended.is_string() && textOf(ended) > textOf(find(status, "lastSuccessfulTime")))
            status["lastSuccessfulTime"] = ended;
    }
    if (!status.empty())
        reportStatus(writes, resources::CronJobs, cronJob, std::move(status));
    return writes;
}

std::optional<WallTime> nextSchedule(const Json &cronJob, WallTime now)
{
    const std::int64_t period = periodMinutes(cronJob);
    if (period == 0)
        return std::nullopt;
    return lastSchedule(period, now) + std::chrono::minutes(period);
}

} // namespace wk::demo
