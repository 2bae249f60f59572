// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/mutants/mutant.h"

#include <vector>

namespace wk::etcdruns {

/// Mistakes that a client of etcd can make, beside those that a client of any server can.
const std::vector<sim::MutantClass> &etcdMutants();

} // namespace wk::etcdruns
