// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

namespace wk::sim {

/// V15: every planned fault happened; a run that was weaker than planned proves nothing. etcd: MinimalQPS.
Violations checkFaultsFired(const History &history)
{
    Findings found("V15");
    if (history.kinds.empty())
        found.add("there is nothing to judge");
    for (std::size_t i = 0; i < history.faults.size(); ++i) {
        if (!history.faults[i].hasFired)
            found.add("fault " + std::to_string(i) + ", " + history.faults[i].id + ", did not happen");
    }
    return found.take();
}

} // namespace wk::sim
