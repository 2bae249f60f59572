// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codecaret.h"
#include "ui/code/codedocument.h"
#include "ui/code/codepainter.h"
#include "ui/code/codesearch.h"
#include "ui/code/searchable.h"

#include <QAbstractScrollArea>
#include <QMouseEvent>

#include <optional>

class QHelpEvent;
class QMenu;

namespace wk {

/// Shows a CodeDocument: read-only, folded, with a caret, selection and search. Gui thread. Only the rows on
/// show are laid out, so that a document at its bounds costs as much as a short one (a QPlainTextEdit with
/// one line of 1 MiB took 52 s).
/// Its menu offers its actions() too.
class CodeView : public QAbstractScrollArea, public Searchable
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);
    ~CodeView() override;

    /// Shows another text from its start. Null shows the placeholder.
    void setDocument(CodeDocumentPtr document);
    /// Shows a newer state of the same text: place, caret and opened folds stay.
    void updateDocument(CodeDocumentPtr document);
    const CodeDocumentPtr &document() const { return m_document; }
    /// What stands in the middle while there is no document: a sentence.
    void setPlaceholder(const QString &sentence);
    const QString &placeholder() const { return m_placeholder; }

    /// Marks every place where the text occurs, in any case; empty marks none.
    void setNeedle(const QString &needle) override;
    int foundCount() const override { return m_search.count(); }
    int foundCurrent() const override { return m_search.indexOf(m_caret); }
    void findNext() override;
    void findPrevious() override;
    QWidget *searched() override { return this; }

    QString selectedText() const override;
    bool isFoldClosed(int fold) const { return m_rows.isClosed(fold); }
    void setFoldClosed(int fold, bool closed);
    /// The rows on show as text, for tests and for screen readers.
    QStringList visibleText() const;

public Q_SLOTS:
    void copy();
    void selectAll();

Q_SIGNALS:
    /// The user asked for a search (Ctrl+F, or the menu).
    void findRequested();
    /// The user wants to copy and has selected nothing.
    void copyAllAsked();
    /// The menu is about to be shown at a line that a manager wrote, as the gutter has it, or nobody: more can be
    /// offered.
    void menuOpened(QMenu *menu, const std::string &writer);
    /// The user opened or closed a fold.
    void foldToggled(int fold, bool closed);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override { event->accept(); }
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    CodePosition positionAt(QPoint point);
    int rowAt(int y) const;
    int pageRows() const;
    std::optional<int> foldUnder(QPoint point) const;
    void moveCaret(CaretMove move, Qt::KeyboardModifiers modifiers);
    void ensureCaretVisible();
    void updateScrollBars();
    void toggleFold(int fold);
    void paintEmpty(QPainter &painter);
    void paintRows(QPainter &painter);
    void selectFound(CodePosition at);
    void applyTheme();
    void showHint(const QHelpEvent &event);
    std::string writerAt(const QContextMenuEvent &event) const;

    CodeDocumentPtr m_document;
    CodeRows m_rows;
    CodeCaret m_caret;
    CodePainter m_painter;
    QString m_placeholder;
    CodeSearch m_search;
    int m_scrolledWidth = 0; ///< the text width that the scroll bar knows of
};

} // namespace wk
