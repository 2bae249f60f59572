// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/eventexpiry.h"

#include "core/apiserver/apiserver.h"
#include "core/apiserver/storage.h"
#include "core/demo/decide/write.h"

namespace wk::demo {

namespace {

constexpr std::chrono::minutes SweepPeriod{1};

} // namespace

EventExpiry::EventExpiry(ApiServer &server, Clock &clock)
    : m_server(server)
    , m_writer(server, "kube-apiserver")
    , m_clock(clock)
{}

void EventExpiry::start()
{
    m_alarm = m_clock.after(SweepPeriod, [this] {
        sweep();
        start();
    });
}

void EventExpiry::sweep()
{
    std::map<std::string, Seen> seen;
    for (const apiserver::ObjectPtr &event : m_server.storage().list(resources::Events).objects) {
        const auto known = m_seen.find(event->key());
        const bool isUnchanged = known != m_seen.end() && known->second.revision == event->revision;
        const Instant since = isUnchanged ? known->second.since : m_clock.now();
        if (m_clock.now() - since < TimeToLive)
            seen.emplace(event->key(), Seen{event->revision, since});
        else
            static_cast<void>(m_writer.remove({resources::Events, event->nameSpace, event->name}).ok());
    }
    m_seen = std::move(seen);
}

} // namespace wk::demo
