// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"
#include "tests/simulation/validators/replay.h"

#include <algorithm>

namespace wk::sim {

namespace {

/// The hash of the model's selected state after each entry of the log.
std::vector<std::pair<Revision, std::uint64_t>> modelHashes(const KindHistory &kind)
{
    StateByKey state;
    std::uint64_t hash = hashOf(kind.before);
    for (const State &before : kind.before)
        state[before.key] = before;
    std::vector<std::pair<Revision, std::uint64_t>> hashes{{0, hash}};
    for (const LogEntry &entry : kind.log) {
        if (const auto held = state.find(entry.state.key); held != state.end())
            hash ^= hashOf(held->second);
        apply(state, entry);
        if (entry.type != EntryType::Deleted)
            hash ^= hashOf(entry.state);
        if (hashes.back().first == entry.at())
            hashes.back().second = hash;
        else
            hashes.emplace_back(entry.at(), hash);
    }
    return hashes;
}

} // namespace

/// V11: no reader ever sees a half-applied list: what the store holds is the model's state at the version that the
/// client names. And it calls itself synced only after a whole list. etcd: validateAtomic.
Violations checkAtomic(const History &history)
{
    Findings found("V11");
    for (const KindHistory &kind : history.kinds) {
        const auto hashes = modelHashes(kind);
        const auto first = std::find_if(kind.delivered.begin(), kind.delivered.end(), isState);
        for (const Sight &sight : kind.sights) {
            const bool hasList = first != kind.delivered.end() && first->order < sight.order;
            if (sight.isSynced && !hasList)
                found.add(kind, "synced before a list had come");
            if (!sight.isSynced && sight.hash != 0)
                found.add(kind, "objects were there before the list was whole");
            if (!sight.isSynced || sight.isGone)
                continue;
            const auto next =
                std::upper_bound(hashes.begin(), hashes.end(), sight.version,
                                 [](Revision revision, const auto &known) { return revision < known.first; });
            if (std::prev(next)->second != sight.hash)
                found.add(kind, "a reader saw what the server never held at " + std::to_string(sight.version));
        }
    }
    return found.take();
}

} // namespace wk::sim
