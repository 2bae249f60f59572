// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablemoment.h"

#include <algorithm>

namespace wk {

std::optional<LifeIndex::Standing> ShownMoment::standingOf(TableRows::Slot slot, const TableRow &row) const
{
    if (slot == mark)
        return history->now().lives().standingAt(*moment.event);
    const auto some = objects.find(row.watch);
    const std::optional<LifeId> life = history->now().lifeOf(row.watch, *row.object);
    if (some == objects.end() || !life)
        return {};
    const auto isBefore = [](const MomentObject &each, LifeId wanted) { return each.standing.life < wanted; };
    const auto found = std::lower_bound(some->second.begin(), some->second.end(), *life, isBefore);
    const bool isThere = found != some->second.end() && found->standing.life == *life;
    return isThere ? std::optional(found->standing) : std::nullopt;
}

} // namespace wk
