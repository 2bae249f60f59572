// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/codecaret.h"

#include <QKeyEvent>

#include <algorithm>

namespace wk {

namespace {

int columns(const CodeDocument &document, int line)
{
    return document.lines.empty() ? 0 : int(document.lines[std::size_t(line)].text.size());
}

int lastLine(const CodeDocument &document)
{
    return std::max(0, int(document.lines.size()) - 1);
}

CodePosition clamped(CodePosition at, const CodeDocument &document)
{
    at.line = std::clamp(at.line, 0, lastLine(document));
    at.column = std::clamp(at.column, 0, columns(document, at.line));
    return at;
}

CodePosition byRows(CodePosition from, int steps, const CodeDocument &document, const CodeRows &rows)
{
    const int row = std::clamp(rows.rowOf(from.line) + steps, 0, std::max(0, rows.count() - 1));
    return clamped({rows.count() > 0 ? rows.lineAt(row) : 0, from.column}, document);
}

CodePosition leftOf(CodePosition from, const CodeDocument &document, const CodeRows &rows)
{
    if (from.column == 0) {
        const CodePosition above = byRows(from, -1, document, rows);
        return above.line == from.line ? from : CodePosition{above.line, columns(document, above.line)};
    }
    --from.column;
    if (from.column > 0 && document.lines[std::size_t(from.line)].text.at(from.column).isLowSurrogate())
        --from.column;
    return from;
}

CodePosition rightOf(CodePosition from, const CodeDocument &document, const CodeRows &rows)
{
    if (from.column >= columns(document, from.line)) {
        const CodePosition below = byRows(from, 1, document, rows);
        return below.line == from.line ? from : CodePosition{below.line, 0};
    }
    ++from.column;
    const QString &text = document.lines[std::size_t(from.line)].text;
    if (from.column < text.size() && text.at(from.column).isLowSurrogate())
        ++from.column;
    return from;
}

/// What a double click takes together: names with dots, dashes and slashes are one word here.
bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || QStringView(u"_-./").contains(c) || c.isSurrogate();
}

QChar sign(LineKind kind)
{
    switch (kind) {
    case LineKind::Added: return u'+';
    case LineKind::Removed: return u'-';
    case LineKind::Plain:
    case LineKind::Heading: break;
    }
    return u' ';
}

} // namespace

std::optional<CaretMove> moveOf(const QKeyEvent &event)
{
    const bool whole = event.modifiers() & Qt::ControlModifier;
    switch (event.key()) {
    case Qt::Key_Left: return CaretMove::Left;
    case Qt::Key_Right: return CaretMove::Right;
    case Qt::Key_Up: return CaretMove::Up;
    case Qt::Key_Down: return CaretMove::Down;
    case Qt::Key_PageUp: return CaretMove::PageUp;
    case Qt::Key_PageDown: return CaretMove::PageDown;
    case Qt::Key_Home: return whole ? CaretMove::Start : CaretMove::LineStart;
    case Qt::Key_End: return whole ? CaretMove::End : CaretMove::LineEnd;
    default: return {};
    }
}

CodePosition moved(CodePosition from, CaretMove move, const CodeDocument &document, const CodeRows &rows, int pageRows)
{
    from = clamped(from, document);
    switch (move) {
    case CaretMove::Left: return leftOf(from, document, rows);
    case CaretMove::Right: return rightOf(from, document, rows);
    case CaretMove::Up: return byRows(from, -1, document, rows);
    case CaretMove::Down: return byRows(from, 1, document, rows);
    case CaretMove::PageUp: return byRows(from, -pageRows, document, rows);
    case CaretMove::PageDown: return byRows(from, pageRows, document, rows);
    case CaretMove::LineStart: return {from.line, 0};
    case CaretMove::LineEnd: return {from.line, columns(document, from.line)};
    case CaretMove::Start: return {0, 0};
    case CaretMove::End: return {lastLine(document), columns(document, lastLine(document))};
    }
    return from;
}

void CodeCaret::select(CodePosition from, CodePosition to)
{
    m_anchor = from;
    m_position = to;
}

void CodeCaret::selectWord(const CodeDocument &document, CodePosition at)
{
    at = clamped(at, document);
    if (document.lines.empty())
        return;
    const QString &text = document.lines[std::size_t(at.line)].text;
    int start = at.column;
    int end = at.column;
    while (start > 0 && isWordCharacter(text.at(start - 1)))
        --start;
    while (end < text.size() && isWordCharacter(text.at(end)))
        ++end;
    select({at.line, start}, {at.line, end});
}

void CodeCaret::selectLine(const CodeDocument &document, int line)
{
    line = clamped({line, 0}, document).line;
    select({line, 0}, {line, columns(document, line)});
}

void CodeCaret::selectAll(const CodeDocument &document)
{
    select({0, 0}, {lastLine(document), columns(document, lastLine(document))});
}

void CodeCaret::follow(const CodeDocument &before, const CodeDocument &after)
{
    const QString selected = text(before);
    const int grown = int(after.lines.size()) - int(before.lines.size());
    for (const int down : {0, grown}) {
        CodeCaret there;
        there.select(clamped({m_anchor.line + down, m_anchor.column}, after),
                     clamped({m_position.line + down, m_position.column}, after));
        if (there.text(after) == selected) {
            *this = there;
            return;
        }
    }
    place(clamped(m_position, after));
}

QString CodeCaret::text(const CodeDocument &document) const
{
    if (document.lines.empty() || !hasSelection())
        return {};
    const CodePosition from = first();
    const CodePosition to = last();
    const bool isOneLine = from.line == to.line;
    const bool signs = document.gutter == CodeGutter::Blame && !isOneLine;
    QStringList lines;
    for (int number = from.line; number <= to.line; ++number) {
        const CodeLine &line = document.lines[std::size_t(number)];
        if (line.kind == LineKind::Heading && !isOneLine)
            continue;
        const int start = number == from.line && !signs ? from.column : 0;
        const int end = number == to.line && !signs ? to.column : int(line.text.size());
        lines << (signs ? QString(sign(line.kind)) : QString()) + line.text.mid(start, end - start);
    }
    return lines.join(u'\n');
}

} // namespace wk
