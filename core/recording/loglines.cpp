// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/loglines.h"

namespace wk {

LogLinesSource::LogLinesSource(HistoryPtr history, std::vector<RowId> rows)
    : m_history(std::move(history))
    , m_rows(std::move(rows))
{
    for (const auto &[watch, scope] : m_history->scopes())
        m_lines.setWatch(watch, scope);
}

/// A revision that is damaged reads as no JSON, which is how its body would.
std::string LogLinesSource::piece(std::size_t index)
{
    const RowId row = m_rows[index];
    const EntryType type = m_history->type(row);
    const WatchId watch = m_history->watch(row);
    if (!hasClass(type) && type != EntryType::Bookmark && type != EntryType::Error) {
        ++m_unsayable;
        return {};
    }
    if (m_history->revision(row).isNull() || !m_lines.writesBodiesOf(watch)) {
        const StreamRow told = m_history->streamRow(row);
        return m_lines.lineOf(*told.entry, told.listObject.get());
    }
    const auto text = m_history->revisions(row).view(m_history->revision(row));
    const std::string_view json = text ? text->line.substr(text->objectOffset, text->objectLength) : std::string_view();
    return m_lines.lineOf(type, json, watch);
}

} // namespace wk
