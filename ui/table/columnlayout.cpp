// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/columnlayout.h"

#include "ui/models/resourcetablemodel.h"
#include "ui/style/fonts.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <set>
#include <utility>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto writeAfter = 500ms;
constexpr int rowsMeasured = 200;
constexpr int markWidth = 24;
constexpr std::size_t mostLabels = 60;

std::set<QString> labelsOf(const ResourceTableModel &model)
{
    std::set<QString> labels;
    for (int row = 0; row < std::min(model.rowCount(), rowsMeasured) && labels.size() < mostLabels; ++row) {
        for (const auto &[key, value] : model.rowAt(row).object->labels)
            labels.insert(QString::fromStdString(key));
    }
    return labels;
}

} // namespace

ColumnLayout::ColumnLayout(QTableView &table, ResourceTableModel &model, UiSettings &settings)
    : QObject(&table)
    , m_table(table)
    , m_model(model)
    , m_settings(settings)
    , m_header(table.horizontalHeader())
    , m_later(new QTimer(this))
{
    m_later->setSingleShot(true);
    m_later->setInterval(writeAfter);
    connect(m_later, &QTimer::timeout, this, &ColumnLayout::save);
    table.viewport()->installEventFilter(this);
    connect(m_header, &QHeaderView::sectionResized, this, &ColumnLayout::resized);
    connect(m_header, &QHeaderView::sectionMoved, this, &ColumnLayout::moved);
    connect(m_header, &QHeaderView::sortIndicatorChanged, this, &ColumnLayout::sorted);
    connect(&model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &from, const QModelIndex &to) { grow(from.row(), to.row()); });
    connect(&model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { grow(first, last); });
    // While the header makes its sections anew what it says is not the user's word, and no width is known.
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_isApplying = true;
        m_fitted.clear();
    });
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_isApplying = false;
        apply();
    });
}

ColumnLayout::~ColumnLayout()
{
    if (m_later->isActive())
        save();
}

void ColumnLayout::setKind(const QString &kind)
{
    if (kind == m_kind)
        return;
    if (m_later->isActive())
        save();
    m_kind = kind;
    m_layout = m_settings.tableLayout(kind);
    m_fittedLists.clear();
    m_fittedRows = 0;
    m_model.setLabels(m_layout.labels);
    apply();
}

void ColumnLayout::setOneNamespace(bool one)
{
    if (std::exchange(m_isOneNamespace, one) != one)
        apply();
}

bool ColumnLayout::isShown(int column) const
{
    const TableColumn &what = m_model.tableColumns()[static_cast<std::size_t>(column)];
    if (m_layout.hidden.contains(what.key))
        return false;
    if (m_layout.shown.contains(what.key))
        return true;
    if (what.kind == TableColumn::Kind::Namespace && m_isOneNamespace)
        return false;
    return !what.isWide;
}

void ColumnLayout::apply()
{
    const QScopedValueRollback applying(m_isApplying, true);
    const auto &columns = m_model.tableColumns();
    const int count = static_cast<int>(columns.size());
    std::vector<int> order;
    for (const QString &key : std::as_const(m_layout.order)) {
        if (const int column = m_model.columnOf(key); column >= 0 && std::ranges::find(order, column) == order.end())
            order.push_back(column);
    }
    // A column that the layout does not know stands behind the one it follows in the model.
    for (int column = 0; column < count; ++column) {
        if (std::ranges::find(order, column) != order.end())
            continue;
        const auto before = std::ranges::find(order, column - 1);
        order.insert(before == order.end() ? (column == 0 ? order.begin() : order.end()) : before + 1, column);
    }
    for (int visual = 0; visual < count; ++visual)
        m_header->moveSection(m_header->visualIndex(order[static_cast<std::size_t>(visual)]), visual);
    m_fitted.assign(columns.size(), 0);
    m_held = 0;
    if (m_model.rowCount() == 0)
        m_fittedLists.clear(); // what they held is to be measured again when it is back
    for (int column = 0; column < count; ++column) {
        const TableColumn &what = columns[static_cast<std::size_t>(column)];
        m_header->setSectionHidden(column, !isShown(column));
        const bool isMark = what.kind == TableColumn::Kind::Mark;
        m_header->setSectionResizeMode(column, isMark ? QHeaderView::Fixed : QHeaderView::Interactive);
        if (isMark)
            m_header->resizeSection(column, scaled(markWidth));
        else
            fit(column);
        if (isSized(column))
            m_header->resizeSection(column, scaled(m_layout.widths.value(what.key)));
    }
    share();
    sortAsLeft();
}

void ColumnLayout::sortAsLeft()
{
    int column = m_model.columnOf(m_layout.sortColumn);
    const bool isDescending = column >= 0 && m_layout.sortDescending;
    const auto &columns = m_model.tableColumns();
    const auto seen = std::ranges::find(columns, TableColumn::Kind::LastSeen, &TableColumn::kind);
    // As ages, ascending is newest first.
    if (column < 0 && seen != columns.end())
        column = static_cast<int>(seen - columns.begin());
    if (column < 0 && !m_isOneNamespace)
        column = m_model.columnOf(QStringLiteral("@namespace"));
    if (column < 0)
        column = m_model.columnOf(QStringLiteral("@name"));
    if (column < 0)
        column = m_model.columnOf(QStringLiteral("Key")); // of etcd
    const auto direction = isDescending ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_header->setSortIndicator(column, direction);
    m_model.sort(column, direction);
}

void ColumnLayout::fitToLists()
{
    const bool isOtherList = m_fittedLists != m_model.listed();
    const bool hasGrown = m_fittedRows < rowsMeasured && m_model.rowCount() >= 2 * m_fittedRows;
    if (m_model.rowCount() == 0 || (!isOtherList && !hasGrown))
        return;
    m_fittedLists = m_model.listed();
    m_fittedRows = m_model.rowCount();
    if (isOtherList) {
        std::ranges::fill(m_fitted, 0);
        m_held = 0;
    }
    growToShown();
}

void ColumnLayout::growToShown()
{
    if (m_model.rowCount() == 0)
        return;
    const QScopedValueRollback applying(m_isApplying, true);
    for (int column = 0; column < m_model.columnCount(); ++column) {
        if (m_model.tableColumns()[static_cast<std::size_t>(column)].kind == TableColumn::Kind::Mark)
            continue;
        int &fitted = m_fitted[static_cast<std::size_t>(column)];
        const int least = fitted;
        fit(column);
        fitted = std::max(fitted, least);
    }
    share();
}

bool ColumnLayout::eventFilter(QObject *watched, QEvent *event)
{
    // The viewport is all that is watched. While the table goes there are other events, and it cannot be asked any
    // more.
    if (event->type() == QEvent::Resize)
        share();
    return QObject::eventFilter(watched, event);
}

void ColumnLayout::fillMenu(QMenu &menu)
{
    const auto literal = [](QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); };
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        const TableColumn &what = m_model.tableColumns()[static_cast<std::size_t>(column)];
        if (what.kind == TableColumn::Kind::Mark || what.isNaming())
            continue;
        QAction *action = menu.addAction(literal(what.title));
        action->setCheckable(true);
        action->setChecked(!m_header->isSectionHidden(column));
        const QString key = what.key;
        connect(action, &QAction::toggled, this, [this, key](bool on) { setShown(m_model.columnOf(key), on); });
    }
    std::set<QString> labels = labelsOf(m_model);
    labels.insert(m_model.labels().begin(), m_model.labels().end());
    menu.addSeparator();
    QMenu *choice = menu.addMenu(tr("Labels as columns"));
    choice->setEnabled(!labels.empty());
    for (const QString &label : labels) {
        QAction *action = choice->addAction(literal(displayText(label.toStdString(), 80)));
        action->setCheckable(true);
        action->setChecked(m_model.labels().contains(label));
        connect(action, &QAction::toggled, this, [this, label](bool on) { setLabelShown(label, on); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Fit all columns")), &QAction::triggered, this, [this] {
        for (int column = 1; column < m_model.columnCount(); ++column)
            fit(column);
        m_layout.widths.clear();
        share();
        m_later->start();
    });
    connect(menu.addAction(tr("Reset columns")), &QAction::triggered, this, &ColumnLayout::reset);
}

std::vector<int> ColumnLayout::shownColumns() const
{
    std::vector<int> columns;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        if (!m_header->isSectionHidden(column))
            columns.push_back(column);
    }
    return columns;
}

void ColumnLayout::setShown(int column, bool shown)
{
    if (column < 0)
        return;
    const QString key = m_model.tableColumns()[static_cast<std::size_t>(column)].key;
    m_layout.hidden.removeAll(key);
    m_layout.shown.removeAll(key);
    (shown ? m_layout.shown : m_layout.hidden).append(key);
    const QScopedValueRollback applying(m_isApplying, true);
    m_header->setSectionHidden(column, !shown);
    share();
    m_later->start();
}

void ColumnLayout::setLabelShown(const QString &label, bool shown)
{
    m_layout.labels.removeAll(label);
    if (shown)
        m_layout.labels.append(label);
    m_model.setLabels(m_layout.labels);
    m_later->start();
}

void ColumnLayout::reset()
{
    m_layout = {};
    m_model.setLabels({});
    apply();
    m_later->start();
}

void ColumnLayout::resized(int column, int, int width)
{
    if (m_isApplying || m_kind.isEmpty() || width <= 0)
        return;
    m_layout.widths.insert(m_model.tableColumns()[static_cast<std::size_t>(column)].key, width * 100 / scaled(100));
    share();
    m_later->start();
}

void ColumnLayout::moved()
{
    if (m_isApplying || m_kind.isEmpty())
        return;
    m_layout.order.clear();
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        m_layout.order.append(m_model.tableColumns()[static_cast<std::size_t>(column)].key);
    }
    share(); // another one may be the last
    m_later->start();
}

void ColumnLayout::sorted(int column, Qt::SortOrder order)
{
    if (m_isApplying || m_kind.isEmpty() || column < 0 || column >= m_model.columnCount())
        return;
    m_layout.sortColumn = m_model.tableColumns()[static_cast<std::size_t>(column)].key;
    m_layout.sortDescending = order == Qt::DescendingOrder;
    m_later->start();
}

int ColumnLayout::lastShown() const
{
    const std::vector<int> shown = shownColumns();
    return shown.empty() ? -1 : shown.back();
}

void ColumnLayout::save()
{
    m_later->stop();
    if (!m_kind.isEmpty())
        m_settings.setTableLayout(m_kind, m_layout);
}

} // namespace wk
