// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QStackedWidget;
class QTabWidget;

namespace wk {

/// Gives a widget of fixed height the line between a tab widget's tabs and its pages while it is shown: QTabWidget has
/// no place for one, and above the tabs it would move them from under the pointer. Gui thread.
class TabHead : public QObject
{
    Q_OBJECT

public:
    /// Both live on in the tab widget.
    TabHead(QTabWidget &tabs, QWidget &head);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();

    QStackedWidget *m_pages;
    QWidget &m_head;
};

} // namespace wk
