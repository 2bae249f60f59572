// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pastbanner.h"

#include "ui/models/momenttext.h"
#include "ui/models/pastkind.h"
#include "ui/models/timetravel.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/proxystyle.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"
#include "ui/window/livefigures.h"
#include "ui/words/outagewords.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QToolTip>

namespace wk {

namespace {

constexpr int Height = 36; // the design's picture of the past
constexpr int IconPlace = 28;
constexpr int FieldWidth = 132;
constexpr int LeastFieldWidth = 80; ///< "13:58:02"
constexpr int DetailWidth = 220;    ///< what happened, and how long ago

/// What may be said of an event, when it was and what came since, the most first. Whole parts go before one is cut.
QStringList wordings(const QStringList &parts)
{
    const QString between = QStringLiteral(" · ");
    if (parts.size() < 2)
        return parts;
    QStringList all{parts.join(between)};
    if (parts.size() == 3)
        all << parts.first(2).join(between) << parts.last(2).join(between);
    return all << parts[parts.size() - 2];
}

/// That something was not seen is said as long as anything is.
QStringList wordings(const QString &outage, const QStringList &parts)
{
    QStringList all = wordings(parts);
    if (outage.isEmpty())
        return all;
    for (QString &wording : all)
        wording.prepend(outage + QStringLiteral(" · "));
    return all << (parts.size() < 2 ? parts.value(0) : outage);
}

/// "MODIFIED Pod web-1"; of a list, whose rows are one event, no object.
QString eventName(const HistorySnapshot &log, RowId row)
{
    const bool isOfAList = log.isListed(row) || log.type(row) == EntryType::List;
    QStringList parts{QString::fromLatin1(typeName(isOfAList ? EntryType::List : log.type(row))),
                      displayText(log.kind(row), 80)};
    if (!isOfAList)
        parts.append(displayText(log.name(row), 80));
    parts.removeAll(QString());
    return parts.join(u' ');
}

} // namespace

PastBanner::PastBanner(WindowState &state, TimeTravel &travel, const LiveFigures &figures, Clock &clock,
                       QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_travel(travel)
    , m_figures(figures)
    , m_clock(clock)
    , m_moment(new SafeLabel(this))
    , m_detail(new ElidedLabel(Qt::ElideRight, this))
    , m_earlier(new QToolButton(this))
    , m_later(new QToolButton(this))
    , m_time(new QLineEdit(this))
    , m_live(new QPushButton(this))
{
    buildControls();
    connect(&state, &WindowState::playheadChanged, this, &PastBanner::showMoment);
    connect(&state, &WindowState::activeFilterChanged, this, &PastBanner::retranslate);
    connect(&travel, &TimeTravel::noted, this, &PastBanner::tick);
    whenTranslated(this, [this] { retranslate(); });
    showMoment();
}

void PastBanner::buildControls()
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(measure::FirstPadding + IconPlace), 0, scaled(2 * measure::Grid), 1);
    row->setSpacing(scaled(2 * measure::Grid));
    m_moment->setFont(fontOf(TextRole::BodyBold));
    m_moment->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_detail->setQuiet();
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // what gives way first
    m_earlier->setIcon(icon(Icon::ChevronLeft));
    m_later->setIcon(icon(Icon::ChevronRight));
    m_time->setFixedWidth(scaled(FieldWidth)); // until fit() knows
    m_time->installEventFilter(this);
    m_time->setMaxLength(64);
    m_time->setTextMargins(scaled(measure::Grid), 0, 0, 0);
    setPrimary(m_live);
    row->addWidget(m_moment);
    row->addWidget(m_detail, 1);
    for (QToolButton *button : {m_earlier, m_later}) {
        button->setFocusPolicy(Qt::TabFocus);
        button->setAutoRepeat(true);
        row->addWidget(button);
    }
    row->addWidget(m_time);
    row->addWidget(m_live);
    setFixedHeight(scaled(Height));
    connect(m_earlier, &QToolButton::clicked, this, [this] { m_travel.step(TimeTravel::Direction::Earlier); });
    connect(m_later, &QToolButton::clicked, this, [this] { m_travel.step(TimeTravel::Direction::Later); });
    connect(m_live, &QPushButton::clicked, &m_travel, &TimeTravel::backToLive);
    connect(m_time, &QLineEdit::returnPressed, this, &PastBanner::goToTyped);
    connect(m_time, &QLineEdit::textChanged, this, [this] {
        m_isMistyped = false;
        setFilterEdge(m_time, FilterEdge::Empty);
        tick();
    });
}

void PastBanner::retranslate()
{
    const auto name = [](QWidget *control, const QString &text, const QString &tip) {
        control->setAccessibleName(text);
        control->setToolTip(safeToolTip(tip));
    };
    const bool isFiltered = !m_state.activeFilter().isEmpty();
    name(m_earlier, tr("Earlier event"),
         isFiltered ? tr("Previous event that matches the filter (,)") : tr("Previous change (,)"));
    name(m_later, tr("Later event"), isFiltered ? tr("Next event that matches the filter (.)") : tr("Next change (.)"));
    name(m_time, tr("Go to a time"),
         tr("A time such as 13:58, 13:58:02.123 or 2026-11-21 13:58, or how long ago, such as 5m (Ctrl+J)"));
    setAccessibleName(tr("The past"));
    showMoment();
}

void PastBanner::showMoment()
{
    setVisible(m_state.playhead().has_value());
    if (!m_state.playhead()) {
        m_time->clear();
        return;
    }
    tick();
}

void PastBanner::tick()
{
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment)
        return;
    sayWayBack();
    m_moment->setText(tr("As of %1").arg(format::momentMs(moment->time, m_clock.wallNow())));
    m_said = detail();
    if (const QString unseen = outage(); unseen != m_outage) {
        m_outage = unseen;
        update();
    }
    fit();
    setAccessibleDescription(words());
}

/// A recording ends some time.
void PastBanner::sayWayBack()
{
    const bool isRecorded = m_figures.standing().recorded > 0;
    m_live->setText(isRecorded ? tr("To the end") : tr("Back to live"));
    m_live->setAccessibleName(m_live->text());
    m_live->setToolTip(
        safeToolTip(isRecorded ? tr("Show the end of the recording (Esc)") : tr("Show what is now (Esc)")));
}

/// Beside a field that is as narrow as it gets.
int PastBanner::roomForDetail() const
{
    const QMargins margins = layout()->contentsMargins();
    int room = width() - margins.left() - margins.right() - scaled(LeastFieldWidth);
    for (const QWidget *widget : std::initializer_list<const QWidget *>{m_moment, m_earlier, m_later, m_live})
        room -= widget->sizeHint().width();
    return room - (layout()->count() - 1) * layout()->spacing();
}

/// The field gives way to what is said, but not while somebody types into it, and not to each word anew: the steps
/// beside it stay under the pointer.
void PastBanner::fit()
{
    const bool isTyped = m_time->hasFocus() || !m_time->text().isEmpty();
    const int most = scaled(FieldWidth) - scaled(LeastFieldWidth);
    const int more = isTyped ? most : std::clamp(roomForDetail() - scaled(DetailWidth), 0, most);
    const int room = roomForDetail() - more;
    const auto widthOf = [this](const QString &text) { return m_detail->fontMetrics().horizontalAdvance(text); };
    const QStringList all = wordings(m_outage, m_said);
    const auto fitting = std::ranges::find_if(all, [&](const QString &text) { return widthOf(text) <= room; });
    const QString shown = fitting == all.end() ? all.value(all.size() - 1) : *fitting;
    m_detail->setText(shown);
    m_detail->setWhole(shown == all.value(0) ? QString() : all.value(0));
    m_time->setFixedWidth(scaled(LeastFieldWidth) + more);
    m_time->setPlaceholderText(more < most ? tr("13:58:02") : tr("13:58:02 or 5m ago"));
}

bool PastBanner::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_time && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut))
        fit();
    return QWidget::eventFilter(watched, event);
}

void PastBanner::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

QString PastBanner::words() const
{
    return m_moment->text() + QStringLiteral(" · ") + wordings(m_outage, m_said).value(0);
}

/// Of the kind that the window looks at. What lasts still the history does not know of yet.
QString PastBanner::outage() const
{
    const Moment &moment = *m_state.playhead();
    const GroupVersionResource &kind = m_state.resource().gvr;
    std::optional<Outage> outage = pastOutage(m_travel.log(), kind, m_state.namespaces(), moment);
    for (const auto &[watch, status] : m_figures.statuses()) {
        const WatchScope *scope = m_state.scopeOf(watch);
        if (scope && scope->resource.gvr == kind)
            outage = graverAt(moment.time, outage, status.outage());
    }
    return outage ? outageWords(*outage, moment.time, m_clock.wallNow()) : QString();
}

QStringList PastBanner::detail() const
{
    if (m_isMistyped)
        return {tr("“%1” cannot be read as a time in the past. Try 13:58, 13:58:02.123 or 5m ago.")
                    .arg(displayText(m_time->text().toStdString(), 40))};
    switch (m_travel.note()) {
    case TimeTravel::Note::NothingEarlier:
        return {m_state.activeFilter().isEmpty() ? tr("Nothing changed before that.")
                                                 : tr("No earlier event matches the filter.")};
    case TimeTravel::Note::NothingLater:
        return {m_state.activeFilter().isEmpty() ? tr("Nothing has changed since.")
                                                 : tr("No later event matches the filter.")};
    case TimeTravel::Note::HistoryBegins: return {tr("The history goes no further back.")};
    case TimeTravel::Note::FellOff:
        return {tr("That moment is no longer in the history; this is the oldest one kept.")};
    case TimeTravel::Note::None: break;
    }
    const Moment &moment = *m_state.playhead();
    const HistorySnapshot &log = m_travel.log();
    QStringList said{tr("%1 ago", "3 m").arg(format::ago(moment.time, m_clock.wallNow()))};
    if (moment.isEvent && moment.upTo > log.begin() && moment.upTo <= log.end())
        said.prepend(tr("after %1", "an event").arg(eventName(log, moment.upTo - 1)));
    const auto since = int(log.end() - std::min(moment.upTo, log.end()));
    said.append(format::counted(tr("%n events since", nullptr, since), since));
    return said;
}

void PastBanner::askForTime()
{
    m_time->setFocus(Qt::ShortcutFocusReason);
    m_time->selectAll();
}

void PastBanner::goToTyped()
{
    const std::optional<WallTime> time = momentFromText(m_time->text(), m_clock.wallNow());
    m_isMistyped = !time.has_value();
    setFilterEdge(m_time, time ? FilterEdge::Empty : FilterEdge::Wrong);
    if (!time) {
        tick();
        const QString &why = m_said.front();
        if (m_detail->fontMetrics().horizontalAdvance(why) > m_detail->width()) // it is said below, then
            QToolTip::showText(m_time->mapToGlobal(QPoint(0, m_time->height())), safeToolTip(why), m_time);
        return;
    }
    m_travel.goTo(*time);
    m_time->clear();
    Q_EMIT left();
}

void PastBanner::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours.accentTint);
    painter.fillRect(0, height() - 1, width(), 1, colours.accent);
    const int side = scaled(measure::Icon);
    const QRectF box(scaled(measure::FirstPadding), (height() - side) / 2.0, side, side);
    if (m_outage.isEmpty())
        paintIcon(painter, box, Icon::Eye, colours.accent);
    else
        paintGlyph(painter, box, EntryType::Gap, colours.gap);
}

} // namespace wk
