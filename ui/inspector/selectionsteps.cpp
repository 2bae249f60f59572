// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/selectionsteps.h"

#include "ui/style/glyphs.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace wk {

SelectionSteps::SelectionSteps(WindowState &state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_back(new QToolButton(this))
    , m_forward(new QToolButton(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_back->setIcon(icon(Icon::ChevronLeft));
    m_forward->setIcon(icon(Icon::ChevronRight));
    for (QToolButton *button : {m_back, m_forward}) {
        button->setAutoRaise(true);
        row->addWidget(button);
    }
    connect(m_back, &QToolButton::clicked, this, [this] { select(m_history.goBack()); });
    connect(m_forward, &QToolButton::clicked, this, [this] { select(m_history.goForward()); });
    connect(&state, &WindowState::selectionChanged, this, &SelectionSteps::selectionChanged);
    selectionChanged();
    retranslate();
}

void SelectionSteps::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void SelectionSteps::selectionChanged()
{
    m_history.visit(m_state.selection());
    m_back->setEnabled(m_history.canGoBack());
    m_forward->setEnabled(m_history.canGoForward());
}

void SelectionSteps::select(const std::optional<ObjectRef> &object)
{
    if (object)
        m_state.select(*object);
}

void SelectionSteps::retranslate()
{
    m_back->setAccessibleName(tr("Back"));
    m_back->setToolTip(safeToolTip(tr("Back to the previous selection")));
    m_forward->setAccessibleName(tr("Forward"));
    m_forward->setToolTip(safeToolTip(tr("Forward to the next selection")));
}

} // namespace wk
