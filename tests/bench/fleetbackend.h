// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/backend.h"

#include <atomic>
#include <cstdint>

namespace wk::bench {

/// A cluster of pods in memory: a fleet of a seed that is listed, and then watched at a steady pace, its lines decoded
/// as an API server's are.
struct FleetPace {
    std::uint32_t pods = 20'000;
    std::uint32_t eventsPerSecond = 10'000;
    std::atomic<std::uint64_t> *told = nullptr; ///< how many events have been told; outlives the session
};

/// As a session's backend; of all kinds it serves pods alone.
BackendFactory fleetBackend(FleetPace pace);

} // namespace wk::bench
