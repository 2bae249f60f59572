// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recordingbar.h"

#include "ui/models/replay.h"
#include "ui/style/clusterlook.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>

#include <utility>

namespace wk {

namespace {

constexpr int Edge = 3; ///< px, in the colour of recordings

} // namespace

RecordingBar::RecordingBar(RecordingWords words, const HistoryFeed &history, Replay &replay, const Clock &clock,
                           QWidget *parent)
    : QWidget(parent)
    , m_words(std::move(words))
    , m_history(history)
    , m_replay(replay)
    , m_clock(clock)
    , m_text(new ElidedLabel(Qt::ElideRight, this))
    , m_play(new QPushButton(this))
    , m_speed(new QComboBox(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(measure::FirstPadding), 0, scaled(2 * measure::Grid), 1);
    row->addWidget(m_text, 1);
    row->addWidget(m_play);
    row->addWidget(m_speed);
    for (const double speed : Replay::Speeds)
        m_speed->addItem(u'×' + QLocale::c().toString(speed), speed);
    m_play->setFocusPolicy(Qt::TabFocus);
    setFixedHeight(scaled(measure::FilterBar));
    connect(m_play, &QPushButton::clicked, this, [this] { m_replay.isPlaying() ? m_replay.pause() : m_replay.play(); });
    connect(m_speed, &QComboBox::activated, this,
            [this](int at) { m_replay.setSpeed(m_speed->itemData(at).toDouble()); });
    connect(&replay, &Replay::changed, this, &RecordingBar::say);
    connect(&history, &HistoryFeed::moved, this, &RecordingBar::say);
    whenTranslated(this, [this] { say(); });
}

void RecordingBar::setGoesOn(bool goesOn)
{
    if (std::exchange(m_goesOn, goesOn) != goesOn)
        say();
}

QString RecordingBar::text() const
{
    return m_text->text();
}

void RecordingBar::say()
{
    const HistorySnapshot &history = m_history.now();
    const QString file = displayText(m_words.file.toStdString());
    QStringList said{m_words.isOfLines ? tr("Lines of kubectl %1", "a file").arg(file)
                                       : tr("Recording %1", "a file").arg(file)};
    if (history.size() > 0) {
        const WallTime first = history.time(history.begin());
        said << format::span(first, std::max(first, m_clock.wallNow()), SystemClock().wallNow());
        const auto events = static_cast<int>(history.size());
        said << format::counted(tr("%n events", nullptr, events), events);
    }
    if (m_goesOn)
        said << tr("still being written");
    said << tr("nobody vouches for what it says");
    if (m_words.isOfLines)
        said << tr("its lines do not say when they came: times are the newest that objects tell of by then");
    if (m_words.isRedacted)
        said << (*m_words.isRedacted ? tr("what looks like a secret is replaced")
                                     : tr("secrets are in it as they were"));
    if (!m_words.filter.isEmpty())
        said << tr("only what answers “%1”").arg(displayText(m_words.filter.toStdString(), 120));
    m_text->setText(said.join(QStringLiteral(" · ")));
    m_play->setIcon(icon(m_replay.isPlaying() ? Icon::Pause : Icon::Play));
    m_play->setText(m_replay.isPlaying() ? tr("Stop here") : tr("Replay"));
    m_play->setEnabled(history.size() > 0);
    m_play->setToolTip(safeToolTip(m_replay.isPlaying()
                                       ? tr("Shows what was then until it is replayed further")
                                       : tr("Lets it happen again, from the beginning or from the moment shown")));
    m_speed->setCurrentIndex(m_speed->findData(m_replay.speed()));
    m_speed->setAccessibleName(tr("Speed of the replay"));
    m_speed->setToolTip(safeToolTip(tr("How many times as fast as it was")));
    setAccessibleName(tr("Recording"));
    setAccessibleDescription(m_text->text());
}

void RecordingBar::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    const QColor ink = clusterInk(colours, ClusterColour::Amber);
    QColor tint = ink;
    tint.setAlphaF(0.14F);
    QPainter painter(this);
    painter.fillRect(rect(), tint);
    painter.fillRect(0, 0, scaled(Edge), height(), ink);
    painter.fillRect(0, height() - 1, width(), 1, ink);
}

} // namespace wk
