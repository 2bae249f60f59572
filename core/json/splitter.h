// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

/// Cuts JSON text into the raw texts of its values by strings and brackets alone: nothing is decoded, copied or
/// checked, so that one odd value never costs the others, and an object's bytes stay as they came. Any thread; constant
/// memory and no recursion, whatever the nesting. What simdjson refuses, and why this exists: fault-matrix.md, 2.4.
namespace wk::json {

/// One past the end of the value that begins at text[at]; npos when the text ends inside it or no value begins there.
std::size_t valueEnd(std::string_view text, std::size_t at);

/// Walks over the members of an object, in the order of the text. Looks no further than it is asked to.
class Members
{
public:
    /// `object` begins with '{', blanks before it aside; anything else has no members.
    explicit Members(std::string_view object);

    /// Goes to the next member; false at the end or where the text breaks off.
    bool next();
    /// Between the quotes, escapes as written.
    std::string_view key() const { return m_key; }
    /// Empty when the text breaks off inside it.
    std::string_view value();
    /// Where the value begins, and all the text behind it: found without a look at the value.
    std::string_view rest() const { return m_text.substr(m_valueBegin); }
    /// After next() said false: the object was closed and nothing but blanks follows.
    bool isWhole() const { return m_whole; }

private:
    std::size_t currentEnd();

    std::string_view m_text;
    std::size_t m_at; ///< behind the opening bracket, later behind the value; npos: not known yet, or broken
    std::string_view m_key;
    std::size_t m_valueBegin = 0;
    bool m_first = true;
    bool m_whole = false;
};

/// Walks over the elements of an array.
class Elements
{
public:
    explicit Elements(std::string_view array);

    bool next();
    std::string_view value() const { return m_value; }
    bool isWhole() const { return m_whole; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    std::string_view m_value;
    bool m_first = true;
    bool m_whole = false;
};

/// The value of a member; of several with one key the last, as most readers have it. Empty when there is none, and
/// when the text breaks off before the object's end.
std::optional<std::string_view> member(std::string_view object, std::string_view key);

/// A watch event's two halves: type is between its quotes.
struct EventParts {
    std::string_view type;
    std::string_view object;
};

/// Takes {"type":"X","object":…} apart, member by member. Empty when it is no such line, whole.
std::optional<EventParts> splitEvent(std::string_view line);

/// The same at once, without a look into the object, for a line written just so by every API server. If the object then
/// turns out to be none, the line was of another shape: splitEvent() knows.
std::optional<EventParts> splitEventFast(std::string_view line);

/// The text without blanks (space, tab, CR, LF) at either end.
std::string_view trimmed(std::string_view text);

} // namespace wk::json
