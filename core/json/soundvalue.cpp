// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/soundvalue.h"

#include "core/base/prefetch.h"
#include "core/json/bracketend.h"
#include "core/json/plainstring.h"
#include "core/json/textblock.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace wk::json {

namespace {

constexpr std::size_t Unsound = std::string_view::npos;

/// How deep, as a power of two: each level is a bit of a word.
constexpr unsigned DeepestSoundBits = 6;

/// As many fit into 64 bits with their sign.
constexpr std::size_t SoundDigits = 18;

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/// Whether text[at] may follow a backslash. Halves of surrogate pairs are left to a parser.
bool isSoundEscape(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return false;
    switch (text[at]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': return true;
    case 'u': break;
    default: return false;
    }
    if (text.size() - at < 5)
        return false;
    const std::string_view digits = text.substr(at + 1, 4);
    return std::all_of(digits.begin(), digits.end(), isHexDigit) && (digits[0] | 0x20) != 'd';
}

/// Of so many bytes a comparison is one instruction; of a number that is not known ahead a call.
bool isFour(std::string_view text, std::size_t at, const char (&four)[5])
{
    return text.size() - at >= 4 && std::memcmp(text.data() + at, four, 4) == 0;
}

/// One past a literal or a number; Unsound for anything else.
std::size_t soundScalarEnd(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return Unsound;
    switch (text[at]) {
    case 't': return isFour(text, at, "true") ? at + 4 : Unsound;
    case 'f': return isFour(text, at + 1, "alse") ? at + 5 : Unsound;
    case 'n': return isFour(text, at, "null") ? at + 4 : Unsound;
    default: break;
    }
    const std::size_t begin = at + (text[at] == '-' ? 1 : 0);
    std::size_t end = begin;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    const std::size_t digits = end - begin;
    const bool isWhole = digits > 0 && digits <= SoundDigits && (digits == 1 || text[begin] != '0');
    return isWhole ? end : Unsound;
}

/// Follows one bracketed value through a text. What stands behind
///
///     {   , in {}                  is a key, or right behind { its closing bracket
///     [   , in []   :              is a value, or right behind [ its closing bracket
///     a key                        is a colon
///
/// and nowhere else there is a key, a value or a colon. Behind a value that leaves commas and closing brackets.
class SoundScan
{
public:
    enum class Step { Further, Ended, Odd };

    explicit SoundScan(std::string_view text)
        : m_text(text)
    {}

    /// Goes on with the block that stands at `from`. Inline: so that it uses the instructions of its caller.
    template <class Block>
    [[gnu::always_inline]] Step take(const Block &block, std::size_t from)
    {
        const StringScan::Found strings = m_strings.next(block);
        const std::uint64_t begins = strings.quotes & strings.inString;
        const std::uint64_t outside = ~(strings.inString | strings.quotes);
        const std::uint64_t opening = block.areBracket('{') & outside;
        const std::uint64_t closing = block.areBracket('}') & outside;
        const std::uint64_t curly = block.areLowercase();
        const std::uint64_t colons = block.are(':') & outside;
        const std::uint64_t commas = block.are(',') & outside;
        const std::uint64_t scalars = outside & ~(opening | closing | colons | commas);

        const std::uint64_t end = follow(opening, closing, curly, commas);
        const std::uint64_t seen = end == 0 ? ~std::uint64_t(0) : end | (end - 1);
        const std::uint64_t forKey = behind((opening & curly) | m_objectCommas, m_forKey);
        const std::uint64_t forValue = behind((opening & ~curly) | (commas & ~m_objectCommas) | colons, m_forValue);
        const std::uint64_t mayClose = behind(opening, m_mayClose) & closing;
        const std::uint64_t forColon = behind(endsOf(begins & forKey, strings.inString), m_forColon);
        const std::uint64_t scalarsBegin = scalars & ~behind(scalars, m_inScalar);
        const std::uint64_t valuesBegin = begins | opening | scalarsBegin;
        const std::uint64_t unprintable = block.areUnprintable();

        std::uint64_t odd = (((forKey & ~begins) | (forValue & ~valuesBegin)) & ~mayClose) |
                            (valuesBegin & ~(forKey | forValue)) | (forColon ^ colons);
        if (unprintable != 0) {
            const std::uint64_t beyondAscii = block.areBeyondAscii();
            odd |= unprintable & ~beyondAscii & strings.inString;
            m_beyondAscii |= beyondAscii & seen;
        }
        odd |= 0 - std::uint64_t(m_isOdd);
        if ((odd & seen) != 0)
            return Step::Odd;
        if ((scalarsBegin & seen) != 0 && !areSound(scalarsBegin & seen, from))
            return Step::Odd;
        if ((strings.escaped & seen) != 0 && !areEscapesSound(strings.escaped & seen, from))
            return Step::Odd;
        m_end = static_cast<unsigned>(std::countr_zero(end));
        return end == 0 ? Step::Further : Step::Ended;
    }

    /// In the last block: the index of the bracket that closes the value.
    unsigned end() const { return m_end; }
    bool isAscii() const { return m_beyondAscii == 0; }

private:
    /// Where the strings that begin there end: a sum carries through each of them, and on into the next block.
    [[gnu::always_inline]] std::uint64_t endsOf(std::uint64_t stringsBegin, std::uint64_t inString)
    {
        const std::uint64_t some = inString + stringsBegin;
        const std::uint64_t all = some + m_carry;
        m_carry = (some < inString ? 1 : 0) | (all < some ? 1 : 0);
        return all & ~inString;
    }

    /// Goes in and out at the brackets, and finds the commas between members, m_objectCommas. The bit of the bracket
    /// that closes the value, if it is here.
    [[gnu::always_inline]] std::uint64_t follow(std::uint64_t opening, std::uint64_t closing, std::uint64_t curly,
                                                std::uint64_t commas)
    {
        std::uint64_t objectCommas = 0;
        std::uint64_t levels = m_levels;
        std::uint64_t odd = 0;
        std::size_t depth = m_depth;
        std::uint64_t rest = ~std::uint64_t(0); // from the last bracket on
        for (std::uint64_t all = opening | closing; all != 0; all &= all - 1) {
            // Without branches: which bracket comes next nobody can predict.
            const std::uint64_t upTo = all ^ (all - 1);
            const std::uint64_t bracket = all & upTo;
            const std::uint64_t isCurly = (curly & bracket) != 0;
            const bool isOpening = (opening & bracket) != 0;
            objectCommas |= commas & rest & upTo & (0 - (levels & 1));
            rest = ~upTo;
            odd |= isOpening ? depth >> DeepestSoundBits : (levels & 1) ^ isCurly;
            levels = isOpening ? levels << 1 | isCurly : levels >> 1;
            depth += isOpening ? 1 : std::size_t(-1);
            if (depth == 0) {
                m_isOdd |= odd != 0;
                m_objectCommas = objectCommas;
                return bracket;
            }
        }
        m_objectCommas = objectCommas | (commas & rest & (0 - (levels & 1)));
        m_levels = levels;
        m_depth = depth;
        m_isOdd |= odd != 0;
        return 0;
    }

    /// Whether a literal or a number begins at each of these bytes, and what stands right behind it ends it.
    bool areSound(std::uint64_t scalarsBegin, std::size_t from) const
    {
        for (; scalarsBegin != 0; scalarsBegin &= scalarsBegin - 1) {
            const std::size_t end =
                soundScalarEnd(m_text, from + static_cast<std::size_t>(std::countr_zero(scalarsBegin)));
            if (end >= m_text.size() || (m_text[end] != ',' && (m_text[end] | 0x20) != '}'))
                return false;
        }
        return true;
    }

    bool areEscapesSound(std::uint64_t escaped, std::size_t from) const
    {
        for (; escaped != 0; escaped &= escaped - 1) {
            if (!isSoundEscape(m_text, from + static_cast<std::size_t>(std::countr_zero(escaped))))
                return false;
        }
        return true;
    }

    std::string_view m_text;
    StringScan m_strings;
    std::uint64_t m_levels = 0; ///< the lowest bit: whether we are in an object; then what is around it
    std::size_t m_depth = 0;
    unsigned m_end = 0;
    bool m_isOdd = false;
    std::uint64_t m_objectCommas = 0;
    std::uint64_t m_beyondAscii = 0;
    std::uint64_t m_carry = 0; ///< of a key that goes on in the next block
    // What the last byte of the block before asks of the next one.
    std::uint64_t m_forKey = 0;
    std::uint64_t m_forValue = 1;
    std::uint64_t m_mayClose = 0;
    std::uint64_t m_forColon = 0;
    std::uint64_t m_inScalar = 0;
};

/// Of an object or an array.
template <class Block>
[[gnu::always_inline]] inline std::size_t soundEndBy(std::string_view text, const std::size_t begin)
{
    SoundScan scan(text);
    auto step = SoundScan::Step::Further;
    std::size_t at = begin;
    for (; at + BlockBytes <= text.size(); at += BlockBytes) {
        prefetchBehind(text.data() + at);
        step = scan.take(Block(text.data() + at), at);
        if (step != SoundScan::Step::Further)
            break;
    }
    if (step == SoundScan::Step::Further) {
        std::array<char, BlockBytes> last{}; // whose zeros are odd
        std::copy(text.begin() + std::ptrdiff_t(at), text.end(), last.begin());
        step = scan.take(Block(last.data()), at);
    }
    if (step != SoundScan::Step::Ended)
        return Unsound;
    const std::size_t end = at + scan.end() + 1;
    return scan.isAscii() || simdjson::validate_utf8(text.data() + begin, end - begin) ? end : Unsound;
}

#if defined(__x86_64__)
WK_WIDE std::size_t soundEndWidely(std::string_view text, std::size_t at)
{
    return soundEndBy<WideBlock>(text, at);
}

WK_WIDEST std::size_t soundEndWidest(std::string_view text, std::size_t at)
{
    return soundEndBy<WidestBlock>(text, at);
}
#endif

std::size_t soundBracketEnd(std::string_view text, std::size_t at, BlockKind by)
{
    switch (by) {
#if defined(__x86_64__)
    case BlockKind::Widest: return soundEndWidest(text, at);
    case BlockKind::Wide: return soundEndWidely(text, at);
#endif
    default: return soundEndBy<PlainBlock>(text, at);
    }
}

/// Of a string with escapes, or beyond ASCII.
std::size_t soundStringEnd(std::string_view text, std::size_t at)
{
    const std::size_t end = stringEnd(text, at);
    if (end == Unsound)
        return Unsound;
    const std::string_view inside = text.substr(at, end - 1 - at);
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (static_cast<unsigned char>(inside[i]) < 0x20 || (inside[i] == '\\' && !isSoundEscape(inside, ++i)))
            return Unsound;
    }
    return simdjson::validate_utf8(inside.data(), inside.size()) ? end : Unsound;
}

} // namespace

std::size_t soundValueEnd(std::string_view text, std::size_t at, BlockKind by)
{
    if (at < text.size() && text[at] == '"') {
        const std::size_t end = plainStringEnd(text, at + 1);
        return end != Unsound ? end : soundStringEnd(text, at + 1);
    }
    if (at < text.size() && (text[at] | 0x20) == '{')
        return soundBracketEnd(text, at, by);
    return soundScalarEnd(text, at);
}

} // namespace wk::json
