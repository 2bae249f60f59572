// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wk::sim {

/// How a server is away.
enum class Outage {
    Refused, ///< nobody listens
    Reset,   ///< somebody does, and resets each connection at once
    Errors,  ///< each request is answered with 503, as by a load balancer
};
constexpr Outage Outages[]{Outage::Refused, Outage::Reset, Outage::Errors};
const char *outageName(Outage outage);

/// How long it took from a server's return until every watch was live again and each store was what the server had, a
/// write made at that very moment included.
struct Return {
    Outage outage = Outage::Refused;
    bool isDone = false; ///< within the time that is given
    std::int64_t ms = 0;
};

/// Lets so many servers go away for 0.5 s to 5 s each and come back, side by side, each with a session of the program's
/// own that watches four kinds. In real time, by the real clocks, over real sockets. Needs an event loop; main thread.
std::vector<Return> measureReturns(int count, std::uint64_t seed);

/// The share's longest time, of those that are done.
std::int64_t percentile(const std::vector<Return> &returns, double share);

} // namespace wk::sim
