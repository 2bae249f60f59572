// SPDX-License-Identifier: GPL-3.0-or-later
// What the stream has chosen, and how that goes with what the window has.
#include "ui/models/windowstate.h"
#include "ui/stream/eventdetail.h"
#include "ui/stream/streamexport.h"
#include "ui/stream/streamtable.h"
#include "ui/stream/streamview.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace wk {

/// What the window has selected changes by the user's hand only, not when rows come, go or are others.
void StreamView::selectionMoved()
{
    const QModelIndex current = m_table->currentIndex();
    if (!m_isRestoring && !m_table->isLosingRows() && m_table->selectionModel()->isSelected(current))
        rowChosen(current.row());
    Q_EMIT resultChanged();
}

void StreamView::rowChosen(int number)
{
    const std::optional<StreamModel::Outline> row = m_model->outlineAt(number);
    if (!row)
        return;
    m_current = row->id;
    showDetail(number);
    if (const ObjectRef object = m_model->refAt(number); !object.isEmpty())
        m_state.selectEvent(object, row->id);
}

void StreamView::showDetail(int number)
{
    const std::optional<StreamModel::Row> row = m_model->rowAt(number);
    if (!row)
        return m_detail->clear();
    m_detail->show(*row, m_model->wordsAt(number).plain(), m_history.now().sizeBytes(row->id));
    if (!m_detail->isHidden())
        return;
    m_detail->QWidget::show(); // from the first event on that is chosen
    QMetaObject::invokeMethod(m_table, &StreamTable::keepCurrentInSight, Qt::QueuedConnection);
}

/// After another filter, the row that was chosen is so still, if it is shown.
void StreamView::restoreCurrent()
{
    const QScopedValueRollback restoring(m_isRestoring, true);
    const int row = m_current ? m_model->indexOf(*m_current) : -1;
    if (row >= 0)
        m_table->restoreRow(row);
    showDetail(row);
}

/// Another view has chosen an object: here it is the newest of its events. Lines that were chosen to be copied stay.
void StreamView::showSelection()
{
    const ObjectRef &object = m_state.selection();
    m_table->mark(object);
    if (showChosenEvent())
        return;
    const int current = m_current ? m_model->indexOf(*m_current) : -1;
    const bool isShown = current >= 0 && *m_current < happenedBefore() && m_model->refAt(current) == object;
    if (object.isEmpty() || isShown || selectedCount() > 1)
        return;
    choose(m_model->newestOf(object, happenedBefore()), &StreamTable::restoreRow);
}

/// Or one event of it. False when there is none, or the filter hides it.
bool StreamView::showChosenEvent()
{
    const std::optional<RowId> &event = m_state.chosenEvent();
    const int row = event ? m_model->indexOf(*event) : -1;
    if (row >= 0 && event != m_current && selectedCount() <= 1)
        choose(row, &StreamTable::goToRow);
    return row >= 0;
}

/// Here alone: what the window looks at stays. -1: none.
void StreamView::choose(int row, void (StreamTable::*go)(int row))
{
    const QScopedValueRollback restoring(m_isRestoring, true);
    m_current.reset();
    if (row >= 0) {
        m_current = m_model->outlineAt(row)->id;
        (m_table->*go)(row);
    } else {
        m_table->clearSelection();
    }
    showDetail(row);
}

/// Rows from there on are of what comes after the moment that is looked at.
RowId StreamView::happenedBefore() const
{
    return m_state.playhead() ? m_state.playhead()->upTo : m_history.end();
}

/// The row that was chosen goes with the playhead: to the event that it stands behind, else to the last that had
/// happened to the selected object by then.
void StreamView::chooseThen(const Moment &moment)
{
    if (!isVisible() || moment == m_chosenThen)
        return; // until somebody looks
    m_chosenThen = moment;
    if (selectedCount() > 1)
        return;
    const int event = moment.isEvent ? m_model->indexOf(moment.upTo - 1) : -1;
    const int row = event >= 0 ? event : m_model->newestOf(m_state.selection(), moment.upTo);
    choose(row, &StreamTable::chooseRow);
}

void StreamView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    if (m_state.playhead())
        chooseThen(*m_state.playhead());
}

void StreamView::forgetFallen()
{
    if (!m_current || *m_current >= m_history.now().begin())
        return;
    m_current.reset();
    m_detail->clear();
}

/// While a time that is over is looked at, or nothing new comes, the newest is not followed: the button is out, and a
/// click on it goes back.
void StreamView::showFollowing()
{
    const auto &range = m_state.timeRange();
    const bool isPast = range && range->to <= m_clock.wallNow();
    const QSignalBlocker blocker(m_followButton);
    m_followButton->setChecked(m_table->isFollowing() && !isPast && !m_state.isPaused());
    // In the past the banner says how many have come since.
    const bool isThen = isPast || m_state.playhead();
    const int below = m_followButton->isChecked() || isThen ? 0 : newBelow();
    m_followButton->setText(below > 0                     ? tr("%1 new", "events below").arg(format::number(below))
                            : m_followButton->isChecked() ? tr("Following the newest")
                                                          : tr("Follow the newest"));
}

void StreamView::letGo(bool following)
{
    m_letGoAt = following ? std::nullopt : std::optional(m_history.end());
    m_seenTo = m_letGoAt;
    showFollowing();
}

/// How many rows have come since the newest was let go and have not been in sight.
int StreamView::newBelow()
{
    if (!m_seenTo)
        return 0;
    if (m_table->isVisible()) {
        if (const auto last = m_model->outlineAt(m_model->rowCount() - m_table->rowsBelow() - 1))
            m_seenTo = std::max(*m_seenTo, last->id + 1);
    }
    return m_model->rowCount() - m_model->countBefore(*m_seenTo);
}

void StreamView::showPlayhead()
{
    const std::optional<Moment> &moment = m_state.playhead();
    const auto end = moment ? std::optional(moment->upTo) : std::nullopt;
    m_table->setPlayhead(end);
    m_export->setEnd(end);
    countsChanged();
    m_chosenThen = moment ? m_chosenThen : std::nullopt;
    if (moment)
        chooseThen(*moment);
    showFollowing();
}

void StreamView::follow(bool following)
{
    if (following) {
        m_state.setTimeRange({});
        m_state.setPlayhead({});
        m_state.setPaused(false);
    }
    m_table->setFollowing(following);
    showFollowing();
}

bool StreamView::showGap(WatchId watch, WallTime ended)
{
    const HistorySnapshot &log = m_history.now();
    for (RowId row = m_history.end(); row-- > log.begin();) {
        if (log.type(row) != EntryType::Gap || log.watch(row) != watch || log.time(row) != ended)
            continue;
        m_wanted = row;
        if (m_model->indexOf(row) < 0) {
            m_state.setTimeRange({});
            m_state.setFilter(QString());
        }
        goToWanted();
        return true;
    }
    return false;
}

void StreamView::goToWanted()
{
    const int row = m_wanted ? m_model->indexOf(*m_wanted) : -1;
    if (row < 0)
        return;
    m_wanted.reset();
    m_table->goToRow(row);
    m_table->setFocus();
}

} // namespace wk
