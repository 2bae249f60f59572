// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/foldedsearch.h"

#include <algorithm>

namespace wk {

namespace {

char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

bool isAscii(char c)
{
    return (c & 0x80) == 0;
}

} // namespace

FoldedSearch::FoldedSearch(std::string_view needle)
    : m_folded(needle)
{
    std::transform(m_folded.begin(), m_folded.end(), m_folded.begin(), folded);
    if (!std::all_of(needle.begin(), needle.end(), isAscii))
        m_wide = QString::fromUtf8(needle.data(), static_cast<qsizetype>(needle.size()));
}

bool FoldedSearch::isIn(std::string_view text) const
{
    if (!m_wide.isEmpty()) {
        const QString wide = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        return wide.contains(m_wide, Qt::CaseInsensitive);
    }
    if (m_folded.empty())
        return true;
    if (text.size() < m_folded.size())
        return false;
    const char first = m_folded.front();
    const std::size_t last = text.size() - m_folded.size();
    for (std::size_t i = 0; i <= last; ++i) {
        if (folded(text[i]) != first)
            continue;
        std::size_t length = 1;
        while (length < m_folded.size() && folded(text[i + length]) == m_folded[length])
            ++length;
        if (length == m_folded.size())
            return true;
    }
    return false;
}

} // namespace wk
