// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/rowjournal.h"

#include "core/history/journal/rowrecords.h"

#include <algorithm>

namespace wk {

void RowJournal::write(const HistoryPtr &now, WallTime time)
{
    if (m_error)
        return;
    if (auto written = writeAll(now, time); !written)
        fail(written.error());
}

void RowJournal::sync(const HistoryPtr &now, WallTime known)
{
    if (m_error)
        return;
    if (auto synced = syncAll(now, known); !synced)
        fail(synced.error());
}

void RowJournal::fail(const Error &error)
{
    m_error = error;
    failed();
}

Result<> RowJournal::seal(const HistorySnapshot &now, RowId first, RowId segment, JournalWords &words,
                          MappedSegment &to)
{
    auto filed = writeChunk(now, first, segment, to);
    if (!filed)
        return filed.error();
    m_sealed.rows.push_back(std::move(filed).value());
    std::deque<JournalBodies> &all = words.allBodies();
    for (std::size_t store = 0; store < std::min(all.size(), now.stores().size()); ++store) {
        Sealed::Bodies bodies{now.stores().bodyIn(store)};
        for (const JournalBodies::Place &place : all[store].takePlaces())
            bodies.revisions.push_back({place.chunk, {to.at(place.at).get(), place.bytes}, to.at(0)});
        if (!bodies.revisions.empty())
            m_sealed.bodies.push_back(std::move(bodies));
    }
    return success();
}

} // namespace wk
