// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalwords.h"

#include "core/history/journal/historyrecords.h"
#include "core/history/journal/rowrecords.h"

#include <vector>

namespace wk {

JournalBodies &JournalWords::bodies(std::size_t store)
{
    while (m_bodies.size() <= store)
        m_bodies.emplace_back(m_bodies.size());
    return m_bodies[store];
}

Result<> JournalWords::write(const HistorySnapshot &now, RowId first, RowId end, const JournalWords *before,
                             SegmentWriter &to)
{
    auto written = writeBodies(now, first, end, before, to);
    return written ? writeTexts(now, first, end, before, to) : written;
}

Result<> JournalWords::writeTexts(const HistorySnapshot &now, RowId first, RowId end, const JournalWords *before,
                                  SegmentWriter &to)
{
    auto written = m_texts.write(now, first, end, before ? &before->m_texts : nullptr, to);
    return written ? writeBesides(now, first, end, to) : written;
}

Result<> JournalWords::writeBodies(const HistorySnapshot &now, RowId first, RowId end, const JournalWords *before,
                                   SegmentWriter &to)
{
    std::vector<std::vector<RevisionRef>> names(now.stores().size());
    for (RowId row = first; row < end; ++row) {
        const RevisionRef name = now.revision(row);
        const HistoryWatch &watch = now.watches()->at(now.watch(row));
        if (const std::size_t store = watch.storeOf(row); !name.isNull() && store < names.size())
            names[store].push_back(name);
    }
    const RowChunk &chunk = now.chunk(first);
    for (const auto &beside : chunk.previous) {
        const RowId row = first - first % HistorySnapshot::ChunkRows + beside.offset;
        const std::uint64_t store = beside.value ? now.stores().numberOf(beside.value->body) : 0;
        if (store > 0 && row >= first && row < end)
            names[store - 1].push_back(revisionOf(beside.value->body));
    }
    for (std::size_t store = 0; store < names.size(); ++store) {
        const JournalBodies *had = before && store < before->m_bodies.size() ? &before->m_bodies[store] : nullptr;
        if (auto written = bodies(store).write(now.stores().revisions(store), names[store], had, to); !written)
            return written;
    }
    return success();
}

Result<> JournalWords::writeWatches(const HistorySnapshot &now, SegmentWriter &to)
{
    const ClusterNames &clusters = now.clusters();
    for (std::size_t number = 1; number <= clusters.size() && m_renames != clusters.renames(); ++number) {
        const NamedCluster cluster{clusters.idOf(number), std::string(clusters.nameOf(number))};
        auto added = cluster.name.empty() ? success() : addCluster(to, cluster);
        if (!added)
            return added;
    }
    m_renames = clusters.renames();
    return m_texts.writeWatches(now, to);
}

Result<> JournalWords::writeClosings(const HistorySnapshot &now, RowId upTo, SegmentWriter &to)
{
    for (const auto closings = now.closings(); m_closings < closings.size() && closings[m_closings].row <= upTo;
         ++m_closings) {
        const HistorySnapshot::Closing &closing = closings[m_closings];
        std::string bytes;
        FoldWriter record(bytes);
        record.number(closing.watch);
        record.number(closing.row);
        record.signedNumber(closing.time.time_since_epoch().count());
        if (auto added = addRecord(to, HistoryRecord::Closing, bytes); !added)
            return added;
    }
    return success();
}

} // namespace wk
