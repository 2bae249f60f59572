// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pastchange.h"

namespace wk {

std::uint32_t changesBefore(const HistorySnapshot &log, RowId row, const std::optional<LifeIndex::Standing> &before)
{
    if (before)
        return log.changesOf(*before);
    return log.origin(row) == EntryClass::Initial ? log.changesOf(row) : 0;
}

} // namespace wk
