// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterlexer.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

using Kind = FilterToken::Kind;

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    return lower;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool startsWord(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || (c & 0x80) != 0;
}

bool continuesWord(char c)
{
    return startsWord(c) || c == '-' || c == '.' || c == '/';
}

/// Walks over a text from front to back.
class Lexer
{
public:
    explicit Lexer(std::string_view text)
        : m_text(text)
    {}

    std::vector<FilterToken> run()
    {
        while (m_at < m_text.size()) {
            if (isBlank(m_text[m_at]))
                ++m_at;
            else
                next();
        }
        return std::move(m_tokens);
    }

private:
    void next()
    {
        const char c = m_text[m_at];
        // Behind a colon or comma a value follows, which may begin as no word of its own can.
        const bool valueFollows =
            !m_tokens.empty() && (m_tokens.back().kind == Kind::Colon || m_tokens.back().kind == Kind::Comma);
        if (c == '"')
            return quoted();
        if (startsWord(c) || (valueFollows && continuesWord(c)))
            return word(valueFollows);
        const Kind pair = pairOf(m_text.substr(m_at, 2));
        pair == Kind::Strange ? add(signOf(c), 1) : add(pair, 2);
    }

    /// Strange when the two characters are no sign together.
    static Kind pairOf(std::string_view two)
    {
        return two == "=="   ? Kind::Equal
               : two == "!=" ? Kind::Unequal
               : two == "<=" ? Kind::LessEqual
               : two == ">=" ? Kind::GreaterEqual
               : two == "&&" ? Kind::And
               : two == "||" ? Kind::Or
                             : Kind::Strange;
    }

    static Kind signOf(char c)
    {
        switch (c) {
        case ':': return Kind::Colon;
        case ',': return Kind::Comma;
        case '!':
        case '-': return Kind::Not;
        case '<': return Kind::Less;
        case '>': return Kind::Greater;
        case '(': return Kind::OpenParen;
        case ')': return Kind::CloseParen;
        case '[': return Kind::OpenBracket;
        case ']': return Kind::CloseBracket;
        case '{': return Kind::OpenBrace;
        case '}': return Kind::CloseBrace;
        default: return Kind::Strange;
        }
    }

    void add(Kind kind, std::size_t length, std::string text = {})
    {
        m_tokens.push_back({kind, m_at, length, std::move(text)});
        m_at += length;
    }

    /// "2026-11-21T10" of a time, whose colons ask no field.
    bool isTime(std::size_t colon) const
    {
        constexpr std::string_view Form = "dddd-dd-ddTdd";
        const std::string_view begun = m_text.substr(m_at, colon - m_at).substr(0, Form.size());
        return begun.size() == Form.size() &&
               std::equal(begun.begin(), begun.end(), Form.begin(),
                          [](char c, char form) { return form == 'd' ? c >= '0' && c <= '9' : c == form; });
    }

    void word(bool isValue)
    {
        std::size_t end = m_at + 1;
        while (end < m_text.size() && (continuesWord(m_text[end]) || (m_text[end] == ':' && isTime(end))))
            ++end;
        std::string text(m_text.substr(m_at, end - m_at));
        const std::string lower = lowered(text);
        const Kind kind = isValue          ? Kind::Word
                          : lower == "and" ? Kind::And
                          : lower == "or"  ? Kind::Or
                          : lower == "not" ? Kind::Not
                                           : Kind::Word;
        add(kind, end - m_at, std::move(text));
    }

    void quoted()
    {
        std::string text;
        for (std::size_t i = m_at + 1; i < m_text.size(); ++i) {
            if (m_text[i] == '"')
                return add(Kind::Quoted, i + 1 - m_at, std::move(text));
            if (m_text[i] == '\\' && i + 1 < m_text.size()) {
                ++i;
                text += m_text[i] == 'n' ? '\n' : m_text[i] == 't' ? '\t' : m_text[i];
            } else {
                text += m_text[i];
            }
        }
        add(Kind::OpenQuote, m_text.size() - m_at, std::move(text));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<FilterToken> m_tokens;
};

} // namespace

std::vector<FilterToken> filterTokens(std::string_view text)
{
    return Lexer(text).run();
}

bool isBareWord(std::string_view text)
{
    return !text.empty() && startsWord(text.front()) && std::all_of(text.begin(), text.end(), continuesWord);
}

std::string quotedFilterText(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\t': out += "\\t"; break;
        default: out += c;
        }
    }
    return out + '"';
}

bool isReservedWord(std::string_view text)
{
    constexpr std::array<std::string_view, 8> Words{"and",      "or",         "not",      "in",
                                                    "contains", "startswith", "endswith", "matches"};
    return std::find(Words.begin(), Words.end(), lowered(text)) != Words.end();
}

std::optional<FilterField> fieldByName(std::string_view name)
{
    const std::string lower = lowered(name);
    if (lower == "namespace")
        return FilterField::Namespace;
    if (lower == "status")
        return FilterField::Phase;
    for (int i = 0; i < static_cast<int>(FilterField::Text); ++i) {
        const auto field = static_cast<FilterField>(i);
        if (fieldName(field) == lower)
            return field;
    }
    return {};
}

} // namespace wk
