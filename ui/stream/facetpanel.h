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

/// What is wanted of a value: only it, it as well as the others that are asked for, none of it, or nothing any more.
enum class FacetEdit : std::uint8_t { Only, Also, Not, Release };

/// The side panel of the stream: a click on a value asks for only that; with Ctrl for that, too; with Shift or Alt
/// (which some desktops keep for themselves) for all but that. The same again takes it back: a click on the only one
/// that is asked for, with Ctrl on one of several. Enter does so from the keyboard. Gui thread.
class FacetPanel : public QListView
{
    Q_OBJECT

public:
    explicit FacetPanel(QWidget *parent = nullptr);

    FacetModel *facets() const { return m_model; }

Q_SIGNALS:
    void chosen(wk::Facet field, const QString &value, wk::FacetEdit edit);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void choose(const QModelIndex &index, FacetEdit edit);
    void point(const QModelIndex &index, Qt::KeyboardModifiers modifiers);

    FacetModel *m_model;
};

} // namespace wk
