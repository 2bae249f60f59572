// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/models/windowstate.h"

#include <QObject>

#include <optional>

namespace wk {

/// What time it is for whoever looks at a window: the moment of its playhead, when it was paused, or now. Whatever
/// hears of these from the window asks one of its own that was made before it began to listen. Gui thread.
class ShownTime : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it.
    ShownTime(const WindowState &state, const Clock &clock, QObject *parent = nullptr);

    WallTime now() const { return held().value_or(m_clock.wallNow()); }
    /// The moment that stands still; empty while what is shown goes on.
    std::optional<WallTime> held() const;
    std::optional<WallTime> pausedAt() const { return m_pausedAt; }

private:
    void followPause();

    const WindowState &m_state;
    const Clock &m_clock;
    std::optional<WallTime> m_pausedAt;
};

} // namespace wk
