// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/momentrows.h"

#include <algorithm>
#include <utility>

namespace wk {

void MomentRows::add(const Row &row)
{
    if (*row.slot != NoSlot)
        m_bySlot[*row.slot] = static_cast<Number>(m_added.size());
    m_added.push_back(row);
}

bool MomentRows::arrange(const std::vector<Slot> &standing, std::size_t most)
{
    m_places.reserve(m_added.size());
    for (; most > 0 && m_standing < standing.size(); --most, ++m_standing) {
        const Slot slot = standing[m_standing];
        const Number number = slot < m_bySlot.size() ? std::exchange(m_bySlot[slot], None) : None;
        if (number != None)
            m_places.push_back(number);
    }
    for (; most > 0 && m_rest < m_added.size(); --most, ++m_rest) {
        const Slot slot = *m_added[m_rest].slot;
        if (slot == NoSlot || m_bySlot[slot] == m_rest)
            m_places.push_back(m_rest);
    }
    return m_rest < m_added.size();
}

} // namespace wk
