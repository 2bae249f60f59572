// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/streammodel.h"

#include <QStyledItemDelegate>

namespace wk {

struct Tokens;

/// Paints the cells of a StreamModel straight from its entries. Gui thread. Only ERROR, RELIST and GAP rows
/// are tinted; that a server keeps a Kubernetes Event no longer is pale; an inferred entry's glyph wears a dashed
/// frame; on a selected row the word takes the text colour and the glyph keeps its ink.
class StreamDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// How far a type's word is from where its cell's text begins: its glyph stands there.
    static int typeIndent();

    /// The row under the pointer, all of which lights up; empty for none.
    void setHovered(std::optional<RowId> row) { m_hovered = row; }
    std::optional<RowId> hovered() const { return m_hovered; }
    /// The object that the window has selected: its rows have an accent edge.
    void setMarked(const ObjectRef &object) { m_marked = object; }

    /// The moment of the past that the window shows stands before this row: what follows is paler.
    void setPlayhead(std::optional<RowId> upTo) { m_playhead = upTo; }

    /// Which colours the clusters have; they outlive the delegate.
    void setClusters(const WatchClusters &clusters) { m_clusters = &clusters; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// As wide as shows all of the cell.
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    ClusterColour colourOf(const StreamModel &model, RowId row) const;
    void paintCell(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                   const StreamModel::Outline &row, const Tokens &colours) const;
    void paintBackground(QPainter &painter, const QStyleOptionViewItem &option, const StreamModel::Outline &row) const;

    std::optional<RowId> m_hovered;
    ObjectRef m_marked;
    const WatchClusters *m_clusters = nullptr; ///< null: none
    std::optional<RowId> m_playhead;
};

} // namespace wk
