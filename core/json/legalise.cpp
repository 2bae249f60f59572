// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/legalise.h"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace wk::json {

namespace {

constexpr std::string_view Replacement = "\xEF\xBF\xBD";

bool isContinuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/// How many bytes the well-formed UTF-8 sequence at `at` has; 0 when there is none. Source: Unicode 15, table 3-7.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) -> unsigned char {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
    };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return isContinuation(byte(1)) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool second = lead == 0xE0   ? byte(1) >= 0xA0 && byte(1) <= 0xBF
                            : lead == 0xED ? byte(1) >= 0x80 && byte(1) <= 0x9F
                                           : isContinuation(byte(1));
        return second && isContinuation(byte(2)) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool second = lead == 0xF0   ? byte(1) >= 0x90 && byte(1) <= 0xBF
                            : lead == 0xF4 ? byte(1) >= 0x80 && byte(1) <= 0x8F
                                           : isContinuation(byte(1));
        return second && isContinuation(byte(2)) && isContinuation(byte(3)) ? 4 : 0;
    }
    return 0;
}

/// The four hex digits of a \u escape whose 'u' stands at `at`.
std::optional<unsigned> hexEscape(std::string_view text, std::size_t at)
{
    if (at + 5 > text.size() || text[at] != 'u')
        return {};
    unsigned value = 0;
    const char *begin = text.data() + at + 1;
    const auto [end, error] = std::from_chars(begin, begin + 4, value, 16);
    if (error != std::errc() || end != begin + 4)
        return {};
    return value;
}

bool isHigh(unsigned unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}
bool isLow(unsigned unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

bool fitsInteger(std::string_view token)
{
    const char *begin = token.data();
    const char *end = begin + token.size();
    std::int64_t number = 0;
    std::uint64_t large = 0;
    const auto [signedEnd, signedError] = std::from_chars(begin, end, number);
    if (signedError == std::errc() && signedEnd == end)
        return true;
    const auto [largeEnd, largeError] = std::from_chars(begin, end, large);
    return largeError == std::errc() && largeEnd == end;
}

bool areDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// By JSON's grammar, and within what 64 bits or a double hold.
bool isSafeNumber(std::string_view token)
{
    std::string_view rest = token.substr(token.starts_with('-') ? 1 : 0);
    const std::size_t wholeEnd = std::min(rest.find_first_of(".eE"), rest.size());
    const std::string_view whole = rest.substr(0, wholeEnd);
    if (!areDigits(whole) || (whole.size() > 1 && whole.front() == '0'))
        return false;
    if (wholeEnd == rest.size())
        return fitsInteger(token);
    rest.remove_prefix(wholeEnd);
    if (rest.front() == '.') {
        const std::size_t fractionEnd = std::min(rest.find_first_of("eE"), rest.size());
        if (!areDigits(rest.substr(1, fractionEnd - 1)))
            return false;
        rest.remove_prefix(fractionEnd);
    }
    if (!rest.empty() && !areDigits(rest.substr(rest.size() > 1 && (rest[1] == '-' || rest[1] == '+') ? 2 : 1)))
        return false;
    double number = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
    return error == std::errc() && end == token.data() + token.size() && std::isfinite(number);
}

/// Reads one text from front to back, writing as it goes.
class Rewriter
{
public:
    explicit Rewriter(std::string_view text)
        : m_text(text)
    {
        m_out.reserve(text.size() + 64);
        if (m_text.starts_with("\xEF\xBB\xBF"))
            m_text.remove_prefix(3);
    }

    std::optional<std::string> run()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"') {
                if (!copyString())
                    return {};
            } else if (std::string_view("{}[]:, \t\r\n").find(c) != std::string_view::npos) {
                m_out += c;
                ++m_at;
            } else {
                copyScalar();
            }
        }
        return std::move(m_out);
    }

private:
    bool copyString()
    {
        m_out += '"';
        for (++m_at; m_at < m_text.size();) {
            const auto c = static_cast<unsigned char>(m_text[m_at]);
            if (c == '"') {
                m_out += '"';
                ++m_at;
                return true;
            }
            if (c != '\\')
                copyCharacter();
            else if (!copyEscape())
                return false;
        }
        return false;
    }

    void copyCharacter()
    {
        const auto c = static_cast<unsigned char>(m_text[m_at]);
        if (c < 0x20) {
            constexpr char Hex[] = "0123456789abcdef";
            m_out += "\\u00";
            m_out += Hex[c >> 4];
            m_out += Hex[c & 15];
            ++m_at;
        } else if (const std::size_t length = sequenceLength(m_text, m_at)) {
            m_out += m_text.substr(m_at, length);
            m_at += length;
        } else {
            m_out += Replacement;
            ++m_at;
        }
    }

    bool copyEscape()
    {
        if (m_at + 1 >= m_text.size())
            return false;
        if (std::string_view("\"\\/bfnrt").find(m_text[m_at + 1]) != std::string_view::npos) {
            m_out += m_text.substr(m_at, 2);
            m_at += 2;
            return true;
        }
        const auto unit = hexEscape(m_text, m_at + 1);
        if (!unit)
            return false;
        std::size_t length = 6;
        if (isHigh(*unit) && m_at + 6 < m_text.size() && m_text[m_at + 6] == '\\') {
            const auto second = hexEscape(m_text, m_at + 7);
            length = second && isLow(*second) ? 12 : 6;
        }
        if (length == 6 && (isHigh(*unit) || isLow(*unit)))
            m_out += Replacement;
        else
            m_out += m_text.substr(m_at, length);
        m_at += length;
        return true;
    }

    void copyScalar()
    {
        const std::size_t end = std::min(m_text.find_first_of("{}[]:,\" \t\r\n", m_at), m_text.size());
        const std::string_view token = m_text.substr(m_at, end - m_at);
        if (token == "true" || token == "false" || token == "null" || isSafeNumber(token)) {
            m_out += token;
            m_at = end;
            return;
        }
        m_out += '"';
        while (m_at < end) {
            if (m_text[m_at] == '\\') {
                m_out += "\\\\";
                ++m_at;
            } else {
                copyCharacter();
            }
        }
        m_out += '"';
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out;
};

} // namespace

std::optional<std::string> legalised(std::string_view text)
{
    return Rewriter(text).run();
}

} // namespace wk::json
