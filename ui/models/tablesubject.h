// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filteredit.h"
#include "core/resource/resourceinfo.h"
#include "ui/models/tablecolumn.h"
#include "ui/models/tablerows.h"
#include "ui/models/watchclusters.h"

#include <optional>
#include <string>
#include <vector>

namespace wk {

/// A row of a table as filters see it. What only an event has (type, class, changed, size, time) it does not have.
/// phase is the word under STATUS, as `kubectl get` shows it, else status.phase; manager any field manager of the
/// object, which those are, too, who may have written what nobody says; a bare word looks through name, namespace, node
/// and every cell that is text. A value that lives no longer than what it was made from.
class TableSubject : public FilterSubject
{
public:
    /// What a row is one of, and when it is looked at.
    struct Table {
        const std::string &kind;
        const std::vector<TableColumn> &columns;
        WallTime now{};
        const WatchClusters *clusters = nullptr; ///< null: all is of one that nobody names
    };

    TableSubject(const TableRow &row, const Table &table);

    bool answers(const FilterTerm &term) const override;

private:
    bool answersAge(const FilterTerm &term) const;
    bool answersColumn(const FilterTerm &term) const;
    bool answersText(const FilterTerm &term) const;

    const TableRow &m_row;
    Table m_table;
};

/// The first field for which no row of any table passes the filter, as only events have it ("type=DELETED",
/// "manager=?"). Empty when rows may pass.
std::optional<FilterField> eventFieldAskedFor(const Filter &filter);

/// The kind that a filter asks for where it hides all rows of a table of `kind`: of those that are served the one of
/// just that name, else the only one that the filter lets pass. Empty when rows may pass, or there is no such kind.
std::optional<ResourceInfo> kindAskedFor(const Filter &filter, const std::string &kind,
                                         const std::vector<ResourceInfo> &served);

/// What a cell of a table is pointed at as. Empty where it cannot be asked for: the mark, the cluster, which the row
/// cannot name, and ages that go on.
std::optional<FilterPoint> pointOf(const TableRow &row, const TableColumn &column, WallTime now);

} // namespace wk
