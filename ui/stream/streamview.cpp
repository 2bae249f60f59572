// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamview.h"

#include "core/informer/batch.h"
#include "core/query/filterparser.h"
#include "ui/code/findbar.h"
#include "ui/export/exportdialog.h"
#include "ui/models/writermenu.h"
#include "ui/stream/eventdetail.h"
#include "ui/stream/facetpanel.h"
#include "ui/stream/filterchips.h"
#include "ui/stream/filterpoints.h"
#include "ui/stream/streamexport.h"
#include "ui/stream/streamnotice.h"
#include "ui/stream/streamsearch.h"
#include "ui/stream/streamtable.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace wk {

namespace {

/// Counts are read by people, and sorting their facets costs more than a batch.
constexpr std::chrono::milliseconds CountsEvery{250};
constexpr int FacetWidth = 196;
constexpr int LeastRows = 6; ///< with the head and a scroll bar
constexpr int LeastDetail = 64;

} // namespace

StreamView::StreamView(WindowState &state, const HistoryFeed &history, UiSettings &settings, Clock &clock,
                       QWidget *parent)
    : View(parent)
    , m_state(state)
    , m_clock(clock)
    , m_history(history)
    , m_model(new StreamModel(history, this))
    , m_filterBar(new QWidget(this))
    , m_chips(new FilterChips(m_filterBar))
    , m_followButton(new QToolButton(m_filterBar))
    , m_facetsButton(new QToolButton(m_filterBar))
    , m_exportButton(new QToolButton(m_filterBar))
    , m_exportAction(new QAction(icon(Icon::Export), QString(), this))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_rows(new QSplitter(Qt::Vertical, m_columns))
    , m_facets(new FacetPanel(m_columns))
    , m_notice(new StreamNotice(clock, this))
    , m_table(new StreamTable(settings, m_rows))
    , m_detail(new EventDetail(m_rows))
    , m_search(std::make_unique<StreamSearch>(*m_table, *m_model, history))
    , m_findBar(new FindBar(m_search.get(), this))
    , m_export(new StreamExport(*m_model, clock, this))
    , m_exportDialog(new ExportDialog(*m_export, settings, this))
{
    buildFilterBar();
    buildLayout();
    connectParts();
    retranslate();
    askFilter();
    showCounts();
}

/// The rows go before the table, whose bar would tell of it, and the facets tell when they are hidden.
StreamView::~StreamView()
{
    m_table->verticalScrollBar()->disconnect(this);
    m_facets->disconnect(this);
}

void StreamView::buildFilterBar()
{
    auto *row = new QHBoxLayout(m_filterBar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(scaled(measure::Grid));
    m_facetsButton->setIcon(icon(Icon::Split));
    m_followButton->setIcon(icon(Icon::Down));
    m_exportAction->setIconVisibleInMenu(false);
    m_exportButton->setDefaultAction(m_exportAction);
    for (QToolButton *button : {m_facetsButton, m_followButton, m_exportButton}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setIconSize(QSize(scaled(measure::FieldIcon), scaled(measure::FieldIcon)));
        row->addWidget(button);
    }
    m_facetsButton->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_facetsButton->setCheckable(true);
    m_facetsButton->setChecked(true);
    m_followButton->setCheckable(true);
    m_followButton->setChecked(true);
    row->addWidget(m_chips);
    m_filterBar->hide();
}

void StreamView::buildLayout()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_notice);
    column->setSpacing(0);
    column->addWidget(m_findBar);
    column->addWidget(m_columns, 1);
    m_columns->addWidget(m_facets);
    m_columns->addWidget(m_rows);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({scaled(FacetWidth), scaled(1200)});
    m_columns->setChildrenCollapsible(false);
    m_facets->setMinimumWidth(scaled(FacetWidth / 2));
    connect(m_facetsButton, &QToolButton::toggled, m_facets, &QWidget::setVisible);
    m_rows->addWidget(m_table);
    m_rows->addWidget(m_detail);
    m_rows->setStretchFactor(0, 1);
    m_rows->setSizes({scaled(440), scaled(214)});
    m_rows->setChildrenCollapsible(false);
    m_table->setMinimumHeight(scaled(LeastRows * measure::Row));
    m_detail->setMinimumHeight(scaled(LeastDetail)); // it yields before the rows do
    m_detail->hide();
    m_table->setStream(m_model);
    giveKeysTo(m_table);
}

void StreamView::connectParts()
{
    connect(m_model, &StreamModel::countsChanged, this, [this] {
        countsChanged();
        goToWanted();
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        restoreCurrent();
        goToWanted();
        showCounts();
    });
    connect(m_search.get(), &StreamSearch::lookedOn, m_findBar, &FindBar::showCount);
    connect(m_notice, &NoticeBar::retryAsked, this, &StreamView::retryAsked);
    connect(&m_state, &WindowState::filterChanged, this, &StreamView::askFilter);
    connect(&m_state, &WindowState::timeRangeChanged, this, &StreamView::askFilter);
    connect(&m_state, &WindowState::namespacesChanged, this, &StreamView::askFilter);
    connect(&m_state, &WindowState::selectionChanged, this, &StreamView::showSelection);
    connect(&m_state, &WindowState::clustersChanged, this, [this] { m_table->setClusters(m_state.clusters()); });
    m_table->setClusters(m_state.clusters());
    connect(&m_state, &WindowState::chosenEventChanged, this, &StreamView::showChosenEvent);
    // Not what is current: the first row becomes that by the focus alone.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &StreamView::selectionMoved);
    // A row that was selected already is chosen anew: meanwhile another view may have chosen something else.
    connect(m_table, &QAbstractItemView::clicked, this, &StreamView::selectionMoved);
    connect(m_table, &StreamTable::cellMenuRequested, this, &StreamView::showCellMenu);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &StreamView::forgetFallen);
    connect(m_table, &StreamTable::followingChanged, this, &StreamView::letGo);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &StreamView::showFollowing);
    connect(m_table->verticalScrollBar(), &QScrollBar::rangeChanged, this, &StreamView::showFollowing);
    connect(&m_state, &WindowState::timeRangeChanged, this, &StreamView::showFollowing);
    connect(&m_state, &WindowState::pausedChanged, this, &StreamView::showFollowing);
    connect(&m_state, &WindowState::playheadChanged, this, &StreamView::showPlayhead);
    connect(m_followButton, &QToolButton::toggled, this, &StreamView::follow);
    connect(m_exportAction, &QAction::triggered, this, &StreamView::exportShown);
    connect(m_detail, &EventDetail::diffMenuOpened, this,
            [this](QMenu *menu, const std::string &writer) { offerOnlyWriter(*menu, m_state, writer); });
    connect(m_facets, &FacetPanel::chosen, this, &StreamView::facetChosen);
    connect(m_facets, &FacetPanel::left, this, &StreamView::showCounts);
    connect(m_facets, &FacetPanel::sightChanged, this, &StreamView::lookAtFacets);
    connect(m_chips, &FilterChips::changed, this, &StreamView::editFilter);
}

QString StreamView::title() const
{
    return tr("Stream");
}

QString StreamView::resultText() const
{
    const HistorySnapshot &log = m_history.now();
    const QString all = format::number(std::int64_t(m_history.end() - log.begin()));
    if (const double progress = m_model->progress(); progress < 1)
        return tr("looking through %1 events: %2 %").arg(all).arg(int(progress * 100));
    if (const std::optional<Moment> &moment = m_state.playhead()) {
        const RowId upTo = std::clamp(moment->upTo, log.begin(), m_history.end());
        if (upTo == log.begin() && m_history.end() - log.begin() > 0) {
            const QString from = format::moment(log.time(upTo), m_clock.wallNow());
            return upTo == 0 ? tr("not watched before %1").arg(from) : tr("events are kept from %1 on").arg(from);
        }
        const QString had = format::number(std::int64_t(upTo - log.begin()));
        const int shownBy = m_model->countBefore(upTo);
        if (shownBy == 0 && m_model->rowCount() > 0)
            return tr("none of %1 events by then: these came later").arg(had);
        return m_model->rows().query().isAll() ? tr("%1 events by then").arg(had)
                                               : tr("%1 of %2 events by then").arg(format::number(shownBy), had);
    }
    if (m_model->rows().query().isAll())
        return tr("%1 events").arg(all);
    return tr("%1 of %2 events").arg(format::number(m_model->rowCount()), all);
}

int StreamView::selectedCount() const
{
    // The ranges are of whole rows and do not meet.
    const QItemSelection ranges = m_table->selectionModel()->selection();
    return std::accumulate(ranges.begin(), ranges.end(), 0,
                           [](int sum, const QItemSelectionRange &range) { return sum + range.height(); });
}

void StreamView::forgetWatch(WatchId watch)
{
    m_notice->forget(watch);
}

void StreamView::applyBatch(const Batch &batch)
{
    m_notice->apply(batch.statuses);
}

void StreamView::askFilter()
{
    const FilterParse parse = parseFilter(m_state.filter().toStdString());
    if (parse.filter)
        m_filter = *parse.filter;
    RowQuery query;
    query.filter = m_filter;
    query.namespaces = m_state.namespaces();
    if (const std::optional<TimeRange> &range = m_state.timeRange()) {
        query.from = range->from;
        query.to = range->to;
    }
    m_chips->setFilter(m_filter);
    m_seenTo = m_letGoAt; // what another filter has shown is not all that has come
    m_model->ask(query);
    if (!m_model->hasWork())
        showCounts();
}

void StreamView::editFilter(const Filter &filter)
{
    m_state.setFilter(filterText(filter));
}

void StreamView::countsChanged()
{
    if (std::exchange(m_countsPending, true))
        return;
    m_countsAlarm = m_clock.after(CountsEvery, [this] { showCounts(); });
}

void StreamView::showCounts()
{
    m_countsPending = false;
    m_facets->setSections(facetSections());
    lookAtFacets();
    sayEmpty();
    showFollowing();
    Q_EMIT resultChanged();
}

void StreamView::sayEmpty()
{
    const RowId count = m_history.end() - m_history.now().begin();
    const QString all = format::number(std::int64_t(count));
    if (m_model->isBehind())
        m_table->setPlaceholder(tr("Looking through %1 events.").arg(all));
    else if (count == 0)
        m_table->setPlaceholder(tr("Nothing has arrived yet. What the watches report will appear here."));
    else
        m_table->setPlaceholder(tr("None of %1 events is shown: %2.").arg(all, whatNarrows()));
}

/// All that may be the reason why nothing is shown.
QString StreamView::whatNarrows() const
{
    const RowQuery &query = m_model->rows().query();
    const WallTime now = m_clock.wallNow();
    QStringList reasons;
    if (query.from && query.to)
        reasons.append(tr("only events that arrived between %1 and %2 are shown (Esc shows all time)")
                           .arg(format::moment(*query.from, now), format::moment(*query.to, now)));
    if (!query.filter.isEmpty())
        reasons.append(tr("the filter excludes them (Esc clears it)"));
    QStringList names;
    for (const std::string &ns : query.namespaces)
        names.append(displayText(ns, 80));
    if (!names.isEmpty())
        reasons.append(tr("only the namespaces %1 are selected (choose others at the top)")
                           .arg(QLocale().createSeparatedList(names)));
    return reasons.join(tr("; ", "between reasons"));
}

void StreamView::exportShown()
{
    const std::optional<Moment> &moment = m_state.playhead();
    m_exportDialog->ask(QStringLiteral("stream"), {ExportFormat::WatchLines, ExportFormat::Csv},
                        moment ? moment->time : m_clock.wallNow());
}

bool StreamView::find()
{
    if (m_detail->isAncestorOf(QApplication::focusWidget()))
        m_detail->find();
    else
        m_findBar->open();
    return true;
}

void StreamView::changeEvent(QEvent *event)
{
    View::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    m_model->retranslate();
    showCounts();
    Q_EMIT titleChanged();
}

/// Whatever it says, what stands beside it stays.
void StreamView::fixFollowButton()
{
    int wide = 0;
    for (const QString &words : {tr("Following the newest"), tr("Follow the newest")}) {
        m_followButton->setText(words);
        wide = std::max(wide, m_followButton->sizeHint().width());
    }
    m_followButton->setMinimumWidth(wide);
}

void StreamView::retranslate()
{
    m_table->setAccessibleName(tr("Events"));
    m_facetsButton->setText(tr("Facets"));
    m_facetsButton->setAccessibleName(tr("Show the facets"));
    m_facetsButton->setToolTip(safeToolTip(tr("Show the facets at the left")));
    fixFollowButton();
    showFollowing();
    m_followButton->setToolTip(
        safeToolTip(tr("Stay at the newest event (End); scrolling up or selecting an event stops that")));
    m_exportAction->setText(tr("Export shown"));
    m_exportAction->setToolTip(safeToolTip(tr("Save what is shown to a file")));
}

} // namespace wk
