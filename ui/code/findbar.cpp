// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/findbar.h"

#include "ui/code/codeview.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

namespace wk {

namespace {

QToolButton *flatButton(Icon which, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(which));
    button->setAutoRaise(true);
    return button;
}

} // namespace

FindBar::FindBar(CodeView *view, QWidget *parent)
    : FindBar(static_cast<Searchable *>(view), parent)
{
    connect(view, &CodeView::findRequested, this, &FindBar::open);
}

FindBar::FindBar(Searchable *where, QWidget *parent)
    : QWidget(parent)
    , m_where(where)
    , m_field(new QLineEdit(this))
    , m_count(new SafeLabel(this))
    , m_previous(flatButton(Icon::ChevronLeft, this))
    , m_next(flatButton(Icon::ChevronRight, this))
    , m_close(flatButton(Icon::Close, this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(8), scaled(2), scaled(8), scaled(2));
    row->setSpacing(scaled(measure::Grid));
    row->addWidget(m_field, 1);
    row->addWidget(m_count);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_close);
    m_field->setFont(fontOf(TextRole::Mono));
    m_field->setMaximumHeight(scaled(measure::SmallControl));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::search);
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_close, &QToolButton::clicked, this, &FindBar::close);
    retranslate();
    hide();
}

void FindBar::open()
{
    const QString selected = m_where->selectedText();
    if (!selected.isEmpty() && !selected.contains(u'\n'))
        m_field->setText(selected);
    show();
    m_field->selectAll();
    m_field->setFocus(Qt::ShortcutFocusReason);
    // What was searched for last is marked again; nothing moves before somebody types.
    m_where->setNeedle(m_field->text());
    showCount();
}

void FindBar::close()
{
    hide();
    m_where->setNeedle({});
    m_where->searched()->setFocus();
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_field || !isKey)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (event->type() == QEvent::ShortcutOverride) {
        // Escape closes the search before it does anything else in the window.
        if (key->key() == Qt::Key_Escape)
            event->accept();
        return key->key() == Qt::Key_Escape;
    }
    if (key->key() == Qt::Key_Escape) {
        close();
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FindBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void FindBar::search()
{
    m_where->setNeedle(m_field->text());
    if (m_where->foundCurrent() < 0)
        m_where->findNext();
    showCount();
}

void FindBar::step(int direction)
{
    if (direction > 0)
        m_where->findNext();
    else
        m_where->findPrevious();
    showCount();
}

void FindBar::showCount()
{
    const int count = m_where->foundCount();
    if (m_field->text().isEmpty() || (count == 0 && m_where->isLooking()))
        m_count->clear();
    else if (count == 0)
        m_count->setText(tr("Not found"));
    else if (m_where->foundCurrent() < 0)
        m_count->setText(format::counted(tr("%n found", nullptr, count), count));
    else
        m_count->setText(tr("%1 of %2").arg(format::number(m_where->foundCurrent() + 1), format::number(count)));
}

void FindBar::retranslate()
{
    setAccessibleName(tr("Find"));
    m_field->setPlaceholderText(tr("Find"));
    m_field->setAccessibleName(tr("Text to find"));
    m_previous->setAccessibleName(tr("Previous match"));
    m_previous->setToolTip(safeToolTip(tr("Previous match (Shift+Enter)")));
    m_next->setAccessibleName(tr("Next match"));
    m_next->setToolTip(safeToolTip(tr("Next match (Enter)")));
    m_close->setAccessibleName(tr("Close the search"));
    m_close->setToolTip(safeToolTip(tr("Close the search (Esc)")));
    showCount();
}

} // namespace wk
