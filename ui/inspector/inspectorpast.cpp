// SPDX-License-Identifier: GPL-3.0-or-later
// What an Inspector says while the window shows the past.
#include "core/history/lastwrites.h"
#include "core/history/rows/historyfeed.h"
#include "core/resource/namespacechoice.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/occurrencespage.h"
#include "ui/inspector/revisions.h"
#include "ui/models/kindgroups.h"
#include "ui/models/pastkind.h"
#include "ui/models/tablestate.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/words/outagewords.h"

#include <algorithm>

namespace wk {

void Inspector::followTime()
{
    connect(&m_state, &WindowState::playheadChanged, this, [this] {
        refresh();
        tick();
    });
    connect(&m_state, &WindowState::pausedChanged, this, &Inspector::tick);
}

/// As of the moment, or of what is shown: it stands still in a pause.
std::optional<KnownObject> Inspector::lookUp() const
{
    if (!m_history)
        return {};
    const HistorySnapshot &history = m_history->now();
    const std::optional<Moment> &moment = m_state.playhead();
    const RowId upTo = moment ? std::clamp(moment->upTo, history.begin(), m_history->end()) : m_history->end();
    const bool isNow = !moment && !m_state.isPaused();
    if (isNow && watchFor(m_state.selection(), openWatches()) == 0)
        return lastSeen();
    const auto known = pastObject(history, m_state.selection(), upTo);
    return known || moment ? known : lastSeen();
}

/// The last state of what the log saw deleted: the watch that told of it may be closed by now.
std::optional<KnownObject> Inspector::lastSeen() const
{
    const ObjectRef &selected = m_state.selection();
    const auto newest =
        m_history && !selected.isEmpty() ? latestLife(m_history->now(), selected, {}, 1) : std::vector<LifeRevision>();
    if (newest.empty() || newest.back().type != EntryType::Deleted)
        return {};
    const LifeRevision &last = newest.back();
    return KnownObject{last.object, m_history->now().watch(last.row), last.arrived, last.table};
}

/// What the log holds of the object on show, with it as the last: the log may be a little behind.
std::vector<LifeRevision> Inspector::revisionsOfShown() const
{
    if (!m_history)
        return {};
    ObjectRef object = m_state.selection();
    object.uid = m_known->object->uid;
    const std::optional<Moment> &moment = m_state.playhead();
    std::vector<LifeRevision> revisions = latestLife(
        m_history->now(), object, moment ? std::optional(moment->upTo) : std::nullopt, LastWrites::StepsRead + 1);
    if (!revisions.empty() && revisions.back().object->version != m_known->object->version)
        revisions.push_back(
            {m_history->now().end(), m_clock.wallNow(), EntryType::Modified, EntryClass::Live, m_known->object});
    return revisions;
}

/// Of the moment on show; empty for now, and for what was not known then.
std::optional<std::uint32_t> Inspector::pastChanges() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    return moment && m_known ? changesSeen(moment->upTo) : std::nullopt;
}

/// As far as the log tells.
std::optional<std::uint32_t> Inspector::changesSeen(std::optional<RowId> upTo) const
{
    if (!m_history || m_state.selection().isEmpty())
        return {};
    const std::vector<LifeRevision> latest = latestLife(m_history->now(), m_state.selection(), upTo, 1);
    return latest.empty() ? std::nullopt : std::optional(latest.back().changes);
}

/// Other namespaces were chosen, say; Changes and Life tell of it still.
bool Inspector::isSeenNoMore(WatchId watch) const
{
    return watch == 0 && !m_state.playhead() && changesSeen({});
}

QString Inspector::pastAbsence() const
{
    const ObjectRef &selected = m_state.selection();
    const Moment &moment = *m_state.playhead();
    const QString then = format::moment(moment.time, m_clock.wallNow());
    const ResourceInfo kind = resourceOfSelection();
    const PastKind past = m_history ? pastKind(m_history->now(), kind, {selected.ns}, moment.upTo) : PastKind();
    if (past.isKnown())
        return (pastNotice().isEmpty() ? tr("There was no such object at %1.")
                                       : tr("No such object was known at %1; what there was is not certain."))
            .arg(then);
    const QString kinds =
        kind.kind.empty() ? displayText(selected.resource.qualifiedName()) : pluralName(kind);
    return tr("%1, so nothing is known about it at %2.", "Pods were not watched before 13:58")
        .arg(notWatchedWords(kinds, past, moment.time), then);
}

/// "Not seen from 10:02:08 to 10:02:27"; empty for now, and for a moment at which its watch knew all.
QString Inspector::pastNotice() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment || !m_history)
        return {};
    const ObjectRef &selected = m_state.selection();
    const auto namespaces = selected.ns.empty() ? std::vector<std::string>() : std::vector{std::string(selected.ns)};
    std::optional<Outage> outage = pastOutage(m_history->now(), selected.resource, namespaces, *moment);
    for (const auto &[watch, scope] : openWatches()) {
        const WatchStatus *status = scope.resource.gvr == selected.resource ? statusOf(watch) : nullptr;
        if (status && isLookedAt(namespaces, scope.ns))
            outage = graverAt(moment->time, outage, status->outage());
    }
    return outage ? outageTitle(*outage, moment->time, m_clock.wallNow()) : QString();
}

QString Inspector::pastMoment() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    return moment ? tr("As of %1").arg(format::momentMs(moment->time, m_clock.wallNow())) : QString();
}

} // namespace wk
