// SPDX-License-Identifier: GPL-3.0-or-later
// What an Inspector hears from the window's watches.
#include "ui/code/panebar.h"
#include "ui/inspector/changespage.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/lifepage.h"
#include "ui/inspector/occurrencespage.h"
#include "ui/models/pastkind.h"
#include "ui/words/statewords.h"

#include <algorithm>

namespace wk {

namespace {

constexpr RowId RowsLookedAt = 4'096; // at once, for whether any regards what is selected

} // namespace

void Inspector::applyBatch(const Batch &batch)
{
    if (batch.statuses.empty())
        return;
    for (const WatchStatus &status : batch.statuses)
        m_statuses[status.watch] = status;
    const QString trouble = eventsTrouble();
    m_events->setTrouble(trouble);
    if (m_life)
        m_life->setEventsTrouble(trouble);
    // While the object is not there, what its watch says of itself is what there is to show.
    if (!m_state.selection().isEmpty() && !m_state.isPaused() && !m_known)
        refresh();
}

void Inspector::follow()
{
    const HistorySnapshot &history = m_history->now();
    // Where nothing is selected nobody asks; where much has come, some of it most likely does.
    const bool isPassed = m_state.selection().isEmpty() || m_history->end() > m_cursor.next() + RowsLookedAt;
    bool isRegarded = isPassed;
    bool hasEvents = isPassed;
    if (isPassed)
        m_cursor.passTo(m_history->end());
    const auto take = [&](RowId row) {
        isRegarded = isRegarded || regardsSelection(row);
        hasEvents = hasEvents || isEventWatch(history.watch(row));
    };
    const auto close = [&](const HistorySnapshot::Closing &closing) {
        if (!history.isOpen(closing.watch))
            m_statuses.erase(closing.watch);
        isRegarded = true;
    };
    m_cursor.advance(history, m_history->end(), take, close);
    if (m_state.selection().isEmpty())
        return;
    if (isRegarded) {
        refresh();
        followLog();
    }
    if (hasEvents) {
        m_events->follow();
        if (m_life)
            m_life->follow();
    }
}

/// The log tells more of the selection.
void Inspector::followLog()
{
    showChangeCount();
    m_changes->follow();
    if (m_life)
        m_life->follow();
}

bool Inspector::regardsSelection(RowId row) const
{
    const HistorySnapshot &history = m_history->now();
    const ObjectRef &selected = m_state.selection();
    return history.type(row) == EntryType::List ||
           (history.isOfObject(row) && history.name(row) == selected.name && history.ns(row) == selected.ns &&
            history.cluster(row) == selected.cluster);
}

/// Of the selection's cluster.
std::vector<std::pair<WatchId, WatchScope>> Inspector::openWatches() const
{
    if (!m_history)
        return {};
    const HistorySnapshot &history = m_history->now();
    std::vector<std::pair<WatchId, WatchScope>> open = history.openWatches();
    std::erase_if(open, [&](const auto &one) { return history.clusterOf(one.first) != m_state.selection().cluster; });
    return open;
}

const WatchStatus *Inspector::statusOf(WatchId watch) const
{
    const auto found = m_statuses.find(watch);
    return found == m_statuses.end() ? nullptr : &found->second;
}

bool Inspector::isEventWatch(WatchId watch) const
{
    const WatchScope *scope = m_history ? m_history->now().scope(watch) : nullptr;
    return scope && isKubeEvents(scope->resource.gvr);
}

QString Inspector::eventsTrouble() const
{
    for (const auto &[watch, status] : m_statuses) {
        const QString trouble = isEventWatch(watch) ? watchSentence(status, m_clock.wallNow()) : QString();
        if (!trouble.isEmpty())
            return trouble;
    }
    return {};
}

/// As the tables beside it count.
void Inspector::showChangeCount()
{
    const bool isOfNow = !m_state.playhead();
    const std::optional<std::uint32_t> changes =
        isOfNow ? changesSeen(m_history ? m_history->end() : 0) : pastChanges();
    const bool isWatched = isOfNow && watchFor(m_state.selection(), openWatches()) != 0;
    m_tabs->setTabCount(ChangesList, changes || isWatched ? int(changes.value_or(0)) : -1);
}

} // namespace wk
