// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/decide/podfacts.h"
#include "core/demo/decide/write.h"

#include <chrono>
#include <optional>

namespace wk::demo {

class Random;

/// A Job of a CronJob for a scheduled time; its name ends with the minutes since 1970.
Json jobFrom(const Json &cronJob, WallTime scheduled);
/// A Job with what the API server adds: a selector by its own uid.
void fillInJob(Json &job);

/// What a Job needs: pods until enough have succeeded, or too many have failed. Pure.
/// Source: k8s.io/kubernetes pkg/controller/job, completionMode NonIndexed.
Writes syncJob(const Json &job, const std::vector<PodFacts> &pods, Random &random, WallTime now);

/// What a CronJob needs: a Job at its times, and no more of the old ones than its history limits. `jobs` are
/// those it controls. Pure. Understands "*/N * * * *" and "* * * * *"; at other times nothing happens.
/// Source: pkg/controller/cronjob.
Writes syncCronJob(const Json &cronJob, const std::vector<Json> &jobs, WallTime now);
/// The next time a CronJob is due after `now`; empty when it never is.
std::optional<WallTime> nextSchedule(const Json &cronJob, WallTime now);

} // namespace wk::demo
