// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/history.h"

#include "tests/simulation/random.h"

namespace wk::sim {

std::uint64_t hashOf(const State &state)
{
    return mixed(mixed(mixed(mixed(state.key) ^ state.uid) ^ state.revision) ^ state.content);
}

std::uint64_t hashOf(const std::vector<State> &states)
{
    std::uint64_t hash = 0;
    for (const State &state : states)
        hash ^= hashOf(state);
    return hash;
}

} // namespace wk::sim
