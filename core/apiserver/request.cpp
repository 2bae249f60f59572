// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/request.h"

namespace wk::apiserver {

namespace {

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

} // namespace

std::optional<std::string> percentDecoded(std::string_view text, bool plusIsSpace)
{
    std::string decoded;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += plusIsSpace && text[i] == '+' ? ' ' : text[i];
            continue;
        }
        if (i + 2 >= text.size())
            return {};
        const int high = hexDigit(text[i + 1]);
        const int low = hexDigit(text[i + 2]);
        if (high < 0 || low < 0 || (high == 0 && low == 0))
            return {};
        decoded += char(high * 16 + low);
        i += 2;
    }
    return decoded;
}

Query Query::parse(std::string_view text)
{
    Query query;
    while (!text.empty()) {
        const std::string_view pair = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), pair.size() + 1));
        const size_t equals = pair.find('=');
        const auto name = percentDecoded(pair.substr(0, equals), true);
        const auto value = equals == pair.npos ? std::string() : percentDecoded(pair.substr(equals + 1), true);
        if (name && value && !name->empty())
            query.m_values.try_emplace(*name, *value);
    }
    return query;
}

std::string Query::value(const std::string &name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? std::string() : found->second;
}

bool Query::isSet(const std::string &name) const
{
    const auto found = m_values.find(name);
    return found != m_values.end() && found->second != "false" && found->second != "0";
}

} // namespace wk::apiserver
