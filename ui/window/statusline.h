// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"

#include <QWidget>

class QHBoxLayout;

namespace wk {

class LiveFigures;
class StatusSegment;

/// The foot of the window: how the watches stand, how far the cluster has come, how much comes and how late,
/// and what the view shows. Written once a second. Gui thread.
class StatusLine : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget *parent = nullptr);

    void show(const LiveFigures &figures, WallTime now);
    /// Versions of several clusters have nothing to do with each other: then none is told.
    void setTellsVersion(bool tells) { m_tellsVersion = tells; }
    /// While the window shows the past the version says that it is of now.
    void setPast(bool isPast) { m_isPast = isPast; }
    /// What the whole program takes (0: not known), and of it the watches' objects; both in bytes.
    void showMemory(std::uint64_t program, std::uint64_t watches);
    /// The watch that fares worst, while one needs attention; null: none does. `what` names it, plain text.
    void showWorst(const WatchStatus *status, const QString &what, WallTime now);
    /// What the view shows and what is selected, at the right: "74 shown · 1 selected".
    void showResult(const QString &text);
    /// Where the connection stands while it is not well; empty when it is.
    void showConnection(const QString &sentence);
    /// That all is well, for whoever has asked; empty: nothing. A trouble with the connection goes before it.
    void showPassing(const QString &sentence);
    /// What there is to note of the server while it works, the rest of it in `lines`; empty: nothing.
    void showNotes(const QString &brief, const QStringList &lines);

    /// How far the recording is that is under way, and what is the matter with it; empty: there is none.
    void showRecorder(const QString &words, const QString &trouble);

    QSize sizeHint() const override;
    /// None: what it says makes no window wider than its screen.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user asks how the watches are.
    void watchesClicked();
    /// … and of the one that fares worst.
    void worstClicked(wk::WatchId watch);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    static QString lateness(const LiveFigures &figures, WallTime now);
    StatusSegment *addSegment();
    void nameSegments();

    QHBoxLayout *m_row;
    StatusSegment *m_connection;
    StatusSegment *m_passing;
    StatusSegment *m_recorder;
    StatusSegment *m_worst;
    StatusSegment *m_notes;
    StatusSegment *m_live;
    StatusSegment *m_polled;
    StatusSegment *m_waiting;
    StatusSegment *m_listing;
    StatusSegment *m_denied;
    StatusSegment *m_trouble;
    StatusSegment *m_version;
    StatusSegment *m_rate;
    StatusSegment *m_behind;
    StatusSegment *m_memory;
    StatusSegment *m_result;
    bool m_tellsVersion = true;
    bool m_isPast = false;
    WatchId m_worstWatch = 0;
};

} // namespace wk
