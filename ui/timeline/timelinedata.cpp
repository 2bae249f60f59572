// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinedata.h"

#include "core/resource/kubeevent.h"
#include "ui/style/statewords.h"

#include <QtGlobal>

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MostGaps = 1000;

const OwnerReference *mainOwner(const Object &object)
{
    if (object.owners.empty())
        return nullptr;
    const auto it = std::find_if(object.owners.begin(), object.owners.end(),
                                 [](const OwnerReference &owner) { return owner.controller; });
    return it != object.owners.end() ? &*it : &object.owners.front();
}

} // namespace

TimelineData::TimelineData(ScopeOf scopeOf, LaneStore::Limits limits)
    : m_scopeOf(std::move(scopeOf))
    , m_lanes(limits)
{}

void TimelineData::take(const Batch &batch)
{
    m_waiting.insert(m_waiting.end(), batch.entries.begin(), batch.entries.end());
    for (const WatchStatus &status : batch.statuses) {
        if (WatchTrack *track = trackFor(status.watch))
            track->status = status;
    }
}

bool TimelineData::work(int items)
{
    while (items > 0 && (m_list || !m_waiting.empty())) {
        if (m_list) {
            items -= advanceList(items);
            continue;
        }
        const EntryPtr entry = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (WatchTrack *track = trackFor(entry->watch))
            apply(entry, *track);
        --items;
    }
    return m_list || !m_waiting.empty();
}

void TimelineData::forget(WatchId watch)
{
    m_tracks.erase(watch);
    m_lanes.dropWatch(watch);
    std::erase_if(m_waiting, [watch](const EntryPtr &entry) { return entry->watch == watch; });
    if (m_list && m_list->entry->watch == watch)
        m_list.reset();
}

const WatchTrack *TimelineData::track(WatchId watch) const
{
    const auto it = m_tracks.find(watch);
    return it == m_tracks.end() ? nullptr : &it->second;
}

std::optional<WallTime> TimelineData::watchedFrom() const
{
    std::optional<WallTime> first;
    for (const auto &[watch, track] : m_tracks) {
        if (track.watchedFrom)
            first = std::min(first.value_or(*track.watchedFrom), *track.watchedFrom);
    }
    return first;
}

const WatchStatus *TimelineData::worstStatus(const GroupVersionResource &resource) const
{
    const WatchStatus *worst = nullptr;
    for (const auto &[watch, track] : m_tracks) {
        const bool counts = track.scope.resource.gvr == resource && track.status.watch != 0;
        if (counts && (!worst || gravity(track.status) > gravity(*worst)))
            worst = &track.status;
    }
    return worst;
}

LaneIdentity TimelineData::identity(int number) const
{
    const Lane *lane = m_lanes.lane(number);
    Q_ASSERT(lane);
    const Object &object = *lane->object;
    const WatchTrack *track = this->track(lane->watch);
    LaneIdentity identity{
        number, track ? track->scope.resource.kind : std::string(), object.ns, object.name, object.uid, {}, {}, {}};
    if (const OwnerReference *owner = mainOwner(object)) {
        identity.ownerUid = owner->uid;
        identity.ownerKind = owner->kind;
        identity.ownerName = owner->name;
    }
    return identity;
}

int TimelineData::ownerOf(int number) const
{
    const Lane *lane = m_lanes.lane(number);
    const OwnerReference *owner = lane ? mainOwner(*lane->object) : nullptr;
    const int found = owner && !owner->uid.empty() ? m_lanes.findUid(owner->uid) : -1;
    return m_lanes.lane(found) ? found : -1;
}

WatchTrack *TimelineData::trackFor(WatchId watch)
{
    const auto it = m_tracks.find(watch);
    if (it != m_tracks.end())
        return &it->second;
    const WatchScope *scope = m_scopeOf(watch);
    if (!scope)
        return nullptr; // closed while its last words were on their way
    WatchTrack &track = m_tracks[watch];
    track.scope = *scope;
    return &track;
}

void TimelineData::apply(const EntryPtr &entry, WatchTrack &track)
{
    if (entry->columns && entry->columns != track.served) {
        track.served = entry->columns;
        track.columns = tableColumns(entry->columns, track.scope.resource.namespaced, {});
        track.phases = phaseColumns(entry->columns);
    }
    switch (entry->type) {
    case EntryType::Added:
    case EntryType::Modified:
    case EntryType::Deleted: applyChange(entry, track); break;
    case EntryType::List:
        m_list.emplace(ListCursor{entry, 0, !track.watchedFrom, {}});
        track.watchedFrom = track.watchedFrom.value_or(entry->arrived);
        break;
    case EntryType::Gap:
        track.gaps.push_back({entry->gap.since, entry->arrived, entry->gap.from, entry->gap.to, entry->gap.reason});
        if (track.gaps.size() > MostGaps)
            track.gaps.erase(track.gaps.begin());
        m_lanes.touchAll();
        break;
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::Relist:
    case EntryType::Reconnect: break;
    }
}

void TimelineData::applyChange(const EntryPtr &entry, WatchTrack &track)
{
    if (!entry->object)
        return;
    if (isKubeEvents(track.scope.resource.gvr)) {
        if (entry->type != EntryType::Deleted) // the server forgets an event after an hour; what happened stays
            noteEvent(entry->object);
        return;
    }
    const bool born = entry->type == EntryType::Added && entry->origin != EntryClass::Inferred;
    const Phase phase = phaseOf(*entry->object, track.phases);
    const int lane = m_lanes.show(entry->object, {entry->watch, entry->arrived, phase, born});
    m_lanes.addMark(lane, entry);
    if (entry->type == EntryType::Deleted)
        m_lanes.end(lane, entry->arrived, entry->origin == EntryClass::Inferred);
}

void TimelineData::noteEvent(const ObjectPtr &event)
{
    auto said = readKubeEvent(*event);
    if (!said || said->regardingUid.empty() || event->uid.empty() || !said->last)
        return;
    LaneNote note{*said->last, said->warning, said->count, std::move(said->reason), std::move(said->message), event};
    if (said->count > 1 && said->first && *said->first < note.time) {
        LaneNote first = note;
        first.time = *said->first;
        first.count = 1;
        m_lanes.addNote(said->regardingUid, std::move(first));
    }
    m_lanes.addNote(said->regardingUid, std::move(note));
}

int TimelineData::advanceList(int items)
{
    const Entry &entry = *m_list->entry;
    WatchTrack *track = trackFor(entry.watch);
    const std::size_t size = entry.objects ? entry.objects->size() : 0;
    const std::size_t end = std::min(size, m_list->done + std::size_t(items));
    const std::size_t begin = m_list->done;
    for (std::size_t i = begin; i < end; ++i)
        listObject((*entry.objects)[i], *track);
    m_list->done = end;
    if (end == size)
        finishList();
    return int(end - begin) + 1;
}

void TimelineData::listObject(const ObjectPtr &object, const WatchTrack &track)
{
    if (isKubeEvents(track.scope.resource.gvr)) {
        noteEvent(object);
        return;
    }
    const Entry &entry = *m_list->entry;
    const int lane = m_lanes.show(object, {entry.watch, entry.arrived, phaseOf(*object, track.phases), false});
    if (!m_list->isFirst)
        m_list->lanes.insert(lane);
}

/// A later list is the whole state again: what it does not hold has gone at a moment that was not seen.
void TimelineData::finishList()
{
    const ListCursor list = std::move(*m_list);
    m_list.reset();
    if (list.isFirst)
        return;
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane *lane = m_lanes.lane(i);
        if (lane && lane->watch == list.entry->watch && !lane->ended && !list.lanes.contains(i))
            m_lanes.end(i, list.entry->arrived, true);
    }
}

} // namespace wk
