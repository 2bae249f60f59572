// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/codesearch.h"

#include <algorithm>

namespace wk {

void CodeSearch::run(const CodeDocument *document, const QString &needle)
{
    m_needle = needle;
    m_found.clear();
    if (!document || needle.isEmpty())
        return;
    for (int line = 0; line < int(document->lines.size()); ++line) {
        const QString &text = document->lines[std::size_t(line)].text;
        for (qsizetype at = 0; (at = text.indexOf(needle, at, Qt::CaseInsensitive)) >= 0; at += needle.size()) {
            if (m_found.size() == FoundMax)
                return;
            m_found.push_back({line, int(at)});
        }
    }
}

int CodeSearch::indexOf(const CodeCaret &caret) const
{
    const CodePosition first = caret.first();
    const CodePosition last = caret.last();
    if (first.line != last.line || last.column - first.column != m_needle.size())
        return -1;
    const auto at = std::lower_bound(m_found.begin(), m_found.end(), first);
    return at != m_found.end() && *at == first ? int(at - m_found.begin()) : -1;
}

CodePosition CodeSearch::next(const CodeCaret &caret) const
{
    CodePosition from = caret.first();
    from.column += caret.hasSelection() ? 1 : 0;
    const auto at = std::lower_bound(m_found.begin(), m_found.end(), from);
    return at == m_found.end() ? m_found.front() : *at;
}

CodePosition CodeSearch::previous(const CodeCaret &caret) const
{
    const auto at = std::lower_bound(m_found.begin(), m_found.end(), caret.first());
    return at == m_found.begin() ? m_found.back() : *std::prev(at);
}

} // namespace wk
