// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"
#include "tests/simulation/validators/replay.h"

#include <set>
#include <tuple>

namespace wk::sim {

namespace {

using Change = std::tuple<EntryType, State>;

/// C5 and C6: what a list tells someone who held `before`.
std::set<Change> difference(const StateByKey &before, const StateByKey &now)
{
    std::set<Change> changes;
    for (const auto &[key, state] : before) {
        const auto found = now.find(key);
        if (found == now.end() || found->second.uid != state.uid)
            changes.emplace(EntryType::Deleted, state);
    }
    for (const auto &[key, state] : now) {
        const auto found = before.find(key);
        if (found == before.end() || found->second.uid != state.uid)
            changes.emplace(EntryType::Added, state);
        else if (found->second.revision != state.revision)
            changes.emplace(EntryType::Modified, state);
    }
    return changes;
}

std::string words(const KindHistory &kind, const Change &change)
{
    return std::string(typeName(std::get<0>(change))) + " " + nameOf(kind, std::get<1>(change));
}

/// The next differences, `most` at most, from `next` on, which comes to stand behind them.
template <class Iterator>
std::set<Change> takeInferred(Iterator &next, Iterator end, std::size_t most, StateByKey &held)
{
    std::set<Change> told;
    for (; next != end && isInferred(*next) && told.size() < most; ++next) {
        told.emplace(next->type, next->state);
        apply(held, *next);
    }
    return told;
}

void compare(const KindHistory &kind, const std::set<Change> &told, const std::set<Change> &wanted, Findings &found)
{
    for (const Change &change : wanted) {
        if (!told.contains(change))
            found.add(kind, "not inferred: " + words(kind, change));
    }
    for (const Change &change : told) {
        if (!wanted.contains(change))
            found.add(kind, "inferred, but not so: " + words(kind, change));
    }
}

void check(const KindHistory &kind, Findings &found)
{
    StateByKey held;
    ModelReplay model(kind);
    for (auto next = kind.delivered.begin(); next != kind.delivered.end();) {
        if (isInferred(*next)) { // without a list: the kind is gone, and with it every object
            const auto wanted = difference(held, {});
            compare(kind, takeInferred(next, kind.delivered.end(), held.size(), held), wanted, found);
            continue;
        }
        const Delivery &delivery = *next++;
        apply(held, delivery);
        if (delivery.type != EntryType::Relist)
            continue;
        const auto wanted = difference(held, model.at(delivery.state.revision));
        const RelistCounts &counts = delivery.found;
        const std::size_t counted = counts.added + counts.modified + counts.deleted;
        const auto told = takeInferred(next, kind.delivered.end(), counted, held);
        compare(kind, told, wanted, found);
        if (counted != wanted.size() || counts.listed != held.size())
            found.add(kind, "the relist at " + std::to_string(delivery.state.revision) + " miscounts its differences");
    }
}

} // namespace

/// V7: what is inferred from a relist is exactly the difference, and flagged as inferred.
Violations checkInferred(const History &history)
{
    Findings found("V7");
    for (const KindHistory &kind : history.kinds)
        check(kind, found);
    return found.take();
}

} // namespace wk::sim
