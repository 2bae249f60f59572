// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/prefetch.h"
#include "core/json/plainstring.h"
#include "core/json/soundvalue.h"

#include <cstddef>
#include <cstring>
#include <string_view>

namespace wk::json {

/// Whether a key is this word: without a call for the few letters.
template <std::size_t Size>
bool isKey(std::string_view key, const char (&word)[Size])
{
    return key.size() == Size - 1 && std::memcmp(key.data(), word, Size - 1) == 0;
}

/// For .cpp files only. Reads JSON straight from its text, token by token, as far as it is written as API servers write
/// it. Each take says whether it was there; after one that was not, the text is to be left to a parser. Any thread; a
/// value.
class TextCursor
{
public:
    explicit TextCursor(std::string_view text)
        : m_text(text)
    {}

    std::size_t at() const { return m_at; }
    bool isAtEnd() const { return m_at == m_text.size(); }
    bool isAt(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }

    bool take(char wanted)
    {
        const bool isIt = isAt(wanted);
        m_at += isIt ? 1 : 0;
        return isIt;
    }
    /// Of printable ASCII without escapes.
    bool takeString(std::string_view &string)
    {
        if (!take('"'))
            return false;
        prefetchBehind(m_text.data() + m_at);
        const std::size_t end = plainStringEnd(m_text, m_at);
        if (end == std::string_view::npos)
            return false;
        string = {m_text.data() + m_at, end - 1 - m_at};
        m_at = end;
        return true;
    }
    /// Any value, its grammar checked.
    bool takeValue(std::string_view &value) { return takeUpTo(soundValueEnd(m_text, m_at), value); }
    bool skipValue()
    {
        std::string_view value;
        return takeValue(value);
    }
    /// What is from here up to `end`, which is npos for none.
    bool takeUpTo(std::size_t end, std::string_view &value)
    {
        if (end == std::string_view::npos)
            return false;
        value = {m_text.data() + m_at, end - m_at};
        m_at = end;
        return true;
    }
    std::string_view text() const { return m_text; }
    /// A place that is known to be there.
    void goTo(std::size_t at) { m_at = at; }

    /// An object: `member(key)` takes the value behind each key, and says whether it could.
    template <class Member>
    bool takeObject(Member member)
    {
        if (!take('{'))
            return false;
        if (take('}'))
            return true;
        do {
            std::string_view key;
            if (!takeString(key) || !take(':') || !member(key))
                return false;
        } while (take(','));
        return take('}');
    }
    /// An array: `element()` takes each value, and says whether it could.
    template <class Element>
    bool takeArray(Element element)
    {
        if (!take('['))
            return false;
        if (take(']'))
            return true;
        do {
            if (!element())
                return false;
        } while (take(','));
        return take(']');
    }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace wk::json
