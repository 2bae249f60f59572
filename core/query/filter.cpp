// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filter.h"

#include "core/query/filterlexer.h"

#include <algorithm>

namespace wk {

std::string_view fieldName(FilterField field)
{
    switch (field) {
    case FilterField::Type: return "type";
    case FilterField::Cluster: return "cluster";
    case FilterField::Kind: return "kind";
    case FilterField::Namespace: return "ns";
    case FilterField::Name: return "name";
    case FilterField::Uid: return "uid";
    case FilterField::Version: return "rv";
    case FilterField::Manager: return "manager";
    case FilterField::Class: return "class";
    case FilterField::Changed: return "changed";
    case FilterField::Phase: return "phase";
    case FilterField::Ready: return "ready";
    case FilterField::Restarts: return "restarts";
    case FilterField::Reason: return "reason";
    case FilterField::Message: return "message";
    case FilterField::Count: return "count";
    case FilterField::Changes: return "changes";
    case FilterField::Size: return "size";
    case FilterField::Time: return "time";
    case FilterField::Age: return "age";
    case FilterField::Node: return "node";
    case FilterField::Owner: return "owner";
    case FilterField::Label: return "label";
    case FilterField::Column: return "column";
    case FilterField::Text: return "";
    }
    return "";
}

bool hasKey(FilterField field)
{
    return field == FilterField::Label || field == FilterField::Column;
}

std::string_view columnOf(FilterField field, std::string_view key)
{
    if (field == FilterField::Column)
        return key;
    constexpr std::pair<FilterField, std::string_view> Columns[] = {{FilterField::Ready, "Ready"},
                                                                    {FilterField::Restarts, "Restarts"},
                                                                    {FilterField::Reason, "Reason"},
                                                                    {FilterField::Message, "Message"},
                                                                    {FilterField::Count, "Count"}};
    const auto found =
        std::find_if(std::begin(Columns), std::end(Columns), [field](const auto &each) { return each.first == field; });
    return found == std::end(Columns) ? std::string_view() : found->second;
}

bool isComparison(FilterOp op)
{
    return op == FilterOp::Less || op == FilterOp::LessEqual || op == FilterOp::Greater || op == FilterOp::GreaterEqual;
}

namespace {

/// Whether `order`, of a value and what it is compared with, is the one that was asked for.
bool isInOrder(FilterOp op, int order)
{
    switch (op) {
    case FilterOp::Less: return order < 0;
    case FilterOp::LessEqual: return order <= 0;
    case FilterOp::Greater: return order > 0;
    case FilterOp::GreaterEqual: return order >= 0;
    case FilterOp::Contains:
    case FilterOp::Equals:
    case FilterOp::Exists: return false;
    }
    return false;
}

bool areDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Of "7 (5m ago)" the 7.
std::string_view countOf(std::string_view text)
{
    const std::string_view count = text.substr(0, text.find(" ("));
    return areDigits(count) ? count : text;
}

/// A number is not looked for among the figures of another one.
bool isSameCount(std::string_view a, std::string_view b)
{
    return areDigits(a) && a == countOf(b);
}

} // namespace

FilterTerm::FilterTerm(FilterField field, std::string key, FilterOp op, std::vector<std::string> values)
    : m_field(field)
    , m_key(std::move(key))
    , m_op(op)
    , m_values(std::move(values))
{
    const FilterRank rank = rankOf(field);
    if (isComparison(op) && rank == FilterRank::Cell)
        m_compared = readCellNumbers(m_values.front());
    for (const std::string &value : m_values) {
        if (const auto number = readFilterNumber(rank, value))
            m_numbers.push_back(*number);
        if (op == FilterOp::Contains)
            m_searches.emplace_back(value);
    }
}

bool FilterTerm::matches(std::string_view value) const
{
    if (value.empty())
        return false;
    const bool isCell = rankOf(m_field) == FilterRank::Cell;
    if (isComparison(m_op)) {
        const auto order = compareCells(readCellNumbers(value), m_compared);
        return order && isInOrder(m_op, *order);
    }
    if (m_op == FilterOp::Exists)
        return true;
    if (isCell && areDigits(countOf(value)) && std::all_of(m_values.begin(), m_values.end(), areDigits))
        return std::any_of(m_values.begin(), m_values.end(),
                           [value](const std::string &asked) { return isSameCount(asked, value); });
    if (m_op == FilterOp::Equals)
        return std::find(m_values.begin(), m_values.end(), value) != m_values.end();
    return std::any_of(m_searches.begin(), m_searches.end(), [value](const FoldedSearch &s) { return s.isIn(value); });
}

bool FilterTerm::matches(double value) const
{
    if (m_op == FilterOp::Exists)
        return true;
    // "Until 10:41" has the minute in it that "at 10:41" is; an age is over 5m as soon as it is a second more.
    const bool isByUnit = rankOf(m_field) == FilterRank::Time;
    return std::any_of(m_numbers.begin(), m_numbers.end(), [&](const FilterNumber &number) {
        const bool isEqual = value == number.value || (value >= number.value && value < number.value + number.unit);
        if (!isComparison(m_op))
            return isEqual;
        const bool isSame = isByUnit ? isEqual : value == number.value;
        return isInOrder(m_op, isSame ? 0 : value < number.value ? -1 : 1);
    });
}

std::string_view FilterTerm::column() const
{
    return columnOf(m_field, m_key);
}

bool FilterTerm::operator==(const FilterTerm &other) const
{
    return m_field == other.m_field && m_key == other.m_key && m_op == other.m_op && m_values == other.m_values;
}

bool FilterClause::operator==(const FilterClause &other) const
{
    return negated == other.negated && term == other.term && anyOf == other.anyOf;
}

bool Filter::operator==(const Filter &other) const
{
    return m_clauses == other.m_clauses;
}

bool Filter::matches(const FilterSubject &subject) const
{
    return std::all_of(m_clauses.begin(), m_clauses.end(), [&subject](const FilterClause &clause) {
        const auto holds = [&subject](const Filter &filter) { return filter.matches(subject); };
        const bool answer = clause.isGroup() ? std::any_of(clause.anyOf.begin(), clause.anyOf.end(), holds)
                                             : subject.answers(clause.term);
        return answer != clause.negated;
    });
}

bool Filter::asks(FilterField field) const
{
    return std::any_of(m_clauses.begin(), m_clauses.end(), [field](const FilterClause &clause) {
        const auto asksIt = [field](const Filter &filter) { return filter.asks(field); };
        return clause.isGroup() ? std::any_of(clause.anyOf.begin(), clause.anyOf.end(), asksIt)
                                : clause.term.field() == field;
    });
}

Filter anyOf(std::vector<Filter> alternatives)
{
    FilterClause group;
    for (Filter &filter : alternatives) {
        const std::vector<FilterClause> &clauses = filter.clauses();
        if (clauses.empty())
            return {};
        if (clauses.size() == 1 && clauses.front().isGroup() && !clauses.front().negated)
            group.anyOf.insert(group.anyOf.end(), clauses.front().anyOf.begin(), clauses.front().anyOf.end());
        else
            group.anyOf.push_back(std::move(filter));
    }
    return group.anyOf.size() == 1 ? group.anyOf.front() : Filter({std::move(group)});
}

Filter opposite(const Filter &filter)
{
    if (filter.clauses().size() != 1)
        return Filter({FilterClause{true, {}, {filter}}});
    FilterClause clause = filter.clauses().front();
    clause.negated = !clause.negated;
    // What was the opposite of several clauses is those themselves.
    return !clause.negated && clause.anyOf.size() == 1 ? clause.anyOf.front() : Filter({std::move(clause)});
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
    if (hasKey(term.field()))
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
    case FilterOp::Less: return text + " < " + bareOrQuoted(term.values().front(), false);
    case FilterOp::LessEqual: return text + " <= " + bareOrQuoted(term.values().front(), false);
    case FilterOp::Greater: return text + " > " + bareOrQuoted(term.values().front(), false);
    case FilterOp::GreaterEqual: return text + " >= " + bareOrQuoted(term.values().front(), false);
    }
    return text;
}

std::string printedChoice(const std::vector<Filter> &alternatives)
{
    std::string text;
    for (const Filter &filter : alternatives)
        text += (text.empty() ? "" : " or ") + print(filter);
    return text;
}

std::string printed(const FilterClause &clause)
{
    if (clause.isGroup())
        return (clause.negated ? "!(" : "(") + printedChoice(clause.anyOf) + ')';
    std::string text = printed(clause.term);
    if (!clause.negated)
        return text;
    const bool unequal = clause.term.op() == FilterOp::Equals && clause.term.values().size() == 1;
    return unequal ? text.replace(text.find(" == "), 4, " != ") : '!' + text;
}

} // namespace

std::string print(const Filter &filter)
{
    const std::vector<FilterClause> &clauses = filter.clauses();
    if (clauses.size() == 1 && clauses.front().isGroup() && !clauses.front().negated)
        return printedChoice(clauses.front().anyOf);
    std::string text;
    for (const FilterClause &clause : clauses) {
        if (!text.empty())
            text += ' ';
        text += printed(clause);
    }
    return text;
}

} // namespace wk
