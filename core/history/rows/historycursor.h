// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace wk {

/// How far somebody has gone over a history: what folds its rows into something else has one, and hears of each row and
/// of each watch that was closed once, in order, whatever falls off meanwhile. A value.
class HistoryCursor
{
public:
    /// The first row that is to come.
    RowId next() const { return m_next; }

    /// Rows before this one are of no matter; of what was closed among them it hears with the next.
    void passTo(RowId row) { m_next = std::max(m_next, row); }

    /// Calls `onRow` for each row before `end` that it has not come to, and `onClosing` for each
    /// HistorySnapshot::Closing that lies before one or at the end; `most` of the rows. True while there are more.
    template <class OnRow, class OnClosing>
    bool advance(const HistorySnapshot &now, RowId end, OnRow onRow, OnClosing onClosing, std::size_t most = SIZE_MAX)
    {
        const auto closings = now.closings();
        for (m_next = std::max(m_next, now.begin()); most > 0; --most) {
            while (m_closings < closings.size() && closings[m_closings].row <= m_next)
                onClosing(closings[m_closings++]);
            if (m_next >= end)
                return false;
            onRow(m_next++);
        }
        return true;
    }

private:
    RowId m_next = 0;
    std::size_t m_closings = 0; ///< how many it has come to
};

} // namespace wk
