// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/cellfiler.h"
#include "core/source/listerwatcher.h"

#include <map>
#include <utility>

namespace wk {

/// The state that a watch tells before the mark of its initial events' end: what was added and changed, without what
/// was deleted meanwhile (C13). A value. Source: KEP-3157; initial ADDED come in no order of versions.
class InitialState
{
public:
    /// Files the event's cells under the columns of the first.
    void take(WatchEvent &event);
    /// What events that were taken add and change, as a part of a page.
    ListPage pageOf(const std::vector<WatchEvent> &events) const;
    /// All of it as the one page of a list, by namespace and name.
    ListPage page(const ResourceVersion &version) const;
    std::size_t size() const { return m_objects.size(); }

private:
    std::map<std::pair<Text, Text>, ObjectPtr> m_objects;
    CellFiler m_cells;
    std::size_t m_wireBytes = 0;
};

} // namespace wk
