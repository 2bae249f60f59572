// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

namespace wk::demo {

/// Keeps Jobs and their pods as syncJob() says. One thread.
class JobController : public Controller
{
public:
    explicit JobController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;

    SharedInformer &m_jobs;
    SharedInformer &m_pods;
};

} // namespace wk::demo
