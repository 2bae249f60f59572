// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineview.h"

#include "core/history/rows/historyfeed.h"
#include "core/query/filteredit.h"
#include "core/query/filterparser.h"
#include "ui/models/filterwords.h"
#include "ui/models/tablesubject.h"
#include "ui/models/windowstate.h"
#include "ui/style/formats.h"
#include "ui/style/nowchip.h"
#include "ui/style/safetext.h"
#include "ui/timeline/timelinecanvas.h"
#include "ui/timeline/timelinelegend.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>

namespace wk {

namespace {

using namespace std::chrono_literals;

/// Rows that are worked off at once, some 3 ms: what comes within a frame of a very busy cluster.
constexpr std::size_t RowsAtOnce = 400;
/// … and in the pool, before what has been is shown.
constexpr std::size_t RowsInPool = 50'000;
constexpr auto ResultPause = 250ms;

/// Names one object and nothing else.
Filter onlyObject(const Filter &filter, const Object &object)
{
    if (!object.uid.empty())
        return withOnly(filter, {FilterField::Uid, {}, object.uid});
    return withOnly(withOnly(filter, {FilterField::Namespace, {}, object.ns}), {FilterField::Name, {}, object.name});
}

/// What is below an owner, by the names of those who own it directly: a filter knows no owner's owner.
Filter onlyOwnedBy(Filter filter, const Object &top, const std::set<std::string> &owners)
{
    filter = cleared(filter, FilterField::Owner);
    for (const std::string &owner : owners)
        filter = toggled(filter, {FilterField::Owner, {}, owner});
    return top.ns.empty() ? filter : withOnly(filter, {FilterField::Namespace, {}, top.ns});
}

bool passes(const Filter &filter, const Lane &lane, const TableSubject::Table &table)
{
    TableRow row;
    row.object = lane.object;
    row.cluster = static_cast<std::uint16_t>(table.clusters->numberOf(lane.watch));
    return filter.matches(TableSubject(row, table));
}

} // namespace

TimelineView::TimelineView(WindowState &state, const HistoryFeed &history, Clock &clock, QWidget *parent)
    : View(parent)
    , m_state(state)
    , m_clock(clock)
    , m_history(history)
    , m_canvas(new TimelineCanvas(m_data, clock, this))
    , m_bar(std::make_unique<QWidget>())
    , m_toNow(new NowChip(m_bar.get()))
    , m_catchingUp([this](std::shared_ptr<TimelineData> data) { takeCaughtUp(std::move(data)); })
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    auto *row = new QHBoxLayout(m_bar.get());
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new TimelineLegend, 1);
    row->addWidget(m_toNow);
    giveKeysTo(m_canvas);
    connect(m_toNow, &NowChip::clicked, this, &TimelineView::showUsual);
    connect(m_canvas, &TimelineCanvas::laneClicked, this, &TimelineView::selectLane);
    connect(m_canvas, &TimelineCanvas::gapClicked, this, &TimelineView::gapAsked);
    connect(m_canvas, &TimelineCanvas::menuWanted, this, &TimelineView::showMenu);
    connect(m_canvas, &TimelineCanvas::rangeChosen, this, [this](WallTime from, WallTime to) {
        m_state.setTimeRange(TimeRange{from, to});
    });
    connect(m_canvas, &TimelineCanvas::usualWanted, this, &TimelineView::showUsual);
    connect(m_canvas, &TimelineCanvas::viewChanged, this, &TimelineView::sayResultLater);
    connect(m_canvas, &TimelineCanvas::viewChanged, this, &TimelineView::sayWhyEmpty);
    connect(m_canvas, &TimelineCanvas::viewChanged, this, &TimelineView::offerPresent);
    connectState();
    connect(&history, &HistoryFeed::moved, this, &TimelineView::follow);
    follow();
    applyFilter();
    applyTimeRange();
    applySelection();
}

TimelineView::~TimelineView() = default;

void TimelineView::connectState()
{
    connect(&m_state, &WindowState::namespacesChanged, this, &TimelineView::choose);
    connect(&m_state, &WindowState::filterChanged, this, &TimelineView::applyFilter);
    connect(&m_state, &WindowState::selectionChanged, this, &TimelineView::applySelection);
    m_canvas->setClusters(m_state.clusters());
    connect(&m_state, &WindowState::clustersChanged, m_canvas->viewport(), qOverload<>(&QWidget::update));
    connect(&m_state, &WindowState::chosenEventChanged, this, &TimelineView::applyChosenEvent);
    connect(&m_state, &WindowState::timeRangeChanged, this, &TimelineView::applyTimeRange);
    connect(&m_state, &WindowState::playheadChanged, this, &TimelineView::showPlayhead);
    connect(&m_state, &WindowState::pausedChanged, this, [this] {
        m_canvas->setPaused(m_state.isPaused());
        offerPresent();
    });
}

QString TimelineView::title() const
{
    return tr("Timeline");
}

QWidget *TimelineView::filterBar()
{
    return m_bar.get();
}

void TimelineView::applyBatch(const Batch &batch)
{
    m_data.hear(batch.statuses);
    if (m_catchingUp.isWanted())
        m_heard.insert(m_heard.end(), batch.statuses.begin(), batch.statuses.end());
    else
        showData();
}

void TimelineView::follow()
{
    if (m_catchingUp.isWanted())
        return; // takeCaughtUp() goes on
    m_data.follow(m_history.newest(), m_history.end());
    if (!m_canvas->isAside())
        catchUp();
}

void TimelineView::catchUp()
{
    if (m_data.behind() <= RowsAtOnce) {
        m_data.work(RowsAtOnce + 1); // and what was closed behind the last
        return showData();
    }
    m_catchingUp.run([data = std::make_shared<TimelineData>(m_data)](const std::stop_token &stop) {
        for (std::size_t done = 0; done < RowsInPool && !stop.stop_requested(); done += RowsAtOnce) {
            if (!data->work(RowsAtOnce))
                break;
        }
        return data;
    });
}

void TimelineView::takeCaughtUp(std::shared_ptr<TimelineData> data)
{
    data->hear(std::exchange(m_heard, {}));
    std::swap(m_data, *data);
    QThreadPool::globalInstance()->start([before = std::move(data)] {}); // where letting go of it delays nothing
    showData();
    follow();
}

void TimelineView::showData()
{
    m_canvas->updateFromData();
    sayWhyEmpty();
    sayResultLater();
}

void TimelineView::choose()
{
    LaneChoice choice;
    choice.namespaces = m_state.namespaces();
    if (!m_filter.isEmpty())
        choice.passes = [filter = m_filter, now = m_clock.wallNow(),
                         clusters = m_state.clusters()](const Lane &lane, const WatchTrack &track) {
            return passes(filter, lane, {track.scope.resource.kind, track.columns, now, &clusters});
        };
    m_canvas->setChoice(std::move(choice));
    sayWhyEmpty();
}

/// While the text is incomplete the last filter that could be read stays.
void TimelineView::applyFilter()
{
    if (auto read = parseFilter(m_state.filter().toStdString()).filter)
        m_filter = std::move(*read);
    choose();
}

void TimelineView::editFilter(const Filter &filter)
{
    m_state.setFilter(QString::fromStdString(print(filter)));
}

void TimelineView::applySelection()
{
    m_canvas->select(uidOf(m_state.selection()));
    applyChosenEvent();
}

void TimelineView::applyChosenEvent()
{
    const std::optional<RowId> &row = m_state.chosenEvent();
    const HistorySnapshot &log = m_history.now();
    if (!row || *row < log.begin() || *row >= log.end())
        return m_canvas->setChosenMark({});
    m_canvas->setChosenMark(ChosenMark{uidOf(m_state.selection()), log.time(*row), log.type(*row), log.origin(*row)});
}

/// A link may know no more of an object than its name.
std::string TimelineView::uidOf(const ObjectRef &object) const
{
    if (!object.uid.empty() || object.isEmpty())
        return laneUid(object.uid, m_history.now().clusters().find(object.cluster));
    for (int number = m_data.lanes().count() - 1; number >= 0; --number) {
        const Lane *lane = m_data.lanes().lane(number);
        const WatchTrack *track = lane ? m_data.track(lane->watch) : nullptr;
        if (track && names(object, track->scope.resource.gvr, *lane->object, m_history.now().clusterOf(lane->watch)))
            return laneUid(*lane);
    }
    return {};
}

void TimelineView::applyTimeRange()
{
    if (const auto &range = m_state.timeRange())
        return m_canvas->showRange(range->from, range->to);
    m_canvas->showUsual();
    showPlayhead();
}

void TimelineView::showUsual()
{
    if (m_state.timeRange())
        m_state.setTimeRange({}); // which shows it
    else
        m_canvas->showUsual();
}

/// Of a range, a moment and a pause the window says how they end.
void TimelineView::offerPresent()
{
    const bool isLive = !m_state.timeRange() && !m_state.playhead() && !m_state.isPaused();
    m_toNow->setVisible(isLive && !m_canvas->follows());
}

/// `event`: the mark on it that was chosen, if any.
void TimelineView::selectLane(int number, std::optional<RowId> event)
{
    const Lane *lane = m_data.lanes().lane(number);
    const WatchTrack *track = lane ? m_data.track(lane->watch) : nullptr;
    if (track)
        m_state.selectEvent(refOf(track->scope.resource.gvr, *lane->object, m_history.now().clusterOf(lane->watch)),
                            event);
}

void TimelineView::showPlayhead()
{
    const std::optional<Moment> &moment = m_state.playhead();
    m_canvas->setPlayhead(moment ? std::optional(moment->time) : std::nullopt);
    sayWhyEmpty();
    sayResultLater();
    if (m_state.timeRange()) // that is what is looked at, wherever the moment lies
        return;
    if (moment)
        m_canvas->revealPlayhead();
    else if (!m_canvas->follows())
        m_canvas->followAgain();
}

void TimelineView::addFilters(QMenu &menu, int lane, const ObjectPtr &object)
{
    const FilterPoint name{FilterField::Name, {}, object->name};
    for (PointChoice &choice : choicesFor(m_filter, name))
        menu.addAction(choice.text, this, [this, filter = std::move(choice.filter)] { editFilter(filter); });
    menu.addAction(tr("Only this object"), this, [this, object] { editFilter(onlyObject(m_filter, *object)); });
    const std::set<std::string> owners = ownersUnder(m_data, lane);
    if (!owners.empty())
        menu.addAction(tr("Only what it owns"), this,
                       [this, object, owners] { editFilter(onlyOwnedBy(m_filter, *object, owners)); });
}

void TimelineView::showMenu(int number, const QPoint &globalPos, std::optional<WallTime> time)
{
    const Lane *lane = m_data.lanes().lane(number);
    if (!lane)
        return;
    QMenu menu(this);
    addFilters(menu, number, lane->object);
    if (time) {
        menu.addSeparator();
        menu.addAction(tr("Show the cluster as of %1").arg(format::momentMs(*time, m_clock.wallNow())), this,
                       [this, time] { Q_EMIT momentAsked(*time); });
    }
    menu.exec(globalPos);
}

int TimelineView::selectedCount() const
{
    const std::string uid = uidOf(m_state.selection());
    const auto &rows = m_canvas->chosen().rows;
    return !uid.empty() && std::ranges::find(rows, uid, &LaneRow::uid) != rows.end();
}

QString TimelineView::resultText() const
{
    const TimeAxis axis = m_canvas->axis();
    const auto &rows = m_canvas->chosen().rows;
    const auto then = m_state.playhead() ? std::optional(m_state.playhead()->time) : std::nullopt;
    const WallTime countedTo = then ? std::min(axis.to, *then + std::chrono::microseconds(1)) : axis.to;
    int events = 0;
    int lanes = 0;
    for (const LaneRow &row : rows) {
        const Lane *lane = m_data.lanes().lane(row.lane);
        if (!lane)
            continue;
        ++lanes;
        const MarkSpan span = marksBetween(lane->marks, axis.from, countedTo);
        events += int(span.last - span.first);
    }
    if (lanes == 0)
        return {};
    const QString span = format::duration(std::chrono::duration_cast<std::chrono::milliseconds>(axis.span()));
    const QString time = format::span(axis.from, axis.to, m_clock.wallNow()) + u" · " + span;
    const QString shown = then ? format::counted(tr("%n events on these lanes by then", nullptr, events), events)
                               : format::counted(tr("%n events on these lanes", nullptr, events), events);
    const QString limit = tr(" · only the first %n lanes: narrow the filter", nullptr, lanes);
    return time + u" · " + shown + (m_canvas->chosen().cut ? format::counted(limit, lanes) : QString());
}

void TimelineView::sayResultLater()
{
    if (m_resultDue)
        return;
    m_resultDue = true;
    m_resultLater = m_clock.after(ResultPause, [this] {
        m_resultDue = false;
        Q_EMIT resultChanged();
    });
}

void TimelineView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    follow();
    if (!m_state.timeRange())
        m_canvas->revealPlayhead();
    Q_EMIT eventsWanted(true);
}

void TimelineView::hideEvent(QHideEvent *event)
{
    View::hideEvent(event);
    Q_EMIT eventsWanted(false);
}

void TimelineView::changeEvent(QEvent *event)
{
    View::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    sayWhyEmpty();
    Q_EMIT titleChanged();
    Q_EMIT resultChanged();
}

} // namespace wk
