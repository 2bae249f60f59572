// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/eventbins.h"

#include "core/history/kubeeventstory.h"

#include <algorithm>

namespace wk {

namespace {

std::size_t slot(std::int64_t second, std::size_t size)
{
    const auto n = static_cast<std::int64_t>(size);
    return static_cast<std::size_t>(((second % n) + n) % n);
}

} // namespace

EventBins::Bin &EventBins::Bin::operator+=(const Bin &other)
{
    added += other.added;
    modified += other.modified;
    deleted += other.deleted;
    gap = gap || other.gap;
    listed = listed || other.listed;
    return *this;
}

EventBins::EventBins(ScopeOf scopeOf, int seconds)
    : m_scopeOf(std::move(scopeOf))
    , m_ring(static_cast<std::size_t>(std::max(seconds, 1)))
{}

void EventBins::add(const Batch &batch)
{
    for (const EntryPtr &entry : batch.entries)
        addEntry(*entry);
}

void EventBins::addEntry(const Entry &entry)
{
    const std::int64_t second = secondOf(entry.arrived);
    if (entry.type == EntryType::List)
        addFirstList(entry);
    if (entry.type == EntryType::List || entry.origin == EntryClass::Initial) {
        const bool hasObjects = entry.object || (entry.objects && !entry.objects->empty());
        if (Bin *bin = hasObjects ? at(second) : nullptr)
            bin->listed = true;
        return;
    }
    if (entry.type == EntryType::Gap)
        return addGap(entry.gap.since, second);
    if (!hasClass(entry.type) || isEventForgotten(entry.type, m_scopeOf ? m_scopeOf(entry.watch) : nullptr))
        return;
    Bin *bin = at(second);
    if (!bin)
        return;
    bin->added += entry.type == EntryType::Added ? 1 : 0;
    bin->modified += entry.type == EntryType::Modified ? 1 : 0;
    bin->deleted += entry.type == EntryType::Deleted ? 1 : 0;
}

void EventBins::addGap(WallTime since, std::int64_t last)
{
    const auto size = static_cast<std::int64_t>(m_ring.size());
    for (std::int64_t second = std::max(secondOf(since), last - size + 1); second <= last; ++second) {
        if (Bin *bin = at(second))
            bin->gap = true;
    }
}

void EventBins::addFirstList(const Entry &list)
{
    const WatchScope *scope = m_scopeOf ? m_scopeOf(list.watch) : nullptr;
    if (const auto since = scope ? m_breaks.begin(list.watch, *scope) : std::nullopt)
        addGap(*since, secondOf(list.arrived));
}

EventBins::Bin EventBins::sum(std::int64_t from, std::int64_t to) const
{
    Bin total;
    if (m_empty)
        return total;
    for (std::int64_t s = std::max(from, m_first); s < to && s <= m_last; ++s)
        total += m_ring[slot(s, m_ring.size())];
    return total;
}

EventBins::Bin *EventBins::at(std::int64_t second)
{
    advanceTo(second);
    if (second < m_first) {
        // A gap that began before the first event, or a clock that was set back: kept while the ring has room
        // for it.
        if (m_last - second >= static_cast<std::int64_t>(m_ring.size()))
            return nullptr;
        m_first = second;
    }
    return &m_ring[slot(second, m_ring.size())];
}

void EventBins::advanceTo(std::int64_t second)
{
    const auto size = static_cast<std::int64_t>(m_ring.size());
    if (m_empty || second - m_last >= size) {
        std::ranges::fill(m_ring, Bin());
        m_first = m_last = second;
        m_empty = false;
        return;
    }
    while (m_last < second)
        m_ring[slot(++m_last, m_ring.size())] = Bin();
    m_first = std::max(m_first, m_last - size + 1);
}

std::int64_t secondOf(WallTime time)
{
    return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

WallTime beginOf(std::int64_t second)
{
    return WallTime(std::chrono::seconds(second));
}

} // namespace wk
