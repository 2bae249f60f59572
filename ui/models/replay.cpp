// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/replay.h"

#include "ui/models/timetravel.h"

#include <algorithm>

namespace wk {

namespace {

/// Between two moments that are shown: each is a look at all views.
constexpr std::chrono::milliseconds Step{100};

} // namespace

Replay::Replay(WindowState &state, TimeTravel &travel, const HistoryFeed &history, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_travel(travel)
    , m_history(history)
    , m_clock(clock)
{
    connect(&state, &WindowState::playheadChanged, this, [this] {
        if (m_isMoving || !m_isPlaying)
            return;
        if (!m_state.playhead())
            return pause();
        m_at = m_state.playhead()->time;
        m_since = m_clock.now();
    });
}

void Replay::setSpeed(double speed)
{
    if (m_isPlaying)
        goOn(); // so far as fast as before
    m_speed = std::clamp(speed, Speeds.front(), Speeds.back());
    Q_EMIT changed();
}

void Replay::play()
{
    const HistorySnapshot &history = m_history.now();
    if (m_isPlaying || history.size() == 0)
        return;
    if (const auto last = end(); !m_state.playhead() || m_state.playhead()->time >= *last)
        m_travel.goTo(history.time(history.begin()));
    if (!m_state.playhead()) // all of it is one moment
        return;
    m_at = m_state.playhead()->time;
    m_since = m_clock.now();
    m_isPlaying = true;
    wait();
    Q_EMIT changed();
}

void Replay::pause()
{
    m_next.cancel();
    if (!std::exchange(m_isPlaying, false))
        return;
    Q_EMIT changed();
}

void Replay::wait()
{
    m_next = m_clock.after(Step, [this] {
        goOn();
        if (m_isPlaying)
            wait();
    });
}

void Replay::goOn()
{
    const Instant now = m_clock.now();
    const std::chrono::duration<double, std::milli> passed((now - m_since).count() * m_speed);
    m_at += std::chrono::duration_cast<std::chrono::microseconds>(passed);
    m_since = now;
    const auto last = end();
    const bool isOver = !last || m_at >= *last;
    m_isMoving = true;
    if (isOver)
        m_travel.backToLive();
    else
        m_travel.goTo(m_at);
    m_isMoving = false;
    if (isOver)
        pause();
}

/// Of the last event there is.
std::optional<WallTime> Replay::end() const
{
    const HistorySnapshot &history = m_history.now();
    return history.size() > 0 ? std::optional(history.chunk(history.end() - 1).latest) : std::nullopt;
}

} // namespace wk
