// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace wk {

/// Paints a FactsModel: headings; label and value beside each other, or a mark with its words; details
/// wrapped below. Gui thread.
class FactsDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// What opens and closes a fact that has a disclosure, in the area of its row.
    static QRect twistyIn(const QRect &area);
};

} // namespace wk
