// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filter.h"

#include "core/query/filterlexer.h"

#include <algorithm>

namespace wk {

std::string_view fieldName(FilterField field)
{
    switch (field) {
    case FilterField::Type: return "type";
    case FilterField::Kind: return "kind";
    case FilterField::Namespace: return "ns";
    case FilterField::Name: return "name";
    case FilterField::Uid: return "uid";
    case FilterField::Version: return "rv";
    case FilterField::Manager: return "manager";
    case FilterField::Class: return "class";
    case FilterField::Changed: return "changed";
    case FilterField::Phase: return "phase";
    case FilterField::Node: return "node";
    case FilterField::Owner: return "owner";
    case FilterField::Label: return "label";
    case FilterField::Text: return "";
    }
    return "";
}

FilterTerm::FilterTerm(FilterField field, std::string key, FilterOp op, std::vector<std::string> values)
    : m_field(field)
    , m_key(std::move(key))
    , m_op(op)
    , m_values(std::move(values))
{
    if (op != FilterOp::Contains)
        return;
    for (const std::string &value : m_values)
        m_searches.emplace_back(value);
}

bool FilterTerm::matches(std::string_view value) const
{
    if (value.empty())
        return false;
    switch (m_op) {
    case FilterOp::Contains:
        return std::any_of(m_searches.begin(), m_searches.end(),
                           [value](const FoldedSearch &s) { return s.isIn(value); });
    case FilterOp::Equals: return std::find(m_values.begin(), m_values.end(), value) != m_values.end();
    case FilterOp::Exists: return true;
    }
    return false;
}

bool FilterTerm::operator==(const FilterTerm &other) const
{
    return m_field == other.m_field && m_key == other.m_key && m_op == other.m_op && m_values == other.m_values;
}

bool Filter::matches(const FilterSubject &subject) const
{
    return std::all_of(m_clauses.begin(), m_clauses.end(), [&subject](const FilterClause &clause) {
        return subject.answers(clause.term) != clause.negated;
    });
}

namespace {

/// A value as it stands bare where it can, as in "kind:Pod"; a bare word of its own must not be taken for a field.
std::string bareOrQuoted(std::string_view text, bool alone)
{
    const bool bare = isBareWord(text) && !(alone && (isReservedWord(text) || fieldByName(text)));
    return bare ? std::string(text) : quotedFilterText(text);
}

std::string joined(const std::vector<std::string> &values, std::string_view separator,
                   std::string (*form)(std::string_view))
{
    std::string text;
    for (const std::string &value : values) {
        if (!text.empty())
            text += separator;
        text += form(value);
    }
    return text;
}

std::string printed(const FilterTerm &term)
{
    if (term.field() == FilterField::Text)
        return bareOrQuoted(term.values().front(), true);
    std::string text(fieldName(term.field()));
    if (term.field() == FilterField::Label)
        text += '[' + quotedFilterText(term.key()) + ']';
    switch (term.op()) {
    case FilterOp::Contains:
        return text + ':' +
               joined(term.values(), ",", [](std::string_view value) { return bareOrQuoted(value, false); });
    case FilterOp::Equals:
        if (term.values().size() == 1)
            return text + " == " + quotedFilterText(term.values().front());
        return text + " in {" + joined(term.values(), ", ", quotedFilterText) + '}';
    case FilterOp::Exists: return text;
    }
    return text;
}

std::string printed(const FilterClause &clause)
{
    std::string text = printed(clause.term);
    if (!clause.negated)
        return text;
    const bool unequal = clause.term.op() == FilterOp::Equals && clause.term.values().size() == 1;
    return unequal ? text.replace(text.find(" == "), 4, " != ") : '!' + text;
}

} // namespace

std::string print(const Filter &filter)
{
    std::string text;
    for (const FilterClause &clause : filter.clauses()) {
        if (!text.empty())
            text += ' ';
        text += printed(clause);
    }
    return text;
}

} // namespace wk
