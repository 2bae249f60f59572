// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/foldedsearch.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What a term looks at. Text is a bare word: name, namespace, reason, message and changed paths.
enum class FilterField : std::uint8_t {
    Type,
    Kind,
    Namespace,
    Name,
    Uid,
    Version,
    Manager,
    Class,
    Changed,
    Phase,
    Node,
    Owner,
    Label,
    Text
};

/// "type", "ns", "rv", …: as written before ":"; "" for Text.
std::string_view fieldName(FilterField field);

enum class FilterOp : std::uint8_t {
    Contains, ///< field:a,b – any of them, ignoring case
    Equals,   ///< field == "a", field in {"a", "b"} – any of them, to the letter
    Exists,   ///< field – has it at all
};

/// One test of one field. A value, immutable: made once, asked a million times.
class FilterTerm
{
public:
    /// `key` is the label's ("app" of label["app"]), else empty. Values are empty for Exists alone.
    FilterTerm(FilterField field, std::string key, FilterOp op, std::vector<std::string> values);

    FilterField field() const { return m_field; }
    const std::string &key() const { return m_key; }
    FilterOp op() const { return m_op; }
    const std::vector<std::string> &values() const { return m_values; }

    /// Whether one value of the field answers the test. An empty value is a missing one.
    bool matches(std::string_view value) const;

    bool operator==(const FilterTerm &other) const;

private:
    FilterField m_field;
    std::string m_key;
    FilterOp m_op;
    std::vector<std::string> m_values;
    std::vector<FoldedSearch> m_searches; ///< of Contains
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

/// A term, or its opposite.
struct FilterClause {
    bool negated = false;
    FilterTerm term;

    bool operator==(const FilterClause &) const = default;
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

    bool operator==(const Filter &) const = default;

private:
    std::vector<FilterClause> m_clauses;
};

/// The canonical text: parseFilter() makes the same filter of it.
std::string print(const Filter &filter);

} // namespace wk
