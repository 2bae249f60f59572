// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/healthprobe.h"

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto HealthyPause = 15s;
constexpr auto FirstPause = 1s;
constexpr auto LostPause = 2s;
constexpr auto SleepSign = 10s; ///< an alarm this late did not ring because nobody was awake

} // namespace

HealthProbe::HealthProbe(Backend &backend, Clock &clock, Listener listener)
    : m_backend(backend)
    , m_clock(clock)
    , m_listener(std::move(listener))
{}

void HealthProbe::start()
{
    scheduleNext();
}

void HealthProbe::suspect()
{
    if (!m_knocking && m_failures == 0)
        knock();
}

void HealthProbe::scheduleNext()
{
    const std::chrono::milliseconds pause = m_failures == 0 ? HealthyPause : m_failures == 1 ? FirstPause : LostPause;
    m_due = m_clock.now() + pause;
    m_next = m_clock.after(pause, [this] {
        if (m_clock.now() - m_due >= SleepSign) {
            m_failures = 0; // whatever was known is old; should the server still be away, it is told anew
            m_listener.found(m_clock.now());
        }
        knock();
    });
}

void HealthProbe::knock()
{
    m_knocking = true;
    m_next.cancel();
    m_backend.probe([this](const std::optional<Error> &error) { answered(error); });
}

void HealthProbe::answered(const std::optional<Error> &error)
{
    m_knocking = false;
    const bool wasLost = isLost();
    m_failures = error ? m_failures + 1 : 0;
    scheduleNext();
    if (error)
        m_lastFailure = m_clock.now();
    const bool isNews = error && (!wasLost || *error != m_lastError);
    m_lastError = error.value_or(Error{});
    if (isNews)
        m_listener.lost(*error);
    else if (!error && wasLost)
        m_listener.found(m_lastFailure);
}

} // namespace wk
