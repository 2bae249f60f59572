// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlogchunk.h"

#include <algorithm>

namespace wk {

ObjectPtr EventLog::object(const LifeIndex::Standing &standing) const
{
    return standing.row < begin() ? m_lives.kept(standing.life)->object : m_objects.object(standing);
}

std::uint32_t EventLog::changesOf(const LifeIndex::Standing &standing) const
{
    return standing.row < begin() ? m_lives.kept(standing.life)->changes : changesOf(standing.row);
}

ObjectList EventLog::objectsAt(WatchId watch, RowId upTo) const
{
    const std::vector<LifeIndex::Standing> standing = lives().standing(watch, upTo);
    auto objects = std::make_shared<std::vector<ObjectPtr>>();
    objects->reserve(standing.size());
    for (const LifeIndex::Standing &one : standing)
        objects->push_back(object(one));
    return objects;
}

LastWord EventLog::newestOf(LifeId life) const
{
    const RowId row = lives().newest(life);
    if (row >= begin() && row < end())
        return lastWord({life, row});
    const LastWord *kept = m_lives.kept(life);
    return kept ? *kept : LastWord{};
}

RowId EventLog::rowAfter(WallTime time) const
{
    const auto chunk = std::ranges::upper_bound(m_chunks, time, {}, [](const auto &held) { return held->latest; });
    if (chunk == m_chunks.end())
        return end();
    std::uint32_t offset = 0;
    while (offset < (*chunk)->count && (*chunk)->columns.get(RowColumns::Time, offset) <= time)
        ++offset;
    return begin() + static_cast<RowId>(chunk - m_chunks.begin()) * ChunkRows + offset;
}

std::optional<WallTime> EventLog::knownSince(WatchId watch) const
{
    const auto found = m_watches.find(watch);
    if (found == m_watches.end() || !found->second.listedAt)
        return {};
    return begin() > 0 ? std::max(*found->second.listedAt, time(begin())) : found->second.listedAt;
}

std::optional<EventLog::Knowledge> EventLog::knowledge(WatchId watch) const
{
    const std::optional<WallTime> since = knownSince(watch);
    if (!since)
        return {};
    const Watch &known = m_watches.at(watch);
    return Knowledge{known.listedBefore, *since, known.closedAt, known.closedOn};
}

std::vector<EventLog::GapTime> EventLog::gapsOf(WatchId watch, RowId upTo) const
{
    std::vector<GapTime> gaps;
    RowId first = begin();
    for (const auto &chunk : m_chunks) {
        for (const auto &[offset, word] : chunk->words) {
            if (word->type == EntryType::Gap && word->watch == watch && first + offset < upTo)
                gaps.push_back({word->gap.since, word->arrived});
        }
        first += ChunkRows;
    }
    return gaps;
}

void EventLog::closeWatch(WatchId watch, WallTime now)
{
    Watch &closed = m_watches[watch];
    closed.closedAt = end();
    closed.closedOn = now;
}

std::map<WatchId, WatchScope> EventLog::scopes() const
{
    std::map<WatchId, WatchScope> scopes;
    for (const auto &[id, watch] : m_watches) {
        if (watch.scope)
            scopes.emplace(id, *watch.scope);
    }
    return scopes;
}

FacetCounts EventLog::facetsBefore(RowId upTo) const
{
    if (upTo >= end())
        return m_facets;
    FacetCounts counts;
    RowId row = begin();
    for (; row + ChunkRows <= upTo; row += ChunkRows)
        counts.add(m_chunks[static_cast<std::size_t>(row / ChunkRows - m_firstChunk)]->facets);
    for (; row < upTo; ++row)
        countRow(counts, row);
    return counts;
}

std::optional<LifeIndex::Standing> EventLog::toldBefore(const LifeIndex::Standing &standing) const
{
    if (const std::optional<RowId> row = lives().previous(standing.row))
        return LifeIndex::Standing{standing.life, *row};
    const std::vector<WatchId> &others = m_watches.find(watch(standing.row))->second.ofItsKind;
    const ObjectPtr object = others.empty() ? nullptr : this->object(standing);
    std::optional<LifeIndex::Standing> told;
    for (const WatchId other : others) {
        const std::optional<LifeId> life = m_lives.find(other, *object);
        if (!life)
            continue;
        std::optional<RowId> row = lives().newest(*life);
        while (row && *row >= standing.row)
            row = lives().previous(*row);
        if (row && (!told || *row > told->row))
            told = LifeIndex::Standing{*life, *row};
    }
    return told;
}

} // namespace wk
