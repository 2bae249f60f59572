// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"
#include "ui/models/tablecolumn.h"
#include "ui/models/tablerows.h"

#include <string>
#include <vector>

namespace wk {

/// A row of a table as filters see it. What only an event has (type, class, changed) it does not have. phase
/// is the word under STATUS, as `kubectl get` shows it, else status.phase; manager any field manager of the object; a
/// bare word looks through name, namespace, node and every cell that is text. A value that lives no longer than what it
/// was made from.
class TableSubject : public FilterSubject
{
public:
    TableSubject(const TableRow &row, const std::string &kind, const std::vector<TableColumn> &columns);

    bool answers(const FilterTerm &term) const override;

private:
    bool answersText(const FilterTerm &term) const;

    const TableRow &m_row;
    const std::string &m_kind;
    const std::vector<TableColumn> &m_columns;
};

} // namespace wk
