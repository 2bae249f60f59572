// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/textcursor.h"
#include "core/json/valuereader.h"

#include <optional>
#include <string_view>

namespace wk::test {

/// Reads an object as its readers do: down to `depth` it is gone into, what is further down is one value.
class ValuesOf
{
public:
    ValuesOf(std::string_view text, int depth, json::ReadText before = {})
        : m_cursor(text)
        , m_values(text, 0, &before)
    {
        m_isRead = take(depth) && m_cursor.isAtEnd();
    }

    /// Nothing where it is to be left to a parser.
    std::optional<json::ReadValues> values() { return m_isRead ? std::optional(m_values.takeValues()) : std::nullopt; }

private:
    bool take(int depth)
    {
        std::string_view value;
        if (depth == 0 || !m_cursor.isAt('{'))
            return m_cursor.takeUpTo(m_values.valueEnd(m_cursor.at()), value);
        if (depth == 2) {
            if (const auto same = m_values.pass(m_cursor.at())) {
                m_cursor.goTo(same->end);
                return true;
            }
        }
        const auto kind = depth == 2 ? json::ReadValue::Kind::Marked : json::ReadValue::Kind::Around;
        const std::size_t entered = m_values.enter(m_cursor.at(), kind);
        const bool isRead = m_cursor.takeObject([&](std::string_view) { return take(depth - 1); });
        m_values.leave(entered, m_cursor.at());
        return isRead;
    }

    json::TextCursor m_cursor;
    json::ValueReader m_values;
    bool m_isRead = false;
};

} // namespace wk::test
