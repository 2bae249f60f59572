// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rowchanges.h"

#include "ui/models/tablevalue.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace wk {

namespace {

bool readOtherwise(const Cell &a, const Cell &b)
{
    if (a == b || isUnknown(a) || isUnknown(b))
        return false; // nobody knows that it has changed
    const auto *before = std::get_if<std::string_view>(&a);
    const auto *after = std::get_if<std::string_view>(&b);
    return !before || !after || withoutAgo(*before) != withoutAgo(*after);
}

} // namespace

void readManagers(ChangeRecord &record, const Object &object)
{
    const auto newest = newestManager(object);
    if (newest && (!record.lastChange || *newest->time > *record.lastChange)) {
        record.lastChange = newest->time;
        record.lastManager = newest->manager;
    }
}

std::uint64_t changedCells(const Object &before, const Object &after)
{
    std::uint64_t changed = 0;
    const std::size_t count = std::min(before.cells.size(), after.cells.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (readOtherwise(before.cells[i], after.cells[i]))
            changed |= std::uint64_t(1) << std::min<std::size_t>(i, 63);
    }
    return changed;
}

} // namespace wk
