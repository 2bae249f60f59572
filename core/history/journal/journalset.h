// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/journal/journalnames.h"

#include <cstdint>
#include <string>
#include <vector>

namespace wk {

/// A file as it lay in a folder when that was looked at. A value.
struct JournalFile {
    std::string path;
    std::uint64_t bytes = 0;
    WallTime written{}; ///< the last time
};

/// Where a set's content lies: a segment, or the tail that will be one. A value.
struct JournalPiece {
    std::uint32_t number = 0;
    bool isTail = false;
    JournalFile file;
};

/// The files of a set as they lay there when their folder was looked at. A value; any thread.
struct JournalSet {
    JournalSetName name;
    std::vector<JournalPiece> pieces; ///< by number
    std::vector<JournalFile> debris;  ///< temporary names, and tails whose segment is there
    std::vector<JournalFile> besides; ///< the lock and the base

    /// It holds nothing of its own: nobody has written it yet.
    bool isEmpty() const { return pieces.empty() || pieces.back().number == 0; }
    /// Of all but the open tail; 0 where there is none.
    std::uint32_t lastNumber() const;
    std::uint64_t bytes() const;
    /// When something was written to it last, but not later than now: a clock may have been wrong. Of one without a
    /// piece: when it was begun.
    WallTime end(WallTime now) const;
};

/// The names in a folder, in order; none in a folder that is not there. FileUnreadable.
Result<std::vector<std::string>> namesIn(const std::string &folder);

/// The sets of a cluster's folder, in the order in which they were begun. What else lies there, also under a name of
/// a set's but as something that is no file, is passed by. FileUnreadable.
Result<std::vector<JournalSet>> setsIn(const std::string &folder);

} // namespace wk
