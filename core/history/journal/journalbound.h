// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/history/journal/journalroot.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace wk {

/// How much of all histories may stay on the disk: one bound for all clusters and programs. A value.
struct JournalBound {
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    std::optional<std::chrono::seconds> age; ///< since the last write of what goes
};

/// What was taken away, and what is left. A value.
struct JournalFreed {
    std::uint64_t bytes = 0;
    std::uint64_t bytesLeft = 0;
    std::size_t livingLeft = 0; ///< sets that living programs write, this one too

    bool operator==(const JournalFreed &) const = default;
};

/// Takes away whole pieces until the bound holds: the oldest of all first, of sets whose writers have died before any
/// of the living; of each set from its front only, and of a living one never its last segment and what is behind it,
/// which may be more than the bound. Whoever has a file open or mapped goes on reading it. A set of which nothing is
/// left goes with all that belongs to it, and so does the folder of a cluster that has none. What cannot be taken away
/// stays, and is an error after all else is done: FileWriteFailed; FileUnreadable.
Result<JournalFreed> enforceBound(const JournalRoot &root, const JournalBound &bound, WallTime now);

/// Takes away all sets that no living program writes, of a cluster or of all. Errors as above.
Result<JournalFreed> deleteHistory(const JournalRoot &root, const std::optional<ClusterId> &only);

} // namespace wk
