// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/models/tablerows.h"

#include <queue>
#include <vector>

namespace wk {

/// Which rows of a table wear the tint of what has touched them, and which of these are deleted and stay struck through
/// until it has faded. A row is looked at when its tint may have gone, and not with every step: of ten thousand events
/// a second nearly every row wears one. Gui thread; a value that reads no clock.
class FadingRows
{
public:
    using Slot = TableRows::Slot;

    /// The row of a slot has been touched.
    void add(Slot slot, const TableRows &rows);
    bool isEmpty() const { return m_fading.empty(); }
    /// What has faded by now is forgotten; the deleted ones of it leave the rows. True when there were any.
    bool fade(Instant now, TableRows &rows);
    /// The deleted ones; some may be there again, or shown no more.
    const std::vector<Slot> &gone() const { return m_gone; }

private:
    struct Fading {
        Instant at{}; ///< when it has faded, unless the row has been touched since
        Slot slot = 0;

        bool operator<(const Fading &other) const { return at > other.at; } // the first on top
    };

    std::priority_queue<Fading> m_fading;
    std::vector<bool> m_isFading; ///< by slot
    std::vector<Slot> m_gone;
    std::vector<bool> m_isAmongGone; ///< by slot
};

} // namespace wk
