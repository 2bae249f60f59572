// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

namespace wk::demo {

/// Starts Jobs at their times and forgets old ones, as syncCronJob() says. One thread.
class CronJobController : public Controller
{
public:
    explicit CronJobController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;

    SharedInformer &m_cronJobs;
    SharedInformer &m_jobs;
};

} // namespace wk::demo
