// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/fleetteller.h"

#include "core/base/clock.h"
#include "core/resource/compare.h"
#include "tests/bench/podlines.h"

#include <algorithm>
#include <cstdlib>

namespace wk::bench {

namespace {

/// As many come at once.
constexpr std::uint64_t Together = 64;

template <class T>
T required(Result<T> result)
{
    if (!result)
        std::abort();
    return std::move(result).value();
}

} // namespace

FleetTeller::FleetTeller(WatchSink &sink, const ClusterId &cluster, std::uint32_t pods)
    : m_sink(sink)
    , m_scope{podResource(), {}, {}, {}}
    , m_watch(sink.numberFor(cluster, m_scope))
    , m_fleet({.pods = pods})
    , m_decoder(podResource(), m_bodies.writer(podResource().gvr))
{
    m_sink.opened(m_watch, cluster, m_scope);
}

FleetTeller::~FleetTeller()
{
    m_sink.closed(m_watch, SystemClock().wallNow());
}

std::shared_ptr<Entry> FleetTeller::add(EntryType type, EntryClass origin) const
{
    auto entry = std::make_shared<Entry>();
    entry->watch = m_watch;
    entry->type = type;
    entry->origin = origin;
    entry->arrived = SystemClock().wallNow();
    entry->columns = m_columns;
    return entry;
}

void FleetTeller::list()
{
    const ListPage page = required(m_decoder.page(m_fleet.tablePage(0, m_fleet.size())));
    for (std::uint32_t pod = 0; m_copy && pod < m_fleet.size(); ++pod)
        m_copy->append(m_fleet.object(pod)).append(1, '\n');
    m_columns = page.columns;
    m_store.replace(page.objects);
    const auto entry = add(EntryType::List, EntryClass::Initial);
    entry->version = page.version;
    entry->objects = std::make_shared<const std::vector<ObjectPtr>>(page.objects);
    m_sink.told({entry});
}

void FleetTeller::run(std::uint64_t events)
{
    while (events > 0) {
        std::vector<EntryPtr> entries;
        for (std::uint64_t left = std::min(events, Together); left > 0; --left, --events) {
            const std::string_view line = m_fleet.tableLine(m_fleet.next());
            if (m_copy)
                m_copy->append(line).append(1, '\n');
            entries.push_back(entryOf(required(m_decoder.event(line))));
        }
        m_sink.told(entries);
    }
}

EntryPtr FleetTeller::entryOf(const WatchEvent &event)
{
    if (event.columns)
        m_columns = event.columns;
    const auto entry = add(entryType(event.type), EntryClass::Live);
    entry->version = event.version;
    entry->wireBytes = event.wireBytes;
    entry->object = event.object;
    if (event.type == EventType::Deleted) {
        entry->previous = m_store.remove(event.object->ns, event.object->name);
        return entry;
    }
    entry->previous = m_store.put(event.object);
    entry->changes = describeChanges(entry->previous, entry->object);
    return entry;
}

} // namespace wk::bench
