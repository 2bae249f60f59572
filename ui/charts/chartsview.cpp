// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartsview.h"

#include "core/history/rows/historyfeed.h"
#include "core/informer/batch.h"
#include "ui/charts/rvcard.h"
#include "ui/charts/rvplot.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto DataPause = 100ms;    // ten times a second
constexpr auto LegendPause = 1000ms; // seconds behind
constexpr auto LeastSpan = 1min;
constexpr auto ShortestZoom = 1s;

} // namespace

ChartsView::ChartsView(WindowState &state, const HistoryFeed &history, Clock &clock, QWidget *parent)
    : View(parent)
    , m_state(state)
    , m_clock(clock)
    , m_time(state, clock)
    , m_history(history)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(12, 12, 12, 12);
    addCard();
    connect(&m_state, &WindowState::timeRangeChanged, this, [this] {
        m_zoom.reset();
        refreshAfter(0ms);
    });
    connect(&m_state, &WindowState::playheadChanged, this, [this] {
        const std::optional<Moment> &moment = m_state.playhead();
        for (RvCard *card : m_cards)
            card->plot().setPlayhead(moment ? std::optional(moment->time) : std::nullopt);
        m_zoom.reset();
        refreshAfter(0ms);
    });
    connect(&m_state, &WindowState::pausedChanged, this, [this] { refreshAfter(0ms); });
    connect(&m_state, &WindowState::clustersChanged, this, &ChartsView::showClusters);
    connect(&history, &HistoryFeed::moved, this, &ChartsView::follow);
    showClusters();
    follow();
}

ChartsView::~ChartsView() = default;

void ChartsView::addCard()
{
    auto *card = new RvCard(this);
    m_cards.push_back(card);
    m_layout->addWidget(card, 1);
    connect(card, &RvCard::came, this, &ChartsView::refreshSoon);
    connect(card, &RvCard::eventClicked, this, &ChartsView::selectEvent);
    connect(card, &RvCard::markClicked, this, &ChartsView::watchAsked);
    connect(card, &RvCard::gapClicked, this, &ChartsView::gapAsked);
    connect(card, &RvCard::zoomed, this, &ChartsView::zoom);
    connect(card, &RvCard::rangeChosen, this, [this](WallTime from, WallTime to) {
        m_state.setTimeRange(TimeRange{from, to});
    });
    connect(card, &RvCard::usualWanted, this, &ChartsView::showUsual);
}

/// Of several each counts its versions for itself.
void ChartsView::showClusters()
{
    const ClusterNames &names = m_state.clusters().names();
    if (!m_state.clusters().areSeveral())
        return;
    while (m_cards.size() < names.size())
        addCard();
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        m_cards[i]->setCluster(names.idOf(i + 1), displayText(names.nameOf(i + 1)));
    follow();
}

RvPlot &ChartsView::plot()
{
    return m_cards.front()->plot();
}

QListView &ChartsView::legend()
{
    return m_cards.front()->legend();
}

const RvChartData &ChartsView::data() const
{
    return m_cards.front()->data();
}

bool ChartsView::isBehind() const
{
    return std::ranges::any_of(m_cards, &RvCard::isBehind);
}

std::optional<WallTime> ChartsView::firstPoint() const
{
    std::optional<WallTime> first;
    for (const RvCard *card : m_cards) {
        if (const auto own = card->data().firstPoint())
            first = std::min(first.value_or(*own), *own);
    }
    return first;
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
    const auto first = firstPoint();
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

/// Empty: there is something to draw.
QString ChartsView::whyNothing(const RvCard &card) const
{
    const RvChartData &data = card.data();
    if (data.tracks().empty())
        return card.isBehind() ? QString()
                               : tr("Nothing is watched yet. Each watch gets a line here as soon as it has listed.");
    const auto first = data.firstPoint();
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
    for (RvCard *card : m_cards)
        card->hear(batch.statuses);
    refreshSoon();
}

void ChartsView::follow()
{
    for (RvCard *card : m_cards)
        card->follow(m_history.newest(), m_history.end());
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
    for (RvCard *card : m_cards)
        card->dropOld(m_clock.wallNow());
    if (!isVisible())
        return;
    standAtMoment();
    const TimeRange drawn = window();
    const bool isAway = m_zoom && m_zoom->to && !m_state.timeRange() && !m_state.playhead();
    for (RvCard *card : m_cards) {
        card->offerPresent(isAway);
        card->draw(drawn, shownTime(), whyNothing(*card));
    }
    Q_EMIT resultChanged();
    if (!m_time.pausedAt())
        refreshAfter(LegendPause);
}

void ChartsView::selectEvent(WatchId watch, RowId event)
{
    const HistorySnapshot &history = m_history.now();
    const WatchScope *scope = history.scope(watch);
    if (!scope || event < history.begin())
        return;
    m_state.selectEvent(refOf(scope->resource.gvr, *history.object(event), history.cluster(event)), event);
    Q_EMIT objectChosen();
}

QString ChartsView::resultText() const
{
    const auto newest = data().newestAt(shownTime());
    if (!newest || !data().base() || m_cards.size() > 1)
        return {};
    const QString version = format::version(data().base()->plus(*newest).text());
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

void ChartsView::changeEvent(QEvent *event)
{
    View::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    refreshAfter(0ms);
    Q_EMIT titleChanged();
    Q_EMIT resultChanged();
}

} // namespace wk
