// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/stringpool.h"

namespace wk {

StringPool::StringPool(std::size_t expected)
{
    m_ids.reserve(expected);
    m_entries.push_back({});
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
        m_entries.push_back({std::string(text), 1});
    } else {
        id = m_free.back();
        m_free.pop_back();
        m_entries[id] = {std::string(text), 1};
        ++m_reuses;
    }
    m_ids.emplace(m_entries[id].text, id);
    return id;
}

void StringPool::release(Id id)
{
    if (id == Empty || --m_entries[id].uses > 0)
        return;
    m_ids.erase(m_entries[id].text);
    m_entries[id].text.clear();
    m_free.push_back(id);
}

StringPool::Id StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? Empty : found->second;
}

} // namespace wk
