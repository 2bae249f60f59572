// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/logsink.h"
#include "core/recording/historycheck.h"
#include "core/recording/linesimport.h"
#include "tests/fuzz/fuzz.h"

#include <string>

namespace {

using namespace wk;

/// Writes a history of what it is told, and counts it.
struct LinesLog : LogSink {
    using LogSink::LogSink;

    std::uint64_t events = 0;
    std::uint64_t lists = 0;

    void told(const std::vector<EntryPtr> &entries) override
    {
        for (const EntryPtr &entry : entries) {
            lists += entry->objects ? 1 : 0;
            events += entry->objects ? entry->objects->size() : 1;
        }
        LogSink::told(entries);
    }
};

} // namespace

/// Whatever a text of lines says: what is counted is what is told, and every row of it can be read.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    RevisionBodies bodies;
    EventLog log({.rows = SIZE_MAX, .bytes = SIZE_MAX});
    LinesLog told(log);
    const auto read = importLines(text, bodies, told);
    if (!read)
        return 0;
    WK_MUST(read->events == told.events);
    const HistorySnapshot &history = log.now();
    WK_MUST(history.size() == told.events + told.lists);
    for (RowId row = history.begin(); row < history.end(); ++row) {
        const ObjectPtr object = history.object(row);
        if (object && !object->body.isNull())
            static_cast<void>(history.json(*object));
        static_cast<void>(history.changes(row));
    }
    static_cast<void>(checkHistory(history));
    return 0;
}
