// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlogchunk.h"

#include <algorithm>
#include <limits>

namespace wk {

namespace {

/// Beyond as many names the pool has to be made larger, which takes longer than a frame.
constexpr std::size_t NamesExpected = 250'000;

/// What a row costs beyond its object: the columns, and the row's share of the lives.
constexpr std::size_t RowBytes = 108;

/// So many watches, the newest, are asked what they know of an object that another of their kind tells of.
constexpr std::size_t KinAsked = 8;

RevisionRef revisionOf(const ObjectPtr &object)
{
    return object ? wk::revisionOf(object->body) : RevisionRef();
}

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
    , m_names(NamesExpected)
{}

EventLog::~EventLog() = default;

void EventLog::setWatch(WatchId watch, const WatchScope &scope)
{
    Watch &known = m_watches[watch];
    known.scope = scope;
    known.kind = m_kinds.acquire(scope.resource.kind);
    known.ns = m_namespaces.acquire(scope.ns);
    known.ofItsKind.clear();
    for (auto other = m_watches.rbegin(); other != m_watches.rend() && known.ofItsKind.size() < KinAsked; ++other) {
        const auto &[id, alike] = *other;
        if (id != watch && alike.scope && alike.scope->resource.gvr == scope.resource.gvr)
            known.ofItsKind.push_back(id);
    }
}

const WatchScope *EventLog::scope(WatchId watch) const
{
    const auto found = m_watches.find(watch);
    return found == m_watches.end() || !found->second.scope ? nullptr : &*found->second.scope;
}

void EventLog::append(const Batch &batch)
{
    const std::size_t rows = hasBacklog() ? RowsAtOnce : ChunkRows;
    for (const EntryPtr &entry : batch.entries) {
        Watch &watch = m_watches[entry->watch];
        const bool list = entry->type == EntryType::List;
        if (list && watch.listed && entry->origin == EntryClass::Replayed)
            continue;
        watch.listed |= list;
        m_backlog.push_back({entry, withoutObjects(entry)});
    }
    work(rows);
}

void EventLog::setBounds(const Bounds &bounds)
{
    m_bounds = bounds;
}

bool EventLog::step()
{
    work(RowsAtOnce);
    return isBehind();
}

void EventLog::work(std::size_t rows)
{
    takeBackNumbers();
    if (isBeyondBoundsWith(0))
        dropOldest();
    else if (isToSpill())
        spillOldest();
    std::size_t listed = 0;
    for (; rows > 0 && listed < RowsAtOnce && !m_backlog.empty(); --rows) {
        Waiting &waiting = m_backlog.front();
        listed += waiting.next > 0 ? 1 : 0;
        take(waiting);
        ++waiting.next;
        const std::size_t parts = 1 + (waiting.entry->objects ? waiting.entry->objects->size() : 0);
        if (waiting.next == parts)
            m_backlog.pop_front();
    }
}

bool EventLog::isBeyondBoundsWith(std::size_t rowsToCome) const
{
    if (m_chunks.size() < 2)
        return false;
    const bool isOld = m_bounds.age && m_chunks.front()->latest < m_chunks.back()->latest - *m_bounds.age;
    const bool isInMemory = m_spill && m_spill->error();
    const std::size_t most = isInMemory ? std::min(m_bounds.bytes, m_bounds.memory) : m_bounds.bytes;
    return isOld || size() + rowsToCome > m_bounds.rows || bytes() > most;
}

EventLog::Chunk &EventLog::chunkForNext()
{
    if (m_chunks.empty() || m_chunks.back()->isFull()) {
        const WallTime latest = m_chunks.empty() ? WallTime::min() : m_chunks.back()->latest;
        m_chunks.push_back(std::make_unique<Chunk>());
        m_chunks.back()->latest = latest;
        if (m_spill)
            m_spill->tryAgain();
        if (isBeyondBoundsWith(ChunkRows))
            dropOldest();
    }
    return *m_chunks.back();
}

/// Part 0 is the entry's own row, the others those of its objects.
void EventLog::take(const Waiting &waiting)
{
    const EntryPtr &entry = waiting.entry;
    const std::size_t part = waiting.next;
    Chunk &chunk = chunkForNext();
    const std::uint32_t offset = chunk.count++;
    Watch &watch = m_watches[entry->watch];
    const ObjectPtr &object = part > 0 ? (*entry->objects)[part - 1] : entry->object;
    const ResourceVersion &version = part > 0 ? object->version : entry->version;
    const Changes *changes = part > 0 ? nullptr : entry->changes.get();
    const auto put = [&chunk, offset](auto column, auto value) { chunk.columns.set(column, offset, value); };
    put(RowColumns::Time, entry->arrived);
    chunk.latest = std::max(chunk.latest, entry->arrived);
    if (entry->type == EntryType::List && !watch.listedAt) {
        watch.listedAt = entry->arrived;
        watch.listedBefore = m_end + 1;
    }
    put(RowColumns::Type, part > 0 ? EntryType::Added : entry->type);
    put(RowColumns::Origin, part > 0 ? EntryClass::Initial : entry->origin);
    put(RowColumns::Watch, entry->watch);
    put(RowColumns::Kind, watch.kind);
    put(RowColumns::Namespace, object && !object->ns.empty() ? m_namespaces.acquire(object->ns) : watch.ns);
    put(RowColumns::Changes, m_lives.append(*entry, part > 0 ? object.get() : nullptr,
                                            watch.scope ? &*watch.scope : nullptr, watch.ofItsKind));
    put(RowColumns::Name, object ? m_names.acquire(object->name, likelyName(m_end)) : StringPool::Empty);
    put(RowColumns::Managers, changes ? m_managers.acquire(changes->managers) : TextSets::Empty);
    const bool hasPaths = changes && entry->type == EntryType::Modified;
    put(RowColumns::Paths, hasPaths ? m_paths.acquire(changes->first, &ToldChange::path) : TextSets::Empty);
    put(RowColumns::Version, version.number());
    const std::size_t size = part > 0 ? object->body.objectBytes() : entry->wireBytes;
    put(RowColumns::Size,
        static_cast<std::uint32_t>(std::min<std::size_t>(size, std::numeric_limits<std::uint32_t>::max())));
    if (entry->columns != watch.table) {
        watch.table = entry->columns;
        watch.tableId = tableId(entry->columns);
    }
    put(RowColumns::Table, watch.tableId);
    const RevisionRef revision = revisionOf(object);
    chunk.hold(revision);
    put(RowColumns::Revision, isInFirstStore(object, revision) ? revision : RevisionRef());
    const bool isEvent = part == 0 && hasClass(entry->type) && object;
    put(RowColumns::Part, part > 0 ? static_cast<Chunk::Part>(part - 1) : isEvent ? Chunk::Event : Chunk::Word);
    if (isEvent)
        keepBesides(chunk, offset, *entry);
    else if (part == 0 || chunk.words.empty() || chunk.words.rbegin()->second != waiting.word)
        chunk.words.emplace_hint(chunk.words.end(), offset, waiting.word);
    m_objects.append(object);
    const std::size_t bytes = RowBytes + (object ? object->body.heldBytes() : 0) +
                              (part == 0 && !isEvent ? sizeof(Entry) + entry->line.capacity() : 0);
    chunk.bytes += bytes;
    m_bytes += bytes;
    const RowId row = m_end++;
    countRow(chunk.facets, row);
    countRow(m_facets, row);
    m_newChanges.push_back(part > 0 ? nullptr : entry->changes);
    if (m_newChanges.size() > m_bounds.changes)
        m_newChanges.pop_front();
}

/// That of its object's row before, where it is at hand.
StringPool::Id EventLog::likelyName(RowId row) const
{
    const std::optional<RowId> before = lives().previous(row);
    return before && *before >= begin() && chunkOf(*before).isInMemory() ? nameId(*before) : StringPool::Empty;
}

/// What of an event is in no column and is not to be found by its life, as it seldom is.
void EventLog::keepBesides(Chunk &chunk, std::uint32_t offset, const Entry &entry)
{
    if (entry.mayHaveLeftFilter)
        chunk.mayHaveLeft.push_back(offset);
    if (isSameRevision(entry.previous, objectBefore(m_end)))
        return;
    chunk.previous.emplace_hint(chunk.previous.end(), offset, entry.previous);
    chunk.hold(revisionOf(entry.previous));
}

/// That of the first body that was kept in any; a session has only one.
bool EventLog::isInFirstStore(const ObjectPtr &object, RevisionRef revision)
{
    if (revision.isNull())
        return false;
    if (m_kept.isNull())
        m_kept = object->body;
    return object->body.keeper() == m_kept.keeper();
}

/// Looks at all there are, which are as many as kinds.
std::uint32_t EventLog::tableId(const Columns &columns)
{
    if (!columns)
        return 0;
    const auto isIt = [&columns](const Columns &known) { return known && (known == columns || *known == *columns); };
    const auto known = std::find_if(m_tables.begin(), m_tables.end(), isIt);
    if (known != m_tables.end())
        return static_cast<std::uint32_t>(known - m_tables.begin());
    m_tables.push_back(columns);
    return static_cast<std::uint32_t>(m_tables.size() - 1);
}

std::optional<RevisionCut> EventLog::takeCut()
{
    constexpr std::uint32_t WorthwhileChunks = 8;
    constexpr std::uint32_t UnderWay = 2; // between the threads, and not in a row yet
    if (hasBacklog() || begin() == 0)
        return {};
    std::uint32_t oldest = std::numeric_limits<std::uint32_t>::max();
    for (const std::unique_ptr<Chunk> &chunk : m_chunks)
        oldest = std::min(oldest, chunk->oldestRevision);
    if (oldest == std::numeric_limits<std::uint32_t>::max() || oldest < m_cutBefore + WorthwhileChunks + UnderWay)
        return {};
    m_cutBefore = oldest - UnderWay;
    RevisionCut cut{m_cutBefore};
    m_lives.forEachKept([&cut](const LastWord &word) {
        const RevisionRef revision = revisionOf(word.object);
        if (!revision.isNull() && revision.chunk < cut.beforeChunk)
            cut.survivors.push_back(revision);
    });
    return cut;
}

void EventLog::dropOldest()
{
    const RowId next = begin() + ChunkRows;
    m_objects.forget(
        m_lives.dropBefore(next, [this](const LifeIndex::Standing &standing) { return lastWord(standing); }));
    m_objects.dropBefore(next);
    const std::unique_ptr<Chunk> oldest = std::move(m_chunks.front());
    m_chunks.pop_front();
    ++m_firstChunk;
    m_bytes -= oldest->bytes;
    m_facets.subtract(oldest->facets);
    for (std::uint32_t offset = 0; offset < oldest->count; ++offset) {
        m_names.release(oldest->columns.get(RowColumns::Name, offset));
        m_managers.release(oldest->columns.get(RowColumns::Managers, offset));
        m_paths.release(oldest->columns.get(RowColumns::Paths, offset));
    }
    m_spilled -= std::min<std::size_t>(m_spilled, 1);
}

} // namespace wk
