// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <optional>
#include <vector>

namespace wk {

/// Files the cells of objects under the columns of a list, whatever columns they came with: a server that lists as
/// Table may watch without, and those of a custom resource change. A cell belongs to a column of its name and type;
/// what there is none for is unknown. A value; one thread.
class CellFiler
{
public:
    /// Under these from now on; null: under the first that come.
    void begin(const Columns &columns);
    /// `columns` are set when they have come with this object. What follows has the same, until others come.
    ObjectPtr filed(ObjectPtr object, const Columns &columns);
    const Columns &columns() const { return m_columns; }

private:
    Columns m_columns;
    Columns m_came;
    std::optional<std::vector<int>> m_places; ///< of each column's cell among those that come; none: they are the same
};

} // namespace wk
