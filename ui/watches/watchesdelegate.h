// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace wk {

/// Paints the rows of a WatchesModel: headings, watches, and below a watch in trouble what the matter is, with a
/// progress bar and a link. Gui thread.
class WatchesDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// Where the link of a detail row is; empty when it has none.
    QRect linkRect(const QRect &row, const QModelIndex &index) const;
    /// "Retry now", "Copy rule"; empty when there is nothing to do.
    static QString linkText(const QModelIndex &index);

private:
    static void paintSection(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index);
    void paintDetail(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    static void paintState(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index);
    static void paintBars(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index);
    static void paintText(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index);
};

} // namespace wk
