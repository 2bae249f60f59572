// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace wk {

/// A small button of 20 px: a saved filter, a facet, an attribute of what is shown. Checkable when asked;
/// text in plain. icon() stands before the text. Gui thread.
class Chip : public QAbstractButton
{
    Q_OBJECT

public:
    explicit Chip(const QString &text, QWidget *parent = nullptr);

    /// A dashed edge: an invitation to add one.
    void setDashed(bool dashed);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_dashed = false;
};

} // namespace wk
