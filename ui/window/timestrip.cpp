// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/timestrip.h"

#include "core/base/clock.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/nowchip.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"
#include "ui/words/outagewords.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace wk {

namespace {

constexpr int toNowTop = 3; ///< between the legend and the present time
/// Between two looks at how the newest bar grows: painted at every frame it costs as much as the table.
constexpr std::chrono::milliseconds GrowthPause{200};

} // namespace

TimeStrip::TimeStrip(WindowState &state, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_clock(clock)
    , m_time(state, clock)
    , m_bins(EventBins(), [this] { paintSoon(); })
    , m_toNow(new NowChip(this))
{
    whenTranslated(this, [this] {
        setAccessibleName(tr("Time strip"));
        setAccessibleDescription(
            tr("Events per bin by type. Drag to choose a time range, click a bar to choose its time, turn the wheel to "
               "zoom at the pointer, double-click to give up both. Drag the diamond, or press on the ruler, to see the "
               "cluster as of then. From the keyboard: arrows and page keys move the diamond, Home and End lead to the "
               "beginning and to the present, + and - zoom."));
        update();
    });
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus); // a click leaves the keys with the view
    connect(&state, &WindowState::timeRangeChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &WindowState::playheadChanged, this, &TimeStrip::showPlayhead);
    connect(&state, &WindowState::pausedChanged, this, qOverload<>(&QWidget::update));
    connect(m_toNow, &NowChip::clicked, this, &TimeStrip::showPresent);
    tick();
}

void TimeStrip::follow(const HistoryPtr &history)
{
    m_bins.follow(history, history->end());
    if (!m_knownFrom && history->size() > 0)
        m_knownFrom = history->time(history->begin());
}

void TimeStrip::paintSoon()
{
    if (!std::exchange(m_isPaintDue, true))
        m_paintLater = m_clock.after(GrowthPause, [this] {
            m_isPaintDue = false;
            update();
        });
}

void TimeStrip::narrow()
{
    m_bins.restart(EventBins(m_state.namespaces()));
}

void TimeStrip::setStanding(const Standing &standing)
{
    if (standing == m_standing)
        return;
    m_standing = standing;
    update();
}

void TimeStrip::tick()
{
    m_nowBin = binOf(secondOf(m_clock.wallNow()));
    update();
}

double TimeStrip::xOf(WallTime time) const
{
    const double bins = std::chrono::duration<double>(time.time_since_epoch()).count() / m_binSeconds;
    return width() - scaled(side) - (static_cast<double>(lastBin()) + 1 - bins) * scaled(pitch);
}

WallTime TimeStrip::timeAt(double x) const
{
    const double bins = static_cast<double>(lastBin()) + 1 - (width() - scaled(side) - x) / scaled(pitch);
    return WallTime(std::chrono::microseconds(std::llround(bins * m_binSeconds * 1e6)));
}

/// Of what the views show; empty for the present.
std::optional<WallTime> TimeStrip::heldTime() const
{
    return m_time.held();
}

WallTime TimeStrip::playheadTime() const
{
    return heldTime().value_or(m_clock.wallNow());
}

double TimeStrip::playheadX() const
{
    const double right = width() - scaled(side);
    const bool isAtEnd = !heldTime() && followsNow();
    return isAtEnd ? right : std::clamp<double>(xOf(playheadTime()), scaled(side), right);
}

bool TimeStrip::isPlayheadInSight() const
{
    const double x = xOf(playheadTime());
    const double right = width() - scaled(side);
    return (!heldTime() && followsNow()) || (x >= scaled(side) && x <= right);
}

/// A moment that was typed or stepped to is looked for where it is; back at the present, that is what is shown.
void TimeStrip::showPlayhead()
{
    if (!m_state.playhead())
        return showPresent();
    if (!isPlayheadInSight()) {
        const std::int64_t around = binOf(secondOf(m_state.playhead()->time)) + binCount() / 2;
        // From so far before anything was watched that nothing else would be in sight, what there is is shown.
        showUpTo(around < firstBin() ? firstBin() + binCount() * 2 / 3 : around);
    }
    offerPresent();
    update();
}

void TimeStrip::showPresent()
{
    m_lastBin.reset();
    offerPresent();
    update();
}

/// In the past it is the window that leads back.
void TimeStrip::offerPresent()
{
    m_toNow->setVisible(!followsNow() && !m_state.playhead());
    m_toNow->move((width() - m_toNow->width()) / 2, scaled(toNowTop));
}

void TimeStrip::resizeEvent(QResizeEvent *)
{
    offerPresent();
}

void TimeStrip::showUpTo(std::int64_t bin)
{
    const std::int64_t last = std::max(bin, firstBin());
    m_lastBin = last < m_nowBin ? std::optional(last) : std::nullopt;
    offerPresent();
}

/// The first that something is known of.
std::int64_t TimeStrip::firstBin() const
{
    return knownFrom() ? binOf(secondOf(*knownFrom())) : m_nowBin;
}

int TimeStrip::binCount() const
{
    return std::max((width() - 2 * scaled(side)) / scaled(pitch), 0);
}

QSize TimeStrip::sizeHint() const
{
    return {scaled(600), scaled(measure::TimeStrip)};
}

std::int64_t TimeStrip::binOf(std::int64_t second) const
{
    return second / m_binSeconds;
}

bool TimeStrip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const bool isRuler = help->pos().y() > scaled(barsBottom);
        const QString tip = isRuler ? tr("Press to see the cluster as of then") : tipAt(help->pos().x());
        QToolTip::showText(help->globalPos(), safeToolTip(tip), this);
        return true;
    }
    return QWidget::event(event);
}

/// Since when the bins tell how much came: since the first batch, or as long as they go back.
std::optional<WallTime> TimeStrip::knownFrom() const
{
    const auto goBack = std::chrono::seconds(bins().seconds());
    return m_knownFrom ? std::optional(std::max(*m_knownFrom, m_clock.wallNow() - goBack)) : std::nullopt;
}

TimeRange TimeStrip::binAt(double x) const
{
    const std::int64_t first = binOf(secondOf(timeAt(x))) * m_binSeconds;
    return {beginOf(first), beginOf(first + m_binSeconds)};
}

QString TimeStrip::tipAt(double x) const
{
    const std::int64_t first = secondOf(binAt(x).from);
    if (const auto from = knownFrom(); !from || beginOf(first + m_binSeconds) <= *from)
        return from ? tr("%1: nothing was counted before %2").arg(format::clock(beginOf(first)), format::clock(*from))
                    : tr("Nothing is watched yet.");
    const EventBins::Bin bin = bins().sum(first, first + m_binSeconds);
    QString line = tr("%1: %2 added, %3 modified, %4 deleted")
                       .arg(format::clock(beginOf(first)), format::number(bin.added), format::number(bin.modified),
                            format::number(bin.deleted));
    if (bin.listed)
        line += QLatin1Char('\n') + tr("Objects were also listed; they are not counted.");
    const QString unseen = unseenIn({beginOf(first), beginOf(first + m_binSeconds)});
    return unseen.isEmpty() ? line : line + QLatin1Char('\n') + tr("Changes may be missing: %1.").arg(unseen);
}

/// "not seen from 10:02:08 to 10:02:27"; empty when all was. What lasts the watches tell.
QString TimeStrip::unseenIn(const TimeRange &time) const
{
    const WallTime now = m_clock.wallNow();
    const std::optional<Outage> open = m_standing.outage();
    if (const TimeRange *lost = bins().lost().meeting(time))
        return notSeenWords(lost->from, lost->to, now);
    if (open && time.to > open->broke)
        return outageWords(*open, open->broke, now);
    if (const TimeRange *doubtful = bins().doubtful().meeting(time))
        return inDoubtWords(doubtful->from, doubtful->to, now);
    return open && time.to > open->since ? outageWords(*open, open->since, now) : QString();
}

} // namespace wk
