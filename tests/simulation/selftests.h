// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/validators/validator.h"

#include <vector>

namespace wk::sim {

/// One history written by hand, for one validator: a judge that never says no judges nothing. Modelled on etcd's
/// TestValidateWatch.
struct SelfTest {
    const char *validator; ///< "V4"
    const char *sentence;
    const char *history; ///< in the words of historytext.h
    bool holds;          ///< whether the validator must let it pass
};

const std::vector<SelfTest> &selfTests();
/// What its validator says of it.
Violations judge(const SelfTest &test);

} // namespace wk::sim
