// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fadingrows.h"

#include "ui/style/measures.h"

#include <algorithm>

namespace wk {

namespace {

/// When nothing is left of what has touched a row.
Instant fadedAt(const TableRow &row)
{
    return row.touchedAt + (row.isGone ? measure::DeletedStays : measure::TintHold + measure::TintFade);
}

} // namespace

void FadingRows::add(Slot slot, const TableRows &rows)
{
    m_isFading.resize(rows.capacity());
    m_isAmongGone.resize(rows.capacity());
    const TableRow &row = rows.row(slot);
    if (row.isGone && !m_isAmongGone[slot]) {
        m_isAmongGone[slot] = true;
        m_gone.push_back(slot);
    }
    if (m_isFading[slot] || !rows.isHeld(slot) || row.touch == RowTouch::None)
        return;
    m_isFading[slot] = true;
    m_fading.push({fadedAt(row), slot});
}

bool FadingRows::fade(Instant now, TableRows &rows)
{
    bool anyLeft = false;
    while (!m_fading.empty() && m_fading.top().at <= now) {
        const Slot slot = m_fading.top().slot;
        const TableRow &row = rows.row(slot);
        m_fading.pop();
        m_isFading[slot] = false;
        if (!rows.isHeld(slot) || row.touch == RowTouch::None)
            continue;
        if (fadedAt(row) > now) {
            m_fading.push({fadedAt(row), slot});
            m_isFading[slot] = true;
        } else if (row.isGone) {
            rows.leave(slot);
            anyLeft = true;
        }
    }
    std::erase_if(m_gone, [&](Slot slot) {
        m_isAmongGone[slot] = rows.isHeld(slot) && rows.row(slot).isGone;
        return !m_isAmongGone[slot];
    });
    return anyLeft;
}

} // namespace wk
