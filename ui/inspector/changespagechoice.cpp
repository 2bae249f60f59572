// SPDX-License-Identifier: GPL-3.0-or-later
// Which revisions a ChangesPage has chosen.
#include "core/history/rows/historyfeed.h"
#include "ui/inspector/changespage.h"
#include "ui/inspector/revisionladder.h"
#include "ui/models/writermenu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace wk {

void ChangesPage::take(std::vector<Revision> revisions)
{
    m_isReadingOlder = false;
    const QScopedValueRollback standing(m_isStanding, !m_isFollowing || m_ladder->isLookedAt());
    const QPersistentModelIndex top = m_isStanding ? m_ladder->highestSeen() : QModelIndex();
    m_isChoosing = true;
    m_model->setRevisions(std::move(revisions));
    m_isChoosing = false;
    if (top.isValid()) {
        m_isAhead = m_isAhead || (m_ladder->verticalScrollBar()->value() == 0 && top.row() > 0);
        m_ladder->scrollTo(top, QAbstractItemView::PositionAtTop);
    }
    if (chooseWanted())
        return showFacts();
    if (m_model->rowCount() == 0)
        return showNone();
    const bool isLost = !m_to || m_model->rowOf(*m_to) < 0;
    const bool lacksOlder = m_to && !m_from && m_model->predecessor(*m_to);
    if (m_isFollowing && m_isStanding && !isLost)
        chooseInPlace(m_model->revision(0).of.row);
    else if (m_isFollowing || isLost)
        choose(m_model->revision(0).of.row);
    else if (lacksOlder)
        choose(*m_to);
    if (std::exchange(m_isSteppingOlder, false))
        stepOlder();
    showFacts();
}

/// What is chosen, and what is looked at, does not fall off the ladder's end when more are read.
std::optional<RowId> ChangesPage::oldestKept() const
{
    const std::optional<RowId> chosen = m_wanted || m_isFollowing ? m_wanted : m_to;
    const QModelIndex lowest = m_ladder->isLookedAt() ? m_ladder->lowestSeen() : QModelIndex();
    if (!lowest.isValid())
        return chosen;
    const RowId seen = m_model->revision(lowest.row()).of.row;
    return std::min(chosen.value_or(seen), seen);
}

/// Nobody reads the ladder any more.
void ChangesPage::showNewest()
{
    if (std::exchange(m_isAhead, false) && m_isFollowing)
        m_ladder->scrollToTop();
    divide();
}

/// Beyond the oldest that is here.
void ChangesPage::wantOlder()
{
    if (!m_model->hasOlder() || std::exchange(m_isReadingOlder, true))
        return;
    m_most = std::max(m_most, m_model->revisions().size()) + RevisionsShown;
    read();
}

/// What is chosen as an event stays chosen when newer ones come.
bool ChangesPage::chooseWanted()
{
    if (m_isStale)
        return false;
    const std::optional<RowId> wanted = std::exchange(m_wanted, {});
    if (!wanted || m_model->steps(*wanted, *wanted).empty())
        return false;
    if (m_model->rowOf(*wanted) < 0)
        m_model->setNarrowing({});
    if (m_model->rowOf(*wanted) < 0)
        m_quiet->setChecked(true);
    choose(*wanted);
    m_isFollowing = false;
    return true;
}

/// Against the one before it.
void ChangesPage::choose(RowId revision)
{
    const bool isOther = m_to != revision;
    chooseInPlace(revision);
    if (isOther)
        m_ladder->scrollTo(m_model->index(m_model->rowOf(revision)));
}

/// Wherever it is on the ladder, which stays where it is.
void ChangesPage::chooseInPlace(RowId revision)
{
    m_to = revision;
    m_from = m_model->predecessor(revision);
    m_isFollowing = m_model->rowOf(revision) == 0;
    m_isChoosing = true;
    const QModelIndex index = m_model->index(m_model->rowOf(revision));
    m_ladder->setAutoScroll(false);
    m_ladder->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    m_ladder->setAutoScroll(true);
    m_isChoosing = false;
    compareChosen();
}

/// By the user: one revision is compared with the one before it, of several the oldest with the newest. One between the
/// two that were chosen, by Ctrl, takes the place of the nearer.
void ChangesPage::chosen()
{
    if (m_isChoosing)
        return;
    std::vector<int> rows;
    for (const QModelIndex &index : m_ladder->selectionModel()->selectedIndexes())
        rows.push_back(index.row());
    if (rows.empty())
        return;
    auto [newest, oldest] = std::ranges::minmax(rows);
    const int current = m_ladder->currentIndex().row();
    const bool isBetween = newest < current && current < oldest && std::ranges::count(rows, current) > 0;
    if (isBetween)
        (current - newest < oldest - current ? newest : oldest) = current;
    if (rows.size() > 2)
        keepChosen(newest, oldest);
    m_to = m_model->revision(newest).of.row;
    m_from = newest == oldest ? m_model->predecessor(*m_to) : m_model->revision(oldest).of.row;
    m_isFollowing = newest == oldest && newest == 0;
    compareChosen();
}

/// What lies between two that are compared is not one of them. As the selection under way, so that a range still grows
/// and shrinks by Shift.
void ChangesPage::keepChosen(int newest, int oldest)
{
    QItemSelection ends;
    for (const int row : {newest, oldest})
        ends.select(m_model->index(row), m_model->index(row));
    const QScopedValueRollback choosing(m_isChoosing, true);
    m_ladder->selectionModel()->select(ends, QItemSelectionModel::ClearAndSelect);
}

void ChangesPage::compareWithChosen(RowId revision)
{
    const int chosen = m_to ? m_model->rowOf(*m_to) : -1;
    const int other = m_model->rowOf(revision);
    if (chosen < 0 || other < 0)
        return;
    keepChosen(std::min(chosen, other), std::max(chosen, other));
    this->chosen();
}

void ChangesPage::showMenu(const QModelIndex &rung, const QPoint &globalPos)
{
    const Revision revision = m_model->revision(rung.row()); // the menu stands while others come
    const RowId row = revision.of.row;
    const auto chosen = m_to ? m_model->steps(*m_to, *m_to) : std::vector<Revision>();
    QMenu menu(this);
    if (m_model->predecessor(row))
        menu.addAction(tr("Compare with the revision before"), this, [this, row] { choose(row); });
    if (!chosen.empty() && *m_to != row && m_model->rowOf(*m_to) >= 0)
        menu.addAction(tr("Compare with revision %1").arg(chosen.front().number), this,
                       [this, row] { compareWithChosen(row); });
    menu.addSeparator();
    if (m_history && row >= m_history->now().begin())
        menu.addAction(tr("Show the cluster as of this change"), this, [this, row] { Q_EMIT momentAsked(row); });
    offerOnlyWriter(menu, m_state, RevisionsModel::writer(revision));
    menu.addSeparator();
    menu.addAction(tr("Copy the resourceVersion"), this, [version = revision.of.object->version.text()] {
        QApplication::clipboard()->setText(QString::fromStdString(version));
    });
    menu.exec(globalPos);
}

void ChangesPage::step(int rows)
{
    const int at = m_to ? m_model->rowOf(*m_to) : -1;
    if (at >= 0 && at + rows >= 0 && at + rows < m_model->rowCount())
        return choose(m_model->revision(at + rows).of.row);
    m_isSteppingOlder = rows > 0 && at >= 0 && m_model->hasOlder();
    if (m_isSteppingOlder)
        wantOlder();
}

void ChangesPage::stepOlder()
{
    step(1);
}

void ChangesPage::stepNewer()
{
    step(-1);
}

void ChangesPage::showQuiet(bool shown)
{
    m_isChoosing = true;
    m_model->setQuietShown(shown);
    m_isChoosing = false;
    chooseShown();
}

void ChangesPage::narrow(const Narrowing &narrowing)
{
    m_isChoosing = true;
    m_model->setNarrowing(narrowing);
    m_isChoosing = false;
    chooseShown();
}

/// There may be one further back.
void ChangesPage::showNone()
{
    if (!m_model->narrowing().isNone())
        wantOlder();
    showFacts();
}

/// What was chosen, if it is still shown, else the newest that is.
void ChangesPage::chooseShown()
{
    if (m_model->rowCount() == 0)
        return showNone();
    choose(m_to && m_model->rowOf(*m_to) >= 0 && !m_isFollowing ? *m_to : m_model->revision(0).of.row);
}

} // namespace wk
