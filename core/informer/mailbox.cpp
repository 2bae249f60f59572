// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/mailbox.h"

#include "core/base/limits.h"

#include <algorithm>
#include <iterator>

namespace wk {

namespace {

std::size_t bytesOf(const std::vector<EntryPtr> &entries)
{
    std::size_t bytes = 0;
    for (const EntryPtr &entry : entries)
        bytes += entry->object ? heldBytes(*entry->object) : 0;
    return bytes;
}

} // namespace

bool Mailbox::post(const std::vector<EntryPtr> &entries)
{
    const std::size_t more = bytesOf(entries);
    const std::lock_guard lock(m_mutex);
    m_bytes += more;
    const bool isFull = m_entries.size() + entries.size() > limits::MailboxEntries || m_bytes > limits::MailboxBytes;
    if (m_dropped > 0 || isFull) {
        for (const EntryPtr &entry : m_entries)
            drop(*entry);
        m_entries.clear();
        for (const EntryPtr &entry : entries)
            drop(*entry);
    } else {
        m_entries.insert(m_entries.end(), entries.begin(), entries.end());
    }
    return ring();
}

bool Mailbox::post(const WatchStatus &status)
{
    const std::lock_guard lock(m_mutex);
    m_statuses[status.watch] = status;
    return ring();
}

bool Mailbox::post(Arrivals arrivals)
{
    const std::lock_guard lock(m_mutex);
    const auto [place, isFirst] = m_arrivals.try_emplace(arrivals.watch);
    Arrivals &waiting = place->second.arrivals;
    if (isFirst || arrivals.isAnew) {
        place->second = {std::move(arrivals)};
    } else {
        waiting.columns = arrivals.columns ? std::move(arrivals.columns) : std::move(waiting.columns);
        waiting.objects.insert(waiting.objects.end(), std::make_move_iterator(arrivals.objects.begin()),
                               std::make_move_iterator(arrivals.objects.end()));
    }
    return ring();
}

void Mailbox::drop(const Entry &entry)
{
    ++m_dropped;
    const auto [found, isFirst] = m_gaps.try_emplace(entry.watch);
    Gap &gap = found->second;
    if (isFirst)
        gap = {entry.version, {}, entry.arrived, "more events came at once than could be shown"};
    if (!entry.version.isEmpty())
        gap.to = entry.version;
}

bool Mailbox::ring()
{
    return !std::exchange(m_rung, true);
}

/// One watch knows nothing of another's, so they come one watch after the other.
std::vector<Arrivals> Mailbox::takeArrivals(std::size_t most)
{
    std::vector<Arrivals> taken;
    while (!m_arrivals.empty()) {
        auto &[arrivals, from] = m_arrivals.begin()->second;
        if (most == 0 && from < arrivals.objects.size())
            break;
        const std::size_t count = std::min(most, arrivals.objects.size() - from);
        const auto first = arrivals.objects.begin() + std::ptrdiff_t(from);
        taken.push_back({arrivals.watch,
                         arrivals.columns,
                         {std::make_move_iterator(first), std::make_move_iterator(first + std::ptrdiff_t(count))},
                         arrivals.isAnew && from == 0});
        most -= count;
        from += count;
        if (from < arrivals.objects.size())
            break;
        m_arrivals.erase(m_arrivals.begin());
    }
    return taken;
}

Mailbox::Content Mailbox::take(std::size_t mostArrivals)
{
    const std::lock_guard lock(m_mutex);
    Content content;
    content.batch.arrivals = takeArrivals(mostArrivals);
    content.hasMore = !m_arrivals.empty();
    if (content.hasMore)
        return content;
    content.batch.entries.swap(m_entries);
    m_bytes = 0;
    content.dropped = std::exchange(m_dropped, 0);
    for (auto &[watch, gap] : std::exchange(m_gaps, {})) {
        auto entry = std::make_shared<Entry>();
        entry->watch = watch;
        entry->type = EntryType::Gap;
        entry->arrived = gap.since;
        entry->version = gap.to;
        entry->gap = std::move(gap);
        content.batch.entries.push_back(std::move(entry));
    }
    content.batch.statuses.reserve(m_statuses.size());
    for (auto &[id, status] : m_statuses)
        content.batch.statuses.push_back(std::move(status));
    m_statuses.clear();
    m_rung = false;
    return content;
}

} // namespace wk
