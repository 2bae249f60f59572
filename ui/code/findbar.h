// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace wk {

class CodeView;
class SafeLabel;
class Searchable;

/// The search of one text or table: a field, "3 of 17", forward and back. Hidden until Ctrl+F; Enter and
/// Shift+Enter step, Escape closes. Gui thread.
class FindBar : public QWidget
{
    Q_OBJECT

public:
    /// What is searched outlives the bar.
    explicit FindBar(Searchable *where, QWidget *parent = nullptr);
    /// Opens also when the view asks for it.
    explicit FindBar(CodeView *view, QWidget *parent = nullptr);

    /// Shows the bar, takes the selected word as what to find, and the focus.
    void open();
    void close();
    /// For what is searched in slices: more has been found.
    void showCount();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void search();
    void step(int direction);
    void retranslate();

    Searchable *m_where;
    QLineEdit *m_field;
    SafeLabel *m_count;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_close;
};

} // namespace wk
