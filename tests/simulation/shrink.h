// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/plan.h"

#include <functional>

namespace wk::sim {

/// Makes a plan that fails as small as it can while `fails` still says so: faults first (delta debugging), then
/// kinds that none strikes, objects, operations and pauses. Asks at most `most` times, and for a minute. Source:
/// Zeller, "Simplifying and Isolating Failure-Inducing Input".
Plan shrunk(Plan plan, const std::function<bool(const Plan &)> &fails, int most = 400);

} // namespace wk::sim
