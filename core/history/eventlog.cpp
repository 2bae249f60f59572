// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlogchunk.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace wk {

namespace {

/// Marks a row that is its entry's own, not an object of its list.
constexpr std::uint32_t NoObject = std::numeric_limits<std::uint32_t>::max();

/// Beyond as many names the pool has to be made larger, which takes longer than a frame.
constexpr std::size_t NamesExpected = 250'000;

/// What a row costs beyond its object: the columns, and its share of an Entry.
constexpr std::size_t RowBytes = 64 + sizeof(Entry);

/// A version as a number; 0 when it is none that fits, and then the entry has the text.
std::uint64_t versionNumber(const ResourceVersion &version)
{
    if (!version.isComparable())
        return 0;
    std::uint64_t number = 0;
    const std::string &text = version.text();
    const auto error = std::from_chars(text.data(), text.data() + text.size(), number).ec;
    return error == std::errc() ? number : 0;
}

std::vector<std::string> pathsOf(const Changes &changes)
{
    std::vector<std::string> paths;
    for (const FieldChange &change : changes.first)
        paths.push_back(change.path);
    return paths;
}

std::size_t offset(RowId row)
{
    return static_cast<std::size_t>(row % EventLog::ChunkRows);
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
}

const WatchScope *EventLog::scope(WatchId watch) const
{
    const auto found = m_watches.find(watch);
    return found == m_watches.end() || !found->second.scope ? nullptr : &*found->second.scope;
}

void EventLog::append(const Batch &batch)
{
    for (const EntryPtr &entry : batch.entries) {
        Watch &watch = m_watches[entry->watch];
        const bool list = entry->type == EntryType::List;
        if (list && watch.listed && entry->origin == EntryClass::Replayed)
            continue;
        watch.listed |= list;
        m_backlog.push_back({entry, 0});
    }
    step();
}

void EventLog::setBounds(const Bounds &bounds)
{
    m_bounds = bounds;
}

bool EventLog::step()
{
    if (isBeyondBounds())
        dropOldest();
    for (std::size_t left = ChunkRows; left > 0 && !m_backlog.empty(); --left) {
        Waiting &waiting = m_backlog.front();
        take(waiting.entry, waiting.next++);
        const std::size_t parts = 1 + (waiting.entry->objects ? waiting.entry->objects->size() : 0);
        if (waiting.next == parts)
            m_backlog.pop_front();
    }
    return hasBacklog() || isBeyondBounds();
}

bool EventLog::isBeyondBoundsWith(std::size_t rowsToCome) const
{
    if (m_chunks.size() < 2)
        return false;
    const bool isOld = m_bounds.age && m_chunks.front()->latest < m_chunks.back()->latest - *m_bounds.age;
    return isOld || size() + rowsToCome > m_bounds.rows || m_bytes > m_bounds.bytes;
}

EventLog::Chunk &EventLog::chunkForNext()
{
    if (m_chunks.empty() || m_chunks.back()->isFull()) {
        const WallTime latest = m_chunks.empty() ? WallTime::min() : m_chunks.back()->latest;
        m_chunks.push_back(std::make_unique<Chunk>());
        m_chunks.back()->latest = latest;
        if (isBeyondBoundsWith(ChunkRows))
            dropOldest();
    }
    return *m_chunks.back();
}

/// Part 0 is the entry's own row, the others those of its objects.
void EventLog::take(const EntryPtr &entry, std::size_t part)
{
    Chunk &chunk = chunkForNext();
    Watch &watch = m_watches[entry->watch];
    const Object *object = part > 0 ? (*entry->objects)[part - 1].get() : entry->object.get();
    const ResourceVersion &version = part > 0 ? object->version : entry->version;
    const Changes *changes = part > 0 ? nullptr : entry->changes.get();
    chunk.times.push_back(entry->arrived);
    chunk.latest = std::max(chunk.latest, entry->arrived);
    if (entry->type == EntryType::List && !watch.listedAt) {
        watch.listedAt = entry->arrived;
        watch.listedBefore = m_end + 1;
    }
    chunk.types.push_back(part > 0 ? EntryType::Added : entry->type);
    chunk.origins.push_back(part > 0 ? EntryClass::Initial : entry->origin);
    chunk.watches.push_back(entry->watch);
    chunk.kinds.push_back(watch.kind);
    chunk.namespaces.push_back(object && !object->ns.empty() ? m_namespaces.acquire(object->ns) : watch.ns);
    chunk.names.push_back(object ? m_names.acquire(object->name) : StringPool::Empty);
    chunk.managers.push_back(changes ? m_managers.acquire(changes->managers) : TextSets::Empty);
    chunk.paths.push_back(changes && entry->type == EntryType::Modified ? m_paths.acquire(pathsOf(*changes))
                                                                        : TextSets::Empty);
    chunk.versions.push_back(versionNumber(version));
    const std::size_t size = part > 0 ? object->body.objectBytes() : entry->wireBytes;
    chunk.sizes.push_back(
        static_cast<std::uint32_t>(std::min<std::size_t>(size, std::numeric_limits<std::uint32_t>::max())));
    chunk.entries.push_back(entry);
    chunk.objects.push_back(part > 0 ? static_cast<std::uint32_t>(part - 1) : NoObject);
    const std::size_t bytes = RowBytes + (object ? heldBytes(*object) : 0);
    chunk.bytes += bytes;
    m_bytes += bytes;
    if (const RevisionRef revision = object ? revisionOf(object->body) : RevisionRef(); !revision.isNull())
        chunk.oldestRevision = std::min(chunk.oldestRevision, revision.chunk);
    m_lives.append(*entry, part > 0 ? object : nullptr);
    const RowId row = m_end++;
    countRow(chunk.facets, row);
    countRow(m_facets, row);
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
    m_lives.forEachKept([&cut](const StreamRow &row) {
        const RevisionRef revision = row.object() ? revisionOf(row.object()->body) : RevisionRef();
        if (!revision.isNull() && revision.chunk < cut.beforeChunk)
            cut.survivors.push_back(revision);
    });
    return cut;
}

void EventLog::dropOldest()
{
    m_lives.dropBefore(begin() + ChunkRows, [this](RowId row) { return streamRow(row); });
    const std::unique_ptr<Chunk> oldest = std::move(m_chunks.front());
    m_chunks.pop_front();
    ++m_firstChunk;
    m_bytes -= oldest->bytes;
    m_facets.subtract(oldest->facets);
    for (const StringPool::Id name : oldest->names)
        m_names.release(name);
    for (const TextSets::Id managers : oldest->managers)
        m_managers.release(managers);
    for (const TextSets::Id paths : oldest->paths)
        m_paths.release(paths);
}

WallTime EventLog::time(RowId row) const
{
    return chunkOf(row).times[offset(row)];
}

EntryType EventLog::type(RowId row) const
{
    return chunkOf(row).types[offset(row)];
}

EntryClass EventLog::origin(RowId row) const
{
    return chunkOf(row).origins[offset(row)];
}

std::string_view EventLog::className(RowId row) const
{
    return hasClass(type(row)) ? wk::className(origin(row)) : "";
}

WatchId EventLog::watch(RowId row) const
{
    return chunkOf(row).watches[offset(row)];
}

StringPool::Id EventLog::kindId(RowId row) const
{
    return chunkOf(row).kinds[offset(row)];
}

StringPool::Id EventLog::nsId(RowId row) const
{
    return chunkOf(row).namespaces[offset(row)];
}

StringPool::Id EventLog::nameId(RowId row) const
{
    return chunkOf(row).names[offset(row)];
}

std::string_view EventLog::kind(RowId row) const
{
    return m_kinds.text(kindId(row));
}

std::string_view EventLog::ns(RowId row) const
{
    return m_namespaces.text(nsId(row));
}

std::string_view EventLog::name(RowId row) const
{
    return m_names.text(nameId(row));
}

std::string_view EventLog::manager(RowId row) const
{
    const auto managers = m_managers.members(managersId(row));
    return managers.empty() ? std::string_view() : m_managers.texts().text(managers.front());
}

TextSets::Id EventLog::managersId(RowId row) const
{
    return chunkOf(row).managers[offset(row)];
}

TextSets::Id EventLog::pathsId(RowId row) const
{
    return chunkOf(row).paths[offset(row)];
}

std::size_t EventLog::sizeBytes(RowId row) const
{
    return chunkOf(row).sizes[offset(row)];
}

const EntryPtr &EventLog::entry(RowId row) const
{
    return chunkOf(row).entries[offset(row)];
}

std::string EventLog::version(RowId row) const
{
    if (const std::uint64_t number = chunkOf(row).versions[offset(row)])
        return std::to_string(number);
    const std::uint32_t object = chunkOf(row).objects[offset(row)];
    return object == NoObject ? entry(row)->version.text() : (*entry(row)->objects)[object]->version.text();
}

ObjectPtr EventLog::object(RowId row) const
{
    const std::uint32_t object = chunkOf(row).objects[offset(row)];
    return object == NoObject ? entry(row)->object : (*entry(row)->objects)[object];
}

ObjectPtr EventLog::previous(RowId row) const
{
    return chunkOf(row).objects[offset(row)] == NoObject ? entry(row)->previous : nullptr;
}

StreamRow EventLog::streamRow(RowId row) const
{
    const bool own = chunkOf(row).objects[offset(row)] == NoObject;
    return {entry(row), own ? nullptr : object(row)};
}

ObjectPtr EventLog::object(const LifeIndex::Standing &standing) const
{
    return standing.row < begin() ? m_lives.kept(standing.life)->object() : object(standing.row);
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

StreamRow EventLog::newestOf(LifeId life) const
{
    const RowId row = lives().newest(life);
    if (row >= begin() && row < end())
        return streamRow(row);
    const StreamRow *kept = m_lives.kept(life);
    return kept ? *kept : StreamRow{};
}

RowId EventLog::rowAfter(WallTime time) const
{
    const auto chunk = std::ranges::upper_bound(m_chunks, time, {}, [](const auto &held) { return held->latest; });
    if (chunk == m_chunks.end())
        return end();
    const auto row = std::ranges::find_if((*chunk)->times, [time](WallTime came) { return came > time; });
    const auto first = begin() + static_cast<RowId>(chunk - m_chunks.begin()) * ChunkRows;
    return first + static_cast<RowId>(row - (*chunk)->times.begin());
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

void EventLog::countRow(FacetCounts &counts, RowId row) const
{
    ++counts.types[static_cast<std::size_t>(type(row))];
    if (hasClass(type(row)))
        ++counts.classes[static_cast<std::size_t>(origin(row))];
    FacetCounts::countIn(counts.kinds, kindId(row));
    FacetCounts::countIn(counts.namespaces, nsId(row));
    for (const StringPool::Id manager : m_managers.members(managersId(row)))
        FacetCounts::countIn(counts.managers, manager);
}

} // namespace wk
