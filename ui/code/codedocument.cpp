// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/codedocument.h"

#include <QHash>

#include <algorithm>

namespace wk {

namespace {

int indentation(const QString &text)
{
    int depth = 0;
    while (depth < text.size() && text.at(depth) == u' ')
        ++depth;
    return depth;
}

/// A sequence under a key may stand at the key's own depth: "- x" belongs to what is above it.
int depthOf(const CodeLine &line)
{
    const int spaces = indentation(line.text);
    return QStringView(line.text).mid(spaces).startsWith(u"- ") ? spaces * 2 + 1 : spaces * 2;
}

/// A fold is known again in a newer text by its header's words and by which of the equal ones it is.
std::vector<QString> foldNames(const CodeDocument &document)
{
    std::vector<QString> names;
    QHash<QString, int> seen;
    for (const CodeFold &fold : document.folds) {
        const QString &header = document.lines[std::size_t(fold.header)].text;
        names.push_back(header + u'\n' + QString::number(++seen[header]));
    }
    return names;
}

} // namespace

void CodeRows::reset(CodeDocumentPtr document)
{
    m_document = std::move(document);
    m_closed.clear();
    if (m_document) {
        for (const CodeFold &fold : m_document->folds)
            m_closed.push_back(fold.closed);
    }
    rebuild();
}

void CodeRows::update(CodeDocumentPtr document)
{
    QHash<QString, bool> closed;
    if (m_document) {
        const std::vector<QString> names = foldNames(*m_document);
        for (std::size_t i = 0; i < names.size(); ++i)
            closed.insert(names[i], m_closed[i]);
    }
    reset(std::move(document));
    if (!m_document)
        return;
    const std::vector<QString> names = foldNames(*m_document);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (const auto known = closed.find(names[i]); known != closed.end())
            m_closed[i] = known.value();
    }
    rebuild();
}

int CodeRows::rowOf(int line) const
{
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), line);
    return after == m_rows.begin() ? 0 : int(after - m_rows.begin()) - 1;
}

int CodeRows::foldAt(int line) const
{
    if (!m_document)
        return -1;
    const auto &folds = m_document->folds;
    const auto at = std::lower_bound(folds.begin(), folds.end(), line,
                                     [](const CodeFold &fold, int wanted) { return fold.header < wanted; });
    return at != folds.end() && at->header == line ? int(at - folds.begin()) : -1;
}

void CodeRows::setClosed(int fold, bool closed)
{
    if (m_closed[std::size_t(fold)] == closed)
        return;
    m_closed[std::size_t(fold)] = closed;
    rebuild();
}

bool CodeRows::reveal(int line)
{
    bool opened = false;
    for (std::size_t i = 0; m_document && i < m_document->folds.size(); ++i) {
        const CodeFold &fold = m_document->folds[i];
        if (m_closed[i] && line > fold.header && line <= fold.header + fold.count) {
            m_closed[i] = false;
            opened = true;
        }
    }
    if (opened)
        rebuild();
    return opened;
}

void CodeRows::rebuild()
{
    m_rows.clear();
    if (!m_document)
        return;
    m_rows.reserve(m_document->lines.size());
    std::size_t next = 0;
    for (int line = 0; line < int(m_document->lines.size()); ++line) {
        m_rows.push_back(line);
        while (next < m_document->folds.size() && m_document->folds[next].header < line)
            ++next;
        if (next < m_document->folds.size() && m_document->folds[next].header == line && m_closed[next])
            line += m_document->folds[next].count;
    }
}

int namingLine(const CodeDocument &document, int line)
{
    const auto at = [&document](int number) -> const CodeLine & { return document.lines[std::size_t(number)]; };
    const QString &hint = at(line).hint;
    const auto isOfTheRunAbove = [&](int number) {
        const bool isAlike = !hint.isEmpty() && at(number - 1).hint == hint;
        return !at(number).gutterStrong && (at(number).gutterGoesOn || isAlike);
    };
    int first = line;
    while (first > 0 && isOfTheRunAbove(first))
        --first;
    return at(first).gutterStrong ? first : line;
}

std::vector<CodeFold> indentationFolds(const std::vector<CodeLine> &lines)
{
    std::vector<CodeFold> folds;
    struct Open {
        int line;
        int depth;
    };
    std::vector<Open> stack;
    const auto closeFrom = [&](int depth, int end) {
        while (!stack.empty() && stack.back().depth >= depth) {
            if (end - stack.back().line > 1)
                folds.push_back({stack.back().line, end - stack.back().line - 1, false, false});
            stack.pop_back();
        }
    };
    for (int line = 0; line < int(lines.size()); ++line) {
        const CodeLine &content = lines[std::size_t(line)];
        if (content.literal || content.text.isEmpty())
            continue;
        const int depth = depthOf(content);
        closeFrom(depth, line);
        stack.push_back({line, depth});
    }
    closeFrom(0, int(lines.size()));
    std::sort(folds.begin(), folds.end(), [](const CodeFold &a, const CodeFold &b) { return a.header < b.header; });
    return folds;
}

} // namespace wk
