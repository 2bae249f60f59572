// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pastchange.h"

namespace wk {

std::optional<RowId> lastChange(const EventLog &log, const LifeIndex::Standing &standing)
{
    std::optional<RowId> row = standing.row;
    for (int left = PastListRows; left > 0 && row && *row >= log.begin(); --left) {
        const std::uint32_t changes = log.changesOf(*row);
        if (changes == 0)
            return {};
        const std::optional<RowId> before = log.lives().previous(*row);
        if (!before || changes != log.changesOf(LifeIndex::Standing{standing.life, *before}))
            return row;
        row = before;
    }
    return {};
}

} // namespace wk
