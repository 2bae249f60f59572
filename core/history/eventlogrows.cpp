// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlogchunk.h"
#include "core/resource/compare.h"

#include <algorithm>

namespace wk {

namespace {

std::uint32_t offsetOf(RowId row)
{
    return static_cast<std::uint32_t>(row % EventLog::ChunkRows);
}

} // namespace

template <class Column>
auto EventLog::value(Column column, RowId row) const
{
    return chunkOf(row).columns.get(column, offsetOf(row));
}

WallTime EventLog::time(RowId row) const
{
    return value(RowColumns::Time, row);
}

EntryType EventLog::type(RowId row) const
{
    return value(RowColumns::Type, row);
}

EntryClass EventLog::origin(RowId row) const
{
    return value(RowColumns::Origin, row);
}

std::string_view EventLog::className(RowId row) const
{
    return hasClass(type(row)) ? wk::className(origin(row)) : "";
}

WatchId EventLog::watch(RowId row) const
{
    return value(RowColumns::Watch, row);
}

StringPool::Id EventLog::kindId(RowId row) const
{
    return value(RowColumns::Kind, row);
}

StringPool::Id EventLog::nsId(RowId row) const
{
    return value(RowColumns::Namespace, row);
}

StringPool::Id EventLog::nameId(RowId row) const
{
    return value(RowColumns::Name, row);
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

bool EventLog::isWriterInDoubt(RowId row) const
{
    return type(row) == EntryType::Modified && managersId(row) == TextSets::Empty;
}

TextSets::Id EventLog::managersId(RowId row) const
{
    return value(RowColumns::Managers, row);
}

TextSets::Id EventLog::pathsId(RowId row) const
{
    return value(RowColumns::Paths, row);
}

std::size_t EventLog::sizeBytes(RowId row) const
{
    return value(RowColumns::Size, row);
}

std::uint32_t EventLog::changesOf(RowId row) const
{
    return value(RowColumns::Changes, row);
}

ObjectPtr EventLog::object(RowId row) const
{
    return m_objects.object(row);
}

const Columns &EventLog::table(RowId row) const
{
    return m_tables[value(RowColumns::Table, row)];
}

std::string EventLog::version(RowId row) const
{
    if (const std::uint64_t number = value(RowColumns::Version, row))
        return std::to_string(number);
    const ObjectPtr about = object(row);
    return about ? about->version.text() : chunkOf(row).wordAt(offsetOf(row))->version.text();
}

ObjectPtr EventLog::previous(RowId row) const
{
    const Chunk &chunk = chunkOf(row);
    if (value(RowColumns::Part, row) != Chunk::Event)
        return {};
    const auto other = chunk.previous.find(offsetOf(row));
    return other == chunk.previous.end() ? objectBefore(row) : other->second;
}

/// Of the same life, a row before.
ObjectPtr EventLog::objectBefore(RowId row) const
{
    const std::optional<RowId> before = lives().previous(row);
    if (!before)
        return {};
    if (*before >= begin())
        return object(*before);
    const LastWord *kept = m_lives.kept(lives().step(row).of);
    return kept ? kept->object : nullptr;
}

ChangesPtr EventLog::changes(RowId row) const
{
    if (const ChangesPtr *known = newChanges(row))
        return *known;
    return value(RowColumns::Part, row) == Chunk::Event ? describeChanges(previous(row), object(row)) : nullptr;
}

/// Null for a row that is not among the newest.
const ChangesPtr *EventLog::newChanges(RowId row) const
{
    const RowId first = m_end - m_newChanges.size();
    return row < first ? nullptr : &m_newChanges[static_cast<std::size_t>(row - first)];
}

bool EventLog::isListed(RowId row) const
{
    return value(RowColumns::Part, row) < Chunk::Word;
}

bool EventLog::isOfObject(RowId row) const
{
    return value(RowColumns::Part, row) != Chunk::Word;
}

EventLog::Rows EventLog::rowsOfEntry(RowId row) const
{
    const Chunk &chunk = chunkOf(row);
    const Chunk::Part part = value(RowColumns::Part, row);
    if (part == Chunk::Event || (part == Chunk::Word && type(row) != EntryType::List))
        return {row, row + 1};
    const RowId first = part == Chunk::Word ? row : row - (part + 1);
    return {first, first + 1 + chunk.wordAt(offsetOf(row))->found.listed};
}

EntryPtr EventLog::entry(RowId row) const
{
    const Chunk &chunk = chunkOf(row);
    if (value(RowColumns::Part, row) != Chunk::Event)
        return chunk.wordAt(offsetOf(row));
    const std::shared_ptr<Entry> made = event(row);
    if (!newChanges(row))
        made->changes = changes(row);
    return made;
}

/// With its changes where they are at hand.
std::shared_ptr<Entry> EventLog::event(RowId row) const
{
    const Chunk &chunk = chunkOf(row);
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

StreamRow EventLog::streamRow(RowId row) const
{
    const Chunk &chunk = chunkOf(row);
    switch (value(RowColumns::Part, row)) {
    case Chunk::Event: return {event(row), nullptr};
    case Chunk::Word: return {chunk.wordAt(offsetOf(row)), nullptr};
    default: return {chunk.wordAt(offsetOf(row)), object(row)};
    }
}

LastWord EventLog::lastWord(const LifeIndex::Standing &standing) const
{
    const RowId row = standing.row;
    return {m_objects.object(standing), watch(row), type(row), origin(row), time(row), value(RowColumns::Changes, row)};
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
    counts.doubtedWriters += isWriterInDoubt(row) ? 1 : 0;
}

} // namespace wk
