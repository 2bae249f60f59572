// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/cronjobcontroller.h"

#include "core/demo/decide/job.h"

namespace wk::demo {

CronJobController::CronJobController(const Outfit &outfit)
    : Controller(outfit, {"cronjob-controller"})
    , m_cronJobs(follow(resources::CronJobs, itself()))
    , m_jobs(follow(resources::Jobs, ownerOfKind("CronJob")))
{}

Controller::Plan CronJobController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_cronJobs, key);
    if (!found)
        return {};
    Json cronJob = documentOf(found);
    std::vector<Json> jobs;
    for (const ObjectPtr &job : ownedBy(m_jobs, *found))
        jobs.push_back(documentOf(job));
    const WallTime now = clock().wallNow();
    Writes writes = syncCronJob(cronJob, jobs, now);
    std::chrono::milliseconds again{0};
    if (const auto next = nextSchedule(cronJob, now)) // by the calendar, which does not hurry
        again = std::chrono::milliseconds(static_cast<std::int64_t>(
            hurry() * static_cast<double>(std::chrono::ceil<std::chrono::milliseconds>(*next - now).count())));
    return {std::move(cronJob), std::move(writes), again};
}

} // namespace wk::demo
