// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filtervalue.h"
#include "core/query/foldedsearch.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Whether a field is written with a key: label["app"], column["Ready"].
bool hasKey(FilterField field);

/// The server's column that a field looks at, "Ready" or the key of column["…"]; empty for other fields.
std::string_view columnOf(FilterField field, std::string_view key);

enum class FilterOp : std::uint8_t {
    Contains, ///< field:a,b – any of them, ignoring case
    Equals,   ///< field == "a", field in {"a", "b"} – any of them, to the letter
    Exists,   ///< field – has it at all
    Less,     ///< field < 3; this and the next three with one value
    LessEqual,
    Greater,
    GreaterEqual,
};

bool isComparison(FilterOp op);

/// One test of one field. A value, immutable: made once, asked a million times.
class FilterTerm
{
public:
    /// Of no use but to be replaced.
    FilterTerm()
        : FilterTerm(FilterField::Text, {}, FilterOp::Exists, {})
    {}
    /// `key` is the label's ("app" of label["app"]), else empty. Values are empty for Exists alone.
    FilterTerm(FilterField field, std::string key, FilterOp op, std::vector<std::string> values);

    FilterField field() const { return m_field; }
    const std::string &key() const { return m_key; }
    FilterOp op() const { return m_op; }
    const std::vector<std::string> &values() const { return m_values; }

    /// Whether one value of the field answers the test. An empty value is a missing one.
    bool matches(std::string_view value) const;
    /// The same for a field whose values are numbers: Size in bytes, Age in seconds, Time in microseconds since 1970.
    bool matches(double value) const;
    /// See columnOf().
    std::string_view column() const;

    bool operator==(const FilterTerm &other) const;

private:
    FilterField m_field;
    std::string m_key;
    FilterOp m_op;
    std::vector<std::string> m_values;
    std::vector<FoldedSearch> m_searches; ///< of Contains
    std::vector<FilterNumber> m_numbers;  ///< the values of a field of numbers
    CellNumbers m_compared;               ///< the value of a comparison with a cell
};

/// What a filter is asked about: a row of the stream, an object of a table.
class FilterSubject
{
public:
    virtual ~FilterSubject() = default;
    /// True when term.matches() any value that the subject has for term.field() (and key). A subject that has no such
    /// field, as a table has no "type", says false.
    virtual bool answers(const FilterTerm &term) const = 0;
};

class Filter;

/// A term, or several filters of which one must hold; or the opposite of either.
struct FilterClause {
    bool negated = false;
    FilterTerm term;           ///< without a meaning when there are alternatives
    std::vector<Filter> anyOf; ///< empty for a term

    bool isGroup() const { return !anyOf.empty(); }
    bool operator==(const FilterClause &other) const;
};

/// A filter that has been understood: clauses of which each must hold. A value, any thread; without clauses it lets all
/// pass. A part of filter-language.md: what is written so today means the same when the rest has come.
class Filter
{
public:
    Filter() = default;
    explicit Filter(std::vector<FilterClause> clauses)
        : m_clauses(std::move(clauses))
    {}

    bool isEmpty() const { return m_clauses.empty(); }
    const std::vector<FilterClause> &clauses() const { return m_clauses; }
    bool matches(const FilterSubject &subject) const;
    /// Whether the answer depends on the field.
    bool asks(FilterField field) const;

    bool operator==(const Filter &other) const;

private:
    std::vector<FilterClause> m_clauses;
};

/// Holds when one of the alternatives does, of which there is at least one.
Filter anyOf(std::vector<Filter> alternatives);
/// Holds when the other does not. `filter` asks something.
Filter opposite(const Filter &filter);

/// The canonical text: parseFilter() makes the same filter of it.
std::string print(const Filter &filter);

} // namespace wk
