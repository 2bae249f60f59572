// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/splitter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace wk::json {

namespace {

constexpr std::size_t npos = std::string_view::npos;

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::size_t skipBlanks(std::string_view text, std::size_t at)
{
    while (at < text.size() && isBlank(text[at]))
        ++at;
    return at;
}

/// `at` is behind the opening quote; the answer behind the closing one.
std::size_t stringEnd(std::string_view text, std::size_t at)
{
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"')
            return at + 1;
        at += c == '\\' ? 2 : 1;
    }
    return npos;
}

enum : unsigned char { Plain, Quote, Open, Close };

constexpr std::array<unsigned char, 256> classes()
{
    std::array<unsigned char, 256> table{};
    table['"'] = Quote;
    table['{'] = table['['] = Open;
    table['}'] = table[']'] = Close;
    return table;
}
constexpr auto ClassOf = classes();

/// What 64 bytes hold, a bit each.
struct Marks {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opening = 0;
    std::uint64_t closing = 0;
};

constexpr std::size_t BlockBytes = 64;

#ifdef __SSE2__
Marks marksOf(const char *block)
{
    const auto bits = [](__m128i matches) {
        return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(matches)));
    };
    Marks marks;
    for (std::size_t at = 0; at < BlockBytes; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(block + at));
        const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20)); // '[' to '{', ']' to '}'
        marks.quotes |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'))) << at;
        marks.backslashes |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))) << at;
        marks.opening |= bits(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{'))) << at;
        marks.closing |= bits(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}'))) << at;
    }
    return marks;
}
#else
Marks marksOf(const char *block)
{
    Marks marks;
    for (std::size_t at = 0; at < BlockBytes; ++at) {
        const auto byte = static_cast<unsigned char>(block[at]);
        marks.quotes |= std::uint64_t(ClassOf[byte] == Quote) << at;
        marks.backslashes |= std::uint64_t(byte == '\\') << at;
        marks.opening |= std::uint64_t(ClassOf[byte] == Open) << at;
        marks.closing |= std::uint64_t(ClassOf[byte] == Close) << at;
    }
    return marks;
}
#endif

/// Follows brackets through a text, 64 bytes at a time: which of them stand in strings comes out of the quotes by
/// arithmetic, not by branches. Source: Langdale and Lemire, Parsing Gigabytes of JSON per Second, 3.1.
class BracketScan
{
public:
    /// The index of the bracket that closes the first open one, if it is in this block.
    std::optional<unsigned> closingIn(const char *block)
    {
        Marks marks = marksOf(block);
        const std::uint64_t quotes = marks.quotes & ~escaped(marks.backslashes);
        const std::uint64_t inString = flipped(quotes) ^ m_inString;
        m_inString = inString >> 63 ? ~std::uint64_t(0) : 0;
        marks.opening &= ~inString;
        marks.closing &= ~inString;
        const auto closings = static_cast<std::size_t>(std::popcount(marks.closing));
        if (closings < m_depth) {
            m_depth += static_cast<std::size_t>(std::popcount(marks.opening)) - closings;
            return {};
        }
        for (std::uint64_t all = marks.opening | marks.closing; all != 0; all &= all - 1) {
            const std::uint64_t lowest = all & (~all + 1);
            m_depth += lowest & marks.opening ? 1 : std::size_t(-1);
            if (m_depth == 0)
                return static_cast<unsigned>(std::countr_zero(all));
        }
        return {};
    }

private:
    /// The bytes that a backslash stands before, itself not escaped.
    std::uint64_t escaped(std::uint64_t backslashes)
    {
        std::uint64_t result = std::exchange(m_escapesNext, 0);
        backslashes &= ~result;
        while (backslashes != 0) {
            const std::uint64_t lowest = backslashes & (~backslashes + 1);
            const std::uint64_t target = lowest << 1;
            m_escapesNext = target == 0 ? 1 : 0;
            result |= target;
            backslashes &= ~(lowest | target);
        }
        return result;
    }
    /// Each bit: whether an odd number of quotes stands at it or before.
    static std::uint64_t flipped(std::uint64_t quotes)
    {
        for (unsigned shift = 1; shift < 64; shift *= 2)
            quotes ^= quotes << shift;
        return quotes;
    }

    std::size_t m_depth = 1;
    std::uint64_t m_inString = 0;
    std::uint64_t m_escapesNext = 0;
};

/// `at` is behind the opening bracket; the answer behind the one that closes it.
std::size_t bracketEnd(std::string_view text, std::size_t at)
{
    BracketScan scan;
    for (; at + BlockBytes <= text.size(); at += BlockBytes) {
        if (const auto found = scan.closingIn(text.data() + at))
            return at + *found + 1;
    }
    std::array<char, BlockBytes> last{};
    std::copy(text.begin() + std::ptrdiff_t(at), text.end(), last.begin());
    const auto found = scan.closingIn(last.data());
    return found ? at + *found + 1 : npos;
}

std::size_t scalarEnd(std::string_view text, std::size_t at)
{
    const std::size_t begin = at;
    while (at < text.size() && !isBlank(text[at]) && text[at] != ',' && text[at] != ':' &&
           ClassOf[static_cast<unsigned char>(text[at])] == Plain)
        ++at;
    return at == begin ? npos : at;
}

std::size_t afterOpening(std::string_view text, char bracket)
{
    const std::size_t at = skipBlanks(text, 0);
    return at < text.size() && text[at] == bracket ? at + 1 : npos;
}

/// Where a further member or element begins, or the closing bracket stands; npos when neither follows.
std::size_t nextItem(std::string_view text, std::size_t at, char bracket, bool first)
{
    at = skipBlanks(text, at);
    if (at >= text.size() || text[at] == bracket || first)
        return at;
    return text[at] == ',' ? skipBlanks(text, at + 1) : npos;
}

bool isClosedAt(std::string_view text, std::size_t at, char bracket)
{
    return at < text.size() && text[at] == bracket && skipBlanks(text, at + 1) == text.size();
}

} // namespace

std::size_t valueEnd(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return npos;
    switch (ClassOf[static_cast<unsigned char>(text[at])]) {
    case Quote: return stringEnd(text, at + 1);
    case Open: return bracketEnd(text, at + 1);
    case Close: return npos;
    }
    return scalarEnd(text, at);
}

Members::Members(std::string_view object)
    : m_text(object)
    , m_at(afterOpening(object, '{'))
{}

std::size_t Members::currentEnd()
{
    if (m_at == npos && m_valueBegin != 0)
        m_at = valueEnd(m_text, m_valueBegin);
    return m_at;
}

std::string_view Members::value()
{
    const std::size_t end = currentEnd();
    return end == npos ? std::string_view() : m_text.substr(m_valueBegin, end - m_valueBegin);
}

bool Members::next()
{
    const std::size_t at = currentEnd();
    m_valueBegin = 0;
    m_at = npos;
    if (at == npos)
        return false;
    const std::size_t begin = nextItem(m_text, at, '}', m_first);
    m_first = false;
    if (begin >= m_text.size() || m_text[begin] != '"') {
        m_whole = isClosedAt(m_text, begin, '}');
        return false;
    }
    const std::size_t keyEnd = stringEnd(m_text, begin + 1);
    const std::size_t colon = keyEnd == npos ? npos : skipBlanks(m_text, keyEnd);
    if (colon >= m_text.size() || m_text[colon] != ':')
        return false;
    m_key = m_text.substr(begin + 1, keyEnd - begin - 2);
    m_valueBegin = skipBlanks(m_text, colon + 1);
    return true;
}

Elements::Elements(std::string_view array)
    : m_text(array)
    , m_at(afterOpening(array, '['))
{}

bool Elements::next()
{
    if (m_at == npos)
        return false;
    const std::size_t begin = nextItem(m_text, m_at, ']', m_first);
    m_first = false;
    m_at = npos;
    if (begin >= m_text.size() || m_text[begin] == ']') {
        m_whole = isClosedAt(m_text, begin, ']');
        return false;
    }
    const std::size_t end = valueEnd(m_text, begin);
    if (end == npos)
        return false;
    m_value = m_text.substr(begin, end - begin);
    m_at = end;
    return true;
}

std::optional<std::string_view> member(std::string_view object, std::string_view key)
{
    std::optional<std::string_view> found;
    Members members(object);
    while (members.next()) {
        if (members.key() == key)
            found = members.value();
    }
    return members.isWhole() ? found : std::nullopt;
}

std::optional<EventParts> splitEvent(std::string_view line)
{
    EventParts parts;
    Members members(line);
    while (members.next()) {
        if (members.key() == "type" && members.value().size() >= 2 && members.value().front() == '"')
            parts.type = members.value().substr(1, members.value().size() - 2);
        else if (members.key() == "object")
            parts.object = members.value();
    }
    if (!members.isWhole() || parts.type.empty() || parts.object.empty())
        return {};
    return parts;
}

std::optional<EventParts> splitEventFast(std::string_view line)
{
    constexpr std::string_view Opening = "{\"type\":\"";
    constexpr std::string_view Middle = "\",\"object\":";
    if (!line.starts_with(Opening) || !line.ends_with('}'))
        return {};
    const std::size_t typeEnd = line.find('"', Opening.size());
    if (typeEnd == npos || !line.substr(typeEnd).starts_with(Middle))
        return {};
    const std::size_t begin = typeEnd + Middle.size();
    return EventParts{line.substr(Opening.size(), typeEnd - Opening.size()),
                      line.substr(begin, line.size() - 1 - begin)};
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text.substr(skipBlanks(text, 0));
}

} // namespace wk::json
