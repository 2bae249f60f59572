// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recordingjournal.h"
#include "core/history/journal/recordingseal.h"
#include "core/history/journal/recordingstart.h"
#include "tests/core/history/historyteller.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/recordbytes.h"

#include <QTemporaryDir>

#include <string>

namespace {

using namespace wk;
using namespace wk::fuzz;

/// A small recording as it is written: a chunk that came in pieces, and some pieces more.
Records written()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("a.wklog")).toStdString();
    test::HistoryTeller teller(42);
    EventLog log;
    log.setHasJournal();
    RecordingJournal journal({.path = path, .note = {true, "kind:Pod"}});
    for (const RowId row : {EventLog::ChunkRows / 3, EventLog::ChunkRows + 30, EventLog::ChunkRows + 60}) {
        while (log.now().end() < row)
            teller.tell(log);
        journal.write(log.snapshot(), {});
    }
    journal.sync(log.snapshot(), {});
    return recordsOf(RecordingJournal::partOf(path));
}

} // namespace

/// Whatever a stranger sends as a recording does no harm, and neither does what is made of it.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Records records = written();
    Bytes bytes(data, size);
    const bool isAnything = bytes.byte() % 8 == 0;
    const MemoryFile file =
        isAnything ? MemoryFile(std::string(segment::Magic).append(bytes.rest())) : MemoryFile(changed(records, bytes));
    EventLog log;
    const auto recording = restoreRecording(file.path(), log);
    WK_MUST(recording.ok());
    readAll(log);

    const QTemporaryDir folder;
    const std::string sealed = folder.filePath(QStringLiteral("b.wklog")).toStdString();
    static_cast<void>(sealRecording(file.path(), sealed)); // what it was made of cannot be removed
    EventLog again;
    const auto reopened = restoreRecording(sealed, again);
    WK_MUST(reopened.ok());
    readAll(again);
    return 0;
}
