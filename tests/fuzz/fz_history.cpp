// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/historyrestorer.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journaledlog.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/recordbytes.h"

#include <QTemporaryDir>

#include <string>

namespace {

using namespace wk;
using namespace wk::fuzz;

/// A small history as it is kept: a segment of one chunk, and a tail.
struct Kept {
    Kept()
    {
        const QTemporaryDir folder;
        test::HistoryTeller teller(38);
        test::JournaledLog log({}, test::filesIn(folder.path()));
        for (const RowId row : {EventLog::ChunkRows / 2, EventLog::ChunkRows + 30}) {
            while (log.log.now().end() < row)
                teller.tell(log.log);
            log.write();
        }
        log.sync();
        const HistoryFiles files = test::filesIn(folder.path());
        segment = recordsOf(files.segments.front().path);
        tail = recordsOf(files.tail);
    }

    Records segment;
    Records tail;
};

void read(const std::string &segment, const std::string &tail)
{
    test::JournaledLog log(
        {}, HistoryFiles{.folder = "/tmp", .set = "a", .segments = {{segment}}, .own = 0, .tail = tail}, 0);
    readAll(log.log);
}

} // namespace

/// Whatever a stranger puts where a history is kept does no harm: neither files of any bytes, nor whole frames that say
/// anything.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Kept kept;
    fuzz::Bytes bytes(data, size);
    if (bytes.byte() % 8 == 0) {
        const std::string_view first = bytes.take(bytes.byte() * 16U);
        const MemoryFile segment(std::string(segment::Magic).append(first));
        const MemoryFile tail(std::string(segment::Magic).append(bytes.rest()));
        read(segment.path(), tail.path());
        return 0;
    }
    const MemoryFile segment(changed(kept.segment, bytes));
    const MemoryFile tail(changed(kept.tail, bytes));
    read(segment.path(), tail.path());
    return 0;
}
