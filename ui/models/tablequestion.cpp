// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablequestion.h"

#include "core/resource/namespacechoice.h"
#include "ui/models/tablesubject.h"

namespace wk {

bool TableQuestion::passes(const TableRow &row) const
{
    return isLookedAt(namespaces, row.object->ns) &&
           (filter.isEmpty() || filter.matches(TableSubject(row, {resource.kind, columns, at, &clusters})));
}

std::vector<TableQuestion::Slot> TableQuestion::answer(const TableRows::Rows &rows, const std::vector<Slot> &slots,
                                                       const std::stop_token &stop) const
{
    std::vector<Slot> shown;
    shown.reserve(slots.size());
    for (const Slot slot : slots) {
        if (stop.stop_requested())
            return {};
        if (passes(rows[slot]))
            shown.push_back(slot);
    }
    order.sort(shown, rows);
    return shown;
}

} // namespace wk
