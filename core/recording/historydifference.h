// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "core/resource/changes.h"

#include <string>
#include <vector>

namespace wk {

/// How an object at one moment differs from what it was at another. A value.
struct ObjectDifference {
    enum class Kind { Added, Removed, Changed };

    Kind kind = Kind::Changed;
    std::string resourceKind; ///< "Pod"
    ObjectPtr before;         ///< null for one that was added
    ObjectPtr after;          ///< null for one that was removed
    ChangesPtr changes{};     ///< of one that was changed: in what, and whose entries moved
};

/// A moment of a history: before that row.
struct HistoryMoment {
    HistoryPtr history;
    RowId at = 0;
};

/// The objects that are not the same at two moments, of one history or of two, in the order of their kinds, namespaces
/// and names. One that was deleted and made again is changed. What only the server's bookkeeping differs in is the
/// same.
std::vector<ObjectDifference> differenceOf(const HistoryMoment &before, const HistoryMoment &after);

} // namespace wk
