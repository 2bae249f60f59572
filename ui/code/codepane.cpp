// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/codepane.h"

#include "ui/code/codeview.h"
#include "ui/code/findbar.h"

#include <QVBoxLayout>

namespace wk {

CodePane::CodePane(QWidget *parent)
    : QWidget(parent)
    , m_view(new CodeView(this))
    , m_findBar(new FindBar(m_view, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_findBar);
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);
}

void CodePane::find()
{
    m_findBar->open();
}

} // namespace wk
