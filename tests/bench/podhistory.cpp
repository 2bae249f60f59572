// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/podhistory.h"

#include "tests/bench/measure.h"

#include <cstdlib>

namespace wk::bench {

namespace {

constexpr std::size_t MostEvents = 1'000'000;

RevisionLine lineOf(std::string_view line)
{
    constexpr std::string_view Key = "\"object\":";
    const std::size_t offset = line.find(Key) + Key.size();
    return {line, offset, line.size() - offset - 1};
}

} // namespace

PodHistory::PodHistory()
    : m_fleet({.seed = 1, .pods = Pods})
{
    // Not to be counted as the store's.
    m_refs.resize(Pods + MostEvents);
    m_refs.clear();
    m_times.resize(MostEvents);
    m_times.clear();
    for (std::uint32_t pod = 0; pod < Pods; ++pod)
        m_tips.push_back(m_store.append(0, {}, RevisionLine::ofObject(m_fleet.object(pod))));
    m_refs = m_tips;
}

void PodHistory::run(std::size_t events)
{
    for (std::size_t i = 0; i < events; ++i) {
        const test::PodEvent event = m_fleet.next();
        const RevisionLine line = lineOf(m_fleet.line(event));
        const bool isBorn = event.type == test::PodEvent::Type::Added;
        const double start = threadSeconds();
        RevisionRef &tip = m_tips[event.pod];
        tip = m_store.append(0, isBorn ? RevisionRef() : tip, line);
        m_times.push_back((threadSeconds() - start) * 1e6);
        m_refs.push_back(tip);
    }
}

void PodHistory::requireTips()
{
    const RevisionSnapshot snapshot = m_store.snapshot();
    for (std::uint32_t pod = 0; pod < Pods; ++pod) {
        const auto text = snapshot.read(m_tips[pod]);
        if (!text || (m_fleet.exists(pod) && text->object() != m_fleet.object(pod)))
            std::abort();
    }
}

} // namespace wk::bench
