// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/splitter.h"

#include "core/json/bracketend.h"

#include <array>

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
