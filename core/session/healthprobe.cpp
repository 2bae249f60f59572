// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/healthprobe.h"

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto HealthyPause = 15s;
constexpr auto FirstPause = 1s;
constexpr auto LostPause = 1500ms;
constexpr auto SleepSign = 10s;  ///< an alarm this late did not ring because nobody was awake
constexpr auto StaleNews = 1s;   ///< what fails this soon after an answer is looked into when that is over
constexpr auto AilingTime = 60s; ///< for so long after a failure an ailing server is asked as often as a lost one

} // namespace

HealthProbe::HealthProbe(Backend &backend, Clock &clock, Listener listener)
    : m_backend(backend)
    , m_clock(clock)
    , m_listener(std::move(listener))
{}

void HealthProbe::start()
{
    m_heardAt = m_clock.wallNow(); // it has just answered whoever starts this
    knockIn(HealthyPause);
}

void HealthProbe::suspect()
{
    const Instant now = m_clock.now();
    m_suspected = now;
    m_isSuspected = true;
    if (m_knocking || m_failures > 0)
        return;
    const Instant due = m_heard ? std::max(now, *m_heard + StaleNews) : now;
    if (due > now && due < m_due)
        knockIn(due - now);
    else if (due == now && m_due - now > LostPause)
        knock();
}

void HealthProbe::knockIn(std::chrono::milliseconds pause)
{
    m_due = m_clock.now() + pause;
    m_dueTime = m_clock.wallNow() + pause;
    m_next = m_clock.after(pause, [this] {
        if (m_clock.now() - m_due >= SleepSign) {
            m_failures = 0; // whatever was known is old; should the server still be away, it is told anew
            m_listener.found(m_clock.now(), m_dueTime);
        }
        knock();
    });
}

void HealthProbe::knock()
{
    m_hasLetWait = m_hasLetWait || m_knocking;
    m_knocking = true;
    m_knocked = m_clock.now();
    knockIn(LostPause);
    m_backend.probe([this, knocked = m_knocked](const std::optional<Error> &error) { answered(knocked, error); });
}

std::chrono::milliseconds HealthProbe::pause() const
{
    if (m_failures > 0)
        return m_failures == 1 ? FirstPause : LostPause;
    const bool isUrgent = m_isAiling && m_suspected && m_clock.now() - *m_suspected < AilingTime;
    return isUrgent ? std::chrono::milliseconds(LostPause) : HealthyPause;
}

void HealthProbe::answered(Instant knocked, const std::optional<Error> &error)
{
    if (error && m_heard && *m_heard > knocked) { // the server is there; a connection of that time is not
        if (!isLost())
            m_listener.found(knocked, {});
        return;
    }
    const Instant now = m_clock.now();
    const bool isAway = error && error->kind != ErrorKind::ServerError;
    const bool wasLost = isLost();
    m_knocking = false;
    m_failures = isAway ? m_failures + 1 : 0;
    if (isAway) {
        m_lastFailure = now;
    } else {
        m_heard = now;
        m_heardAt = m_clock.wallNow();
    }
    noteHealth(error);
    knockIn(std::max(m_knocked + pause() - now, 0ms));
    const bool isNews = isAway && (!wasLost || *error != m_lastError);
    m_lastError = isAway ? *error : Error{};
    if (isNews)
        m_listener.lost(*error, m_heardAt);
    else if (!isAway && wasLost)
        m_listener.found(m_lastFailure, {});
    else if (!error && m_isSuspected)
        m_listener.overtook(knocked);
    m_isSuspected = m_isSuspected && error;
}

void HealthProbe::noteHealth(const std::optional<Error> &error)
{
    const bool wasIll = std::exchange(m_isAiling, error && error->kind == ErrorKind::ServerError) || m_hasLetWait;
    if (error)
        return;
    m_hasLetWait = false;
    const Instant now = m_clock.now();
    const bool isSoon = m_recovered && now - *m_recovered < HealthyPause;
    if (!wasIll || isSoon)
        return;
    m_recovered = now;
    m_listener.recovered();
}

} // namespace wk
