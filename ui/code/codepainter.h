// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codecaret.h"
#include "ui/code/codedocument.h"

#include <QFont>
#include <QHash>
#include <QTextLayout>

#include <memory>
#include <optional>

class QPainter;
class QPalette;

namespace wk {

struct Tokens;

/// Where the parts of a CodeView's row stand, in pixels from the viewport's left edge at no horizontal
/// scroll.
///
///     | gutter (blame, numbers) | sign or chevron | text ...
///     0                         signX             textX
struct CodeGeometry {
    int lineHeight = 18;
    int signX = 0;
    int textX = 0;
    int width = 0; ///< of the viewport
};

/// What a view wants painted besides the text itself.
struct CodeDecoration {
    const CodeCaret *caret = nullptr;
    bool caretShown = false;
    QStringView needle;
    std::optional<bool> closedFold; ///< of the row's fold, when it has one
    CodeFold folded;                ///< … the fold itself
    int scrollX = 0;
    bool isTop = false; ///< the first row on show: its writers are named, wherever their run begins
};

/// Lays out and paints single lines of a document. Gui thread. Keeps the layouts of the lines painted last.
class CodePainter
{
public:
    void setFonts(const QFont &code, const QFont &gutter);
    void setPalette(const QPalette &palette);
    void setDocument(CodeDocumentPtr document);

    const CodeGeometry &geometry() const { return m_geometry; }
    void setWidth(int width);
    /// What is to be known of a line: its hint, below what the gutter has no room for.
    QString hint(int line) const;
    /// The widest line as far as it is known, in pixels: an estimate from its length, corrected by what was
    /// laid out.
    int textWidth() const { return m_textWidth; }

    void paint(QPainter &painter, int line, int y, const CodeDecoration &decoration);
    int columnAt(int line, int x);
    int xOf(int line, int column);

private:
    void measureBlame();
    void placeText();
    QFont gutterFont(const CodeLine &line) const;
    QString shownName(const CodeLine &line) const;
    QTextLayout &layoutOf(int line);
    QList<QTextLayout::FormatRange> formats(const CodeLine &line) const;
    void paintGutter(QPainter &painter, const CodeLine &line, int y) const;
    void paintSign(QPainter &painter, const CodeLine &line, int y, const CodeDecoration &decoration) const;
    void paintText(QPainter &painter, int line, int y, const CodeDecoration &decoration);
    void paintTail(QPainter &painter, const CodeLine &line, QPointF end, const CodeDecoration &decoration) const;

    CodeDocumentPtr m_document;
    QFont m_code;
    QFont m_gutterFont;
    const Tokens *m_tokens = nullptr;
    CodeGeometry m_geometry;
    int m_textWidth = 0;
    int m_nameWidth = 0;    ///< of the column of the writers, names alone
    int m_bothWidth = 0;    ///< … with times behind those of one line
    bool m_hasTimes = true; ///< there is room for these
    QHash<int, std::shared_ptr<QTextLayout>> m_layouts;
};

} // namespace wk
