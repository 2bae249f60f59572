// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/historyrestorer.h"

#include "core/base/varint.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// A stranger may give any number to anything: up to this they have a place in a table.
constexpr std::size_t MostNumber = 1U << 24;

/// A number without a meaning has an empty one.
template <class Pool, class Grow>
bool reach(const Pool &pool, std::uint32_t number, Grow grow)
{
    if (number >= pool.size() && number < MostNumber)
        grow();
    return number < pool.size();
}

} // namespace

/// Rows as columns say it, of which the first stands at `at`.
struct HistoryRestorer::Slice {
    const Rows &rows;
    const RowColumns::View &columns;
    std::size_t at = 0;

    template <class T>
    T get(RowColumn<T> column, std::size_t index) const
    {
        return columns.get(column, at + index);
    }
};

HistoryRestorer::HistoryRestorer(HistoryRecovery &from, EventLog &to, std::size_t others)
    : m_from(from)
    , m_log(to)
    , m_others(others)
    , m_now(to.m_now)
{}

HistoryRestorer::Restored HistoryRestorer::restore()
{
    Q_ASSERT(m_now.m_chunks.empty());
    restoreTexts();
    restoreWatches();
    m_restored.bodies = m_from.takeBodies();
    for (const auto &bodies : m_restored.bodies)
        m_now.m_stores.restore(bodies->body());
    for (const auto &[id, object] : m_from.references()) {
        if (id > 0 && id < MostNumber)
            m_now.m_objects.restoreReference(id, object);
    }
    restoreChunks();
    restorePieces();
    restoreLives();
    restoreClosings();
    m_now.m_names.restored();
    m_now.m_managers.restored();
    m_now.m_paths.restored();
    m_now.m_objects.restored();
    m_log.m_folded = m_now.m_end;
    HistoryLosses losses;
    for (const Restored::Missing &missing : m_restored.missing)
        losses.rows.push_back(missing.rows);
    m_now.m_losses = std::make_shared<const HistoryLosses>(std::move(losses));
    m_log.m_snapshot.reset();
    return std::move(m_restored);
}

void HistoryRestorer::restoreTexts()
{
    const auto each = [this](TextPool pool, auto put) {
        for (const auto &[id, text] : m_from.texts(pool)) {
            if (id < MostNumber)
                put(id, text);
        }
    };
    each(TextPool::Kinds, [this](auto id, auto text) { m_now.m_kinds.restore(id, text); });
    each(TextPool::Namespaces, [this](auto id, auto text) { m_now.m_namespaces.restore(id, text); });
    each(TextPool::Names, [this](auto id, auto text) { m_now.m_names.restore(id, text); });
    for (const auto &[pool, sets] :
         {std::pair(TextPool::Managers, &m_now.m_managers), std::pair(TextPool::Paths, &m_now.m_paths)}) {
        each(pool, [sets = sets](auto id, auto text) { sets->restoreText(id, text); });
        for (const HistoryRecovery::Set &set : m_from.sets(pool)) {
            const bool isKnown =
                std::ranges::all_of(set.members, [sets = sets](auto id) { return id < sets->texts().size(); });
            if (isKnown && set.id < MostNumber)
                sets->restore(set.id, set.members);
        }
    }
    for (std::size_t number = m_now.m_tables.size(); number < m_from.tables().size(); ++number)
        m_now.m_tables.append(m_from.tables()[number]); // the first is of what has no columns
}

void HistoryRestorer::restoreWatches()
{
    for (const NamedCluster &cluster : m_from.clusters())
        m_now.m_clusters.name(cluster.id, cluster.name);
    auto watches = std::make_shared<HistoryWatches>();
    for (const auto &[id, taken] : m_from.watches()) {
        HistoryWatch watch = taken.watch;
        watch.columns = m_from.table(taken.columns);
        watch.listedUnder = m_from.table(taken.listedUnder);
        watch.clusterNumber = m_now.m_clusters.numberOf(watch.cluster);
        if (watch.scope) {
            watch.kind = m_now.m_kinds.acquire(watch.scope->resource.kind);
            watch.ns = m_now.m_namespaces.acquire(watch.scope->ns);
        }
        watches->emplace(id, std::move(watch));
    }
    m_now.m_watches = std::move(watches);
}

/// Whether the rows contradict nothing that is known, so that whoever asks for any of them gets an answer.
bool HistoryRestorer::isSound(const Slice &slice)
{
    const Rows &rows = slice.rows;
    const auto end = m_from.besides().lower_bound(rows.end());
    const RowId chunk = rows.first - rows.first % HistorySnapshot::ChunkRows;
    const auto word = std::find_if(m_from.besides().lower_bound(chunk), end,
                                   [](const auto &one) { return one.second.word != nullptr; });
    const RowId firstWord = word == end ? UINT64_MAX : word->first;
    for (std::size_t index = 0; index < rows.count; ++index) {
        const auto type = static_cast<std::size_t>(slice.get(RowColumns::Type, index));
        const auto origin = static_cast<std::size_t>(slice.get(RowColumns::Origin, index));
        const RowChunk::Part part = slice.get(RowColumns::Part, index);
        const LifeStep step = rows.step(index);
        const bool hasObject = rows.place(index) > 0;
        const RowId row = rows.first + index;
        const bool isListed = part < RowChunk::Word;
        if (type >= EntryTypes || origin >= EntryClasses || !m_now.watchOf(slice.get(RowColumns::Watch, index)))
            return false;
        if (part == RowChunk::Event ? !hasClass(static_cast<EntryType>(type)) : firstWord > row)
            return false;
        if (step.isOfALife() != hasObject || hasObject != (part != RowChunk::Word) || (isListed && part >= row))
            return false;
        const auto name = slice.get(RowColumns::Name, index);
        const auto managers = slice.get(RowColumns::Managers, index);
        const auto paths = slice.get(RowColumns::Paths, index);
        const auto kind = slice.get(RowColumns::Kind, index);
        const auto ns = slice.get(RowColumns::Namespace, index);
        const auto grow = [](auto &pool, auto id) { return reach(pool, id, [&] { pool.restore(id, {}); }); };
        if (!grow(m_now.m_names, name) || !grow(m_now.m_kinds, kind) || !grow(m_now.m_namespaces, ns) ||
            !grow(m_now.m_managers, managers) || !grow(m_now.m_paths, paths))
            return false;
        const std::uint32_t table = slice.get(RowColumns::Table, index);
        if (table >= m_now.m_tables.size() && (table > 0 || hasObject) && table >= MostNumber)
            return false;
        while (table >= m_now.m_tables.size())
            m_now.m_tables.append(nullptr);
        if (hasObject && !hasReference(slice, index))
            return false;
    }
    return true;
}

/// Of an object whose reference is lost it is known what it is called.
bool HistoryRestorer::hasReference(const Slice &slice, std::size_t index)
{
    const std::uint32_t place = slice.rows.place(index);
    const std::size_t before = slice.rows.foldsFile ? 0 : m_foldBytes;
    if (place - 1 < before || place - 1 - before >= slice.rows.folds.bytes.size())
        return false;
    ByteReader reader(slice.rows.folds.bytes.substr(place - 1 - before));
    const auto reference = reader.varint();
    if (!reference || *reference == 0 || *reference >= MostNumber)
        return false;
    const auto id = static_cast<RowObjects::ReferenceId>(*reference);
    if (id < m_now.m_objects.references() && m_now.m_objects.reference(id))
        return true;
    auto lost = makeCounted<Object>();
    lost->ns = m_now.m_namespaces.text(slice.get(RowColumns::Namespace, index));
    lost->name = m_now.m_names.text(slice.get(RowColumns::Name, index));
    lost->unreadable = Unreadable::Damaged;
    m_now.m_objects.restoreReference(id, std::move(lost));
    return true;
}

void HistoryRestorer::restoreChunks()
{
    for (const Rows &rows : m_from.chunks()) {
        const RowColumns columns(rows.columnsFile);
        if (isSound({rows, columns.view()}))
            m_chunks.push_back(&rows);
    }
    const RowId behind = m_chunks.empty() ? 0 : m_chunks.back()->first + HistorySnapshot::ChunkRows;
    const bool hasPieces = !m_from.pieces().empty() && m_from.pieces().front().first >= behind;
    const RowId last = hasPieces ? m_from.pieces().front().first : behind;
    const RowId begin = last - last % HistorySnapshot::ChunkRows - m_chunks.size() * HistorySnapshot::ChunkRows;
    m_now.m_firstChunk = begin / HistorySnapshot::ChunkRows;
    m_now.m_end = begin;
    m_now.m_objects.restoreBegin(begin);
    m_now.m_lives.restoreBegin(begin);
    std::vector<std::pair<LastWord, RowId>> standing = m_from.standing();
    std::erase_if(standing, [&](const auto &one) { return begin == 0 || !m_now.watchOf(one.first.watch); });
    for (auto &[word, row] : standing)
        row = std::min(row, begin - 1);
    m_now.m_lives.restoreStanding(std::move(standing));
    for (const Rows *rows : m_chunks)
        restoreChunk(*rows);
    m_restored.segments.resize(m_from.segments(), m_now.m_end);
}

void HistoryRestorer::restoreChunk(const Rows &rows)
{
    const RowId first = m_now.m_end;
    if (rows.segment >= m_restored.segments.size()) {
        m_restored.segments.resize(rows.segment + 1, first);
        m_log.m_segments.push_back(first);
    }
    m_log.m_columns.emplace_back(rows.columnsFile);
    auto &chunk = addChunk();
    chunk.isInMemory = false;
    const Slice slice{rows, chunk.columns};
    m_now.m_objects.restoreFolds(rows.folds, rows.foldsFile, usesIn(rows));
    restoreRows(slice, first);
    ++m_log.m_filed;
}

/// The last one, of which nothing is there yet.
RowChunk &HistoryRestorer::addChunk()
{
    const WallTime latest = m_log.m_last ? m_log.m_last->latest : WallTime::min();
    m_log.m_last = std::make_shared<RowChunk>();
    m_log.m_last->latest = latest;
    m_log.m_last->columns = m_log.m_columns.back().view();
    m_log.m_last->writers = std::make_shared<RowWriters>(m_log.m_writerBytes);
    m_log.m_needed.addChunk();
    m_now.m_chunks.push_back(m_log.m_last);
    m_foldBytes = 0;
    return *m_log.m_last;
}

void HistoryRestorer::restorePieces()
{
    for (const Rows &rows : m_from.pieces()) {
        const RowId expected = m_lastPiece ? m_lastPiece : m_now.m_end;
        if (rows.first < expected)
            continue; // it went to a segment
        if (rows.first > expected || (rows.first % HistorySnapshot::ChunkRows == 0 && rows.first != m_now.m_end))
            return;
        if (rows.first % HistorySnapshot::ChunkRows == 0) {
            m_log.m_columns.emplace_back();
            addChunk().changes = std::make_shared<ChangesPtr[]>(HistorySnapshot::ChunkRows);
        }
        RowColumns &columns = m_log.m_columns.back();
        const auto at = static_cast<std::size_t>(rows.first % HistorySnapshot::ChunkRows);
        const Slice slice{rows, columns.view(), at};
        if (!columns.setPiece(at, rows.count, rows.columns) || !isSound(slice) ||
            !m_now.m_objects.restoreFolds(rows.folds, {}))
            return;
        m_foldBytes += rows.folds.bytes.size();
        restoreRows(slice, m_now.m_end);
        m_log.m_last->changesFrom = m_log.m_last->count;
        m_lastPiece = rows.first + rows.count;
    }
}

/// Their objects are there.
void HistoryRestorer::restoreRows(const Slice &slice, RowId first)
{
    const Rows &rows = slice.rows;
    RowChunk &chunk = *m_log.m_last;
    noteMissing(slice, first);
    m_numbers.add(rows.first, rows.count, first);
    const std::uint32_t uses = usesIn(rows);
    for (std::size_t index = 0; index < rows.count; ++index) {
        LifeStep step = rows.step(index);
        const WatchId watch = slice.get(RowColumns::Watch, index);
        if (step.isOfALife()) {
            const auto [known, isNew] = m_lives.try_emplace({rows.writer, step.of}, 0);
            if (isNew)
                known->second = m_now.m_lives.restoreLife(watch, *m_now.m_objects.object(LifeStep(), first + index));
            step.of = known->second;
        } else if (step.kind == LifeStep::Kind::Clears) {
            step.of = watch;
        }
        m_now.m_lives.restoreStep(step);
        m_now.m_names.use(slice.get(RowColumns::Name, index), uses);
        m_now.m_managers.use(slice.get(RowColumns::Managers, index), uses);
        m_now.m_paths.use(slice.get(RowColumns::Paths, index), uses);
        const RevisionRef revision = slice.get(RowColumns::Revision, index);
        const std::size_t store = m_now.watchOf(watch)->storeOf(rows.first + index);
        if (!revision.isNull() && store < m_now.m_stores.size())
            m_log.m_needed.add(store, revision);
    }
    restoreBesides(rows, chunk);
    chunk.latest = std::max(chunk.latest, rows.latest);
    m_log.m_bytes += static_cast<std::size_t>(rows.bytes) - chunk.bytes;
    m_log.m_filedBytes += rows.foldsFile ? static_cast<std::size_t>(rows.bytes) : 0;
    chunk.bytes = static_cast<std::size_t>(rows.bytes);
    chunk.count += static_cast<std::uint32_t>(rows.count);
    m_now.m_end += rows.count;
    FacetCounts counts;
    for (RowId row = first; row < m_now.m_end; ++row)
        m_now.countRow(counts, row);
    chunk.facets.add(counts);
    m_now.m_facets.add(counts);
}

/// Those between the last rows and these.
void HistoryRestorer::noteMissing(const Slice &slice, RowId first)
{
    const std::size_t before = std::exchange(m_file, slice.rows.foldsFile ? slice.rows.segment : m_from.segments());
    if (m_numbers.end() == 0 || slice.rows.first == m_numbers.end())
        return;
    const WallTime from = m_now.time(first - 1);
    const WallTime to = std::max(from, slice.get(RowColumns::Time, 0));
    m_restored.missing.push_back({{first, from, to}, before, m_file});
}

void HistoryRestorer::restoreBesides(const Rows &rows, RowChunk &chunk)
{
    const auto &besides = m_from.besides();
    const RowId end = rows.first + rows.count;
    for (auto beside = besides.lower_bound(rows.first); beside != besides.end() && beside->first < end; ++beside) {
        const auto offset = static_cast<std::uint32_t>(beside->first % HistorySnapshot::ChunkRows);
        if (const EntryPtr &word = beside->second.word) {
            auto made = std::make_shared<Entry>(*word);
            made->columns = m_now.m_tables[chunk.columns.get(RowColumns::Table, offset)];
            chunk.words.append({offset, std::move(made)});
        } else if (beside->second.previous) {
            chunk.previous.append({offset, *beside->second.previous});
        } else {
            chunk.mayHaveLeft.append(offset);
        }
    }
}

void HistoryRestorer::restoreLives()
{
    m_now.m_lives.forEachKept([this](const LastWord &word) { restoreBody(*word.object, word.watch); });
    for (LifeId life = 0; life < m_now.lives().lives(); ++life) {
        const RowId newest = m_now.lives().newest(life);
        if (newest < m_now.begin() || newest >= m_now.m_end)
            continue;
        m_now.m_objects.restoreNewest(life, newest);
        restoreBody(*m_now.m_objects.object(LifeIndex::Standing{life, newest}), m_now.watch(newest));
        m_now.m_lives.restoreTally(life, m_now.changesOf(newest), m_now.lastNotable(newest));
    }
}

/// What comes next of the object is told apart from that.
void HistoryRestorer::restoreBody(const Object &object, WatchId watch)
{
    const HistoryWatch *known = m_now.watchOf(watch);
    if (known && known->scope && known->store < m_restored.bodies.size())
        m_restored.bodies[known->store]->restoreNewest(known->scope->resource.gvr, object.uid, object.body);
}

/// What no program has closed ended with it. What was open to the last may go on: until somebody says otherwise it is a
/// watch that has heard nothing since.
void HistoryRestorer::restoreClosings()
{
    auto watches = std::make_shared<HistoryWatches>(*m_now.m_watches);
    std::vector<HistorySnapshot::Closing> closings = m_from.closings();
    for (auto &[id, watch] : *watches) {
        watch.forgetBehind(m_numbers.end());
        if (watch.closedAt && watch.closedOn)
            closings.push_back({id, *watch.closedAt, *watch.closedOn}); // said again, unless an end is torn
    }
    const auto isLost = [&](const auto &one) { return one.row > m_numbers.end() || !watches->contains(one.watch); };
    std::erase_if(closings, isLost);
    const auto place = [](const HistorySnapshot::Closing &closing) { return std::pair(closing.row, closing.watch); };
    std::ranges::stable_sort(closings, {}, place);
    const auto isSame = [&place](const auto &one, const auto &other) { return place(one) == place(other); };
    closings.erase(std::unique(closings.begin(), closings.end(), isSame), closings.end());
    for (HistorySnapshot::Closing &closing : closings) {
        closing.row = rowOf(closing.row);
        m_now.m_closings.append(closing);
    }
    for (auto &[id, watch] : *watches)
        watch.renumber([this](RowId row) { return rowOf(row); });
    m_now.m_watches = watches;
    if (m_openWatches == OpenWatches::GoOn)
        return;
    const WallTime latest = m_log.m_last ? m_log.m_last->latest : WallTime::min();
    const bool isEndLost = m_from.toldEnd() > m_numbers.end(); // what was known then hangs on it
    const WallTime known = isEndLost ? latest : std::max(m_from.known(), latest);
    for (const auto &[id, watch] : *watches) {
        if (!watch.closedAt) // nor has the program that has it open said by now what it missed
            m_log.closeWatch(id, watch.unknownSince.value_or(known));
        if (m_openWatches != OpenWatches::End && m_now.watchOf(id)->closedAt == m_now.m_end)
            m_log.watch(id).reopen(m_now.m_end);
        if (m_openWatches == OpenWatches::Stay)
            m_log.watch(id).unknownSince.reset();
    }
}

} // namespace wk
