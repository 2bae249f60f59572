// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/jobcontroller.h"

#include "core/demo/decide/job.h"

namespace wk::demo {

JobController::JobController(const Outfit &outfit)
    : Controller(outfit, {"job-controller"})
    , m_jobs(follow(resources::Jobs, itself()))
    , m_pods(follow(resources::Pods, ownerOfKind("Job")))
{}

Controller::Plan JobController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_jobs, key);
    if (!found)
        return {};
    Json job = documentOf(found);
    Writes writes = syncJob(job, factsOf(ownedBy(m_pods, *found)), random(), clock().wallNow());
    return {std::move(job), std::move(writes)};
}

} // namespace wk::demo
