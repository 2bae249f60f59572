// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/sidebyside.h"

#include <QSplitter>

namespace wk {

class CodeView;

/// Two revisions beside each other, read line by line: both scroll and fold together. Gui thread.
class SidesView : public QSplitter
{
    Q_OBJECT

public:
    explicit SidesView(QWidget *parent = nullptr);

    /// Without documents the sentence stands in their place.
    void setSides(const DiffSides &sides, const QString &placeholder);

protected:
    void changeEvent(QEvent *event) override;

private:
    void tie(CodeView *leader, CodeView *follower);
    void retranslate();

    CodeView *m_before;
    CodeView *m_after;
};

} // namespace wk
