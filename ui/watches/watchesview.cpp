// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/watches/watchesview.h"

#include "core/history/rows/historyfeed.h"
#include "core/informer/batch.h"
#include "ui/models/kindgroups.h"
#include "ui/models/watchwords.h"
#include "ui/models/windowstate.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/watches/watchesdelegate.h"
#include "ui/words/statewords.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

namespace wk {

namespace {

constexpr std::chrono::seconds TickTime{1};
// The watches' picture, at 100 %: from STATE to EVENTS.
constexpr std::array<int, WatchesModel::ColumnCount> Widths{174, 110, 160, 104, 84, 116, 86, 74, 92, 70, 66, 74, 120};
// And what is left of them where there is no room for all; their titles are not cut.
constexpr std::array<int, WatchesModel::ColumnCount> LeastWidths{132, 80, 138, 100, 72, 104, 0, 0, 0, 62, 56, 62, 0};

} // namespace

WatchesView::WatchesView(WindowState &state, const HistoryFeed &history, Clock &clock, QWidget *parent)
    : View(parent)
    , m_state(state)
    , m_history(history)
    , m_clock(clock)
    , m_model(new WatchesModel([&state](WatchId watch) { return state.scopeOf(watch); }, this))
    , m_table(new QTreeView(this))
    , m_delegate(new WatchesDelegate(this))
    , m_note(new SafeLabel(this))
    , m_empty(new SafeLabel(this))
    , m_stack(new QStackedLayout)
    , m_chipBar(std::make_unique<QWidget>())
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    m_note->setWordWrap(true);
    m_note->setQuiet();
    m_note->setContentsMargins(scaled(measure::FirstPadding), scaled(measure::Grid), scaled(measure::FirstPadding),
                               scaled(measure::Grid));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_note);
    column->addLayout(m_stack, 1);
    giveKeysTo(m_table);
    buildTable();
    buildChips();
    connect(&m_state, &WindowState::playheadChanged, this, &WatchesView::showPlayhead);
    connect(&history, &HistoryFeed::moved, this, &WatchesView::follow);
    m_model->setClusters(m_state.clusters());
    connect(&m_state, &WindowState::clustersChanged, this, &WatchesView::showClusters);
    showClusters();
    retranslate();
    showPlayhead();
}

WatchesView::~WatchesView() = default;

void WatchesView::buildTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    m_table->setRootIsDecorated(false);
    m_table->setItemsExpandable(false);
    m_table->setIndentation(0);
    m_table->setAllColumnsShowFocus(true);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->header()->setSortIndicatorClearable(true);
    m_table->header()->setStretchLastSection(true);
    m_table->setSortingEnabled(true);
    share();
    connect(m_table->header(), &QHeaderView::sectionResized, this, [this](int column) {
        const bool isStretched = column == WatchesModel::ColumnCount - 1;
        if (!m_isSharing && !isStretched)
            m_isSized[std::size_t(column)] = true;
    });
    m_table->viewport()->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { spanRows(first, last); });
    connect(m_table, &QTreeView::activated, this, &WatchesView::press);
    connect(m_table, &QTreeView::customContextMenuRequested, this, &WatchesView::showMenu);
}

void WatchesView::showClusters()
{
    m_model->tick(m_clock.wallNow());
    m_table->setColumnHidden(WatchesModel::Cluster, !m_state.clusters().areSeveral());
    share();
}

/// Where there is no room for all, the columns give way from the right, each as far as it can; then the table scrolls.
void WatchesView::share()
{
    const QScopedValueRollback sharing(m_isSharing, true);
    QHeaderView *header = m_table->header();
    const auto wanted = [&](int column) {
        return m_isSized[std::size_t(column)] ? header->sectionSize(column) : scaled(Widths[std::size_t(column)]);
    };
    int missing = -m_table->viewport()->width();
    for (int column = 0; column < WatchesModel::ColumnCount; ++column)
        missing += m_table->isColumnHidden(column) ? 0 : wanted(column);
    for (int column = WatchesModel::ColumnCount - 1; column >= 0; --column) {
        if (m_isSized[std::size_t(column)] || m_table->isColumnHidden(column))
            continue;
        const int least = std::max(header->sectionSizeHint(column), scaled(LeastWidths[std::size_t(column)]));
        const int given = std::clamp(missing, 0, std::max(0, wanted(column) - least));
        header->resizeSection(column, wanted(column) - given);
        missing -= given;
    }
}

void WatchesView::buildChips()
{
    auto *row = new QHBoxLayout(m_chipBar.get());
    row->setContentsMargins(0, 0, 0, 0);
    for (int i = 0; i < int(m_chips.size()); ++i) {
        auto *chip = new Chip(QString(), m_chipBar.get());
        chip->setCheckable(true);
        chip->setChecked(i == 0);
        connect(chip, &Chip::clicked, this, [this, i] { only(i); });
        row->addWidget(chip);
        m_chips[std::size_t(i)] = chip;
    }
}

void WatchesView::only(int chosen)
{
    for (int i = 0; i < int(m_chips.size()); ++i)
        m_chips[std::size_t(i)]->setChecked(i == chosen);
    using Group = WatchesModel::Group;
    const std::array<std::optional<Group>, 3> groups{std::nullopt, Group::Attention, Group::Live};
    m_only = groups[std::size_t(chosen)];
    m_model->setOnly(m_only, m_clock.wallNow());
    sayEmpty();
}

void WatchesView::retranslate()
{
    m_table->setAccessibleName(tr("Watches"));
    m_note->setText(tr(
        "The watches as they are now, not at that time. What they reported by then (LIST, RELIST, RECONNECT, GAP) is "
        "in the Stream."));
    m_chips[0]->setText(tr("All"));
    sayCounts();
}

/// What a watch said of itself then is in the stream; its figures are kept for now alone.
void WatchesView::showPlayhead()
{
    m_note->setVisible(m_state.playhead().has_value());
    Q_EMIT resultChanged();
}

void WatchesView::sayCounts()
{
    m_chips[1]->setText(tr("Need attention %1").arg(m_model->watchCount(WatchesModel::Group::Attention)));
    m_chips[2]->setText(tr("%1 %2", "Live 11")
                            .arg(watchStateWord(m_model->wellState()))
                            .arg(m_model->watchCount(WatchesModel::Group::Live)));
    for (Chip *chip : m_chips)
        chip->setAccessibleName(chip->text());
    sayEmpty();
    Q_EMIT resultChanged();
}

/// Why no watch is listed.
void WatchesView::sayEmpty()
{
    using Group = WatchesModel::Group;
    const int attention = m_model->watchCount(Group::Attention);
    const int live = m_model->watchCount(Group::Live);
    m_empty->setText(attention + live == 0
                         ? tr("Nothing is watched. Open a kind's table and its watch will be listed here.")
                     : m_only == Group::Attention ? tr("No watch needs attention: all are live.")
                                                  : tr("No watch is live: all need attention."));
    m_stack->setCurrentIndex((m_only == Group::Attention ? 0 : live) + (m_only == Group::Live ? 0 : attention) > 0);
}

QString WatchesView::title() const
{
    return tr("Watches");
}

QString WatchesView::resultText() const
{
    using Group = WatchesModel::Group;
    const int count = m_model->watchCount(Group::Attention) + m_model->watchCount(Group::Live);
    return m_state.playhead() ? tr("%n watches, as they are now", nullptr, count) : tr("%n watches", nullptr, count);
}

QWidget *WatchesView::filterBar()
{
    return m_chipBar.get();
}

void WatchesView::applyBatch(const Batch &batch)
{
    m_model->hear(batch.statuses, m_clock.wallNow());
    if (!batch.statuses.empty())
        sayCounts();
}

void WatchesView::follow()
{
    const int before = m_model->rowCount();
    m_model->follow(m_history.now(), m_history.end(), m_clock.wallNow());
    if (m_model->rowCount() != before)
        sayCounts();
}

void WatchesView::showWatch(WatchId watch)
{
    if (m_model->rowOf(watch) < 0)
        only(0);
    const QModelIndex row = m_model->index(m_model->rowOf(watch), 0);
    m_table->setCurrentIndex(row);
    m_table->scrollTo(row);
}

void WatchesView::tick()
{
    m_model->tick(m_clock.wallNow());
    m_tick = m_clock.after(TickTime, [this] { tick(); });
}

/// Headings and details run over all columns.
void WatchesView::spanRows(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const auto kind = m_model->index(row, 0).data(WatchesModel::KindRole).toInt();
        m_table->setFirstColumnSpanned(row, {}, kind != WatchesModel::Watch);
    }
}

QRect WatchesView::linkOf(WatchId watch) const
{
    const int row = m_model->rowOf(watch);
    const QModelIndex detail = m_model->index(row + 1, 0);
    if (row < 0 || !detail.isValid() || detail.data(WatchesModel::KindRole).toInt() != WatchesModel::Detail)
        return {};
    const QRect area(0, m_table->visualRect(detail).top(), m_table->viewport()->width(),
                     m_table->visualRect(detail).height());
    return m_delegate->linkRect(area, detail);
}

bool WatchesView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_table->viewport())
        return View::eventFilter(watched, event);
    if (event->type() == QEvent::Resize)
        share();
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::MouseButtonRelease) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const QModelIndex index = m_table->indexAt(mouse->position().toPoint()).siblingAtColumn(0);
        const QRect link = linkOf(index.data(WatchesModel::WatchRole).toUInt());
        const bool isOnLink = link.contains(mouse->position().toPoint());
        m_table->viewport()->setCursor(isOnLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (isOnLink && event->type() == QEvent::MouseButtonRelease && mouse->button() == Qt::LeftButton)
            act(index);
    }
    return View::eventFilter(watched, event);
}

/// Enter and double click: the way out of trouble, else the kind's table.
void WatchesView::press(const QModelIndex &index)
{
    const QModelIndex row = index.siblingAtColumn(0);
    const auto action = WatchesModel::Action(row.data(WatchesModel::ActionRole).toInt());
    if (action == WatchesModel::Action::Retry || action == WatchesModel::Action::CopyRule)
        act(row);
    else
        openKind(row);
}

void WatchesView::act(const QModelIndex &index)
{
    switch (WatchesModel::Action(index.data(WatchesModel::ActionRole).toInt())) {
    case WatchesModel::Action::None: return;
    case WatchesModel::Action::Look:
    case WatchesModel::Action::Retry: Q_EMIT retryAsked(index.data(WatchesModel::WatchRole).toUInt()); return;
    case WatchesModel::Action::CopyRule:
        if (const WatchScope *scope = m_model->scope(index.data(WatchesModel::WatchRole).toUInt()))
            QGuiApplication::clipboard()->setText(accessRule(*scope));
        return;
    }
}

void WatchesView::openKind(const QModelIndex &index)
{
    if (const WatchScope *scope = m_model->scope(index.data(WatchesModel::WatchRole).toUInt()))
        Q_EMIT kindAsked(scope->resource);
}

void WatchesView::showMenu(const QPoint &position)
{
    const QModelIndex index = m_table->indexAt(position).siblingAtColumn(0);
    const WatchScope *scope = m_model->scope(index.data(WatchesModel::WatchRole).toUInt());
    if (!scope)
        return;
    QMenu menu(this);
    const QString link = WatchesDelegate::linkText(index);
    const QPersistentModelIndex row(index);
    if (!link.isEmpty())
        menu.addAction(link, this, [this, row] { act(row); });
    const WatchId watch = index.data(WatchesModel::WatchRole).toUInt();
    if (!scope->resource.isOnlyListed()) // each look is as good
        menu.addAction(tr("Verify against the server"), this, [this, watch] { Q_EMIT verifyAsked(watch); });
    menu.addAction(tr("Show the table of this kind"), this, [this, row] { openKind(row); });
    menu.addSeparator();
    menu.addAction(tr("Stop watching %1").arg(pluralName(scope->resource)), this,
                   [this, resource = scope->resource] { Q_EMIT leaveAsked(resource); })
        ->setEnabled(scope->resource.gvr != m_state.resource().gvr); // the table shows it, and would be empty
    menu.exec(m_table->viewport()->mapToGlobal(position));
}

void WatchesView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    tick();
}

void WatchesView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_tick.cancel();
}

void WatchesView::changeEvent(QEvent *event)
{
    View::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    m_model->tick(m_clock.wallNow());
    m_table->header()->viewport()->update();
    share();
    Q_EMIT titleChanged();
}

} // namespace wk
