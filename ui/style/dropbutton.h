// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace wk {

/// A push button with a chevron: something opens below it when it is clicked. Gui thread.
class DropButton : public QPushButton
{
    Q_OBJECT

public:
    using QPushButton::QPushButton;

    /// A bar of this colour at its edge; invalid: none.
    void setMark(const QColor &ink);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QColor m_mark;
};

} // namespace wk
