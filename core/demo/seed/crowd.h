// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/seed/scene.h"

namespace wk::demo {

/// Fills a cluster beside its usual workloads up to the pods that the options ask for: teams with their namespaces,
/// Deployments of a few to a few hundred pods, StatefulSets, CronJobs, some that crash, some that fit nowhere. Each
/// workload goes to the sink by itself. Errors: the sink's.
Result<> seedCrowd(SeedScene &scene, const SeedSink &sink);

} // namespace wk::demo
