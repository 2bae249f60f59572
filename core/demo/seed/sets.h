// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/seed/scene.h"

namespace wk::demo {

struct WorkloadPlan;

void seedStatefulSet(SeedScene &scene, const WorkloadPlan &plan);
void seedDaemonSet(SeedScene &scene, const WorkloadPlan &plan);
/// With the Jobs of its last runs and their pods.
void seedCronJob(SeedScene &scene, const WorkloadPlan &plan);
/// An EndpointSlice for each Service that was seeded.
void seedEndpoints(SeedScene &scene);

} // namespace wk::demo
