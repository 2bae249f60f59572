// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>
#include <QWidget>

namespace wk {

class ElidedLabel;

/// Tabs of a pane: words with an accent line under the chosen one. Gui thread.
class PaneTabs : public QTabBar
{
    Q_OBJECT

public:
    explicit PaneTabs(QWidget *parent = nullptr);

    /// A number after a tab's word ("Events 12"); below zero shows none.
    void setTabCount(int tab, int count);

protected:
    void paintEvent(QPaintEvent *event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    QString countText(int tab) const;
};

/// The head of a pane: its tabs at the left, a line of facts at the right. Gui thread.
class PaneBar : public QWidget
{
    Q_OBJECT

public:
    /// `elide` says which end of the facts is given up where there is no room.
    explicit PaneBar(Qt::TextElideMode elide, QWidget *parent = nullptr);

    PaneTabs *tabs() const { return m_tabs; }
    /// Plain text.
    void setFacts(const QString &facts);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PaneTabs *m_tabs;
    ElidedLabel *m_facts;
};

} // namespace wk
