// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filteredit.h"

#include <algorithm>

namespace wk {

namespace {

using Clauses = std::vector<FilterClause>;
using Values = std::vector<std::string>;

bool isAbout(const FilterClause &clause, const FilterPoint &point)
{
    return !clause.isGroup() && clause.term.field() == point.field && clause.term.key() == point.key;
}

bool has(const FilterClause &clause, const std::string &value)
{
    const FilterOp op = clause.term.op();
    const Values &values = clause.term.values();
    if (value.empty())
        return op == FilterOp::Exists;
    return (op == FilterOp::Contains || op == FilterOp::Equals) &&
           std::find(values.begin(), values.end(), value) != values.end();
}

FilterClause clauseOf(const FilterPoint &point, bool negated, Values values)
{
    return {negated, FilterTerm(point.field, point.key, FilterOp::Equals, std::move(values)), {}};
}

/// Only what does not have the field, or only what has it.
FilterClause missing(const FilterPoint &point, bool isMissing)
{
    return {isMissing, FilterTerm(point.field, point.key, FilterOp::Exists, {}), {}};
}

bool isUpper(FilterOp op)
{
    return op == FilterOp::Less || op == FilterOp::LessEqual;
}

Values added(Values values, const std::string &value)
{
    if (std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(value);
    return values;
}

/// Takes the value out of the point's clauses of one sense; a clause that held nothing else goes.
Clauses withoutValue(const Clauses &clauses, const FilterPoint &point, bool negated)
{
    Clauses kept;
    for (const FilterClause &clause : clauses) {
        if (!isAbout(clause, point) || clause.negated != negated || !has(clause, point.value)) {
            kept.push_back(clause);
            continue;
        }
        Values values = clause.term.values();
        std::erase(values, point.value);
        if (!values.empty())
            kept.push_back({negated, FilterTerm(point.field, point.key, clause.term.op(), std::move(values)), {}});
    }
    return kept;
}

/// The first clause of one sense that the value can join: one with values.
Clauses::iterator clauseToJoin(Clauses &clauses, const FilterPoint &point, bool negated)
{
    return std::find_if(clauses.begin(), clauses.end(), [&](const FilterClause &clause) {
        return isAbout(clause, point) && clause.negated == negated &&
               (clause.term.op() == FilterOp::Contains || clause.term.op() == FilterOp::Equals);
    });
}

bool isChosen(const Filter &filter, const FilterPoint &point, bool negated)
{
    const Clauses &clauses = filter.clauses();
    return std::any_of(clauses.begin(), clauses.end(), [&](const FilterClause &clause) {
        return isAbout(clause, point) && clause.negated == negated && has(clause, point.value);
    });
}

} // namespace

Filter withOnly(const Filter &filter, const FilterPoint &point)
{
    Clauses clauses;
    std::size_t place = std::string::npos;
    for (const FilterClause &clause : filter.clauses()) {
        if (!isAbout(clause, point))
            clauses.push_back(clause);
        else if (place == std::string::npos)
            place = clauses.size();
    }
    place = std::min(place, clauses.size());
    clauses.insert(clauses.begin() + static_cast<std::ptrdiff_t>(place),
                   point.value.empty() ? missing(point, true) : clauseOf(point, false, {point.value}));
    return Filter(std::move(clauses));
}

Filter without(const Filter &filter, const FilterPoint &point)
{
    if (point.value.empty()) {
        Clauses clauses = filter.clauses();
        std::erase_if(clauses, [&](const FilterClause &clause) {
            return isAbout(clause, point) && clause.term.op() == FilterOp::Exists;
        });
        clauses.push_back(missing(point, false));
        return Filter(std::move(clauses));
    }
    Clauses clauses = withoutValue(filter.clauses(), point, false);
    const auto joined = std::find_if(clauses.begin(), clauses.end(), [&point](const FilterClause &clause) {
        return isAbout(clause, point) && clause.negated && clause.term.op() == FilterOp::Equals;
    });
    if (joined == clauses.end())
        clauses.push_back(clauseOf(point, true, {point.value}));
    else
        *joined = clauseOf(point, true, added(joined->term.values(), point.value));
    return Filter(std::move(clauses));
}

Filter withBound(const Filter &filter, const FilterPoint &point, FilterOp op)
{
    Clauses clauses = filter.clauses();
    std::erase_if(clauses, [&](const FilterClause &clause) {
        return isAbout(clause, point) && !clause.negated && isComparison(clause.term.op()) &&
               isUpper(clause.term.op()) == isUpper(op);
    });
    clauses.push_back({false, FilterTerm(point.field, point.key, op, {point.value}), {}});
    return Filter(std::move(clauses));
}

Filter toggled(const Filter &filter, const FilterPoint &point)
{
    if (isChosen(filter, point, false))
        return Filter(withoutValue(filter.clauses(), point, false));
    Clauses clauses = withoutValue(filter.clauses(), point, true);
    const auto joined = clauseToJoin(clauses, point, false);
    if (joined == clauses.end())
        clauses.push_back(clauseOf(point, false, {point.value}));
    else
        *joined = {false,
                   FilterTerm(point.field, point.key, joined->term.op(), added(joined->term.values(), point.value)),
                   {}};
    return Filter(std::move(clauses));
}

Filter released(const Filter &filter, const FilterPoint &point)
{
    return Filter(withoutValue(withoutValue(filter.clauses(), point, false), point, true));
}

Filter cleared(const Filter &filter, FilterField field, const std::string &key)
{
    const FilterPoint point{field, key, {}};
    Clauses clauses = filter.clauses();
    std::erase_if(clauses, [&point](const FilterClause &clause) { return isAbout(clause, point); });
    return Filter(std::move(clauses));
}

std::vector<std::string> namedValues(const Filter &filter, FilterField field)
{
    Values named;
    for (const FilterClause &clause : filter.clauses()) {
        if (!isAbout(clause, {field, {}, {}}))
            continue;
        for (const std::string &value : clause.term.values()) {
            if (has(clause, value))
                named = added(std::move(named), value);
        }
    }
    return named;
}

FilterChoice choiceOf(const Filter &filter, const FilterPoint &point)
{
    if (isChosen(filter, point, true))
        return FilterChoice::Not;
    return isChosen(filter, point, false) ? FilterChoice::Only : FilterChoice::None;
}

} // namespace wk
