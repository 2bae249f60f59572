// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filelock.h"
#include "core/history/journal/journalchain.h"
#include "core/history/journal/journalroot.h"

namespace wk {

/// A set that this program alone may write, as long as this is there, and what was known before. A value to be moved.
///
/// Pieces are written from `next` on, each as it likes: a tail under its name, mode 0600, appended to; the segment by a
/// PrivateFileWriter; and when the segment has its name, the tail goes. What the claimed set held before stays as it
/// is, as others may be reading it.
struct JournalClaim {
    std::string folder;
    JournalSetName set;
    FileLock lock;
    std::vector<JournalPart> past; ///< to be read in this order
    std::uint32_t next = 1;

    std::string segmentPath(std::uint32_t number) const { return folder + '/' + set.segment(number); }
    std::string tailPath(std::uint32_t number) const { return folder + '/' + set.tail(number); }
};

/// Whether a living program writes a set of a folder; under JournalRoot::lock(), as else one who asks the same at the
/// same time seems to be one. It is taken for alive where that cannot be found out.
bool isAlive(const std::string &folder, const JournalSetName &set);

/// Removes what killed programs have left in a folder that is of no use, sets that are empty among it, and from
/// `sets`; under JournalRoot::lock(). Which of the sets are alive, in the same order.
std::vector<bool> sweepFolder(const std::string &folder, std::vector<JournalSet> &sets);

/// Finds a set to write for a cluster, making its folder where it is missing. While no living program writes one, it is
/// that which was written last, and is gone on with. Otherwise it is a new one behind that which is being written: what
/// that one holds now is this one's past, and what it gets from then on is not, as both see it. `random` tells sets
/// apart that are begun in one second. FileWriteFailed; FileUnreadable.
Result<JournalClaim> claimSet(const JournalRoot &root, const JournalCluster &cluster, WallTime now,
                              std::uint32_t random);

} // namespace wk
