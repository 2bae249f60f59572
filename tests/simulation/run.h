// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/history.h"
#include "tests/simulation/mutants/mutant.h"
#include "tests/simulation/plan.h"
#include "tests/simulation/validators/validator.h"

#include <cstdint>
#include <vector>

namespace wk::sim {

/// What one run came to.
struct RunResult {
    History history;
    Violations violations;
    std::uint64_t logEvents = 0;             ///< changes of the model, selected or not
    std::vector<std::int64_t> convergence{}; ///< virtual ms from a healthy server to a client that has caught up, where
                                             ///< no rule bids it wait longer
    std::vector<std::int64_t> waited{};      ///< the same where one does: silence to be found out, Retry-After
    bool hasConverged = true;
};

/// Sim: in memory, deterministic. Net: between client and server lie a real socket and the program's own transport;
/// one in five over TLS, half of these with compressed lists, by the plan's seed. The same judges judge both. What they
/// see of Net less well: a request that the kernel refused is noted by the client's end (V12), and one that Qt sends
/// again by itself counts as another. What they see better: open sockets and threads (V14).
enum class Way { Sim, Net };

struct RunOptions {
    const MutantClass *mutant = nullptr;
    bool records = false; ///< writes the recording's lines and reads them again (V13)
    Way way = Way::Sim;
};

/// Plays a plan against the client, in virtual time, and judges it. Sim: the same plan gives the same result, on any
/// machine. Net: nearly, since the kernel and Qt's threads decide who of several is heard first; the thread turns its
/// event loop. Any thread.
RunResult run(const Plan &plan, const RunOptions &options = {});

/// Plays plans drawn from `first` on against a broken client until one finds it out: in which run that was, from 1 on;
/// 0: in none of `most`.
int seedsUntilCaught(const MutantClass &mutant, std::uint64_t first, int most);

} // namespace wk::sim
