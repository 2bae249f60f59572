// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace wk {

/// A push button with a chevron, as long as something opens below it when it is clicked. Gui thread.
class DropButton : public QPushButton
{
    Q_OBJECT

public:
    using QPushButton::QPushButton;

    /// Whether something opens; a chevron that does nothing would be a lie.
    void setOpens(bool opens);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_opens = true;
};

} // namespace wk
