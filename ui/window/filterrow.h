// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QHBoxLayout;

namespace wk {

class ElidedLabel;
class View;

/// The row under the filter: the chips of the view in front, and how much it shows of how much. Gui thread.
class FilterRow : public QWidget
{
    Q_OBJECT

public:
    explicit FilterRow(QWidget *parent = nullptr);
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

    QHBoxLayout *m_row;
    ElidedLabel *m_result;
    QPointer<View> m_view;
    QPointer<QWidget> m_chips;
};

} // namespace wk
