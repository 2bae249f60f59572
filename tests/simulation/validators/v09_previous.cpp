// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"
#include "tests/simulation/validators/replay.h"

namespace wk::sim {

namespace {

std::string wrongIn(const Delivery &delivery, const StateByKey &held)
{
    const auto found = held.find(delivery.state.key);
    const State before = found == held.end() ? State{} : found->second;
    const bool isKnown = found != held.end() && before.uid == delivery.state.uid;
    if (delivery.type == EntryType::Added && isKnown)
        return "is an addition of what was there";
    if (delivery.type != EntryType::Added && !isKnown)
        return "is about what was not there";
    // A seen addition over an object of another uid names that one as what was there before.
    const State &wanted = delivery.type == EntryType::Added && isInferred(delivery) ? State{} : before;
    if (delivery.previous != wanted)
        return "names another state before it than " + std::to_string(wanted.revision);
    return {};
}

} // namespace

/// V9: additions are of what was not there, changes and deletions of what was, and each names the state before it.
/// etcd: validateIsCreate, validatePrevKV.
Violations checkTypesAndPrevious(const History &history)
{
    Findings found("V9");
    for (const KindHistory &kind : history.kinds) {
        StateByKey held;
        for (const Delivery &delivery : kind.delivered) {
            if (isSeen(delivery) || isInferred(delivery)) {
                const std::string wrong = wrongIn(delivery, held);
                if (!wrong.empty())
                    found.add(kind, nameOf(kind, delivery) + " " + wrong);
            }
            apply(held, delivery);
        }
    }
    return found.take();
}

} // namespace wk::sim
