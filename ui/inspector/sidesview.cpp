// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/sidesview.h"

#include "ui/code/codeview.h"

#include <QEvent>
#include <QScrollBar>

namespace wk {

SidesView::SidesView(QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_before(new CodeView(this))
    , m_after(new CodeView(this))
{
    tie(m_before, m_after);
    tie(m_after, m_before);
    retranslate();
}

void SidesView::tie(CodeView *leader, CodeView *follower)
{
    connect(leader->verticalScrollBar(), &QScrollBar::valueChanged, follower->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(leader, &CodeView::foldToggled, follower, &CodeView::setFoldClosed);
}

void SidesView::setSides(const DiffSides &sides, const QString &placeholder)
{
    for (CodeView *view : {m_before, m_after})
        view->setPlaceholder(placeholder);
    m_before->setDocument(sides.before);
    m_after->setDocument(sides.after);
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
