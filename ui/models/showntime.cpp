// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/showntime.h"

namespace wk {

ShownTime::ShownTime(const WindowState &state, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_clock(clock)
{
    connect(&state, &WindowState::pausedChanged, this, &ShownTime::followPause);
    followPause();
}

void ShownTime::followPause()
{
    m_pausedAt = m_state.isPaused() ? std::optional(m_clock.wallNow()) : std::nullopt;
}

std::optional<WallTime> ShownTime::held() const
{
    return m_state.playhead() ? std::optional(m_state.playhead()->time) : m_pausedAt;
}

} // namespace wk
