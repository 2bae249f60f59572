// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pastchange.h"

namespace wk {

std::uint32_t changesBefore(const EventLog &log, RowId row, const std::optional<LifeIndex::Standing> &before)
{
    if (before)
        return log.changesOf(*before);
    return log.origin(row) == EntryClass::Initial ? log.changesOf(row) : 0;
}

std::optional<RowId> lastChange(const EventLog &log, const LifeIndex::Standing &standing)
{
    std::optional<LifeIndex::Standing> told = standing;
    for (int left = PastListRows; left > 0 && told && told->row >= log.begin(); --left) {
        const std::uint32_t changes = log.changesOf(told->row);
        if (changes == 0)
            return {};
        const std::optional<LifeIndex::Standing> before = log.toldBefore(*told);
        if (changes != changesBefore(log, told->row, before))
            return told->row;
        told = before;
    }
    return {};
}

} // namespace wk
