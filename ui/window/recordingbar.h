// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/rows/historyfeed.h"

#include <QString>
#include <QWidget>

#include <optional>

class QComboBox;
class QPushButton;

namespace wk {

class ElidedLabel;
class Replay;

/// What a window shows instead of a cluster.
struct RecordingWords {
    QString file;                     ///< its name
    std::optional<bool> isRedacted{}; ///< what looks like a secret was replaced before it was written; empty: not known
    QString filter{};                 ///< of the events that are in it; empty: all
    bool isOfLines = false;           ///< of kubectl, which do not say when they came
};

/// A line over all views of a recording, in a colour of its own, so that nobody takes it for a cluster: which file, of
/// when, what is left out, and a button that replays it. It stays as long as the window does. Gui thread.
class RecordingBar : public QWidget
{
    Q_OBJECT

public:
    /// All but the words outlive it.
    RecordingBar(RecordingWords words, const HistoryFeed &history, Replay &replay, const Clock &clock,
                 QWidget *parent = nullptr);

    /// Whether the file is still being written; then it grows.
    void setGoesOn(bool goesOn);
    QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void say();

    const RecordingWords m_words;
    const HistoryFeed &m_history;
    Replay &m_replay;
    const Clock &m_clock;
    ElidedLabel *m_text;
    QPushButton *m_play;
    QComboBox *m_speed;
    bool m_goesOn = false;
};

} // namespace wk
