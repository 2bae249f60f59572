// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rowfilter.h"

#include "core/history/eventsubject.h"
#include "core/resource/namespacechoice.h"

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
    case FilterField::Cluster:
    case FilterField::Kind:
    case FilterField::Namespace:
    case FilterField::Name:
    case FilterField::Manager:
    case FilterField::Changed: return true;
    default: return false;
    }
}

std::size_t valueOf(const HistorySnapshot &history, FilterField field, RowId row)
{
    switch (field) {
    case FilterField::Type: return rowType(history.type(row), history.origin(row));
    case FilterField::Class:
        return hasClass(history.type(row)) ? static_cast<std::size_t>(history.origin(row)) : EntryClasses;
    case FilterField::Cluster: return history.clusterNumber(row);
    case FilterField::Kind: return history.kindId(row);
    case FilterField::Namespace: return history.nsId(row);
    case FilterField::Manager: return history.isWriterInDoubt(row) ? 0 : std::size_t(history.managersId(row)) + 1;
    case FilterField::Changed: return history.pathsId(row);
    default: return history.nameId(row);
    }
}

} // namespace

RowFilter::RowFilter(RowQuery query)
    : m_query(std::move(query))
    , m_asksLikely(asksLikelyWriters(m_query.filter))
{
    std::vector<FilterClause> others;
    for (const FilterClause &clause : m_query.filter.clauses()) {
        if (!clause.isGroup() && isColumn(clause.term.field()))
            m_columns.push_back({clause, {}, asksLikelyWriters(clause.term)});
        else
            others.push_back(clause);
    }
    m_others = Filter(std::move(others));
}

bool RowFilter::matches(const HistorySnapshot &history, RowId row)
{
    if (m_reuses != history.reuses()) {
        m_reuses = history.reuses();
        m_namespaces.clear();
        for (ColumnClause &column : m_columns)
            column.answers.clear();
    }
    if ((m_query.from && history.time(row) < *m_query.from) || (m_query.to && history.time(row) >= *m_query.to))
        return false;
    if (!m_query.namespaces.empty() && !isInNamespaces(history, row))
        return false;
    if (!answersColumns(history, row))
        return false;
    if (!m_others.isEmpty() && !m_others.matches(EventSubject(history, row)))
        return false;
    return !m_asksLikely || !history.isWriterInDoubt(row) || answersWriters(history, row);
}

bool RowFilter::answersColumns(const HistorySnapshot &history, RowId row)
{
    return std::ranges::all_of(m_columns, [&](ColumnClause &column) {
        if (column.asksLikely && history.isWriterInDoubt(row))
            return true; // answersWriters()
        const FilterTerm &term = column.clause.term;
        const bool answers = remembered(column.answers, valueOf(history, term.field(), row),
                                        [&] { return EventSubject(history, row).answers(term); });
        return answers != column.clause.negated;
    });
}

/// Of a row in doubt.
bool RowFilter::answersWriters(const HistorySnapshot &history, RowId row) const
{
    return std::ranges::all_of(m_columns, [&](const ColumnClause &column) {
        const FilterClause &clause = column.clause;
        return !column.asksLikely || writersAnswer(history, row, clause.term) != clause.negated;
    });
}

bool RowFilter::isInNamespaces(const HistorySnapshot &history, RowId row)
{
    return remembered(m_namespaces, history.nsId(row), [&] { return isLookedAt(m_query.namespaces, history.ns(row)); });
}

} // namespace wk
