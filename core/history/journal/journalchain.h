// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/journalset.h"

#include <optional>

namespace wk {

/// Where a set goes on from: what another held when its own was begun beside it. Remembered with the set, so that the
/// two are read one behind the other when both writers have died. A value.
struct JournalBase {
    JournalSetName set;
    std::uint32_t number = 0; ///< what was before this piece is read whole
    std::uint64_t bytes = 0;  ///< of this piece itself

    bool operator==(const JournalBase &) const = default;
};

/// A file to be read, or the beginning of one. It may be gone, or shorter, by then. A value.
struct JournalPart {
    JournalSetName set;
    JournalPiece piece;
    std::uint64_t bytes = 0; ///< what lies behind these is another's, or was written later
};

/// FileWriteFailed.
Result<> writeBase(const std::string &folder, const JournalSetName &set, const JournalBase &base);
/// Nothing where the set has none, or says nothing that can be understood.
std::optional<JournalBase> baseOf(const std::string &folder, const JournalSetName &set);

/// What to read, and in which order, for the history of a set of a folder: what it goes on from, and so on, each up to
/// where the next one begins, and then all of itself. A set that is gone is missing, and what was before it; none is
/// there twice, whatever the sets say of each other.
std::vector<JournalPart> chainOf(const std::string &folder, const std::vector<JournalSet> &sets,
                                 const JournalSetName &last);

} // namespace wk
