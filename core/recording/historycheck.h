// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"

#include <string>
#include <vector>

namespace wk {

/// Something in a history that no watch that keeps list-watch's contract tells. A value.
struct HistoryFault {
    RowId row = 0;
    std::string what; ///< a sentence, in English
};

/// Looks whether the watches of a history kept the contract: that a list has the objects that it counts; that what is
/// added was not there, and what is changed or deleted was; that versions of an object, and of what a watch tells live,
/// grow. At most `most` faults are told.
std::vector<HistoryFault> checkHistory(const HistorySnapshot &history, std::size_t most = 1000);

} // namespace wk
