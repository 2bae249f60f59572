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
/// that is asked for, with Ctrl on one of several. Enter does so from the keyboard. The row that the pointer is over
/// does not move away from under it. Gui thread.
class FacetPanel : public QListView
{
    Q_OBJECT

public:
    explicit FacetPanel(QWidget *parent = nullptr);

    const FacetModel *facets() const { return m_model; }
    void setSections(std::vector<FacetSection> sections);
    /// Whether the pointer is over a row.
    bool isPointedAt() const { return pointedRow().isValid(); }
    /// Whether a row of the section is to be seen, its heading's too.
    bool isInSight(Facet field) const;

Q_SIGNALS:
    /// Other rows are in sight, or none.
    void sightChanged();
    /// The rows may move again.
    void left();
    void chosen(wk::Facet field, const QString &value, wk::FacetEdit edit);

protected:
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void choose(const QModelIndex &index, FacetEdit edit);
    void point(const QModelIndex &index, Qt::KeyboardModifiers modifiers);
    QModelIndex pointedRow() const { return m_pointer ? indexAt(*m_pointer) : QModelIndex(); }
    void letGo();

    FacetModel *m_model;
    std::optional<QPoint> m_pointer; ///< in the viewport
};

} // namespace wk
