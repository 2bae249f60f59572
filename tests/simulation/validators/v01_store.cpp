// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <algorithm>

namespace wk::sim {

/// V1: at the tombstone the client's store is the model's state, object by object. etcd: CheckEndOfTestHashKV.
Violations checkStoreEqualsModel(const History &history)
{
    Findings found("V1");
    for (const KindHistory &kind : history.kinds) {
        std::vector<State> model = kind.model;
        std::vector<State> store = kind.store;
        std::sort(model.begin(), model.end());
        std::sort(store.begin(), store.end());
        std::vector<State> missing;
        std::vector<State> extra;
        std::set_difference(model.begin(), model.end(), store.begin(), store.end(), std::back_inserter(missing));
        std::set_difference(store.begin(), store.end(), model.begin(), model.end(), std::back_inserter(extra));
        for (const State &state : missing)
            found.add(kind, "the store lacks " + nameOf(kind, state));
        for (const State &state : extra)
            found.add(kind, "the store holds " + nameOf(kind, state) + ", which the server does not have so");
    }
    return found.take();
}

} // namespace wk::sim
