// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <optional>

namespace wk {

/// The time of a recording that is told again: from a moment on as many times as fast as it was, until its end. It
/// waits as the machine's does. Reading it is for any thread once it has been started.
class ReplayedClock : public SystemClock
{
public:
    /// With a speed of 0 it stands still.
    ReplayedClock(WallTime from, WallTime end, double speed);

    /// It goes on from now on.
    void start() { m_since = now(); }
    WallTime end() const { return m_end; }
    /// How long until then, for the machine; with a speed above 0.
    std::chrono::milliseconds until(WallTime time) const;

    WallTime wallNow() const override;

private:
    const WallTime m_from;
    const WallTime m_end;
    const double m_speed;
    std::optional<Instant> m_since; ///< set before another thread asks
};

} // namespace wk
