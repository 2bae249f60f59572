// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace wk {

namespace {

/// What a row costs beyond its object: the columns, and the row's share of the lives.
constexpr std::size_t RowBytes = 112;

/// So many watches, the newest, are asked what they know of an object that another of their kind tells of.
constexpr std::size_t KinAsked = 8;

EntryPtr withoutObjects(const EntryPtr &entry)
{
    if (!entry->objects)
        return entry;
    auto word = std::make_shared<Entry>(*entry);
    word->found.listed = static_cast<std::uint32_t>(entry->objects->size());
    word->objects.reset();
    return word;
}

} // namespace

EventLog::EventLog()
    : EventLog(Bounds())
{}

EventLog::EventLog(Bounds bounds)
    : m_bounds(bounds)
{}

EventLog::~EventLog() = default;

HistoryPtr EventLog::snapshot()
{
    if (m_snapshot)
        return m_snapshot;
    if (m_hasJournal)
        foldNew();
    const std::shared_ptr<HistorySnapshot> taken(new HistorySnapshot(m_now));
    taken->m_stores.look();
    taken->m_bytes = bytes();
    taken->m_spillError = m_journalError;
    m_snapshot = taken;
    if (m_last) {
        m_last = std::make_shared<RowChunk>(*m_last);
        m_now.m_chunks.back() = m_last;
    }
    return m_snapshot;
}

HistoryWatch &EventLog::watch(WatchId watch)
{
    auto watches = std::make_shared<HistoryWatches>(*m_now.m_watches);
    HistoryWatch &changed = (*watches)[watch];
    m_now.m_watches = std::move(watches);
    m_snapshot.reset();
    return changed;
}

void EventLog::setWatch(WatchId watch, const WatchScope &scope, const ClusterId &cluster)
{
    HistoryWatch &known = this->watch(watch);
    if (known.closedAt)
        known.reopen(m_now.end());
    known.cluster = cluster;
    known.clusterNumber = m_now.m_clusters.numberOf(cluster);
    known.scope = scope;
    known.kind = m_now.m_kinds.acquire(scope.resource.kind);
    known.ns = m_now.m_namespaces.acquire(scope.ns);
    known.ofItsKind.clear();
    const HistoryWatches &watches = *m_now.m_watches;
    for (auto other = watches.rbegin(); other != watches.rend() && known.ofItsKind.size() < KinAsked; ++other) {
        const auto &[id, alike] = *other;
        const bool isOfItsCluster = id != watch && alike.cluster == cluster;
        if (isOfItsCluster && alike.scope && alike.scope->resource.gvr == scope.resource.gvr)
            known.ofItsKind.push_back(id);
    }
}

void EventLog::closeWatch(WatchId watch, WallTime now)
{
    this->watch(watch).close(m_now.end(), now);
    m_now.m_closings.append({watch, m_now.end(), now});
}

void EventLog::append(const Batch &batch)
{
    for (const EntryPtr &entry : batch.entries)
        append(entry);
}

void EventLog::append(const EntryPtr &entry)
{
    const HistoryWatch *known = m_now.watchOf(entry->watch);
    const bool isList = entry->type == EntryType::List;
    // Told again to one who joined late it is no news; under other columns, which the objects' cells stand under, it
    // is.
    const bool isToldAgain = isList && known && known->listedAt && entry->origin == EntryClass::Replayed;
    if (isToldAgain && areSameColumns(known->listedUnder, entry->columns))
        return;
    const bool isWord = isList || entry->type == EntryType::Gap || entry->type == EntryType::Reconnect;
    const bool isKnownAgain = known && known->unknownSince && isWord;
    if (!known || isList || isKnownAgain) {
        HistoryWatch &watch = this->watch(entry->watch);
        watch.unknownSince.reset();
        if (isList && !watch.listedAt) {
            watch.listedAt = entry->arrived;
            watch.listedBefore = m_now.end() + 1;
        }
        watch.listedUnder = isList ? entry->columns : watch.listedUnder;
    }
    const EntryPtr word = withoutObjects(entry);
    const std::size_t parts = 1 + (entry->objects ? entry->objects->size() : 0);
    for (std::size_t part = 0; part < parts; ++part)
        take(*entry, word, part);
}

void EventLog::setBounds(const Bounds &bounds)
{
    m_bounds = bounds;
}

bool EventLog::step()
{
    if (isBeyondBoundsWith(0))
        dropOldest();
    return isBehind();
}

std::size_t EventLog::bytes() const
{
    return m_bytes + *m_writerBytes + m_now.m_objects.bytes() + m_now.m_objects.fileBytes();
}

bool EventLog::isBeyondBoundsWith(std::size_t rowsToCome) const
{
    const auto &chunks = m_now.m_chunks;
    if (chunks.size() < 2)
        return false;
    const bool isOld = m_bounds.age && chunks.front()->latest < chunks.back()->latest - *m_bounds.age;
    const bool isTooMuch = m_journalError && bytes() - m_filedBytes - m_now.m_objects.fileBytes() > m_bounds.memory;
    return isOld || isTooMuch || m_now.size() + rowsToCome > m_bounds.rows || bytes() > m_bounds.bytes;
}

void EventLog::beginChunk()
{
    const WallTime latest = m_last ? m_last->latest : WallTime::min();
    m_last = std::make_shared<RowChunk>();
    m_last->latest = latest;
    m_last->columns = m_columns.emplace_back().view();
    m_needed.addChunk();
    m_last->changes = std::make_shared<ChangesPtr[]>(ChunkRows);
    m_last->writers = std::make_shared<RowWriters>(m_writerBytes);
    m_now.m_chunks.push_back(m_last);
    forgetChanges();
    if (isBeyondBoundsWith(ChunkRows))
        dropOldest();
}

/// Of the chunk before those whose changes stay at hand.
void EventLog::forgetChanges()
{
    auto &chunks = m_now.m_chunks;
    const std::size_t kept = 1 + (m_bounds.changes + ChunkRows - 1) / ChunkRows;
    if (chunks.size() <= kept)
        return;
    auto &chunk = *(chunks.rbegin() + static_cast<std::ptrdiff_t>(kept));
    const auto without = std::make_shared<RowChunk>(*chunk);
    without->changes.reset();
    chunk = without;
}

template <class T>
void EventLog::put(RowColumn<T> column, T value)
{
    m_columns.back().set(column, m_last->count, value);
}

/// Part 0 is the entry's own row, the others those of its objects.
void EventLog::take(const Entry &entry, const EntryPtr &word, std::size_t part)
{
    if (!m_last || m_last->isFull())
        beginChunk();
    m_snapshot.reset();
    const bool isListed = part > 0;
    const ObjectPtr &object = isListed ? (*entry.objects)[part - 1] : entry.object;
    put(RowColumns::Table, m_tables.numberOf(entry.watch, entry.columns, m_now.m_tables));
    if (entry.columns && entry.columns != m_now.watchOf(entry.watch)->columns)
        this->watch(entry.watch).columns = entry.columns;
    put(RowColumns::Revision, holdOwn(entry.watch, object));
    const HistoryWatch &watch = *m_now.watchOf(entry.watch);
    const bool isEvent = !isListed && hasClass(entry.type) && object;
    m_last->latest = std::max(m_last->latest, entry.arrived);
    put(RowColumns::Time, entry.arrived);
    put(RowColumns::Type, isListed ? EntryType::Added : entry.type);
    put(RowColumns::Origin, isListed ? EntryClass::Initial : entry.origin);
    put(RowColumns::Watch, entry.watch);
    putTally(m_now.m_lives.append(entry, isListed ? object.get() : nullptr, watch.scope ? &*watch.scope : nullptr,
                                  watch.ofItsKind));
    putTexts(entry, object.get(), watch, isListed);
    put(RowColumns::Version, (isListed ? object->version : entry.version).number());
    const std::size_t size = isListed ? object->body.objectBytes() : entry.wireBytes;
    put(RowColumns::Size,
        static_cast<std::uint32_t>(std::min<std::size_t>(size, std::numeric_limits<std::uint32_t>::max())));
    put(RowColumns::Part, isListed  ? static_cast<RowChunk::Part>(part - 1)
                          : isEvent ? RowChunk::Event
                                    : RowChunk::Word);
    if (isEvent)
        keepBesides(entry);
    else if (part == 0 || m_last->words.empty() || m_last->words.back().value != word)
        m_last->words.append({m_last->count, word});
    m_now.m_objects.append(m_now.lives().step(m_now.m_end), object);
    if (!isListed)
        m_last->changes[static_cast<std::ptrdiff_t>(m_last->count)] = entry.changes;
    const std::size_t bytes = RowBytes + (object ? object->body.heldBytes() : 0) +
                              (part == 0 && !isEvent ? sizeof(Entry) + entry.line.capacity() : 0);
    m_last->bytes += bytes;
    m_bytes += bytes;
    ++m_last->count;
    const RowId row = m_now.m_end++;
    m_now.countRow(m_last->facets, row);
    m_now.countRow(m_now.m_facets, row);
}

void EventLog::putTally(const Lives::Tally &tally)
{
    const RowId since = tally.lastNotable ? m_now.m_end - *tally.lastNotable : RowColumns::NoChange;
    put(RowColumns::Changes, tally.changes);
    put(RowColumns::Notable, static_cast<std::uint32_t>(std::min<RowId>(since, RowColumns::NoChange)));
}

/// After its life is known.
void EventLog::putTexts(const Entry &entry, const Object *object, const HistoryWatch &watch, bool isListed)
{
    const Changes *changes = isListed ? nullptr : entry.changes.get();
    const bool hasPaths = changes && entry.type == EntryType::Modified;
    const bool isNamespaced = object && !object->ns.empty();
    put(RowColumns::Kind, watch.kind);
    put(RowColumns::Namespace, isNamespaced ? m_now.m_namespaces.acquire(object->ns) : watch.ns);
    put(RowColumns::Name, object ? m_now.m_names.acquire(object->name, likelyName()) : StringPool::Empty);
    put(RowColumns::Managers, changes ? m_now.m_managers.acquire(changes->managers) : TextSets::Empty);
    put(RowColumns::Paths, hasPaths ? m_now.m_paths.acquire(changes->first, &ToldChange::path) : TextSets::Empty);
}

/// That of its object's row before, where it is at hand.
StringPool::Id EventLog::likelyName() const
{
    const std::optional<RowId> before = m_now.lives().previous(m_now.m_end);
    return before && *before >= m_now.begin() && m_now.chunkOf(*before).isInMemory ? m_now.nameId(*before)
                                                                                   : StringPool::Empty;
}

/// What of an event is in no column and is not to be found by its life, as it seldom is.
void EventLog::keepBesides(const Entry &entry)
{
    if (entry.mayHaveLeftFilter)
        m_last->mayHaveLeft.append(m_last->count);
    if (isSameRevision(entry.previous, m_now.objectBefore(m_now.m_end)))
        return;
    m_last->previous.append({m_last->count, entry.previous});
    hold(entry.previous);
}

/// Which revision its body is: it is needed from now on. What a watch tells is in one store, its session's, but for
/// what it found gone that an earlier one had told.
RevisionRef EventLog::holdOwn(WatchId watch, const ObjectPtr &object)
{
    const RevisionRef revision = hold(object);
    if (revision.isNull())
        return {};
    const std::size_t store = m_now.m_stores.take(object->body);
    if (m_now.watchOf(watch)->store != store)
        this->watch(watch).moveTo(store, m_now.m_end);
    return revision;
}

RevisionRef EventLog::hold(const ObjectPtr &object)
{
    const RevisionRef revision = object ? revisionOf(object->body) : RevisionRef();
    if (revision.isNull())
        return {};
    m_needed.add(m_now.m_stores.take(object->body), revision);
    return revision;
}

std::optional<RevisionCut> EventLog::takeCut()
{
    for (std::size_t store = 0; m_now.begin() > 0 && store < m_now.m_stores.size(); ++store) {
        if (auto cut = m_needed.takeCut(m_now.m_stores, store, m_now.m_lives))
            return cut;
    }
    return {};
}

/// Of sessions that have ended, and of which nothing is left.
void EventLog::letStoresGo()
{
    for (std::size_t store = 0; store < m_now.m_stores.size(); ++store) {
        const auto isOpen = [store](const auto &one) { return one.second.store == store && !one.second.closedAt; };
        if (!m_now.m_stores.bodyIn(store).isNull() && std::ranges::none_of(*m_now.m_watches, isOpen) &&
            !m_needed.needsAny(m_now.m_stores, store, m_now.m_lives))
            m_now.m_stores.letGo(store);
    }
}

/// With the file that they lie in, if they do: what its numbers mean is said there, and they are given anew.
void EventLog::dropOldest()
{
    RowId next = m_now.begin() + ChunkRows;
    if (m_filed > 0)
        next = m_segments.size() > 1 ? m_segments[1] : m_now.begin() + m_filed * ChunkRows;
    while (m_now.begin() < next && m_now.m_chunks.size() > 1)
        dropChunk();
    if (!m_segments.empty() && m_now.begin() >= next)
        m_segments.pop_front();
    letStoresGo();
}

void EventLog::dropChunk()
{
    m_snapshot.reset();
    const RowId next = m_now.begin() + ChunkRows;
    const auto wordOf = [this](const LifeIndex::Standing &standing) { return m_now.lastWord(standing); };
    m_now.m_objects.forget(m_now.m_lives.dropBefore(next, wordOf));
    m_now.m_objects.dropBefore(next);
    const std::shared_ptr<const RowChunk> oldest = std::move(m_now.m_chunks.front());
    m_now.m_chunks.erase(m_now.m_chunks.begin());
    ++m_now.m_firstChunk;
    m_bytes -= oldest->bytes;
    m_filedBytes -= m_filed > 0 ? oldest->bytes : 0;
    m_now.m_facets.subtract(oldest->facets);
    for (std::uint32_t offset = 0; offset < oldest->count; ++offset) {
        m_now.m_names.release(oldest->columns.get(RowColumns::Name, offset));
        m_now.m_managers.release(oldest->columns.get(RowColumns::Managers, offset));
        m_now.m_paths.release(oldest->columns.get(RowColumns::Paths, offset));
    }
    m_columns.pop_front();
    m_needed.dropOldest();
    m_filed -= std::min<std::size_t>(m_filed, 1);
}

void EventLog::setJournalError(std::optional<Error> error)
{
    if (error != m_journalError)
        m_snapshot.reset();
    m_journalError = std::move(error);
}

void EventLog::setLostPieces(std::vector<HistoryLosses::Piece> pieces)
{
    auto losses = std::make_shared<HistoryLosses>(*m_now.m_losses);
    losses->pieces = std::move(pieces);
    m_now.m_losses = std::move(losses);
    m_snapshot.reset();
}

std::size_t EventLog::diskBytes() const
{
    return m_filed * RowColumns::Bytes + m_now.m_objects.fileBytes();
}

/// A journal reads them of snapshots.
void EventLog::foldNew()
{
    m_folded = std::max(m_folded, m_now.begin());
    m_now.m_objects.foldAll(m_now.lives(), m_folded, m_now.m_end);
    m_folded = m_now.m_end;
}

void EventLog::move(const Filed &filed)
{
    if (filed.first != m_now.begin() + m_filed * ChunkRows)
        return; // it has fallen off meanwhile
    m_snapshot.reset();
    m_now.m_objects.moveChunk(filed.first, filed.folds, filed.foldBytes);
    RowColumns &columns = m_columns[m_filed];
    columns.moveTo(filed.columns);
    const auto moved = std::make_shared<RowChunk>(*m_now.m_chunks[m_filed]);
    moved->columns = columns.view();
    moved->isInMemory = false;
    m_now.m_chunks[m_filed] = moved;
    if (m_last && m_filed + 1 == m_now.m_chunks.size())
        m_last = moved;
    ++m_filed;
    m_filedBytes += moved->bytes;
    if (m_segments.empty() || m_segments.back() < filed.segment)
        m_segments.push_back(std::max(filed.segment, m_now.begin()));
}

} // namespace wk
