// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/stringpool.h"

namespace wk {

StringPool::StringPool(std::size_t expected)
{
    m_ids.reserve(expected);
    m_entries.grow();
}

StringPool::Id StringPool::acquire(std::string_view text)
{
    if (text.empty())
        return Empty;
    if (const auto found = m_ids.find(text); found != m_ids.end()) {
        ++m_entries[found->second].uses;
        return found->second;
    }
    Id id = static_cast<Id>(m_entries.size());
    if (m_free.empty()) {
        m_entries.grow();
    } else {
        id = m_free.back();
        m_free.pop_back();
        ++m_reuses;
    }
    Entry &entry = m_entries[id];
    entry.text = text;
    entry.uses = 1;
    m_ids.emplace(entry.text, id);
    return id;
}

StringPool::Id StringPool::acquire(std::string_view text, Id likely)
{
    if (likely == Empty || m_entries[likely].uses == 0 || m_entries[likely].text != text)
        return acquire(text);
    ++m_entries[likely].uses;
    return likely;
}

/// One whose number is parked is not found again: it is another one then, which need not be taken out of the queue.
void StringPool::release(Id id)
{
    if (id == Empty || --m_entries[id].uses > 0)
        return;
    m_ids.erase(m_entries[id].text);
    if (!m_parked.park(id))
        setFree(id);
}

void StringPool::takeBack(std::size_t most)
{
    for (; most > 0; --most) {
        const std::optional<Id> id = m_parked.next();
        if (!id)
            return;
        setFree(*id);
    }
}

void StringPool::setFree(Id id)
{
    m_entries[id].text = {};
    m_free.push_back(id);
}

StringPool::Snapshot StringPool::snapshot() const
{
    Snapshot made;
    made.m_entries = m_entries.view();
    made.m_hold = m_parked.hold();
    return made;
}

StringPool::Id StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? Empty : found->second;
}

} // namespace wk
