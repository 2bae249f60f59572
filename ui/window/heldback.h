// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/batch.h"

#include <set>

namespace wk {

/// What a paused window keeps back: every entry in order, and of each watch its newest status. A watch that is closed
/// meanwhile has no status any more, and its entries are for those alone that tell what has happened. Gui thread.
class HeldBack
{
public:
    void add(const Batch &batch);
    /// The watch was closed.
    void forget(WatchId watch);

    bool isEmpty() const { return m_all.isEmpty(); }
    std::size_t entries() const { return m_all.entries.size(); }
    /// With the entries of watches that are closed by now.
    const Batch &all() const { return m_all; }
    Batch ofOpenWatches() const;

private:
    Batch m_all;
    std::set<WatchId> m_closed;
};

} // namespace wk
