// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codedocument.h"

#include <optional>

class QKeyEvent;

namespace wk {

/// A place between two characters of a document's line.
struct CodePosition {
    int line = 0;
    int column = 0;

    auto operator<=>(const CodePosition &) const = default;
};

enum class CaretMove { Left, Right, Up, Down, PageUp, PageDown, LineStart, LineEnd, Start, End };

/// The move that a key stands for; empty when it stands for none.
std::optional<CaretMove> moveOf(const QKeyEvent &event);

/// Where the caret goes. Up and down follow what is on show; folded lines are stepped over. A page has
/// `pageRows` rows.
CodePosition moved(CodePosition from, CaretMove move, const CodeDocument &document, const CodeRows &rows, int pageRows);

/// Caret and selection of a CodeView. A value; positions are clamped to the document it is told of.
class CodeCaret
{
public:
    CodePosition position() const { return m_position; }
    CodePosition first() const { return std::min(m_position, m_anchor); }
    CodePosition last() const { return std::max(m_position, m_anchor); }
    bool hasSelection() const { return m_position != m_anchor; }

    void place(CodePosition at) { m_position = m_anchor = at; }
    void extendTo(CodePosition at) { m_position = at; }
    void select(CodePosition from, CodePosition to);
    void selectWord(const CodeDocument &document, CodePosition at);
    void selectLine(const CodeDocument &document, int line);
    void selectAll(const CodeDocument &document);
    /// When a document takes another's place. What is selected stays so where it is, or as far down as there are more
    /// lines now; what stands in neither place is selected no more.
    void follow(const CodeDocument &before, const CodeDocument &after);

    /// What Copy takes: whole lines hidden in folds included. Several lines of a diff keep their signs, and the
    /// headings between them, which are none of the text's, are left out.
    QString text(const CodeDocument &document) const;

private:
    CodePosition m_position;
    CodePosition m_anchor;
};

} // namespace wk
