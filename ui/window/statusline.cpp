// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statusline.h"

#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"
#include "ui/window/livefigures.h"
#include "ui/window/statussegment.h"
#include "ui/words/statewords.h"

#include <QHBoxLayout>
#include <QPainter>

namespace wk {

StatusLine::StatusLine(QWidget *parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_connection(addSegment())
    , m_passing(addSegment())
    , m_recorder(addSegment())
    , m_worst(addSegment())
    , m_notes(addSegment())
    , m_live(addSegment())
    , m_polled(addSegment())
    , m_waiting(addSegment())
    , m_listing(addSegment())
    , m_denied(addSegment())
    , m_trouble(addSegment())
    , m_version(addSegment())
    , m_rate(addSegment())
    , m_behind(addSegment())
    , m_memory(addSegment())
    , m_result(nullptr)
{
    m_row->setContentsMargins(0, 1, 0, 0);
    m_row->setSpacing(0);
    m_row->addStretch(1);
    m_result = addSegment();
    m_result->setLast(true);
    m_connection->setMark(StatusSegment::Mark::Trouble);
    m_connection->setElides();
    m_passing->setMark(StatusSegment::Mark::Live);
    m_recorder->setElides(40);
    m_worst->setElides(32);
    m_notes->setMark(StatusSegment::Mark::Waiting);
    m_notes->setElides();
    m_live->setMark(StatusSegment::Mark::Live);
    m_polled->setLook(WatchLook{WatchState::Polled, false, false});
    m_waiting->setMark(StatusSegment::Mark::Waiting);
    m_listing->setMark(StatusSegment::Mark::Listing);
    m_denied->setMark(StatusSegment::Mark::Locked);
    m_trouble->setMark(StatusSegment::Mark::Trouble);
    m_rate->setLeastWidth(format::rate(888));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    whenTranslated(this, [this] { nameSegments(); });
    for (StatusSegment *segment : {m_live, m_polled, m_waiting, m_listing, m_denied, m_trouble})
        connect(segment, &StatusSegment::clicked, this, &StatusLine::watchesClicked);
    connect(m_worst, &StatusSegment::clicked, this, [this] { Q_EMIT worstClicked(m_worstWatch); });
}

void StatusLine::nameSegments()
{
    setAccessibleName(tr("Status"));
    m_connection->setAccessibleName(tr("Connection"));
    m_passing->setAccessibleName(tr("Connection"));
    m_recorder->setAccessibleName(tr("Recording"));
    m_worst->setAccessibleName(tr("The watch in the worst state"));
    m_notes->setAccessibleName(tr("Notes on the server"));
    m_live->setAccessibleName(tr("Watches"));
    m_polled->setAccessibleName(tr("Watches that are polled"));
    m_waiting->setAccessibleName(tr("Watches that wait"));
    m_listing->setAccessibleName(tr("Watches that list"));
    m_denied->setAccessibleName(tr("Watches that are denied"));
    m_trouble->setAccessibleName(tr("Watches in trouble"));
    m_version->setAccessibleName(tr("Newest resource version"));
    m_rate->setAccessibleName(tr("Events per second"));
    m_behind->setAccessibleName(tr("How late events are shown"));
    m_behind->setTip(
        tr("How late events are shown: from the newest event's arrival in this program until it is shown."));
    m_memory->setAccessibleName(tr("Memory of Watchkeeper"));
    m_result->setAccessibleName(tr("Shown and selected"));
}

StatusSegment *StatusLine::addSegment()
{
    auto *segment = new StatusSegment(this);
    m_row->addWidget(segment);
    return segment;
}

void StatusLine::show(const LiveFigures &figures, WallTime now)
{
    const Standing watches = figures.standing();
    const auto say = [](StatusSegment *segment, int count, const QString &text) {
        segment->setText(count > 0 ? text : QString());
    };
    const bool allLive = watches.live == watches.all();
    say(m_live, watches.live,
        allLive ? tr("%n watches live", nullptr, watches.live) : tr("%n live", nullptr, watches.live));
    say(m_polled, watches.polled, tr("%n polled", nullptr, watches.polled));
    say(m_waiting, watches.waiting, tr("%n waiting", nullptr, watches.waiting));
    say(m_listing, watches.listing, tr("%n listing", nullptr, watches.listing));
    say(m_denied, watches.denied, tr("%n denied", nullptr, watches.denied));
    say(m_trouble, watches.trouble, tr("%n in trouble", nullptr, watches.trouble));
    const QString version = format::version(figures.version().text());
    m_version->setText(version.isEmpty() || !m_tellsVersion ? QString()
                       : m_isPast                           ? tr("rv %1 now").arg(version)
                                                            : tr("rv %1").arg(version));
    m_rate->setText(watches.all() > 0 ? format::rate(figures.rate(now)) : QString());
    m_behind->setText(lateness(figures, now));
}

void StatusLine::showRecorder(const QString &words, const QString &trouble)
{
    m_recorder->setMark(trouble.isEmpty() ? StatusSegment::Mark::Recording : StatusSegment::Mark::Trouble);
    m_recorder->setText(words.isEmpty() || trouble.isEmpty() ? words : tr("%1 · %2").arg(words, trouble));
    m_recorder->setTip(trouble);
}

void StatusLine::showMemory(std::uint64_t program, std::uint64_t watches)
{
    const QString held =
        watches > 0 ? tr("The objects of the watches take %1.").arg(format::bytes(watches)) : QString();
    m_memory->setText(program > 0 ? tr("memory %1").arg(format::bytes(program)) : QString());
    m_memory->setTip(program > 0 ? tr("Memory of Watchkeeper: %1.").arg(format::bytes(program)) + u' ' + held : held);
}

/// While nothing is live the last event's way through the program says nothing of the present.
QString StatusLine::lateness(const LiveFigures &figures, WallTime now)
{
    const Standing standing = figures.standing();
    if (standing.current() == 0)
        return standing.brokenSince ? tr("stale for %1").arg(format::ago(*standing.brokenSince, now)) : QString();
    const auto behind = figures.behind();
    return behind ? tr("behind %1").arg(format::duration(*behind)) : QString();
}

void StatusLine::showWorst(const WatchStatus *status, const QString &what, WallTime now)
{
    m_worstWatch = status ? status->watch : 0;
    if (status)
        m_worst->setLook(lookOf(*status));
    const auto named = [&what](const QString &words) {
        return tr("%1: %2", "pods: Waiting 12 s (refused)").arg(what, words);
    };
    m_worst->setText(status ? named(watchHeadline(*status, now)) : QString());
    m_worst->setTip(status ? named(watchToolTip(*status, now)) : QString());
}

void StatusLine::showResult(const QString &text)
{
    m_result->setText(text);
}

void StatusLine::showConnection(const QString &sentence)
{
    m_connection->setText(sentence);
    if (!sentence.isEmpty())
        m_passing->setText({});
}

void StatusLine::showPassing(const QString &sentence)
{
    m_passing->setText(m_connection->text().isEmpty() ? sentence : QString());
}

void StatusLine::showNotes(const QString &brief, const QStringList &lines)
{
    m_notes->setText(brief);
    m_notes->setTip(lines.join(u'\n'));
}

QSize StatusLine::sizeHint() const
{
    return {scaled(600), scaled(measure::StatusBar)};
}

QSize StatusLine::minimumSizeHint() const
{
    return {0, scaled(measure::StatusBar)};
}

void StatusLine::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours.window);
    painter.fillRect(0, 0, width(), 1, colours.border);
}

} // namespace wk
