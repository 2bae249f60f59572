// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinedata.h"

#include "core/resource/kubeevent.h"
#include "ui/style/statewords.h"

#include <QtGlobal>

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t MostGaps = 1000;

/// Some hundred kinds in one namespace after the other.
constexpr std::size_t MostClosed = 500;

void add(std::vector<GapSpan> &gaps, const GapSpan &gap)
{
    gaps.push_back(gap);
    if (gaps.size() > MostGaps)
        gaps.erase(gaps.begin());
}

const OwnerReference *mainOwner(const Object &object)
{
    if (object.owners.empty())
        return nullptr;
    const auto it = std::find_if(object.owners.begin(), object.owners.end(),
                                 [](const OwnerReference &owner) { return owner.controller; });
    return it != object.owners.end() ? &*it : &object.owners.front();
}

} // namespace

const std::vector<GapSpan> &WatchTrack::gapsOf(const std::string &ns) const
{
    const auto own = gapsIn.find(ns);
    return own == gapsIn.end() ? gaps : own->second;
}

void WatchTrack::addGap(const GapSpan &gap)
{
    add(gaps, gap);
    for (auto &[ns, own] : gapsIn)
        add(own, gap);
}

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

void TimelineData::close(WatchId watch, WallTime time)
{
    std::erase_if(m_waiting, [watch](const EntryPtr &entry) { return entry->watch == watch; });
    if (m_list && m_list->entry->watch == watch)
        m_list.reset();
    auto node = m_tracks.extract(watch);
    if (node.empty() || !node.mapped().watchedFrom)
        return m_lanes.dropWatch(watch);
    m_lanes.setAside(watch, time);
    m_closed.push_back({watch, std::move(node.mapped()), time});
    if (m_closed.size() > MostClosed) {
        m_lanes.dropWatch(m_closed.front().watch);
        m_closed.pop_front();
    }
}

/// A watch's first list has come: what is known of its kind from before goes on. Where one had looked at all that this
/// one looks at, it is watched since then, but for the time in between.
void TimelineData::goOn(WatchTrack &track, WallTime listed)
{
    const ClosedTrack *same = nullptr;
    for (const ClosedTrack &closed : m_closed) {
        if (!closed.track.scope.isOfTheSame(track.scope))
            continue;
        track.before.push_back(closed.watch);
        if (closed.track.scope.looksAt(track.scope.ns))
            same = &closed; // the last one
    }
    track.watchedFrom = listed;
    if (!same)
        return;
    track.watchedFrom = same->track.watchedFrom;
    const auto withBreak = [listed](std::vector<GapSpan> gaps, const ClosedTrack &closed) {
        add(gaps, {closed.time, listed, {}, {}, {}, true});
        return gaps;
    };
    track.gaps = withBreak(same->track.gapsOf(track.scope.ns), *same);
    if (!track.scope.ns.empty())
        return;
    for (const auto &[ns, gaps] : same->track.gapsIn)
        track.gapsIn[ns] = withBreak(gaps, *same);
    for (const ClosedTrack &closed : m_closed) {
        const bool wentOn = closed.time > same->time && closed.track.watchedFrom == track.watchedFrom;
        if (wentOn && closed.track.scope.isOfTheSame(track.scope))
            track.gapsIn[closed.track.scope.ns] = withBreak(closed.track.gaps, closed);
    }
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
    const Lane *above = m_lanes.lane(found);
    return above && !above->aside ? found : -1;
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
        if (!track.watchedFrom)
            goOn(track, entry->arrived);
        m_list.emplace(ListCursor{entry, 0, !track.isListed && track.before.empty(), {}});
        track.isListed = true;
        break;
    case EntryType::Gap:
        track.addGap({entry->gap.since, entry->arrived, entry->gap.from, entry->gap.to, entry->gap.reason});
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
    const int lane = m_lanes.show(entry->object, {entry->watch, entry->arrived, phase, born, track.before});
    m_lanes.addMark(lane, entry);
    if (entry->type == EntryType::Deleted)
        m_lanes.end(lane, entry->arrived, entry->origin == EntryClass::Inferred);
}

void TimelineData::noteEvent(const ObjectPtr &event)
{
    auto said = readKubeEvent(*event);
    const MaybeTime last = said && said->last ? MaybeTime(said->last) : event->created;
    if (!said || said->regardingUid.empty() || event->uid.empty() || !last)
        return;
    LaneNote note{*last, said->warning, said->count, std::move(said->reason), std::move(said->message), event};
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
    const int lane =
        m_lanes.show(object, {entry.watch, entry.arrived, phaseOf(*object, track.phases), false, track.before});
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
    const WatchTrack &track = *trackFor(list.entry->watch);
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane *lane = m_lanes.lane(i);
        if (!lane || list.lanes.contains(i))
            continue;
        const bool goesOn = lane->aside && std::ranges::find(track.before, lane->watch) != track.before.end() &&
                            track.scope.looksAt(lane->object->ns);
        if (goesOn)
            m_lanes.goOn(i, list.entry->watch);
        if (lane->watch == list.entry->watch && !lane->ended)
            m_lanes.end(i, list.entry->arrived, true);
    }
    dropWhatHasGoneOn(track);
}

/// Of closed watches that had not looked at more there is nothing left.
void TimelineData::dropWhatHasGoneOn(const WatchTrack &track)
{
    std::erase_if(m_closed, [&](const ClosedTrack &closed) {
        const bool isWithin = std::ranges::find(track.before, closed.watch) != track.before.end() &&
                              track.scope.looksAt(closed.track.scope.ns);
        if (isWithin)
            m_lanes.dropWatch(closed.watch);
        return isWithin;
    });
}

} // namespace wk
