// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rowfilter.h"

#include "core/history/eventsubject.h"

#include <algorithm>

namespace wk {

namespace {

bool isColumn(FilterField field)
{
    return field == FilterField::Type || field == FilterField::Class || field == FilterField::Kind ||
           field == FilterField::Namespace || field == FilterField::Name;
}

} // namespace

RowFilter::RowFilter(const EventLog &log, RowQuery query)
    : m_log(log)
    , m_query(std::move(query))
    , m_reuses(log.names().reuses())
{
    for (const FilterClause &clause : m_query.filter.clauses()) {
        if (isColumn(clause.term.field()))
            m_columns.push_back({clause, {}});
        else
            m_others.push_back(clause);
    }
}

bool RowFilter::matches(RowId row)
{
    if (m_reuses != m_log.names().reuses()) {
        m_reuses = m_log.names().reuses();
        for (ColumnClause &column : m_columns)
            column.answers.clear();
    }
    if ((m_query.from && m_log.time(row) < *m_query.from) || (m_query.to && m_log.time(row) >= *m_query.to))
        return false;
    for (ColumnClause &column : m_columns) {
        if (answers(column, row) == column.clause.negated)
            return false;
    }
    if (m_others.empty())
        return true;
    const EventSubject subject(m_log, row);
    return std::all_of(m_others.begin(), m_others.end(), [&subject](const FilterClause &clause) {
        return subject.answers(clause.term) != clause.negated;
    });
}

bool RowFilter::answers(ColumnClause &column, RowId row)
{
    enum : char { Unasked, Yes, No };
    const std::size_t value = valueOf(column.clause.term.field(), row);
    if (value >= column.answers.size())
        column.answers.resize(value + 1, Unasked);
    char &answer = column.answers[value];
    if (answer == Unasked)
        answer = EventSubject(m_log, row).answers(column.clause.term) ? Yes : No;
    return answer == Yes;
}

std::size_t RowFilter::valueOf(FilterField field, RowId row) const
{
    if (field == FilterField::Type)
        return static_cast<std::size_t>(m_log.type(row));
    if (field == FilterField::Class)
        return static_cast<std::size_t>(m_log.origin(row));
    if (field == FilterField::Kind)
        return m_log.kindId(row);
    return field == FilterField::Namespace ? m_log.nsId(row) : m_log.nameId(row);
}

} // namespace wk
