// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlogsnapshot.h"

#include "core/history/eventlogchunk.h"

namespace wk {

namespace {

std::vector<std::string_view> textsOf(const TextSets::Snapshot &sets, TextSets::Id id)
{
    std::vector<std::string_view> texts;
    for (const StringPool::Id text : sets.members(id))
        texts.push_back(sets.texts().text(text));
    return texts;
}

} // namespace

std::string_view EventLogSnapshot::className(RowId row) const
{
    return hasClass(type(row)) ? wk::className(origin(row)) : "";
}

std::string_view EventLogSnapshot::manager(RowId row) const
{
    const auto managers = m_parts->managers.members(value(RowColumns::Managers, row));
    return managers.empty() ? std::string_view() : m_parts->managers.texts().text(managers.front());
}

bool EventLogSnapshot::isWriterInDoubt(RowId row) const
{
    return type(row) == EntryType::Modified && value(RowColumns::Managers, row) == TextSets::Empty;
}

std::vector<std::string_view> EventLogSnapshot::managers(RowId row) const
{
    return textsOf(m_parts->managers, value(RowColumns::Managers, row));
}

std::vector<std::string_view> EventLogSnapshot::paths(RowId row) const
{
    return textsOf(m_parts->paths, value(RowColumns::Paths, row));
}

EventLogSnapshot EventLog::snapshot() const
{
    auto parts = std::make_shared<EventLogSnapshot::Parts>();
    parts->begin = begin();
    parts->end = end();
    parts->chunks.reserve(m_chunks.size());
    for (const std::unique_ptr<Chunk> &chunk : m_chunks)
        parts->chunks.push_back(chunk->columns.view());
    parts->kinds = m_kinds.snapshot();
    parts->namespaces = m_namespaces.snapshot();
    parts->names = m_names.snapshot();
    parts->managers = m_managers.snapshot();
    parts->paths = m_paths.snapshot();
    EventLogSnapshot made;
    made.m_parts = std::move(parts);
    return made;
}

RevisionSnapshot EventLog::revisions() const
{
    return revisionsOf(m_kept);
}

void EventLog::takeBackNumbers()
{
    m_names.takeBack(ChunkRows);
    m_managers.takeBack(ChunkRows);
    m_paths.takeBack(ChunkRows);
}

} // namespace wk
