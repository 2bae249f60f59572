// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/stringpool.h"

namespace wk {

StringPool::StringPool()
{
    m_texts.grow();
    m_own->uses.push_back(0);
}

StringPool::Id StringPool::acquire(std::string_view text)
{
    if (text.empty())
        return Empty;
    if (const auto found = m_own->ids.find(text); found != m_own->ids.end()) {
        ++m_own->uses[found->second];
        return found->second;
    }
    Id id = static_cast<Id>(m_texts.size());
    if (m_own->free.empty()) {
        m_texts.grow();
        m_own->uses.push_back(0);
    } else {
        id = m_own->free.back();
        m_own->free.pop_back();
        ++m_reuses;
    }
    Text &kept = m_texts.edit(id);
    kept = text;
    m_own->uses[id] = 1;
    m_own->ids.emplace(kept, id);
    return id;
}

StringPool::Id StringPool::acquire(std::string_view text, Id likely)
{
    if (likely == Empty || m_own->uses[likely] == 0 || m_texts[likely] != text)
        return acquire(text);
    ++m_own->uses[likely];
    return likely;
}

void StringPool::release(Id id)
{
    if (id == Empty || --m_own->uses[id] > 0)
        return;
    m_own->ids.erase(m_texts[id]);
    m_texts.edit(id) = {};
    m_own->free.push_back(id);
}

void StringPool::restore(Id id, std::string_view text)
{
    while (id >= m_texts.size()) {
        m_texts.grow();
        m_own->uses.push_back(0);
    }
    if (id == Empty || m_texts[id] == text)
        return;
    m_own->ids.erase(m_texts[id]);
    Text &kept = m_texts.edit(id);
    kept = text;
    m_own->ids.emplace(kept, id);
}

void StringPool::restored()
{
    m_own->ids.clear(); // what has no use may be said to be the same as what has
    for (Id id = Empty + 1; id < m_texts.size(); ++id) {
        if (m_own->uses[id] > 0) {
            m_own->ids.emplace(m_texts[id], id);
            continue;
        }
        m_texts.edit(id) = {};
        m_own->free.push_back(id);
    }
}

StringPool::Id StringPool::find(std::string_view text) const
{
    const auto found = m_own->ids.find(text);
    return found == m_own->ids.end() ? Empty : found->second;
}

} // namespace wk
