// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/etcdplan.h"
#include "tests/simulation/run.h"

#include <chrono>

namespace wk::etcdruns {

/// Plays a plan against real members and the client, in real time, with the client's waits hurried; and judges it by
/// the model's own validators. A seed gives the same faults in the same order, not the same run: the kernel and etcd
/// decide who of several is heard first. Main thread.
/// `patience`: how long the clients may take to catch up; who takes longer has not.
sim::RunResult run(const EtcdPlan &plan, const sim::MutantClass *mutant = nullptr,
                   std::chrono::milliseconds patience = std::chrono::seconds(30));

} // namespace wk::etcdruns
