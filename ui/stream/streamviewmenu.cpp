// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell of the stream offers when it is pointed at.
#include "ui/models/filterwords.h"
#include "ui/stream/filterpoints.h"
#include "ui/stream/streamtable.h"
#include "ui/stream/streamview.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace wk {

void StreamView::showCellMenu(const QModelIndex &cell, const QPoint &at)
{
    const std::optional<FilterPoint> point = pointOf(*m_model, cell);
    const Filter one = onlyObject(m_filter, *m_model, cell.row());
    const QString text = cell.data(StreamModel::WholeRole).toString();
    QMenu menu(this);
    if (point) {
        for (PointChoice &choice : choicesFor(m_filter, *point))
            menu.addAction(choice.text, this, [this, filter = std::move(choice.filter)] { editFilter(filter); });
    }
    QAction *object = menu.addAction(tr("Only this object"), this, [this, one] { editFilter(one); });
    menu.addSeparator();
    if (const std::optional<StreamModel::Outline> event = m_model->outlineAt(cell.row()))
        menu.addAction(tr("Show the cluster as of this event"), this,
                       [this, id = event->id] { Q_EMIT momentAsked(id); });
    menu.addSeparator();
    menu.addAction(tr("Copy the cell"), this, [text] { QApplication::clipboard()->setText(text); });
    const bool isSelected = m_table->selectionModel()->isRowSelected(cell.row());
    menu.addAction(tr("Copy as text"), this, [this, isSelected, line = m_table->line(cell.row())] {
        // Rows may have fallen off, and the selection with them, while the menu was open.
        const QString selected = isSelected ? m_table->selectedLines() : QString();
        QApplication::clipboard()->setText(selected.isEmpty() ? line : selected);
    });
    QAction *filter = menu.addAction(tr("Copy as filter"), this,
                                     [point] { QApplication::clipboard()->setText(filterText(withOnly({}, *point))); });
    const std::optional<StreamModel::Row> row = m_model->rowAt(cell.row());
    const ObjectPtr whole = row ? row->object : nullptr;
    const WatchScope *scope = row ? m_history.now().scope(row->watch) : nullptr;
    const ResourceInfo resource = scope ? scope->resource : ResourceInfo();
    QAction *yaml =
        menu.addAction(tr("Copy as YAML"), this, [this, whole, resource] { m_yaml.copy({whole}, resource); });
    yaml->setEnabled(bool(whole));
    filter->setEnabled(point.has_value());
    object->setEnabled(!m_model->refAt(cell.row()).isEmpty());
    menu.exec(at);
}

} // namespace wk
