// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filterbox.h"

#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/proxystyle.h"
#include "ui/style/safetext.h"

#include <QAction>
#include <QKeyEvent>
#include <QTimer>

namespace wk {

namespace {

/// Long enough not to filter at every letter, short enough to feel live.
constexpr std::chrono::milliseconds typingPause{150};

} // namespace

FilterBox::FilterBox(WindowState &state, QWidget *parent)
    : QLineEdit(parent)
    , m_state(state)
    , m_pause(new QTimer(this))
{
    setFont(fontOf(TextRole::MonoInput));
    setPlaceholderText(tr("Filter"));
    setAccessibleName(tr("Filter"));
    setToolTip(safeToolTip(
        tr("What is shown: words of a name, namespace or status. Press / to come here, Esc to empty it.")));
    setMaxLength(4096);
    addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    QAction *empty = addAction(icon(Icon::Close), QLineEdit::TrailingPosition);
    empty->setText(tr("Clear the filter"));
    empty->setToolTip(safeToolTip(empty->text()));
    empty->setVisible(false);
    connect(empty, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, empty,
            [empty](const QString &text) { empty->setVisible(!text.isEmpty()); });

    m_pause->setSingleShot(true);
    m_pause->setInterval(typingPause);
    connect(m_pause, &QTimer::timeout, this, &FilterBox::handOn);
    connect(this, &QLineEdit::textChanged, m_pause, qOverload<>(&QTimer::start));
    connect(&state, &WindowState::filterChanged, this, [this] {
        if (text() != m_state.filter())
            setText(m_state.filter());
    });
    setText(state.filter());
    setVerdict(FilterEdge::Empty, {});
}

void FilterBox::setVerdict(FilterEdge edge, const QString &sentence)
{
    setFilterEdge(this, edge);
    setAccessibleDescription(sentence);
    if (!sentence.isEmpty())
        setToolTip(safeToolTip(sentence));
}

QSize FilterBox::sizeHint() const
{
    return {scaled(400), scaled(measure::Control)};
}

void FilterBox::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        handOn();
        Q_EMIT left();
        return;
    case Qt::Key_Escape:
        if (text().isEmpty())
            Q_EMIT left();
        clear();
        handOn();
        return;
    case Qt::Key_Down: Q_EMIT left(); return;
    default: QLineEdit::keyPressEvent(event);
    }
}

void FilterBox::handOn()
{
    m_pause->stop();
    m_state.setFilter(text());
}

} // namespace wk
