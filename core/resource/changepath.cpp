// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/changepath.h"

#include <algorithm>

namespace wk {

namespace {

bool isPlainName(std::string_view key)
{
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '-' || c == '$';
    });
}

} // namespace

void appendPointerStep(std::string &pointer, std::string_view step)
{
    pointer += '/';
    for (const char c : step) {
        if (c == '~')
            pointer += "~0";
        else if (c == '/')
            pointer += "~1";
        else
            pointer += c;
    }
}

void ChangePath::clear()
{
    m_words.clear();
    m_before.clear();
    m_after.clear();
}

void ChangePath::goInto(std::string_view key)
{
    if (isPlainName(key)) {
        if (!m_words.empty())
            m_words += '.';
        m_words += key;
    } else {
        m_words += "[\"";
        m_words += key;
        m_words += "\"]";
    }
    if (!m_hasPointers)
        return;
    appendPointerStep(m_before, key);
    appendPointerStep(m_after, key);
}

void ChangePath::goInto(std::string_view subscript, std::size_t before, std::size_t after)
{
    m_words += subscript;
    if (!m_hasPointers)
        return;
    m_before.append(1, '/').append(std::to_string(before));
    m_after.append(1, '/').append(std::to_string(after));
}

} // namespace wk
