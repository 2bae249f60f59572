// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/livefigures.h"

#include "ui/window/eventbins.h"
#include "ui/words/statewords.h"

#include <algorithm>

namespace wk {

void LiveFigures::hear(const std::vector<WatchStatus> &statuses)
{
    for (const WatchStatus &status : statuses) {
        m_statuses[status.watch] = status;
        see(status.version);
    }
}

void LiveFigures::follow(const HistorySnapshot &history, WallTime now)
{
    m_since = m_since.value_or(now - std::chrono::seconds(RateSeconds));
    std::uint64_t highest = 0;
    std::optional<RowId> newest;
    const auto take = [&](RowId row) {
        highest = std::max(highest, history.versionNumber(row));
        if (history.origin(row) == EntryClass::Initial || history.time(row) < *m_since)
            return;
        newest = row;
        count(secondOf(now));
    };
    m_cursor.advance(history, history.end(), take, [](const HistorySnapshot::Closing &) {});
    if (highest > 0)
        see(ResourceVersion(std::to_string(highest)));
    if (newest) {
        const auto late = std::chrono::floor<std::chrono::milliseconds>(now - history.time(*newest));
        m_behind = std::max(late, std::chrono::milliseconds(0));
    }
}

void LiveFigures::forget(WatchId watch)
{
    m_statuses.erase(watch);
}

Standing LiveFigures::standing() const
{
    Standing standing;
    for (const auto &[watch, status] : m_statuses)
        standing.add(status);
    return standing;
}

const WatchStatus *LiveFigures::worst() const
{
    const WatchStatus *worst = nullptr;
    for (const auto &[watch, status] : m_statuses) {
        if (needsAttention(status) && (!worst || gravity(status) > gravity(*worst)))
            worst = &status;
    }
    return worst;
}

double LiveFigures::rate(WallTime now) const
{
    const std::int64_t second = secondOf(now);
    int events = 0;
    for (const auto &[when, count] : m_counts) {
        if (when < second && when >= second - RateSeconds)
            events += count;
    }
    return static_cast<double>(events) / RateSeconds;
}

std::uint64_t LiveFigures::memoryBytes() const
{
    std::uint64_t bytes = 0;
    for (const auto &[watch, status] : m_statuses)
        bytes += status.memoryBytes;
    return bytes;
}

void LiveFigures::see(const ResourceVersion &version)
{
    if (!version.isComparable())
        return;
    const auto order = compare(version, m_version);
    if (!order || *order == std::strong_ordering::greater)
        m_version = version;
}

void LiveFigures::count(std::int64_t second)
{
    auto &[when, events] = m_counts[static_cast<std::size_t>(second) % m_counts.size()];
    if (when != second)
        events = 0;
    when = second;
    ++events;
}

} // namespace wk
