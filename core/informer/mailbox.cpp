// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/mailbox.h"

#include "core/base/limits.h"

namespace wk {

bool Mailbox::post(const std::vector<EntryPtr> &entries)
{
    const std::lock_guard lock(m_mutex);
    if (m_dropped > 0 || m_entries.size() + entries.size() > limits::MailboxEntries) {
        m_dropped += m_entries.size() + entries.size();
        m_entries.clear();
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

bool Mailbox::ring()
{
    return !std::exchange(m_rung, true);
}

Mailbox::Content Mailbox::take()
{
    const std::lock_guard lock(m_mutex);
    Content content;
    content.batch.entries.swap(m_entries);
    content.dropped = std::exchange(m_dropped, 0);
    content.batch.statuses.reserve(m_statuses.size());
    for (auto &[id, status] : m_statuses)
        content.batch.statuses.push_back(std::move(status));
    m_statuses.clear();
    m_rung = false;
    return content;
}

} // namespace wk
