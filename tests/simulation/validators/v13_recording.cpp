// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <algorithm>

namespace wk::sim {

namespace {

/// A recorded line has its keys sorted, so its text is another.
std::vector<State> withoutContent(std::vector<State> states)
{
    for (State &state : states)
        state.content = 0;
    std::sort(states.begin(), states.end());
    return states;
}

} // namespace

/// V13: who reads the recorded lines again comes to the same store; a recording cut anywhere is a prefix of itself.
Violations checkRecording(const History &history)
{
    Findings found("V13");
    for (const KindHistory &kind : history.kinds) {
        if (!kind.hasRecording)
            continue;
        if (withoutContent(kind.replayed) != withoutContent(kind.store))
            found.add(kind, "who reads the recording again does not come to what the store holds");
        if (!kind.isPrefixAfterCut)
            found.add(kind, "a recording that was cut is no prefix of itself");
    }
    return found.take();
}

} // namespace wk::sim
