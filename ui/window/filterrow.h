// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QHBoxLayout;

namespace wk {

class Chip;
class Clock;
class ElidedLabel;
class View;
class WindowState;

/// The row under the filter: the chips of the view in front, that the filter has no say in it where that is so, the
/// time that is looked at, if not all of it, with a way back, and how much is shown of how much. Gui thread.
class FilterRow : public QWidget
{
    Q_OBJECT

public:
    /// Both outlive the row.
    FilterRow(WindowState &state, Clock &clock, QWidget *parent = nullptr);
    /// Gives the view its chips back.
    ~FilterRow() override;

    /// Shows what belongs to this view; null empties the row.
    void setView(View *view);
    void sayResult();

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void returnChips();
    void sayTime();
    void sayWhetherFiltered();

    WindowState &m_state;
    Clock &m_clock;
    QHBoxLayout *m_row;
    ElidedLabel *m_unfiltered;
    Chip *m_time;
    ElidedLabel *m_result;
    QPointer<View> m_view;
    QPointer<QWidget> m_chips;
};

} // namespace wk
