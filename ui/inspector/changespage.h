// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/answers/latesttask.h"
#include "ui/code/sidebyside.h"
#include "ui/inspector/revisionsmodel.h"
#include "ui/models/windowstate.h"

#include <QWidget>

class QSplitter;
class QToolButton;

namespace wk {

class HistoryFeed;
class CodePane;
class CodeView;
class DiffCopy;
class ElidedLabel;
class RevisionLadder;
class RevisionNarrowing;
class SidesView;

/// The inspector's Changes: the ladder of an object's revisions, and what differs between any two of them with who
/// wrote it, unified or side by side. The newest and the one before it are shown until others are chosen, here or as an
/// event of the stream; in the past it ends with what was the newest then. Gui thread; bodies are unpacked and compared
/// in Qt's pool.
class ChangesPage : public QWidget
{
    Q_OBJECT

public:
    ChangesPage(WindowState &state, Clock &clock, QWidget *parent = nullptr);
    ~ChangesPage() override;

    /// Where the revisions are; outlives the page.
    void setHistory(const HistoryFeed &history);
    /// The selection has news: it is read anew, a few times a second at most, and only while it is seen.
    void follow();

    /// To the older or the newer revision, against the one before it.
    void stepOlder();
    void stepNewer();
    bool find();

    RevisionsModel *model() const { return m_model; }
    RevisionLadder *ladder() const { return m_ladder; }
    CodeView *diffView() const;

Q_SIGNALS:
    /// The cluster is to be shown as it was once this event had happened.
    void momentAsked(wk::RowId event);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// What the pool makes of two revisions, or of the first alone.
    struct Reading {
        std::optional<RowId> from;
        std::optional<RowId> to;
        DiffText diff;
        DiffSides sides;
        Error error;
    };
    static Reading compared(const std::vector<Revision> &steps);

    QWidget *buildTools();
    void buildLadder();
    void selectionChanged();
    void followMoment();
    void read();
    QString absence() const;
    void say(const QString &sentence);
    void setDocuments(const CodeDocumentPtr &diff, const DiffSides &sides, const QString &placeholder);
    void take(std::vector<Revision> revisions);
    void chosen();
    bool chooseWanted();
    void keepChosen(int newest, int oldest);
    void choose(RowId revision);
    void chooseInPlace(RowId revision);
    std::optional<RowId> oldestKept() const;
    void showNewest();
    void compareWithChosen(RowId revision);
    void wantOlder();
    void showMenu(const QModelIndex &rung, const QPoint &globalPos);
    void step(int rows);
    void compareChosen();
    void showReading(Reading reading);
    void showFacts();
    void offerCopies();
    void showQuiet(bool shown);
    void narrow(const Narrowing &narrowing);
    void chooseShown();
    void showNone();
    void placeDiff();
    void divide();
    void retranslate();

    WindowState &m_state;
    Clock &m_clock;
    const HistoryFeed *m_history = nullptr;
    RevisionsModel *m_model;
    RevisionNarrowing *m_narrowing;
    QSplitter *m_parts;
    RevisionLadder *m_ladder;
    ElidedLabel *m_facts;
    QToolButton *m_older;
    QToolButton *m_newer;
    QToolButton *m_split;
    QToolButton *m_quiet;
    QToolButton *m_copy;
    DiffCopy *m_copies;
    CodePane *m_unified;
    SidesView *m_sides;
    std::optional<RowId> m_from;
    std::optional<RowId> m_to;
    std::optional<RowId> m_wanted;       ///< to be chosen when it has been read
    std::size_t m_most = RevisionsShown; ///< so many are read
    bool m_isReadingOlder = false;
    bool m_isSteppingOlder = false; ///< to one that is being read
    bool m_isStale = true;
    bool m_isSoon = false;
    bool m_isFollowing = true; ///< the newest stays chosen
    bool m_isDividedByHand = false;
    bool m_isChoosing = false; ///< by us, not by the user
    bool m_isStanding = false; ///< the rungs stay where they are whatever comes
    bool m_isAhead = false;    ///< what came while they stood is above, and nobody has gone there or elsewhere
    Reading m_shown;
    Clock::Alarm m_soon;
    LatestTask<std::vector<Revision>> m_describing;
    LatestTask<Reading> m_reading;
};

} // namespace wk
