// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historysnapshot.h"

#include "core/history/revisionbodies.h"
#include "core/resource/compare.h"

#include <algorithm>

namespace wk {

HistorySnapshot::HistorySnapshot()
    : m_watches(std::make_shared<const HistoryWatches>())
{
    m_tables.append(nullptr);
}

HistoryPtr HistorySnapshot::empty()
{
    static const HistoryPtr none(new HistorySnapshot());
    return none;
}

const HistoryWatch *HistorySnapshot::watchOf(WatchId watch) const
{
    const auto found = m_watches->find(watch);
    return found == m_watches->end() ? nullptr : &found->second;
}

const WatchScope *HistorySnapshot::scope(WatchId watch) const
{
    const HistoryWatch *known = watchOf(watch);
    return known && known->scope ? &*known->scope : nullptr;
}

const ClusterId &HistorySnapshot::clusterOf(WatchId watch) const
{
    static const ClusterId none;
    const HistoryWatch *known = watchOf(watch);
    return known ? known->cluster : none;
}

std::string_view HistorySnapshot::className(RowId row) const
{
    return hasClass(type(row)) ? wk::className(origin(row)) : "";
}

std::string_view HistorySnapshot::manager(RowId row) const
{
    const auto managers = m_managers.members(managersId(row));
    return managers.empty() ? std::string_view() : m_managers.texts().text(managers.front());
}

bool HistorySnapshot::isWriterInDoubt(RowId row) const
{
    return type(row) == EntryType::Modified && managersId(row) == TextSets::Empty;
}

const LikelyWriters &HistorySnapshot::likelyWriters(RowId row) const
{
    if (const LikelyWriters *found = foundWriters(row))
        return *found;
    const auto text = [this](const ObjectPtr &revision) { return revision ? json(*revision) : std::string(); };
    const LikelyWriters found = wk::likelyWriters(text(previous(row)), text(object(row)));
    return chunkOf(row).writers->put(offsetOf(row), found);
}

std::string HistorySnapshot::version(RowId row) const
{
    if (const std::uint64_t number = value(RowColumns::Version, row))
        return std::to_string(number);
    const ObjectPtr about = object(row);
    return about ? about->version.text() : chunkOf(row).wordAt(offsetOf(row))->version.text();
}

ObjectPtr HistorySnapshot::previous(RowId row) const
{
    const RowChunk &chunk = chunkOf(row);
    if (value(RowColumns::Part, row) != RowChunk::Event)
        return {};
    const ObjectPtr *other = chunk.previousAt(offsetOf(row));
    return other ? *other : objectBefore(row);
}

/// Of the same life, a row before.
ObjectPtr HistorySnapshot::objectBefore(RowId row) const
{
    const std::optional<RowId> before = lives().previous(row);
    if (!before)
        return {};
    if (*before >= begin())
        return object(*before);
    const LastWord *kept = m_lives.kept(lives().step(row).of);
    return kept ? kept->object : nullptr;
}

ChangesPtr HistorySnapshot::changes(RowId row) const
{
    if (const ChangesPtr *known = newChanges(row))
        return *known;
    return value(RowColumns::Part, row) == RowChunk::Event ? foundChanges(row) : nullptr;
}

ChangesPtr HistorySnapshot::foundChanges(RowId row) const
{
    const ObjectPtr before = previous(row);
    const ObjectPtr after = object(row);
    if (!before)
        return describeChanges(before, after);
    return compareRevisions(json(*before), json(*after), before->managers, after->managers);
}

std::string HistorySnapshot::json(const Object &object) const
{
    if (const auto text = m_stores.revisionsWith(object.body).view(wk::revisionOf(object.body)))
        return std::string(text->line.substr(text->objectOffset, text->objectLength));
    return object.body.object();
}

/// Null for a row that is not among the newest.
const ChangesPtr *HistorySnapshot::newChanges(RowId row) const
{
    const RowChunk &chunk = chunkOf(row);
    const bool isAtHand = chunk.changes && offsetOf(row) >= chunk.changesFrom;
    return isAtHand ? &chunk.changes[static_cast<std::ptrdiff_t>(offsetOf(row))] : nullptr;
}

HistorySnapshot::Rows HistorySnapshot::rowsOfEntry(RowId row) const
{
    const RowChunk &chunk = chunkOf(row);
    const RowChunk::Part part = value(RowColumns::Part, row);
    if (part == RowChunk::Event || (part == RowChunk::Word && type(row) != EntryType::List))
        return {row, row + 1};
    const RowId first = part == RowChunk::Word ? row : row - (part + 1);
    return {first, std::min<RowId>(m_end, first + 1 + chunk.wordAt(offsetOf(row))->found.listed)};
}

EntryPtr HistorySnapshot::entry(RowId row) const
{
    const RowChunk &chunk = chunkOf(row);
    if (value(RowColumns::Part, row) != RowChunk::Event)
        return chunk.wordAt(offsetOf(row));
    const std::shared_ptr<Entry> made = event(row);
    if (!newChanges(row))
        made->changes = changes(row);
    return made;
}

/// With its changes where they are at hand.
std::shared_ptr<Entry> HistorySnapshot::event(RowId row) const
{
    const RowChunk &chunk = chunkOf(row);
    const std::uint32_t at = offsetOf(row);
    auto made = std::make_shared<Entry>();
    made->watch = chunk.columns.get(RowColumns::Watch, at);
    made->type = chunk.columns.get(RowColumns::Type, at);
    made->origin = chunk.columns.get(RowColumns::Origin, at);
    made->arrived = chunk.columns.get(RowColumns::Time, at);
    made->object = object(row);
    made->version = made->object->version;
    made->previous = previous(row);
    made->columns = table(row);
    made->mayHaveLeftFilter = std::ranges::binary_search(chunk.mayHaveLeft, at);
    made->wireBytes = chunk.columns.get(RowColumns::Size, at);
    if (const ChangesPtr *known = newChanges(row))
        made->changes = *known;
    return made;
}

StreamRow HistorySnapshot::streamRow(RowId row) const
{
    const RowChunk &chunk = chunkOf(row);
    switch (value(RowColumns::Part, row)) {
    case RowChunk::Event: return {event(row), nullptr};
    case RowChunk::Word: return {chunk.wordAt(offsetOf(row)), nullptr};
    default: return {chunk.wordAt(offsetOf(row)), object(row)};
    }
}

LastWord HistorySnapshot::lastWord(const LifeIndex::Standing &standing) const
{
    const RowId row = standing.row;
    return {m_objects.object(standing), watch(row), type(row), origin(row), time(row), value(RowColumns::Changes, row)};
}

ObjectPtr HistorySnapshot::object(const LifeIndex::Standing &standing) const
{
    return standing.row < begin() ? m_lives.kept(standing.life)->object : m_objects.object(standing);
}

std::uint32_t HistorySnapshot::changesOf(const LifeIndex::Standing &standing) const
{
    return standing.row < begin() ? m_lives.kept(standing.life)->changes : changesOf(standing.row);
}

std::optional<RowId> HistorySnapshot::lastNotable(RowId row) const
{
    const std::uint32_t before = value(RowColumns::Notable, row);
    return before == RowColumns::NoChange || row - begin() < before ? std::nullopt : std::optional(row - before);
}

Columns HistorySnapshot::columnsOf(WatchId watch) const
{
    const HistoryWatch *known = watchOf(watch);
    return known ? known->columns : nullptr;
}

ObjectList HistorySnapshot::objectsAt(WatchId watch, RowId upTo) const
{
    const std::vector<LifeIndex::Standing> standing = lives().standing(watch, upTo);
    auto objects = std::make_shared<std::vector<ObjectPtr>>();
    objects->reserve(standing.size());
    for (const LifeIndex::Standing &one : standing)
        objects->push_back(object(one));
    return objects;
}

LastWord HistorySnapshot::wordOf(const LifeIndex::Standing &standing) const
{
    if (standing.row >= begin())
        return lastWord(standing);
    const LastWord *kept = m_lives.kept(standing.life);
    return kept ? *kept : LastWord{};
}

LastWord HistorySnapshot::newestOf(LifeId life) const
{
    const RowId row = lives().newest(life);
    if (row >= begin() && row < end())
        return lastWord({life, row});
    const LastWord *kept = m_lives.kept(life);
    return kept ? *kept : LastWord{};
}

std::optional<LifeIndex::Standing> HistorySnapshot::toldBefore(const LifeIndex::Standing &standing) const
{
    if (const std::optional<RowId> row = lives().previous(standing.row))
        return LifeIndex::Standing{standing.life, *row};
    const std::vector<WatchId> &others = watchOf(watch(standing.row))->ofItsKind;
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

RowId HistorySnapshot::rowAfter(WallTime time) const
{
    const auto chunk = std::ranges::upper_bound(m_chunks, time, {}, [](const auto &held) { return held->latest; });
    if (chunk == m_chunks.end())
        return end();
    std::uint32_t offset = 0;
    while (offset < (*chunk)->count && (*chunk)->columns.get(RowColumns::Time, offset) <= time)
        ++offset;
    return begin() + static_cast<RowId>(chunk - m_chunks.begin()) * ChunkRows + offset;
}

std::optional<WallTime> HistorySnapshot::knownSince(WatchId watch) const
{
    const HistoryWatch *known = watchOf(watch);
    if (!known || !known->listedAt)
        return {};
    return begin() > 0 ? std::max(*known->listedAt, time(begin())) : known->listedAt;
}

std::optional<HistorySnapshot::Knowledge> HistorySnapshot::knowledge(WatchId watch) const
{
    const std::optional<WallTime> since = knownSince(watch);
    if (!since)
        return {};
    const HistoryWatch &known = *watchOf(watch);
    return Knowledge{known.listedBefore, *since, known.closedAt, known.closedOn, *known.listedAt, known.unknownSince};
}

std::optional<WallTime> HistorySnapshot::closedBefore(WatchId watch, RowId at) const
{
    const Closing *last = nullptr;
    for (const Closing &closing : m_closings) {
        if (closing.watch == watch && closing.row <= at)
            last = &closing;
    }
    const auto isSince = [&](RowId row) { return row >= last->row && row <= at; };
    const bool isClosed = last && std::ranges::none_of(watchOf(watch)->openedAgain, isSince);
    return isClosed ? std::optional(last->time) : std::nullopt;
}

std::vector<HistorySnapshot::GapTime> HistorySnapshot::gapsOf(WatchId watch, RowId upTo) const
{
    std::vector<GapTime> gaps;
    RowId first = begin();
    for (const auto &chunk : m_chunks) {
        for (const auto &[offset, word] : chunk->words) {
            if (word->type == EntryType::Gap && word->watch == watch && first + offset < upTo)
                gaps.push_back({word->gap.since, word->gap.lostFrom(), word->arrived});
        }
        first += ChunkRows;
    }
    const HistoryWatch *known = watchOf(watch);
    for (const auto &missing : known ? known->missing(*m_losses, begin(), upTo) : decltype(m_losses->rows)())
        gaps.push_back({missing.from, missing.from, missing.to});
    std::ranges::stable_sort(gaps, {}, &GapTime::to);
    return gaps;
}

std::map<WatchId, Outage> HistorySnapshot::outagesAt(RowId upTo, WallTime time) const
{
    std::map<WatchId, Outage> outages;
    const auto take = [&](WatchId watch, const Outage &outage) {
        if (!outage.holds(time))
            return;
        const auto [place, isNew] = outages.emplace(watch, outage);
        if (!isNew)
            place->second = *graverAt(time, place->second, outage);
    };
    const RowId from = std::max(begin(), upTo - std::min<RowId>(upTo, 1));
    for (auto number = static_cast<std::size_t>(from / ChunkRows - m_firstChunk); number < m_chunks.size(); ++number) {
        for (const auto &[offset, word] : m_chunks[number]->words) {
            // Behind the word that ends one nothing has come yet.
            const RowId row = (m_firstChunk + number) * ChunkRows + offset;
            if (row < from || (row < upTo && word->arrived < time))
                continue;
            if (word->type == EntryType::Gap)
                take(word->watch, {word->gap.since, word->gap.lostFrom(), word->arrived});
            else if (word->type == EntryType::Reconnect && word->broke < word->arrived)
                take(word->watch, {word->broke, word->broke, word->arrived, false});
        }
    }
    for (auto later = std::ranges::lower_bound(m_closings, upTo, {}, &Closing::row); later != m_closings.end(); ++later)
        take(later->watch, {later->time, later->time, {}});
    for (const auto &[id, watch] : *m_watches) {
        for (const auto &missing : watch.missing(*m_losses, begin(), end()))
            take(id, {missing.from, missing.from, missing.to});
        if (watch.unknownSince)
            take(id, {*watch.unknownSince, *watch.unknownSince, {}});
    }
    return outages;
}

std::map<WatchId, WatchScope> HistorySnapshot::scopes() const
{
    std::map<WatchId, WatchScope> scopes;
    for (const auto &[id, watch] : *m_watches) {
        if (watch.scope)
            scopes.emplace(id, *watch.scope);
    }
    return scopes;
}

bool HistorySnapshot::isOpen(WatchId watch) const
{
    const HistoryWatch *known = watchOf(watch);
    return known && known->scope && !known->closedAt;
}

std::vector<std::pair<WatchId, WatchScope>> HistorySnapshot::openWatches() const
{
    std::vector<std::pair<WatchId, WatchScope>> open;
    for (const auto &[id, watch] : *m_watches) {
        if (watch.scope && !watch.closedAt)
            open.emplace_back(id, *watch.scope);
    }
    return open;
}

FacetCounts HistorySnapshot::facetsBefore(RowId upTo) const
{
    if (upTo >= end())
        return m_facets;
    FacetCounts counts;
    RowId row = begin();
    for (; row + ChunkRows <= upTo; row += ChunkRows)
        counts.add(chunkOf(row).facets);
    for (; row < upTo; ++row)
        countRow(counts, row);
    return counts;
}

void HistorySnapshot::countRow(FacetCounts &counts, RowId row) const
{
    ++counts.types[rowType(type(row), origin(row))];
    if (hasClass(type(row)))
        ++counts.classes[static_cast<std::size_t>(origin(row))];
    FacetCounts::countIn(counts.clusters, clusterNumber(row));
    FacetCounts::countIn(counts.kinds, kindId(row));
    FacetCounts::countIn(counts.namespaces, nsId(row));
    for (const StringPool::Id manager : m_managers.members(managersId(row)))
        FacetCounts::countIn(counts.managers, manager);
    counts.doubtedWriters += isWriterInDoubt(row) ? 1 : 0;
}

} // namespace wk
