// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/heartbeat.h"

namespace wk::demo {

Heartbeat::Heartbeat(const Outfit &outfit, std::string nameSpace, std::string name, std::chrono::milliseconds period)
    : m_writer(outfit.server, outfit.manager)
    , m_clock(outfit.clock)
    , m_informers(outfit.informers)
    , m_nameSpace(std::move(nameSpace))
    , m_name(std::move(name))
    , m_period(period)
    , m_random(outfit.seed)
{}

void Heartbeat::start()
{
    plan(m_random.between(std::chrono::milliseconds(100), m_period));
}

void Heartbeat::pause(std::chrono::milliseconds time)
{
    plan(time);
}

void Heartbeat::beat()
{
    if (m_informers.haveSynced()) {
        const Json renewal{{"spec", {{"renewTime", formatMicroTime(m_clock.wallNow())}}}};
        // A Lease that somebody deleted is missed for one beat: it is made anew.
        if (!m_writer.mergePatch({resources::Leases, m_nameSpace, m_name}, renewal).ok()) {
            const Json lease{{"metadata", {{"name", m_name}, {"namespace", m_nameSpace}}},
                             {"spec",
                              {{"holderIdentity", m_name},
                               {"leaseDurationSeconds", 40},
                               {"renewTime", renewal["spec"]["renewTime"]}}}};
            static_cast<void>(m_writer.create(resources::Leases, m_nameSpace, lease).ok());
        }
    }
    plan(m_period);
}

void Heartbeat::plan(std::chrono::milliseconds delay)
{
    m_alarm = m_clock.after(delay, [this] { beat(); });
}

} // namespace wk::demo
