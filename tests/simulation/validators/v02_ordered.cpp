// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

namespace wk::sim {

/// V2: revisions rise within each stream. etcd: validateOrdered.
Violations checkOrdered(const History &history)
{
    Findings found("V2");
    for (const KindHistory &kind : history.kinds) {
        const Delivery *last = nullptr;
        for (const Delivery &delivery : kind.delivered) {
            if (!isSeen(delivery))
                continue;
            if (last && last->stream == delivery.stream && delivery.state.revision <= last->state.revision)
                found.add(kind, nameOf(kind, delivery) + " came after " + nameOf(kind, *last));
            last = &delivery;
        }
    }
    return found.take();
}

} // namespace wk::sim
