// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/history/journal/journalwords.h"
#include "core/history/journal/mappedsegment.h"
#include "core/history/revisionbodies.h"
#include "core/history/rows/historysnapshot.h"

#include <optional>
#include <utility>
#include <vector>

namespace wk {

/// Puts a history on the disk while it is written, snapshot by snapshot, and says what of it lies there by then, so
/// that memory need not hold it. One thread, which waits for the disk.
class RowJournal
{
public:
    virtual ~RowJournal() = default;

    /// Puts what is new to the system: it outlives this process then. All objects are folded (RowObjects::foldAll()).
    /// After a failure, which error() tells, only once tryAgain() was called.
    void write(const HistoryPtr &now, WallTime time);
    /// The chunks that write() has put into a file, and the bodies of their rows.
    struct Sealed {
        struct Bodies {
            Body store{}; ///< any that is kept there
            std::vector<FiledRevisions> revisions{};
        };
        std::vector<EventLog::Filed> rows{};
        std::vector<Bodies> bodies{};
    };
    Sealed takeSealed() { return std::exchange(m_sealed, {}); }
    /// Whether another file was begun since the last time.
    bool takeHasBegun() { return std::exchange(m_hasBegun, false); }
    /// … and to the disk: it outlives a power cut then. Until then, `known`, all that happened is in the history.
    void sync(const HistoryPtr &now, WallTime known);

    /// Why the last attempt failed; nothing when it did not.
    const std::optional<Error> &error() const { return m_error; }
    void tryAgain() { m_error.reset(); }

protected:
    virtual Result<> writeAll(const HistoryPtr &now, WallTime time) = 0;
    virtual Result<> syncAll(const HistoryPtr &now, WallTime known) = 0;
    /// What was being written is in doubt.
    virtual void failed() = 0;

    void hasBegun() { m_hasBegun = true; }
    /// A full chunk goes to a file, of which `segment` is the first row. Its words are there already.
    Result<> seal(const HistorySnapshot &now, RowId first, RowId segment, JournalWords &words, MappedSegment &to);

private:
    void fail(const Error &error);

    std::optional<Error> m_error;
    Sealed m_sealed;
    bool m_hasBegun = false;
};

} // namespace wk
