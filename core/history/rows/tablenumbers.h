// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/growingarray.h"
#include "core/informer/entry.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace wk {

inline bool areSameColumns(const Columns &a, const Columns &b)
{
    return a == b || (a && b && *a == *b);
}

/// Which number the columns have that a watch's cells stand under: the same wherever they are the same. One thread.
class TableNumbers
{
public:
    /// Of an entry of that watch; new ones join those that are known, which are looked at all, as many as kinds.
    std::uint32_t numberOf(WatchId watch, const Columns &columns, GrowingArray<Columns> &known)
    {
        Last &last = m_last[watch];
        if (columns == last.columns)
            return last.number;
        const auto isIt = [&columns](const Columns &one) { return areSameColumns(one, columns); };
        last = {columns, static_cast<std::uint32_t>(std::ranges::find_if(known, isIt) - known.begin())};
        if (last.number == known.size())
            known.append(columns);
        return last.number;
    }

private:
    /// Which columns the last entry of a watch had.
    struct Last {
        Columns columns;
        std::uint32_t number = 0;
    };

    std::map<WatchId, Last> m_last;
};

} // namespace wk
