// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/heldback.h"

#include <algorithm>

namespace wk {

void HeldBack::add(const Batch &batch)
{
    m_all.entries.insert(m_all.entries.end(), batch.entries.begin(), batch.entries.end());
    for (const WatchStatus &status : batch.statuses) {
        const auto known = std::ranges::find(m_all.statuses, status.watch, &WatchStatus::watch);
        if (known == m_all.statuses.end())
            m_all.statuses.push_back(status);
        else
            *known = status;
    }
}

void HeldBack::forget(WatchId watch)
{
    m_closed.insert(watch);
    std::erase_if(m_all.statuses, [watch](const WatchStatus &status) { return status.watch == watch; });
}

Batch HeldBack::ofOpenWatches() const
{
    Batch open = m_all;
    std::erase_if(open.entries, [this](const EntryPtr &entry) { return m_closed.contains(entry->watch); });
    return open;
}

} // namespace wk
