// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/fields.h"

#include <string>

namespace wk::demo {

struct ContainerPlan;
struct WorkloadPlan;

/// {"app": name}: what a workload's pods are told apart by.
Json selectorLabels(const WorkloadPlan &plan);
/// The pod template of a workload in the revision `back` steps before its newest.
Json podTemplate(const WorkloadPlan &plan, int back = 0);

/// A pod made from `owner`'s spec.template, as a controller and the ServiceAccount admission leave it behind:
/// unbound, with a volume for its token. The API server adds the rest. `generateName` may be empty.
Json podFrom(const Json &owner, const std::string &name, const std::string &generateName);

} // namespace wk::demo
