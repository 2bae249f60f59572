// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"
#include "core/resource/object.h"

#include <map>
#include <vector>

namespace wk {

/// What the servers of a table print, where several may: the columns of the watch that told first, and behind them
/// those that only others have. A server of another version prints more, or in another order. Gui thread; a value.
class ServerColumns
{
public:
    /// The columns that the objects of a watch stand under now. True when all() is another, or places() are.
    bool learn(WatchId watch, const Columns &columns);
    void forget(WatchId watch);
    void clear();

    /// Null before the first.
    const Columns &all() const { return m_all; }
    /// Of a watch whose objects have their cells in other places than all() has its columns: the cell of each column,
    /// -1 for one that it does not have.
    const std::map<WatchId, std::vector<int>> &places() const { return m_places; }
    /// What a watch's objects stand under.
    Columns of(WatchId watch) const;

private:
    void unite();

    std::map<WatchId, Columns> m_of;
    WatchId m_first = 0;
    Columns m_all;
    std::map<WatchId, std::vector<int>> m_places;
};

} // namespace wk
