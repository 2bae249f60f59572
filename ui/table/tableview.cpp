// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tableview.h"

#include "core/history/rows/historyfeed.h"
#include "ui/code/findbar.h"
#include "ui/export/exportdialog.h"
#include "ui/models/filterwords.h"
#include "ui/models/kindgroups.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/tablesubject.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/noticebar.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"
#include "ui/table/columnlayout.h"
#include "ui/table/objecttable.h"
#include "ui/table/statebadge.h"
#include "ui/table/stateplate.h"
#include "ui/table/tablecopy.h"
#include "ui/table/tableexport.h"
#include "ui/table/tablesearch.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace wk {

namespace {

/// How often the rows of a list that is under way are painted.
constexpr std::chrono::milliseconds ArrivalsFrame{100};

void toClipboard(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
}

} // namespace

TableView::TableView(WindowState &state, UiSettings &settings, Clock &clock, QWidget *parent)
    : View(parent)
    , m_state(state)
    , m_clock(clock)
    , m_model(new ResourceTableModel(clock, this))
    , m_table(new ObjectTable(*m_model, this))
    , m_notice(new NoticeBar(this))
    , m_plate(new StatePlate(this))
    , m_columns(new ColumnLayout(*m_table, *m_model, settings))
    , m_search(std::make_unique<TableSearch>(*m_table, *m_model, *m_columns))
    , m_findBar(new FindBar(m_search.get(), this))
    , m_filterBar(new QWidget(this))
    , m_badge(new StateBadge(m_filterBar))
    , m_exportButton(new QToolButton(m_filterBar))
    , m_exportAction(new QAction(icon(Icon::Export), QString(), this))
    , m_export(new TableExport(*m_model, *m_columns, clock, this))
    , m_exportDialog(new ExportDialog(*m_export, settings, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_notice);
    column->addWidget(m_findBar);
    column->addWidget(m_table, 1);
    giveKeysTo(m_table);
    m_table->setAccessibleName(tr("Objects"));
    m_table->setSortingEnabled(true);
    m_columns->apply();
    m_model->setFilter(state.activeFilter());

    connect(m_model, &ResourceTableModel::stateChanged, this, &TableView::showState);
    connect(m_model, &ResourceTableModel::aged, this, [this] {
        if (!m_model->isKnown())
            showMoment(); // it may be known by now since when it is known
        if (m_model->state() != m_said)
            showState(); // a countdown goes on
    });
    connect(m_plate, &StatePlate::retryAsked, this, &TableView::retryAsked);
    connect(m_plate, &StatePlate::cancelAsked, this, &TableView::cancelAsked);
    connect(m_plate, &StatePlate::streamAsked, this, &TableView::streamAsked);
    connect(m_notice, &NoticeBar::retryAsked, this, &TableView::retryAsked);
    connect(m_model, &QAbstractItemModel::modelReset, this, &TableView::showSelection);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &TableView::showSelection);
    connect(&state, &WindowState::selectionChanged, this, [this] {
        const ObjectRef &selected = m_state.selection();
        const bool isOfThisKind = selected.resource == m_model->resource().gvr;
        if (m_model->rowOf(selected) < 0 && (isOfThisKind || selectedCount() == 1)) // several are for something else
            showNoSelection();
        showSelection();
    });
    connect(&state, &WindowState::playheadChanged, this, &TableView::showMoment);
    connect(&state, &WindowState::pausedChanged, this, [this] { m_model->setPaused(m_state.isPaused()); });
    connect(&state, &WindowState::activeFilterChanged, this, [this] { m_model->setFilter(m_state.activeFilter()); });
    connect(m_model, &ResourceTableModel::filtered, m_columns, &ColumnLayout::growToShown);
    connect(m_model, &ResourceTableModel::filtered, this, &TableView::keepSelectionInSight);
    connect(m_plate, &StatePlate::namespacesAsked, this, [this](const QStringList &names) {
        std::vector<std::string> chosen;
        for (const QString &name : names)
            chosen.push_back(name.toStdString());
        m_state.setNamespaces(chosen);
    });
    connect(&state, &WindowState::clustersChanged, this, [this] { m_model->setClusters(m_state.clusters()); });
    connect(&state, &WindowState::namespacesChanged, this, &TableView::showNamespaces);
    showNamespaces();
    connect(m_model, &ResourceTableModel::turned, this, &TableView::momentShown);
    buildFilterBar();
    buildMenus();
    showState();
}

TableView::~TableView() = default;

void TableView::buildFilterBar()
{
    auto *row = new QHBoxLayout(m_filterBar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(scaled(measure::Grid));
    row->addWidget(m_badge);
    row->addWidget(m_exportButton);
    connect(m_badge, &StateBadge::clicked, this, [this] { Q_EMIT watchAsked(m_model->state().watch); });
    m_exportAction->setIconVisibleInMenu(false);
    m_exportButton->setDefaultAction(m_exportAction);
    m_exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_exportButton->setAutoRaise(true);
    m_exportButton->setIconSize(QSize(scaled(measure::FieldIcon), scaled(measure::FieldIcon)));
    connect(m_exportAction, &QAction::triggered, this, &TableView::exportShown);
    m_filterBar->hide();
    whenTranslated(this, [this] {
        m_exportAction->setText(tr("Export shown"));
        m_exportAction->setToolTip(safeToolTip(tr("Save the table as shown to a CSV file")));
    });
}

void TableView::exportShown()
{
    m_exportDialog->ask(QString::fromStdString(m_model->resource().gvr.qualifiedName()), {ExportFormat::Csv},
                        m_model->now());
}

bool TableView::find()
{
    m_findBar->open();
    return true;
}

void TableView::buildMenus()
{
    // Not what is current: the first row becomes that by the focus alone.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TableView::selectionMoved);
    // A row that was selected already is chosen anew: meanwhile another view may have chosen something else.
    connect(m_table, &QAbstractItemView::clicked, this, &TableView::selectionMoved);
    connect(m_table, &QAbstractItemView::activated, this, &TableView::objectOpened);
    connect(m_table, &ObjectTable::copyAsked, this, [this] { toClipboard(asText(excerpt())); });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        const QModelIndex index = m_table->indexAt(at);
        QMenu menu(this);
        fillRowMenu(menu, index.row(), index.column());
        menu.addSeparator();
        fillTableMenu(menu);
        if (!menu.isEmpty())
            menu.exec(m_table->viewport()->mapToGlobal(at));
    });
    QHeaderView *header = m_table->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint &at) {
        QMenu menu(this);
        m_columns->fillMenu(menu);
        menu.exec(header->viewport()->mapToGlobal(at));
    });
}

void TableView::setWatches(const ResourceInfo &resource, const std::vector<WatchId> &watches)
{
    const bool isOther = resource != m_model->resource();
    m_model->setClusters(m_state.clusters()); // first: it knows of which cluster the watches are
    m_model->setSource(resource, watches);
    m_columns->setKind(QString::fromStdString(resource.gvr.qualifiedName()));
    showMoment();
    if (isOther)
        Q_EMIT titleChanged();
}

QString TableView::title() const
{
    const ResourceInfo &resource = m_model->resource();
    return resource.kind.empty() ? tr("Objects") : pluralName(resource);
}

void TableView::applyBatch(const Batch &batch)
{
    if (!batch.arrivals.empty())
        holdPaint();
    m_model->setAside(isAside());
    m_model->applyBatch(batch);
    if (!isAside())
        m_columns->fitToLists();
}

/// A long list comes in a hundred parts, and to paint after each takes longer than to take it in.
void TableView::holdPaint()
{
    QWidget *rows = m_table->viewport();
    if (!rows->updatesEnabled())
        return;
    const Instant now = m_clock.now();
    const Instant next = m_arrivalsPainted ? *m_arrivalsPainted + ArrivalsFrame : now;
    if (now >= next) {
        m_arrivalsPainted = now;
        return;
    }
    rows->setUpdatesEnabled(false);
    m_paintAlarm = m_clock.after(next - now, [this, rows] {
        m_arrivalsPainted = m_clock.now();
        rows->setUpdatesEnabled(true);
    });
}

QString TableView::resultText() const
{
    const ResourceInfo &resource = m_model->resource();
    const auto total = static_cast<qint64>(m_model->total());
    const bool isTold = total > 0 || !m_model->listed().empty();
    if (resource.gvr.resource.empty() || !m_model->isKnown() || !isTold)
        return {};
    if (m_state.activeFilter().isEmpty())
        return countOfKind(total, resource);
    return countOfKind(static_cast<qint64>(m_model->shownCount()), total, resource);
}

int TableView::selectedCount() const
{
    // The ranges are of whole rows and do not meet.
    const QItemSelection ranges = m_table->selectionModel()->selection();
    return std::accumulate(ranges.begin(), ranges.end(), 0,
                           [](int sum, const QItemSelectionRange &range) { return sum + range.height(); });
}

void TableView::changeEvent(QEvent *event)
{
    View::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_model->retranslate();
    m_columns->apply();
    Q_EMIT titleChanged();
}

void TableView::setConnection(const ConnectionWord &connection)
{
    m_model->setConnection(connection);
}

void TableView::setServed(const std::vector<ResourceInfo> &served)
{
    m_model->setServed(served);
}

void TableView::showState()
{
    const TableState &state = m_said = m_model->state();
    m_plate->show(state);
    m_notice->say(state.notice, state.canRetry);
    m_badge->show(state.look, state.word, state.wordTip);
    m_exportAction->setEnabled(m_model->shownCount() > 0);
    m_keepsHeader = state.kind == TableState::Kind::Empty || state.kind == TableState::Kind::NothingMatches ||
                    state.kind == TableState::Kind::NotWatched;
    layOutPlate();
    Q_EMIT resultChanged();
}

void TableView::resizeEvent(QResizeEvent *event)
{
    View::resizeEvent(event);
    layOutPlate();
}

/// Over the table; where there are columns to choose and sort by, under their headers.
void TableView::layOutPlate()
{
    const int notice =
        (m_notice->isHidden() ? 0 : m_notice->height()) + (m_findBar->isHidden() ? 0 : m_findBar->height());
    const int header = m_keepsHeader ? m_table->horizontalHeader()->height() : 0;
    m_plate->setGeometry(rect().adjusted(0, notice + header, 0, 0));
    m_plate->raise();
}

void TableView::showSelection()
{
    const int row = m_model->rowOf(m_state.selection());
    const bool isShown = row == m_table->currentIndex().row() && m_table->selectionModel()->isRowSelected(row);
    if (row < 0 || isShown)
        return;
    const QScopedValueRollback showing(m_isShowingSelection, true);
    const QModelIndex index = m_model->index(row, m_table->homeColumn());
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

/// Another object is chosen, one that is gone, hidden or of another kind: no row may look as if it were that.
void TableView::showNoSelection()
{
    const QScopedValueRollback showing(m_isShowingSelection, true);
    m_table->clearSelection();
}

/// Another filter puts other rows where it was.
void TableView::keepSelectionInSight()
{
    const int row = m_model->rowOf(m_state.selection());
    const QModelIndex current = m_table->currentIndex();
    if (row < 0)
        return;
    m_table->doItemsLayout(); // else the scroll bar ends where the rows of before did
    m_table->scrollTo(m_model->index(row, row == current.row() ? current.column() : m_table->homeColumn()));
}

void TableView::selectionMoved()
{
    const QModelIndex current = m_table->currentIndex();
    if (!m_table->areRowsChanging() && m_table->selectionModel()->isSelected(current))
        rowChosen(current.row());
    Q_EMIT resultChanged();
}

void TableView::rowChosen(int row)
{
    if (!m_isShowingSelection && row >= 0 && row < m_model->rowCount())
        m_state.select(m_model->refAt(row));
}

void TableView::fillRowMenu(QMenu &menu, int row, int column)
{
    if (row < 0)
        return;
    if (const auto point = m_model->pointAt(row, column)) {
        for (PointChoice &choice : choicesFor(m_state.activeFilter(), *point))
            connect(menu.addAction(choice.text), &QAction::triggered, this,
                    [this, filter = std::move(choice.filter)] { m_state.setFilter(filter); });
    }
    const std::string uid = m_model->rowAt(row).object->uid;
    if (!uid.empty()) {
        connect(menu.addAction(tr("Only this object")), &QAction::triggered, this, [this, uid] {
            m_state.setFilter(withOnly(m_state.activeFilter(), FilterPoint{FilterField::Uid, {}, uid}));
        });
    }
    menu.addSeparator();
    const QString cell = m_model->text(row, column);
    if (!cell.isEmpty())
        connect(menu.addAction(tr("Copy the cell")), &QAction::triggered, this, [cell] { toClipboard(cell); });
    QAction *copy = menu.addAction(tr("Copy as text"));
    copy->setShortcut(QKeySequence::Copy);
    connect(copy, &QAction::triggered, this, [this] { toClipboard(asText(excerpt())); });
    connect(menu.addAction(tr("Copy as CSV")), &QAction::triggered, this,
            [this] { toClipboard(asCsv(excerpt(), m_model->now())); });
    QAction *yaml = menu.addAction(tr("Copy as YAML"));
    connect(yaml, &QAction::triggered, this, [this] { m_yaml.copy(selectedObjects(), m_model->resource()); });
    QAction *kubectl = menu.addAction(tr("Copy as kubectl command"));
    kubectl->setEnabled(m_kubectlOptions && !m_kubectlOptions(m_model->refAt(row).cluster).isEmpty());
    connect(kubectl, &QAction::triggered, this, [this] { toClipboard(asKubectl(excerpt(), m_kubectlOptions)); });
}

void TableView::fillTableMenu(QMenu &menu)
{
    const std::vector<WatchId> watches = m_model->watches();
    if (!watches.empty() && !m_model->resource().isOnlyListed()) // each look is as good
        connect(menu.addAction(tr("Verify against the server")), &QAction::triggered, this,
                [this, watches] { Q_EMIT verifyAsked(watches); });
}

std::vector<ObjectPtr> TableView::selectedObjects() const
{
    std::vector<ObjectPtr> objects;
    for (const int row : m_table->selectedRowNumbers())
        objects.push_back(m_model->rowAt(row).object);
    return objects;
}

TableExcerpt TableView::excerpt() const
{
    return {*m_model, m_table->selectedRowNumbers(), m_columns->shownColumns()};
}

} // namespace wk
