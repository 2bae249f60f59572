// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <algorithm>

namespace wk::sim {

/// V13: who reads the recorded lines again comes to the same store; a recording cut anywhere is a prefix of itself.
Violations checkRecording(const History &history)
{
    Findings found("V13");
    for (const KindHistory &kind : history.kinds) {
        if (!kind.hasRecording)
            continue;
        std::vector<State> replayed = kind.replayed;
        std::vector<State> store = kind.store;
        std::sort(replayed.begin(), replayed.end());
        std::sort(store.begin(), store.end());
        if (replayed != store)
            found.add(kind, "the recording leads to " + std::to_string(replayed.size()) + " objects, the store holds " +
                                std::to_string(store.size()) + ", or they differ");
        if (!kind.isPrefixAfterCut)
            found.add(kind, "a recording that was cut is no prefix of itself");
    }
    return found.take();
}

} // namespace wk::sim
