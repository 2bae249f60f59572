// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/textsets.h"

#include <QHashFunctions>

namespace wk {

std::size_t TextSets::Hash::operator()(const Members &members) const
{
    return qHashRange(members.begin(), members.end());
}

TextSets::TextSets()
{
    m_sets.grow();
}

/// A list whose texts have been acquired.
TextSets::Id TextSets::acquireWanted()
{
    if (m_wanted.empty())
        return Empty;
    const auto [place, isNew] = m_ids.try_emplace(m_wanted, Empty);
    if (!isNew) {
        // The list uses each of its texts once, however often it is used itself.
        for (const StringPool::Id text : m_wanted)
            m_texts.release(text);
        ++m_sets[place->second].uses;
        return place->second;
    }
    if (m_free.empty()) {
        place->second = static_cast<Id>(m_sets.size());
        m_sets.grow();
    } else {
        place->second = m_free.back();
        m_free.pop_back();
        ++m_reuses;
    }
    m_sets[place->second] = {m_wanted, 1};
    return place->second;
}

void TextSets::release(Id id)
{
    if (id == Empty || --m_sets[id].uses > 0)
        return;
    m_ids.erase(m_sets[id].members);
    for (const StringPool::Id text : m_sets[id].members)
        m_texts.release(text);
    if (!m_parked.park(id))
        setFree(id);
}

void TextSets::takeBack(std::size_t most)
{
    m_texts.takeBack(most);
    for (; most > 0; --most) {
        const std::optional<Id> id = m_parked.next();
        if (!id)
            return;
        setFree(*id);
    }
}

void TextSets::setFree(Id id)
{
    m_sets[id].members = {};
    m_free.push_back(id);
}

TextSets::Snapshot TextSets::snapshot() const
{
    Snapshot made;
    made.m_sets = m_sets.view();
    made.m_hold = m_parked.hold();
    made.m_texts = m_texts.snapshot();
    return made;
}

} // namespace wk
