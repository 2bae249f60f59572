// SPDX-License-Identifier: GPL-3.0-or-later
// What an Inspector hears from the window's watches.
#include "ui/code/panebar.h"
#include "ui/inspector/changespage.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/lifepage.h"
#include "ui/inspector/occurrencespage.h"
#include "ui/style/statewords.h"

#include <algorithm>

namespace wk {

void Inspector::learnWatch(WatchId watch)
{
    const auto isIt = [&](const auto &open) { return open.first == watch; };
    const WatchScope *scope = m_state.scopeOf(watch);
    if (scope && std::ranges::none_of(m_watches, isIt))
        m_watches.emplace_back(watch, *scope);
}

void Inspector::applyBatch(const Batch &batch)
{
    for (const EntryPtr &entry : batch.entries)
        learnWatch(entry->watch);
    for (const WatchStatus &status : batch.statuses)
        learnWatch(status.watch);
    m_objects.apply(batch);
    if (!batch.statuses.empty()) {
        const QString trouble = eventsTrouble();
        m_events->setTrouble(trouble);
        if (m_life)
            m_life->setEventsTrouble(trouble);
    }
    if (m_state.selection().isEmpty() || m_state.isPaused())
        return;
    if (regardsSelection(batch)) {
        refresh();
        followLog();
    }
    if (holdsEvents(batch)) {
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

void Inspector::forgetWatch(WatchId watch)
{
    m_objects.forget(watch);
    std::erase_if(m_watches, [&](const auto &open) { return open.first == watch; });
    refresh();
    showChangeCount();
}

bool Inspector::regardsSelection(const Batch &batch) const
{
    const ObjectRef &selected = m_state.selection();
    const auto regards = [&](const EntryPtr &entry) {
        if (entry->type == EntryType::List)
            return true;
        return entry->object && entry->object->name == selected.name && entry->object->ns == selected.ns;
    };
    // While the object is not there, what its watch says of itself is what there is to show.
    return std::ranges::any_of(batch.entries, regards) || (!m_known && !batch.statuses.empty());
}

bool Inspector::isEventWatch(WatchId watch) const
{
    const WatchScope *scope = m_state.scopeOf(watch);
    return scope && isKubeEvents(scope->resource.gvr);
}

bool Inspector::holdsEvents(const Batch &batch) const
{
    return std::ranges::any_of(batch.entries, [this](const EntryPtr &entry) { return isEventWatch(entry->watch); });
}

QString Inspector::eventsTrouble() const
{
    for (const auto &[watch, scope] : m_watches) {
        const WatchStatus *status = isEventWatch(watch) ? m_objects.statusOf(watch) : nullptr;
        if (const QString trouble = status ? watchSentence(*status, m_clock.wallNow()) : QString(); !trouble.isEmpty())
            return trouble;
    }
    return {};
}

void Inspector::setChangeCounter(ChangeCounter changes)
{
    m_changeCounter = std::move(changes);
    showChangeCount();
}

/// As the tables beside it count.
void Inspector::showChangeCount()
{
    const ObjectRef &selected = m_state.selection();
    const bool isOfNow = !selected.isEmpty() && !m_state.playhead();
    const WatchId watch = isOfNow ? watchFor(selected, m_watches) : 0;
    std::optional<std::uint32_t> changes = pastChanges();
    if (watch != 0 && m_changeCounter) {
        Object named;
        named.ns = selected.ns;
        named.name = selected.name;
        named.uid = m_known ? m_known->object->uid : Uid(selected.uid);
        changes = m_changeCounter(watch, named);
    } else if (isOfNow && watch == 0) {
        changes = changesSeen({});
    }
    m_tabs->setTabCount(ChangesList, changes ? int(*changes) : -1);
}

} // namespace wk
