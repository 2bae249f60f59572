// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

namespace wk::sim {

/// V10: nothing that lies outside the selector or the namespace is ever delivered, nor asked for. etcd: validateFilter.
Violations checkFilter(const History &history)
{
    Findings found("V10");
    for (const KindHistory &kind : history.kinds) {
        for (const Delivery &delivery : kind.delivered) {
            if (!delivery.isInScope)
                found.add(kind, nameOf(kind, delivery) + " is outside the selection");
        }
    }
    return found.take();
}

} // namespace wk::sim
