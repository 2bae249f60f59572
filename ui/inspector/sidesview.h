// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/sidebyside.h"

#include <QSplitter>

#include <array>

class QLabel;

namespace wk {

class CodeView;
class ElidedLabel;

/// Two revisions beside each other, read line by line: both scroll and fold together. Gui thread.
class SidesView : public QSplitter
{
    Q_OBJECT

public:
    explicit SidesView(QWidget *parent = nullptr);

    /// Without documents the sentence stands in their place.
    void setSides(const DiffSides &sides, const QString &placeholder);
    const std::array<CodeView *, 2> &views() const { return m_views; }
    /// What stands over each: plain text; nothing where both are empty.
    void setHeads(const QString &before, const QString &after);

protected:
    void changeEvent(QEvent *event) override;

private:
    void addSide(QLabel *head, CodeView *view);
    void tie(CodeView *leader, CodeView *follower);
    void retranslate();

    ElidedLabel *m_beforeHead;
    ElidedLabel *m_afterHead;
    CodeView *m_before;
    CodeView *m_after;
    std::array<CodeView *, 2> m_views;
};

} // namespace wk
