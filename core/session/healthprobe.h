// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/session/backend.h"

#include <functional>
#include <optional>

namespace wk {

/// Asks a server now and then whether it is there, so that a dead connection is found while every watch is merely
/// quiet, and so that one polite knock replaces those of all watches while it is away (C20, C22): each 15 s while it
/// answers; after 1 s and then each 1.5 s while it does not. A knock that is not answered in that time is not waited
/// for: the next goes beside it, since it may never be (Listener::overtook). A tick that comes far too late means that
/// we were asleep (C33). Worker thread.
class HealthProbe
{
public:
    struct Listener {
        /// It answered before, last at that time, and does not now.
        std::function<void(const Error &, WallTime answered)> lost;
        /// It answers again, or we have slept, or a later knock has been answered and an earlier one never: no
        /// connection of `since` or before can be trusted. That is when it was last known to be away, or now, or when
        /// that knock went. Where we have slept, since when.
        std::function<void(Instant since, std::optional<WallTime> asleepSince)> found;
        /// It was suspected, and has answered a knock of `since`: what was asked of it before then and is still not
        /// answered may never be. Qt 6.4 loses two in a hundred requests whose connection is reset just as they leave.
        std::function<void(Instant since)> overtook;
        /// It failed at whatever it was asked (5xx), or left a knock unanswered, and does not any more; once in 15 s at
        /// most.
        std::function<void()> recovered;
    };

    HealthProbe(Backend &backend, Clock &clock, Listener listener);

    void start();
    /// Something failed: knock now instead of waiting for the turn.
    void suspect();
    bool isLost() const { return m_failures > 0; }

private:
    void knockIn(std::chrono::milliseconds pause);
    void knock();
    void answered(Instant knocked, const std::optional<Error> &error);
    std::chrono::milliseconds pause() const;
    void noteHealth(const std::optional<Error> &error);

    Backend &m_backend;
    Clock &m_clock;
    Listener m_listener;
    Clock::Alarm m_next;
    Instant m_due{};
    WallTime m_dueTime{}; ///< the same
    Instant m_knocked{};
    bool m_knocking = false;
    bool m_isSuspected = false; ///< since it last answered well
    int m_failures = 0;
    Instant m_lastFailure{};
    Error m_lastError;              ///< why it did not answer
    std::optional<Instant> m_heard; ///< when it last answered
    WallTime m_heardAt{};           ///< the same, and before that when it was started
    bool m_isAiling = false;
    bool m_hasLetWait = false; ///< since it last answered well a knock went beside another
    std::optional<Instant> m_suspected;
    std::optional<Instant> m_recovered;
};

} // namespace wk
