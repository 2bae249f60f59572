// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/session/backend.h"

#include <functional>
#include <optional>

namespace wk {

/// Asks a server now and then whether it is there, so that a dead connection is found while every watch is merely
/// quiet, and so that one polite knock replaces those of all watches while it is away (C20, C22): each 15 s while it
/// answers; after 1 s and then every 2 s while it does not. A tick that comes far too late means that we were asleep
/// (C33). Worker thread.
class HealthProbe
{
public:
    struct Listener {
        std::function<void(const Error &)> lost; ///< it answered before and does not now
        /// It answers again, or we have slept: no connection of `since` or before can be trusted. That is when it was
        /// last known to be away, or now.
        std::function<void(Instant since)> found;
    };

    HealthProbe(Backend &backend, Clock &clock, Listener listener);

    void start();
    /// Something failed: knock now instead of waiting for the turn.
    void suspect();
    bool isLost() const { return m_failures > 0; }

private:
    void scheduleNext();
    void knock();
    void answered(const std::optional<Error> &error);

    Backend &m_backend;
    Clock &m_clock;
    Listener m_listener;
    Clock::Alarm m_next;
    Instant m_due{};
    bool m_knocking = false;
    int m_failures = 0;
    Instant m_lastFailure{};
    Error m_lastError; ///< why it did not answer
};

} // namespace wk
