// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/kube/contenthash.h"

#include <simdjson.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// A value of a parsed document, read straight from the tape: simdjson's own dom::element costs two calls and a copy
/// for each member passed by, more than the parsing. Valid as long as the document. Any thread; a value. Only the
/// decoder includes this header: simdjson's is large. Source of the layout: simdjson doc/tape.md.
///
///     word = type << 56 | payload          {  [  the index behind the closing bracket (32 bits), the count (24 bits)
///                                          "     where in the strings its length (4 bytes) and text are
///                                          l u d a number in the next word; t f n and the closing brackets: one word
class TapeValue
{
public:
    /// The document that `parser` has parsed last, with success.
    static TapeValue root(const simdjson::dom::parser &parser)
    {
        return {parser.doc.tape.get(), parser.doc.string_buf.get(), 1};
    }

    bool isObject() const { return type() == '{'; }
    bool isArray() const { return type() == '['; }
    bool isTrue() const { return type() == 't'; }
    /// As simdjson's tape has it: { [ " l u d t f n
    char type() const { return static_cast<char>(m_tape[m_at] >> 56); }
    /// Only for l and d.
    std::int64_t integer() const { return std::bit_cast<std::int64_t>(m_tape[m_at + 1]); }
    double number() const { return std::bit_cast<double>(m_tape[m_at + 1]); }
    /// Whether nothing follows it in the object or array that is `whole`.
    bool isLastOf(TapeValue whole) const { return behind(m_at) + 1 == behind(whole.m_at); }

    /// Empty for all but strings.
    std::string_view text() const { return type() == '"' ? stringAt(m_at) : std::string_view(); }

    /// Calls `visit(key, value)` with each member, if it is an object at all.
    template <class Visit>
    void eachMember(Visit visit) const
    {
        if (!isObject())
            return;
        const std::size_t end = behind(m_at) - 1;
        for (std::size_t at = m_at + 1; at < end;) {
            const TapeValue value{m_tape, m_strings, at + 1};
            visit(stringAt(at), value);
            at = behind(at + 1);
        }
    }
    /// Calls `visit(value)` with each element, if it is an array at all.
    template <class Visit>
    void eachElement(Visit visit) const
    {
        if (!isArray())
            return;
        const std::size_t end = behind(m_at) - 1;
        for (std::size_t at = m_at + 1; at < end; at = behind(at))
            visit(TapeValue{m_tape, m_strings, at});
    }
    /// Of several members with one key the last, as most readers have it.
    bool has(std::string_view key) const
    {
        bool found = false;
        eachMember([&](std::string_view name, TapeValue) { found = found || name == key; });
        return found;
    }

    /// Equal for equal trees in equal order. Nothing for a tree of more than some hundred nodes.
    std::optional<ContentHash> contentHash() const;
    /// Appends the one text that all equal trees in equal order have, of objects and strings alone that which
    /// simdjson::minify prints; how many members the objects in it have, at all depths.
    std::uint32_t appendCanonical(std::string &text) const;

private:
    TapeValue(const std::uint64_t *tape, const std::uint8_t *strings, std::size_t at)
        : m_tape(tape)
        , m_strings(strings)
        , m_at(at)
    {}

    std::uint32_t lengthAt(std::uint64_t offset) const
    {
        std::uint32_t length = 0;
        std::memcpy(&length, m_strings + offset, sizeof length);
        return length;
    }
    static void appendQuoted(std::string &text, std::string_view string);
    static std::uint64_t payload(std::uint64_t word) { return word & 0x00ff'ffff'ffff'ffffULL; }
    std::string_view stringAt(std::size_t at) const
    {
        const std::uint64_t offset = payload(m_tape[at]);
        return {reinterpret_cast<const char *>(m_strings + offset + sizeof(std::uint32_t)), lengthAt(offset)};
    }
    std::size_t behind(std::size_t at) const
    {
        const std::uint64_t word = m_tape[at];
        switch (word >> 56) {
        case '{':
        case '[': return static_cast<std::uint32_t>(word);
        case 'l':
        case 'u':
        case 'd': return at + 2;
        default: return at + 1;
        }
    }

    const std::uint64_t *m_tape;
    const std::uint8_t *m_strings;
    std::size_t m_at;
};

} // namespace wk
