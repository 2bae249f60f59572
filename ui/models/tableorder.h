// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tablecolumn.h"
#include "ui/models/tablerows.h"
#include "ui/models/tablevalue.h"

#include <vector>

namespace wk {

/// In which order the rows of a table stand: by one column's values, equal ones by namespace, name and cluster. Rows
/// that have nothing in the column come last either way. A value; any thread.
class TableOrder
{
public:
    using Slot = TableRows::Slot;

    TableOrder() = default;
    TableOrder(const TableColumn &column, bool descending, ClusterNames clusters = {});

    /// What of a row says where it stands, read once. It looks into the row's object, and lives no longer.
    struct Key {
        TableValue value;
        const Object *object = nullptr;
        ClusterNames::Number cluster = StringPool::Empty;
    };
    Key key(const TableRow &row) const;
    bool isBefore(const Key &a, const Key &b) const;

    /// Puts slots in order; the nearer they are to it, the sooner.
    void sort(std::vector<Slot> &slots, const TableRows::Rows &rows) const;
    /// Two sequences in order become one, in the room of a vector that is no longer needed; of a sequence that is not
    /// quite in order the order stays as it is.
    std::vector<Slot> merge(const std::vector<Slot> &a, const std::vector<Slot> &b, const TableRows::Rows &rows,
                            std::vector<Slot> room = {}) const;

    /// Whether the order changes with every event, so that it is put right once a second only.
    bool isVolatile() const { return m_column.isVolatile(); }
    /// Whether a row stays where it is for as long as it is there: no event changes an object's name.
    bool isFixed() const
    {
        const bool isByNothing = m_column.kind == TableColumn::Kind::Server && m_column.cell < 0;
        return m_column.kind == TableColumn::Kind::Cluster || m_column.kind == TableColumn::Kind::Namespace ||
               m_column.kind == TableColumn::Kind::Name || isByNothing;
    }

private:
    TableColumn m_column;
    ClusterNames m_clusters;
    bool m_descending = false;
};

/// What a row counts as under a column. It looks into the row's object and the clusters' names.
TableValue valueUnder(const TableColumn &column, const TableRow &row, const ClusterNames &clusters);

} // namespace wk
