// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rowchanges.h"

#include "ui/models/tablevalue.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
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

/// Empty when none is dated. It lives as long as the object.
std::optional<ManagedFields> newestWrite(const Object &object)
{
    std::optional<ManagedFields> newest;
    const auto rank = [](const ManagedFields &fields) {
        return std::pair(fields.subresource != "status", fields.time);
    };
    for (const ManagedFields &fields : object.managers) {
        if (fields.time && (!newest || rank(fields) > rank(*newest)))
            newest = fields;
    }
    return newest;
}

/// Whether an object was listed in another version than it was told of last.
bool mayHaveChangedUnseen(const HistorySnapshot &history, const LifeIndex::Standing &at)
{
    if (history.origin(at.row) != EntryClass::Initial)
        return false;
    const auto told = history.toldBefore(at);
    return !told || told->row < history.begin() || history.version(told->row) != history.version(at.row);
}

} // namespace

RowChanges changesAt(const HistorySnapshot &history, const LifeIndex::Standing &at, const Object &object)
{
    RowChanges known{history.changesOf(at), {}, {}};
    const auto last = at.row >= history.begin() ? history.lastNotable(at.row) : std::nullopt;
    if (last) {
        known.lastChange = history.time(*last);
        known.lastManager = history.manager(*last);
    }
    if (!last || mayHaveChangedUnseen(history, at))
        readManagers(known, object);
    return known;
}

std::optional<RowWrite> lastWriteAt(const HistorySnapshot &history, const LifeIndex::Standing &at, const Object &object)
{
    if (at.row >= history.begin() && history.origin(at.row) != EntryClass::Initial)
        return RowWrite{history.time(at.row), std::string(history.manager(at.row)), at.row};
    std::optional<RowWrite> last;
    for (const ManagedFields &fields : object.managers) {
        if (fields.time && (!last || *fields.time > last->time))
            last = RowWrite{*fields.time, std::string(fields.manager), {}};
    }
    return last;
}

void readManagers(RowChanges &known, const Object &object)
{
    const auto newest = newestWrite(object);
    if (newest && (!known.lastChange || *newest->time > *known.lastChange)) {
        known.lastChange = newest->time;
        known.lastManager = newest->manager;
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
