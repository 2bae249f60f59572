// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rowfilter.h"

#include "core/history/eventsubject.h"

#include <algorithm>

namespace wk {

namespace {

enum Answer : char { Unasked, Yes, No };

/// What is remembered of a value; `ask` is called once for each.
template <typename Ask>
bool remembered(std::vector<char> &answers, std::size_t value, const Ask &ask)
{
    if (value >= answers.size())
        answers.resize(value + 1, Unasked);
    if (answers[value] == Unasked)
        answers[value] = ask() ? Yes : No;
    return answers[value] == Yes;
}

bool isColumn(FilterField field)
{
    switch (field) {
    case FilterField::Type:
    case FilterField::Class:
    case FilterField::Kind:
    case FilterField::Namespace:
    case FilterField::Name:
    case FilterField::Manager:
    case FilterField::Changed: return true;
    default: return false;
    }
}

} // namespace

RowFilter::RowFilter(const EventLog &log, RowQuery query)
    : m_log(log)
    , m_query(std::move(query))
    , m_reuses(log.reuses())
{
    std::vector<FilterClause> others;
    for (const FilterClause &clause : m_query.filter.clauses()) {
        if (!clause.isGroup() && isColumn(clause.term.field()))
            m_columns.push_back({clause, {}});
        else
            others.push_back(clause);
    }
    m_others = Filter(std::move(others));
}

bool RowFilter::matches(RowId row)
{
    if (m_reuses != m_log.reuses()) {
        m_reuses = m_log.reuses();
        m_namespaces.clear();
        for (ColumnClause &column : m_columns)
            column.answers.clear();
    }
    if ((m_query.from && m_log.time(row) < *m_query.from) || (m_query.to && m_log.time(row) >= *m_query.to))
        return false;
    if (!m_query.namespaces.empty() && !isInNamespaces(row))
        return false;
    for (ColumnClause &column : m_columns) {
        if (answers(column, row) == column.clause.negated)
            return false;
    }
    return m_others.isEmpty() || m_others.matches(EventSubject(m_log, row));
}

bool RowFilter::isInNamespaces(RowId row)
{
    return remembered(m_namespaces, m_log.nsId(row), [&] {
        const std::string_view ns = m_log.ns(row);
        return ns.empty() || std::ranges::find(m_query.namespaces, ns) != m_query.namespaces.end();
    });
}

bool RowFilter::answers(ColumnClause &column, RowId row)
{
    return remembered(column.answers, valueOf(column.clause.term.field(), row),
                      [&] { return EventSubject(m_log, row).answers(column.clause.term); });
}

std::size_t RowFilter::valueOf(FilterField field, RowId row) const
{
    switch (field) {
    case FilterField::Type: return static_cast<std::size_t>(m_log.type(row));
    case FilterField::Class:
        return hasClass(m_log.type(row)) ? static_cast<std::size_t>(m_log.origin(row)) : EntryClasses;
    case FilterField::Kind: return m_log.kindId(row);
    case FilterField::Namespace: return m_log.nsId(row);
    case FilterField::Manager: return m_log.isWriterInDoubt(row) ? 0 : std::size_t(m_log.managersId(row)) + 1;
    case FilterField::Changed: return m_log.pathsId(row);
    default: return m_log.nameId(row);
    }
}

} // namespace wk
