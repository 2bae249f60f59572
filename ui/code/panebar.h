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
    /// Where not all tabs have room, numbers are written shorter ("12k") or not at all: a tab that is out of sight is
    /// not found.
    void setRoom(int width);

protected:
    void tabLayoutChange() override;
    void paintEvent(QPaintEvent *event) override;
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    enum class Look { Roomy, Close, Bare };

    QString countText(int tab, Look look) const;
    int widthOf(int tab, Look look) const;
    Look fittingLook() const;
    void fit();

    Look m_look = Look::Roomy;
    int m_room = QWIDGETSIZE_MAX;
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
    void resizeEvent(QResizeEvent *event) override;

private:
    void giveRoom();

    PaneTabs *m_tabs;
    ElidedLabel *m_facts;
};

} // namespace wk
