// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <unordered_map>

namespace wk::sim {

/// V3: nothing is delivered twice as seen, over the whole run. etcd: validateUnique.
Violations checkUnique(const History &history)
{
    Findings found("V3");
    for (const KindHistory &kind : history.kinds) {
        std::unordered_multimap<Revision, std::uint64_t> known; // uids by revision
        known.reserve(kind.delivered.size());
        for (const Delivery &delivery : kind.delivered) {
            if (!isSeen(delivery))
                continue;
            const auto [begin, end] = known.equal_range(delivery.state.revision);
            bool isNew = true;
            for (auto it = begin; it != end; ++it)
                isNew = isNew && it->second != delivery.state.uid;
            if (!isNew)
                found.add(kind, nameOf(kind, delivery) + " was delivered before");
            known.emplace(delivery.state.revision, delivery.state.uid);
        }
    }
    return found.take();
}

} // namespace wk::sim
