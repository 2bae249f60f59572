// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/facetmodel.h"

#include <QListView>
#include <QStyledItemDelegate>

namespace wk {

/// Paints a FacetModel: headings, values with their count, and under each value a line as long as its share.
/// Gui thread.
class FacetDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

/// The side panel of the stream: a click on a value asks for only that, the same again clears it, with Alt or
/// Ctrl it asks for all but that. Enter and Alt+Enter do the same from the keyboard. Gui thread.
class FacetPanel : public QListView
{
    Q_OBJECT

public:
    explicit FacetPanel(QWidget *parent = nullptr);

    FacetModel *facets() const { return m_model; }

Q_SIGNALS:
    /// What the user wants the filter to say of the value; None clears what it says now.
    void chosen(wk::Facet field, const QString &value, wk::FilterChoice choice);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void choose(const QModelIndex &index, FilterChoice choice);

    FacetModel *m_model;
};

} // namespace wk
