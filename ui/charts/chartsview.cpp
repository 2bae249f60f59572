// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartsview.h"

#include "core/history/rows/historyfeed.h"
#include "core/informer/batch.h"
#include "ui/charts/card.h"
#include "ui/charts/marklegend.h"
#include "ui/charts/rvlegend.h"
#include "ui/charts/rvplot.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/nowchip.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QListView>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto DataPause = 100ms;    // ten times a second
constexpr auto LegendPause = 1000ms; // seconds behind
constexpr auto LeastSpan = 1min;
constexpr auto ShortestZoom = 1s;
constexpr int LegendWidth = 210;

} // namespace

ChartsView::ChartsView(WindowState &state, const HistoryFeed &history, Clock &clock, QWidget *parent)
    : View(parent)
    , m_state(state)
    , m_clock(clock)
    , m_time(state, clock)
    , m_history(history)
    , m_plot(new RvPlot(m_data, this))
    , m_model(new RvLegendModel(this))
    , m_legend(new QListView(this))
    , m_title(new SafeLabel(this))
    , m_subtitle(new SafeLabel(this))
    , m_empty(new SafeLabel(this))
    , m_toNow(new NowChip(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(buildCard());
    connect(m_plot, &RvPlot::eventClicked, this, &ChartsView::selectEvent);
    connect(m_plot, &RvPlot::markClicked, this, &ChartsView::watchAsked);
    connect(m_plot, &RvPlot::gapClicked, this, &ChartsView::gapAsked);
    connect(m_plot, &RvPlot::hovered, this, &ChartsView::pointAt);
    const auto watchOf = [](const QModelIndex &index) { return index.data(RvLegendModel::WatchRole).toUInt(); };
    connect(m_legend, &QListView::entered, this,
            [this, watchOf](const QModelIndex &index) { pointAt(watchOf(index)); });
    connect(m_legend, &QListView::viewportEntered, this, [this] { pointAt(0); });
    m_legend->viewport()->installEventFilter(this);
    connect(m_legend, &QListView::clicked, this, [this, watchOf](const QModelIndex &index) { keep(watchOf(index)); });
    connect(m_plot, &RvPlot::zoomed, this, &ChartsView::zoom);
    connect(m_plot, &RvPlot::rangeChosen, this, [this](WallTime from, WallTime to) {
        m_state.setTimeRange(TimeRange{from, to});
    });
    connect(m_plot, &RvPlot::usualWanted, this, &ChartsView::showUsual);
    connect(m_toNow, &NowChip::clicked, this, &ChartsView::showUsual);
    connect(&m_state, &WindowState::timeRangeChanged, this, [this] {
        m_zoom.reset();
        refreshAfter(0ms);
    });
    connect(&m_state, &WindowState::playheadChanged, this, [this] {
        const std::optional<Moment> &moment = m_state.playhead();
        m_plot->setPlayhead(moment ? std::optional(moment->time) : std::nullopt);
        m_zoom.reset();
        refreshAfter(0ms);
    });
    connect(&m_state, &WindowState::pausedChanged, this, [this] { refreshAfter(0ms); });
    connect(&history, &HistoryFeed::moved, this, &ChartsView::follow);
    retranslate();
    follow();
}

ChartsView::~ChartsView() = default;

QWidget *ChartsView::buildCard()
{
    m_title->setFont(fontOf(TextRole::Title));
    m_subtitle->setFont(fontOf(TextRole::Caption));
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    m_legend->setModel(m_model);
    m_legend->setItemDelegate(new RvLegendDelegate(m_legend));
    m_legend->setFrameShape(QFrame::NoFrame);
    m_legend->setMouseTracking(true);
    m_legend->setUniformItemSizes(true);
    m_legend->setFixedWidth(scaled(LegendWidth));
    m_legend->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto *chart = new QWidget(this);
    auto *sideBySide = new QHBoxLayout(chart);
    sideBySide->setContentsMargins(0, 0, 0, 0);
    sideBySide->setSpacing(0);
    sideBySide->addWidget(m_plot, 1);
    sideBySide->addWidget(m_legend);

    auto *content = new QWidget(this);
    m_stack = new QStackedLayout(content);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(chart);

    auto *heading = new QHBoxLayout;
    heading->setSpacing(scaled(8));
    heading->addWidget(m_title);
    heading->addWidget(m_subtitle);
    heading->addStretch(1);
    heading->addWidget(m_toNow);
    heading->addStretch(1);
    heading->addWidget(new MarkLegend({EntryType::List, EntryType::Bookmark, EntryType::Relist, EntryType::Gap}, this));

    auto *card = new Card(this);
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(12, 10, 12, 10);
    inside->addLayout(heading);
    inside->addWidget(content, 1);
    return card;
}

void ChartsView::retranslate()
{
    m_title->setText(tr("resourceVersion"));
    m_subtitle->setText(tr("per watch"));
    m_legend->setAccessibleName(tr("Watches and how far they are behind the newest version"));
}

QString ChartsView::title() const
{
    return tr("Charts");
}

WallTime ChartsView::now() const
{
    return m_time.pausedAt().value_or(m_clock.wallNow());
}

/// The moment that the window shows; else where what is drawn ends.
WallTime ChartsView::shownTime() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    return moment ? moment->time : std::min(window().to, now());
}

TimeRange ChartsView::liveWindow() const
{
    const WallTime to = now();
    const auto first = m_data.firstPoint();
    const Micros span = first ? std::clamp<Micros>(to - *first, LeastSpan, RvChartData::Kept) : RvChartData::Kept;
    return {to - span, to};
}

TimeRange ChartsView::window() const
{
    if (!m_zoom)
        return usualWindow();
    const WallTime to = m_zoom->to.value_or(now());
    return {to - m_zoom->span, to};
}

TimeRange ChartsView::usualWindow() const
{
    const TimeRange live = liveWindow();
    if (const auto &range = m_state.timeRange(); range && range->to > now() - RvChartData::KeptRoughly)
        return {range->from, std::min(range->to, live.to)};
    return m_standing.value_or(live);
}

/// In the past what is drawn stands, and moves only when the moment is outside.
void ChartsView::standAtMoment()
{
    if (!m_state.playhead())
        return m_standing.reset();
    const TimeRange live = liveWindow();
    const WallTime moment = m_state.playhead()->time;
    if (!m_standing)
        m_standing = live;
    if (moment < m_standing->from || moment > m_standing->to) {
        const Micros half = (live.to - live.from) / 2;
        m_standing = TimeRange{moment - half, moment + half};
    }
}

/// What lies under the pointer stays there, unless that would bring in what is to come. Of the present all that there
/// is is what is usual.
void ChartsView::zoom(double factor, WallTime at)
{
    const TimeRange drawn = window();
    const TimeRange live = liveWindow();
    const auto resized = [factor](Micros time) { return Micros(std::llround(double(time.count()) * factor)); };
    const Micros most = live.to - live.from;
    const Micros span = std::clamp<Micros>(resized(drawn.to - drawn.from), ShortestZoom, most);
    const WallTime to = std::max(at + resized(drawn.to - at), live.from + span);
    const bool isUsual = span == most && !m_state.timeRange() && !m_state.playhead();
    m_zoom = isUsual ? std::nullopt : std::optional(Zoom{span, to < live.to ? std::optional(to) : std::nullopt});
    refreshAfter(0ms);
}

void ChartsView::showUsual()
{
    m_zoom.reset();
    m_state.setTimeRange({});
    refreshAfter(0ms);
}

void ChartsView::pointAt(WatchId watch)
{
    m_plot->highlight(watch != 0 ? watch : m_kept);
}

/// It stays strong until it is chosen again; the newest line is no watch's.
void ChartsView::keep(WatchId watch)
{
    m_kept = watch == m_kept ? 0 : watch;
    if (m_kept == 0)
        m_legend->clearSelection();
    pointAt(m_kept);
}

/// Empty: there is something to draw.
QString ChartsView::whyNothing() const
{
    if (m_data.tracks().empty())
        return tr("Nothing is watched yet. Each watch gets a line here as soon as it has listed.");
    const auto first = m_data.firstPoint();
    if (first && m_state.playhead() && m_state.playhead()->time<*first && * first> now() - RvChartData::KeptRoughly)
        return tr("Nothing was watched before %1.").arg(format::moment(*first, now()));
    const auto &range = m_state.timeRange();
    const WallTime oldest = now() - RvChartData::KeptRoughly;
    const WallTime asked = m_state.playhead() ? m_state.playhead()->time : range ? range->to : now();
    if (asked > oldest || (range && range->to > oldest))
        return {};
    return tr("The charts go back three hours; %1 is before that. The stream and the tables may know more.")
        .arg(format::moment(asked, now()));
}

void ChartsView::applyBatch(const Batch &batch)
{
    m_data.hear(batch.statuses);
    refreshSoon();
}

void ChartsView::follow()
{
    m_data.follow(m_history.newest(), m_history.end());
    refreshSoon();
}

void ChartsView::refreshSoon()
{
    if (!std::exchange(m_soon, true))
        refreshAfter(DataPause);
}

void ChartsView::refreshAfter(std::chrono::milliseconds delay)
{
    m_refresh = m_clock.after(delay, [this] { refresh(); });
}

void ChartsView::refresh()
{
    m_soon = false;
    m_refresh.cancel();
    m_data.dropOld(m_clock.wallNow());
    if (!isVisible())
        return;
    const bool hasLines = m_data.newest().has_value();
    const QString nothing = whyNothing();
    m_empty->setText(nothing);
    m_stack->setCurrentIndex(nothing.isEmpty() ? 1 : 0);
    standAtMoment();
    const TimeRange drawn = window();
    m_toNow->setVisible(m_zoom && m_zoom->to && !m_state.timeRange() && !m_state.playhead());
    if (hasLines)
        m_plot->replot(drawn.from, drawn.to);
    m_model->update(m_data, shownTime());
    Q_EMIT resultChanged();
    if (!m_time.pausedAt())
        refreshAfter(LegendPause);
}

void ChartsView::selectEvent(WatchId watch, RowId event)
{
    const RvTrack *track = m_data.track(watch);
    if (!track || event < m_history.now().begin())
        return;
    const HistorySnapshot &history = m_history.now();
    m_state.selectEvent(refOf(track->scope.resource.gvr, *history.object(event), history.cluster(event)), event);
    Q_EMIT objectChosen();
}

QString ChartsView::resultText() const
{
    const auto newest = m_data.newestAt(shownTime());
    if (!newest || !m_data.base())
        return {};
    const QString version = format::version(m_data.base()->plus(*newest).text());
    const bool isNow = m_state.playhead() || shownTime() >= now(); // the moment stands above
    return isNow ? tr("newest version %1").arg(version)
                 : tr("newest version %1 at %2").arg(version, format::moment(shownTime(), now()));
}

void ChartsView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    refresh();
}

void ChartsView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    m_refresh.cancel();
    m_soon = false;
}

/// The line that the legend pointed at is one of many again, unless it is kept.
bool ChartsView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        pointAt(0);
    return View::eventFilter(watched, event);
}

void ChartsView::changeEvent(QEvent *event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_title->setFont(fontOf(TextRole::Title));
        m_subtitle->setFont(fontOf(TextRole::Caption));
        m_legend->setFixedWidth(scaled(LegendWidth));
    }
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    refreshAfter(0ms);
    Q_EMIT titleChanged();
    Q_EMIT resultChanged();
}

} // namespace wk
