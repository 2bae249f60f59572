// SPDX-License-Identifier: GPL-3.0-or-later
// What an Inspector says while the window shows the past.
#include "core/history/eventlog.h"
#include "core/history/lastwrites.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/occurrencespage.h"
#include "ui/inspector/revisions.h"
#include "ui/models/kindgroups.h"
#include "ui/models/pastkind.h"
#include "ui/models/tablestate.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <algorithm>

namespace wk {

void Inspector::followTime()
{
    connect(&m_state, &WindowState::playheadChanged, this, [this] {
        refresh();
        tick();
    });
    connect(&m_state, &WindowState::pausedChanged, this, &Inspector::pauseChanged);
}

/// Behind the window's views, which have told the log by then.
void Inspector::pauseChanged()
{
    if (m_state.isPaused())
        return;
    refresh();
    followLog();
    m_events->follow();
    tick();
}

std::optional<KnownObject> Inspector::lookUp(WatchId watch)
{
    const ObjectRef &selected = m_state.selection();
    const std::optional<Moment> &moment = m_state.playhead();
    if (m_log && (moment || m_state.isPaused())) // the log stands still in a pause
        return pastObject(*m_log, selected,
                          moment ? std::clamp(moment->upTo, m_log->begin(), m_log->end()) : m_log->end());
    const auto live = m_objects.find(watch, selected.ns, selected.name);
    return live ? live : lastSeen();
}

/// The last state of what the log saw deleted: the watch that told of it may be closed by now.
std::optional<KnownObject> Inspector::lastSeen() const
{
    const ObjectRef &selected = m_state.selection();
    const auto newest =
        m_log && !selected.isEmpty() ? latestLife(*m_log, selected, {}, 1) : std::vector<LifeRevision>();
    if (newest.empty() || newest.back().type != EntryType::Deleted)
        return {};
    const LifeRevision &last = newest.back();
    return KnownObject{last.object, m_log->watch(last.row), last.arrived, last.table};
}

/// What the log holds of the object on show, with it as the last: the log may be a little behind.
std::vector<LifeRevision> Inspector::revisionsOfShown() const
{
    if (!m_log)
        return {};
    ObjectRef object = m_state.selection();
    object.uid = m_known->object->uid;
    const std::optional<Moment> &moment = m_state.playhead();
    std::vector<LifeRevision> revisions =
        latestLife(*m_log, object, moment ? std::optional(moment->upTo) : std::nullopt, LastWrites::StepsRead + 1);
    if (!revisions.empty() && revisions.back().object->version != m_known->object->version)
        revisions.push_back({m_log->end(), m_clock.wallNow(), EntryType::Modified, EntryClass::Live, m_known->object});
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
    if (!m_log || m_state.selection().isEmpty())
        return {};
    const std::vector<LifeRevision> latest = latestLife(*m_log, m_state.selection(), upTo, 1);
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
    const PastKind past = m_log ? pastKind(*m_log, kind, {selected.ns}, moment.upTo) : PastKind();
    if (past.isKnown())
        return tr("There was no such object at %1.").arg(then);
    const QString kinds =
        kind.kind.empty() ? displayText(selected.resource.qualifiedName()) : pluralOf(kind.kind, kind.gvr.resource);
    return tr("%1, so nothing is known about it at %2.", "Pods were not watched before 13:58")
        .arg(notWatchedWords(kinds, past, moment.time), then);
}

QString Inspector::pastMoment() const
{
    const std::optional<Moment> &moment = m_state.playhead();
    return moment ? tr("As of %1").arg(format::momentMs(moment->time, m_clock.wallNow())) : QString();
}

} // namespace wk
