// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/eventbins.h"

#include "core/history/kubeeventstory.h"
#include "core/resource/namespacechoice.h"

#include <algorithm>
#include <utility>

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
    listed = listed || other.listed;
    return *this;
}

EventBins::EventBins(std::vector<std::string> namespaces, int seconds)
    : m_namespaces(std::move(namespaces))
    , m_ring(static_cast<std::size_t>(std::max(seconds, 1)))
{}

void EventBins::follow(const HistoryPtr &history, RowId end)
{
    const HistorySnapshot &now = *history;
    m_cursor.advance(
        now, end, [&](RowId row) { addRow(now, row); },
        [&](const HistorySnapshot::Closing &closing) { m_breaks.close(closing.watch, closing.time); });
    // Of the second in which the rows begin some may have fallen off.
    if (now.begin() == 0)
        return;
    const WallTime first = now.time(now.begin());
    m_first = std::max(m_first, secondOf(first) + 1);
    m_lost.cutBefore(first);
    m_doubtful.cutBefore(first);
}

void EventBins::addRow(const HistorySnapshot &history, RowId row)
{
    const EntryType type = history.type(row);
    const std::int64_t second = secondOf(history.time(row));
    if (type == EntryType::List)
        return addFirstList(history, row);
    if (const WatchScope *scope = type == EntryType::Gap ? history.scope(history.watch(row)) : nullptr)
        m_breaks.begin(history.watch(row), *scope); // again, perhaps; its gap is the break
    if (!isLookedAt(m_namespaces, history.ns(row)))
        return;
    if (type == EntryType::Gap)
        return addGap(history.entry(row)->gap, history.time(row));
    if (!hasClass(type) || isEventForgotten(type, history.scope(history.watch(row))))
        return;
    Bin *bin = at(second);
    if (!bin)
        return;
    const bool isListed = history.origin(row) == EntryClass::Initial;
    bin->listed = bin->listed || isListed;
    bin->added += type == EntryType::Added && !isListed ? 1 : 0;
    bin->modified += type == EntryType::Modified ? 1 : 0;
    bin->deleted += type == EntryType::Deleted ? 1 : 0;
}

void EventBins::addGap(const Gap &gap, WallTime until)
{
    if (gap.isDoubtfulAtFirst())
        note(m_doubtful, gap.since, gap.lostFrom());
    note(m_lost, gap.lostFrom(), until);
}

void EventBins::note(TimeSpans &spans, WallTime from, WallTime to) const
{
    spans.add({std::min(from, to), to}); // the clock may have been set back meanwhile
    spans.cutBefore(to - std::chrono::seconds(seconds()));
}

void EventBins::addFirstList(const HistorySnapshot &history, RowId list)
{
    const WatchId watch = history.watch(list);
    const WatchScope *scope = history.scope(watch);
    const auto since = scope ? m_breaks.begin(watch, *scope) : std::nullopt;
    if (since && isLookedAt(m_namespaces, scope->ns))
        note(m_lost, *since, history.time(list));
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
