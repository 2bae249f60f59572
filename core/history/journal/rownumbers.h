// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lifeindex.h"

#include <algorithm>
#include <map>

namespace wk {

/// Which rows of a history those are that files number: where some are lost only their order stays. A value.
class RowNumbers
{
public:
    /// So many rows, behind all before: `first` is how a file numbers the first of them, `here` which one it is.
    void add(RowId first, RowId count, RowId here)
    {
        m_firsts[first] = here;
        m_end = first + count;
        m_endHere = here + count;
    }
    /// A row as the files number it, or the next one that is there; `begin` is the oldest one.
    RowId of(RowId row, RowId begin) const
    {
        auto after = m_firsts.upper_bound(row);
        if (after == m_firsts.begin())
            return std::min(row, begin);
        --after;
        const RowId mapped = after->second + (row - after->first);
        const auto next = std::next(after);
        return std::min(mapped, next == m_firsts.end() ? m_endHere : next->second);
    }
    /// Behind the last one, as the files number it; 0 where there is none.
    RowId end() const { return m_end; }

private:
    std::map<RowId, RowId> m_firsts;
    RowId m_end = 0;
    RowId m_endHere = 0;
};

} // namespace wk
