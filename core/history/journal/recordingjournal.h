// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/historyfiles.h"
#include "core/history/journal/journalstanding.h"
#include "core/history/journal/rowjournal.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace wk {

/// Keeps a history in one file that can be taken elsewhere: every 50 ms the new rows, as a piece; where a chunk of them
/// is full it follows whole, so that memory need not hold it.
///
///     FILE.part   [head | note | watches | piece | piece | … | chunk 0 | piece | …]
///
/// While it is written it is called so; sealRecording() makes the file of it that is kept, without the pieces that
/// chunks have. As a ring it is a set of files, FILE with six digits before its ending: each complete in itself, with
/// what stood at its beginning; the oldest goes whole when its rows have fallen off the history. What cannot be written
/// is tried again behind what was. One thread, which waits for the disk.
class RecordingJournal : public RowJournal
{
public:
    explicit RecordingJournal(RecordingOptions options);
    ~RecordingJournal() override;

    /// As the file is called while it is written; `number` is of a ring, from 1, else 0.
    static std::string partOf(const std::string &path, std::uint32_t number = 0);
    /// As it is called in the end.
    static std::string nameOf(const std::string &path, std::uint32_t number);

private:
    struct Written {
        std::uint32_t number = 0;
        RowId first = 0;
    };

    Result<> writeAll(const HistoryPtr &now, WallTime time) override;
    Result<> syncAll(const HistoryPtr &now, WallTime known) override;
    void failed() override;

    Result<> open(const HistoryPtr &now, WallTime time);
    Result<> writeRows(const HistorySnapshot &now, RowId first, RowId end, std::size_t &folds);
    Result<> writeStood(std::size_t most);
    Result<> endFile();
    Result<> boundRing();
    Result<> removeFallen(const HistorySnapshot &now);
    bool isRing() const { return m_options.fileBytes > 0; }

    const RecordingOptions m_options;
    const std::uint64_t m_writer; ///< HistoryHead::writer
    std::optional<MappedSegment> m_file;
    std::uint64_t m_whole = 0; ///< bytes of it that the system has taken, whole frames; 0: another is begun
    std::uint64_t m_stoodBytes = 0;
    std::uint64_t m_pieceBytes = 0; ///< which it has no more when it is whole
    std::uint32_t m_number = 0;     ///< of a ring
    RowId m_first = 0;              ///< of the file
    RowId m_end = 0;                ///< behind the last row that was written
    std::size_t m_folds = 0;        ///< how much of the chunk's folds is in there
    JournalWords m_words;
    std::optional<JournalStanding> m_stood; ///< what of it is still to be told
    std::deque<Written> m_ring;             ///< the files that are whole, in order
};

} // namespace wk
