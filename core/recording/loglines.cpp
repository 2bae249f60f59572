// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/loglines.h"

namespace wk {

namespace {

bool isEventOfObject(EntryType type)
{
    return type == EntryType::Added || type == EntryType::Modified || type == EntryType::Deleted;
}

} // namespace

LogLinesSource::LogLinesSource(Snapshots from, const std::map<WatchId, WatchScope> &scopes, std::vector<RowId> rows)
    : m_from(std::move(from))
    , m_rows(std::move(rows))
{
    for (const auto &[watch, scope] : scopes)
        m_lines.setWatch(watch, scope);
}

bool LogLinesSource::isRead(RowId row) const
{
    return isEventOfObject(m_from.log.type(row)) && !m_from.log.revision(row).isNull() &&
           m_lines.writesBodiesOf(m_from.log.watch(row));
}

bool LogLinesSource::isNeeded(std::size_t index) const
{
    const RowId row = m_rows[index];
    const EntryType type = m_from.log.type(row);
    const bool isWritten = isEventOfObject(type) || type == EntryType::Bookmark || type == EntryType::Error;
    return isWritten && !isRead(row);
}

/// A revision that is damaged reads as no JSON, which is how its body would.
std::string LogLinesSource::piece(std::size_t index)
{
    if (m_nextTaken < m_taken.size() && m_taken[m_nextTaken].first == index) {
        const StreamRow row = std::move(m_taken[m_nextTaken++].second);
        return m_lines.lineOf(*row.entry, row.listObject.get());
    }
    const RowId row = m_rows[index];
    if (!isRead(row)) {
        ++(isNeeded(index) ? m_notTaken : m_unsayable);
        return {};
    }
    const auto text = m_from.revisions.view(m_from.log.revision(row));
    const std::string_view json = text ? text->line.substr(text->objectOffset, text->objectLength) : std::string_view();
    return m_lines.lineOf(m_from.log.type(row), json, m_from.log.watch(row));
}

} // namespace wk
