// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

namespace wk::sim {

/// V14: after stop() no call, no alarm and no word is left of the client.
Violations checkNothingLeft(const History &history)
{
    Findings found("V14");
    for (const KindHistory &kind : history.kinds) {
        if (kind.leakedCalls > 0)
            found.add(kind, std::to_string(kind.leakedCalls) + " calls are still under way");
        if (kind.leakedAlarms > 0)
            found.add(kind, std::to_string(kind.leakedAlarms) + " alarms are still set");
        if (kind.deliveredAfterStop > 0)
            found.add(kind, std::to_string(kind.deliveredAfterStop) + " entries came after stop()");
    }
    return found.take();
}

} // namespace wk::sim
