// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/history.h"

#include <string>
#include <vector>

/// The judges of the convergence test: each a pure function from a history to what is wrong with it.
namespace wk::sim {

struct Violation {
    std::string validator; ///< "V4"
    std::string kind;
    std::string text;
};
using Violations = std::vector<Violation>;

struct Validator {
    const char *id;    ///< "V4"
    const char *claim; ///< what holds when it finds nothing
    Violations (*check)(const History &history);
};

/// What memory may grow by, in MiB, from the first fifth of many runs to their end (V14).
constexpr std::size_t MemoryGrowth = 24;

/// All, in order.
const std::vector<Validator> &validators();
/// What all of them find.
Violations violations(const History &history);

Violations checkStoreEqualsModel(const History &history); // V1
Violations checkOrdered(const History &history);          // V2
Violations checkUnique(const History &history);           // V3
Violations checkReliable(const History &history);         // V4
Violations checkResumable(const History &history);        // V5
Violations checkBookmarkable(const History &history);     // V6
Violations checkInferred(const History &history);         // V7
Violations checkGapHonesty(const History &history);       // V8
Violations checkTypesAndPrevious(const History &history); // V9
Violations checkFilter(const History &history);           // V10
Violations checkAtomic(const History &history);           // V11
Violations checkManners(const History &history);          // V12
Violations checkRecording(const History &history);        // V13
Violations checkNothingLeft(const History &history);      // V14
Violations checkFaultsFired(const History &history);      // V15

} // namespace wk::sim
