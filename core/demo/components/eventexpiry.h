// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/apiwriter.h"
#include "core/base/clock.h"

#include <map>
#include <string>

namespace wk::demo {

/// What etcd's leases do for a real API server (--event-ttl): an Event that was not written for an hour is
/// gone. Part of the storage rather than of the control plane, so it looks there. One thread.
class EventExpiry
{
public:
    static constexpr std::chrono::hours TimeToLive{1};

    /// `server` and `clock` outlive it.
    EventExpiry(ApiServer &server, Clock &clock);
    void start();

private:
    void sweep();

    ApiServer &m_server;
    const ApiWriter m_writer;
    Clock &m_clock;

    struct Seen {
        std::uint64_t revision;
        Instant since;
    };

    std::map<std::string, Seen> m_seen; ///< by key
    Clock::Alarm m_alarm;
};

} // namespace wk::demo
