// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/textsets.h"

#include <QHashFunctions>

#include <algorithm>

namespace wk {

std::size_t TextSets::Hash::operator()(const Members &members) const
{
    return qHashRange(members.begin(), members.end());
}

TextSets::TextSets()
{
    m_sets.grow();
    m_own->uses.push_back(0);
}

/// A list whose texts have been acquired.
TextSets::Id TextSets::acquireWanted()
{
    if (m_own->wanted.empty())
        return Empty;
    const auto [place, isNew] = m_own->ids.try_emplace(Members(std::span<const StringPool::Id>(m_own->wanted)), Empty);
    if (!isNew) {
        // The list uses each of its texts once, however often it is used itself.
        for (const StringPool::Id text : m_own->wanted)
            m_texts.release(text);
        ++m_own->uses[place->second];
        return place->second;
    }
    Id id = static_cast<Id>(m_sets.size());
    if (m_own->free.empty()) {
        m_sets.grow();
        m_own->uses.push_back(0);
    } else {
        id = m_own->free.back();
        m_own->free.pop_back();
        ++m_reuses;
    }
    place->second = id;
    m_sets.edit(id) = place->first;
    m_own->uses[id] = 1;
    return id;
}

void TextSets::restore(Id id, std::span<const StringPool::Id> members)
{
    while (id >= m_sets.size()) {
        m_sets.grow();
        m_own->uses.push_back(0);
    }
    if (id != Empty)
        m_sets.edit(id) = Members(members);
}

void TextSets::restored()
{
    for (Id id = Empty + 1; id < m_sets.size(); ++id) {
        if (m_own->uses[id] > 0) {
            std::ranges::for_each(m_sets[id], [this](StringPool::Id text) { m_texts.use(text); });
            m_own->ids.try_emplace(m_sets[id], id);
            continue;
        }
        m_sets.edit(id) = {};
        m_own->free.push_back(id);
    }
    m_texts.restored();
}

void TextSets::release(Id id)
{
    if (id == Empty || --m_own->uses[id] > 0)
        return;
    m_own->ids.erase(m_sets[id]);
    for (const StringPool::Id text : m_sets[id])
        m_texts.release(text);
    m_sets.edit(id) = {};
    m_own->free.push_back(id);
}

} // namespace wk
