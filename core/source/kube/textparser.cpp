// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/textparser.h"

#include "core/json/legalise.h"

#include <functional>

namespace wk {

std::optional<simdjson::dom::element> TextParser::parsePadded(const char *bytes, std::size_t size)
{
    simdjson::dom::element root;
    if (m_parser.parse(bytes, size, false).get(root) != simdjson::SUCCESS)
        return {};
    return root;
}

std::optional<simdjson::dom::element> TextParser::parseStrictly(std::string_view text)
{
    if (isPadded(text))
        return parsePadded(text.data(), text.size());
    m_padded.assign(text);
    m_padded.append(simdjson::SIMDJSON_PADDING, '\0');
    return parsePadded(m_padded.data(), text.size());
}

/// simdjson reads on behind the text, though it heeds nothing of it.
bool TextParser::isPadded(std::string_view text) const
{
    const std::less_equal<const char *> isNotAbove;
    return isNotAbove(m_readable.data(), text.data()) &&
           text.size() + simdjson::SIMDJSON_PADDING <= m_readable.size() &&
           isNotAbove(text.data() + text.size() + simdjson::SIMDJSON_PADDING, m_readable.data() + m_readable.size());
}

std::optional<simdjson::dom::element> TextParser::parse(std::string_view text)
{
    if (const auto root = parseStrictly(text))
        return root;
    const auto legal = json::legalised(text);
    return legal ? parseStrictly(*legal) : std::nullopt;
}

} // namespace wk
