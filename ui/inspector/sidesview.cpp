// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/sidesview.h"

#include "ui/code/codeview.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QScrollBar>
#include <QVBoxLayout>

namespace wk {

SidesView::SidesView(QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_beforeHead(new ElidedLabel(Qt::ElideRight, this))
    , m_afterHead(new ElidedLabel(Qt::ElideRight, this))
    , m_before(new CodeView(this))
    , m_after(new CodeView(this))
    , m_views{m_before, m_after}
{
    addSide(m_beforeHead, m_before);
    addSide(m_afterHead, m_after);
    setHeads({}, {});
    tie(m_before, m_after);
    tie(m_after, m_before);
    retranslate();
}

void SidesView::addSide(QLabel *head, CodeView *view)
{
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const int padding = scaled(measure::CellPadding);
    head->setContentsMargins(padding, scaled(2), padding, scaled(2));
    column->addWidget(head);
    column->addWidget(view, 1);
    addWidget(side);
}

void SidesView::tie(CodeView *leader, CodeView *follower)
{
    connect(leader->verticalScrollBar(), &QScrollBar::valueChanged, follower->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(leader, &CodeView::foldToggled, follower, &CodeView::setFoldClosed);
}

void SidesView::setSides(const DiffSides &sides, const QString &placeholder)
{
    for (CodeView *view : m_views)
        view->setPlaceholder(placeholder);
    m_before->setDocument(sides.before);
    m_after->setDocument(sides.after);
}

void SidesView::setHeads(const QString &before, const QString &after)
{
    const bool isNamed = !before.isEmpty() || !after.isEmpty();
    m_beforeHead->setText(before);
    m_afterHead->setText(after);
    for (ElidedLabel *head : {m_beforeHead, m_afterHead})
        head->setVisible(isNamed);
}

void SidesView::changeEvent(QEvent *event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void SidesView::retranslate()
{
    m_before->setAccessibleName(tr("The older revision"));
    m_after->setAccessibleName(tr("The newer revision"));
}

} // namespace wk
