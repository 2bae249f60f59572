// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemDelegate>
#include <QFontMetrics>

namespace wk {

class ResourceTableModel;
struct TableColumn;
struct TableRow;
struct Tokens;

/// Paints the cells of a resource table: a fill, a mark, a text. Colours from the tokens, fonts from the
/// roles; nothing of the style's own item painting. Gui thread.
class RowDelegate : public QAbstractItemDelegate
{
    Q_OBJECT

public:
    explicit RowDelegate(const ResourceTableModel &model, QObject *parent = nullptr);

    /// The row under the pointer; -1 for none.
    void setHoverRow(int row) { m_hoverRow = row; }
    int hoverRow() const { return m_hoverRow; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    struct Pen;

    void paintText(QPainter &painter, const QRect &area, const Pen &pen, const QString &text) const;
    void paintChanges(QPainter &painter, const QRect &area, const Pen &pen, int row) const;
    void paintLastChange(QPainter &painter, const QRect &area, const Pen &pen, int row) const;

    const ResourceTableModel &m_model;
    int m_hoverRow = -1;
};

/// How wide the text of a cell is without its padding, for the first width of a column.
int cellWidth(const ResourceTableModel &model, int row, int column);
/// The same of a word in the column of phases, its mark included.
int phaseWidth(const QString &word);

} // namespace wk
