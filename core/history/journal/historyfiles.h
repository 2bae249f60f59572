// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/historyrecords.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// How a RecordingJournal writes. A value.
struct RecordingOptions {
    std::string path{};    ///< as it is to be called in the end
    std::string cluster{}; ///< ClusterId::text(), for whoever reads it
    RecordingNote note{};
    std::uint64_t fileBytes = 0; ///< of a ring: another is begun behind as many; 0: it is no ring
    std::uint64_t ringBytes = 0; ///< of all its files: the oldest go; 0: as rows fall off
    /// Called at its end, in its thread: why what was told last is not in the file, and which of a ring that is.
    std::function<void(const std::optional<Error> &, std::uint32_t number)> ended{};
};

/// In which files a history is kept, and which of them were there before. A value.
struct HistoryFiles {
    struct Segment {
        std::string path;
        std::uint64_t bytes = UINT64_MAX; ///< that are read
    };

    /// It exists, nobody else may look into it, and it lies on a disk of this machine: what is mapped from a disk that
    /// fails, or from a server that is away, ends the process. Empty: all is kept in memory.
    std::string folder{};
    std::string set{};     ///< what the files' names begin with; empty: they have none, and end with the program
    std::string cluster{}; ///< ClusterId::text(), for whoever reads them
    std::vector<Segment> segments{}; ///< of those there are, in order
    std::size_t own = 0;             ///< how many of them, the last ones, are of this set
    std::uint32_t next = 1;          ///< the number of the next one of this set
    std::string tail{};              ///< of the set whose segment is the last; empty: there is none
    std::shared_ptr<void> lock{};    ///< as long as it is there the set is this program's
    /// A recording instead of all that: what is told is written there.
    std::optional<RecordingOptions> recording{};
    /// A recording instead of all that, which is read: nothing is written anywhere. Empty: none.
    std::string opened{};
    /// Called in the journal's thread when another file has been begun: what is too much on the disk may go.
    std::function<void()> begun{};

    /// There are any: else all is kept in memory.
    bool areSome() const { return !folder.empty() || !opened.empty() || recording; }
};

} // namespace wk
