// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinedata.h"

#include "core/resource/kubeevent.h"
#include "ui/words/statewords.h"

#include <QtGlobal>

#include <algorithm>

namespace wk {

namespace {

/// Some hundred kinds in one namespace after the other.
constexpr std::size_t MostClosed = 500;

const OwnerReference *mainOwner(const Object &object)
{
    if (object.owners.empty())
        return nullptr;
    const auto it = std::find_if(object.owners.begin(), object.owners.end(),
                                 [](const OwnerReference &owner) { return owner.controller; });
    return it != object.owners.end() ? &*it : &object.owners.front();
}

} // namespace

TimelineData::TimelineData(LaneStore::Limits limits)
    : m_lanes(limits)
{}

void TimelineData::follow(HistoryPtr now, RowId end)
{
    const bool isShorter = now->begin() > m_history->begin();
    m_history = std::move(now);
    m_end = end;
    if (isShorter && m_history->size() > 0)
        m_lanes.dropBefore(m_history->begin(), m_history->time(m_history->begin()));
}

std::size_t TimelineData::behind() const
{
    const RowId next = std::max(m_cursor.next(), m_history->begin());
    const std::size_t standing = next > m_cursor.next() ? m_history->lives().lives() : 0;
    return standing + (m_end > next ? std::size_t(m_end - next) : 0);
}

bool TimelineData::work(std::size_t items)
{
    if (m_cursor.next() < m_history->begin())
        beginAnew();
    const bool isMore = m_cursor.advance(
        *m_history, m_end, [this](RowId row) { take(row); },
        [this](const HistorySnapshot::Closing &closing) { close(closing); }, items);
    if (!isMore)
        goOnWithOpen();
    return isMore;
}

/// What is open again, and has told nothing yet.
void TimelineData::goOnWithOpen()
{
    std::vector<WatchId> open;
    for (const Closed &closed : m_closed) {
        if (m_history->isOpen(closed.watch))
            open.push_back(closed.watch);
    }
    for (const WatchId watch : open)
        trackFor(watch, m_cursor.next());
}

void TimelineData::hear(const std::vector<WatchStatus> &statuses)
{
    for (const WatchStatus &status : statuses) {
        m_statuses[status.watch] = status;
        if (WatchTrack *track = trackFor(status.watch, m_cursor.next()))
            track->status = status;
    }
}

void TimelineData::close(const HistorySnapshot::Closing &closing)
{
    if (!m_history->isOpen(closing.watch))
        m_statuses.erase(closing.watch);
    auto node = m_tracks.extract(closing.watch);
    if (node.empty() || !node.mapped().isListed)
        return m_lanes.dropWatch(closing.watch);
    WatchTrack &track = node.mapped();
    m_lanes.leave(closing.watch, closing.time, [&](const std::string &ns) { return heirOf(track.kind, ns); });
    m_watched.close(closing.watch, closing.time);
    m_closed.push_back({closing.watch, track.kind, m_history->clusterOf(closing.watch), std::move(track.scope)});
    if (m_closed.size() > MostClosed) {
        m_lanes.dropWatch(m_closed.front().watch);
        m_closed.pop_front();
    }
}

const WatchTrack *TimelineData::track(WatchId watch) const
{
    const auto it = m_tracks.find(watch);
    return it == m_tracks.end() ? nullptr : &it->second;
}

const WatchTrack *TimelineData::worstTrack() const
{
    const WatchTrack *worst = nullptr;
    for (const auto &[watch, track] : m_tracks) {
        const bool counts = track.status.watch != 0;
        if (counts && (!worst || gravity(track.status) > gravity(worst->status)))
            worst = &track;
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
        number, track ? track->scope.resource.kind : std::string(), object.ns, object.name, laneUid(*lane), {}, {}, {}};
    if (const OwnerReference *owner = mainOwner(object)) {
        identity.ownerUid = laneUid(owner->uid, lane->cluster);
        identity.ownerKind = owner->kind;
        identity.ownerName = owner->name;
    }
    return identity;
}

int TimelineData::ownerOf(int number) const
{
    const Lane *lane = m_lanes.lane(number);
    const OwnerReference *owner = lane ? mainOwner(*lane->object) : nullptr;
    const int found = owner && !owner->uid.empty() ? m_lanes.findUid(laneUid(owner->uid, lane->cluster)) : -1;
    const Lane *above = m_lanes.lane(found);
    return above && !above->aside ? found : -1;
}

/// As of a row.
WatchTrack *TimelineData::trackFor(WatchId watch, RowId at)
{
    const auto it = m_tracks.find(watch);
    if (it != m_tracks.end())
        return &it->second;
    const WatchScope *scope = m_history->scope(watch);
    if (!scope)
        return nullptr;
    const WatchKind kind = kindOf(watch, *scope);
    WatchTrack &track = m_tracks[watch];
    track.scope = *scope;
    track.kind = kind;
    track.cluster = m_history->clusters().find(m_history->clusterOf(watch));
    if (const auto status = m_statuses.find(watch); status != m_statuses.end())
        track.status = status->second;
    if (const auto known = m_history->knowledge(watch); known && known->from <= at && m_history->isOpen(watch))
        goOn(watch, track, known->listed);
    return &track;
}

/// A watch that had listed before: it was closed since, or its list has fallen off.
void TimelineData::goOn(WatchId watch, WatchTrack &track, WallTime listed)
{
    track.isListed = true;
    m_watched.goOn(watch, track.kind, track.scope.ns, listed);
    learnColumns(m_history->columnsOf(watch), track);
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane *lane = m_lanes.lane(i);
        if (lane && lane->aside && lane->watch == watch)
            m_lanes.goOn(i, watch);
    }
    std::erase_if(m_closed, [watch](const Closed &closed) { return closed.watch == watch; });
}

WatchKind TimelineData::kindOf(WatchId watch, const WatchScope &scope) const
{
    const ClusterId &cluster = m_history->clusterOf(watch);
    for (const auto &[other, track] : m_tracks) {
        if (track.scope.isOfTheSame(scope) && m_history->clusterOf(other) == cluster)
            return track.kind;
    }
    const auto closed = std::ranges::find_if(
        m_closed, [&](const Closed &one) { return one.scope.isOfTheSame(scope) && one.cluster == cluster; });
    return closed == m_closed.end() ? watch : closed->kind;
}

/// Another watch that tells of the objects in a namespace; 0 when there is none.
WatchId TimelineData::heirOf(WatchKind kind, const std::string &ns) const
{
    const auto heir = std::ranges::find_if(m_tracks, [&](const auto &one) {
        return one.second.kind == kind && one.second.isListed && one.second.scope.looksAt(ns);
    });
    return heir == m_tracks.end() ? 0 : heir->first;
}

void TimelineData::take(RowId row)
{
    if (WatchTrack *track = trackFor(m_history->watch(row), row)) {
        learnColumns(m_history->table(row), *track);
        if (m_history->isOfObject(row))
            takeObject(row, *track);
        else if (m_history->type(row) == EntryType::List)
            beginList(row, *track);
        else if (m_history->type(row) == EntryType::Gap)
            addGap(row);
    }
    if (m_list && m_list->end == row + 1)
        finishList();
}

/// What led to it has fallen off.
void TimelineData::beginAnew()
{
    const RowId begin = m_history->begin();
    m_lanes.clear();
    m_tracks.clear();
    m_closed.clear();
    m_watched.clear();
    m_list.reset();
    for (const auto &[watch, scope] : m_history->scopes()) {
        const auto known = m_history->knowledge(watch);
        if (!known || !known->covers(begin))
            continue;
        WatchTrack &track = *trackFor(watch, begin);
        goOn(watch, track, known->listed);
        for (const LifeIndex::Standing &standing : m_history->lives().standing(watch, begin))
            takeStanding(m_history->object(standing), watch, track, known->listed);
    }
    if (m_history->size() > 0)
        m_lanes.dropBefore(begin, m_history->time(begin));
}

/// It has been there since it was made, or since somebody watched.
void TimelineData::takeStanding(const ObjectPtr &object, WatchId watch, const WatchTrack &track, WallTime since)
{
    if (isKubeEvents(track.scope.resource.gvr))
        return noteEvent(*object, track.cluster);
    const bool born = object->created && *object->created > since;
    m_lanes.show(object, {track.kind, watch, born ? *object->created : since, phaseOf(*object, track.phases), born,
                          track.cluster});
}

void TimelineData::learnColumns(const Columns &columns, WatchTrack &track)
{
    if (!columns || columns == track.served)
        return;
    track.served = columns;
    track.columns = tableColumns(columns, {false, track.scope.resource.namespaced, {}});
    track.phases = phaseColumns(columns);
}

void TimelineData::beginList(RowId row, WatchTrack &track)
{
    const WatchId watch = m_history->watch(row);
    const WallTime arrived = m_history->time(row);
    if (!std::exchange(track.isListed, true)) {
        m_watched.begin(watch, track.kind, track.scope.ns, arrived);
        if (track.kind == watch)
            return; // there is nothing yet that it could end
    }
    m_list.emplace(ListCursor{watch, m_history->rowsOfEntry(row).end, arrived, {}});
}

void TimelineData::addGap(RowId row)
{
    const Gap &gap = m_history->entry(row)->gap;
    m_watched.addGap({gap.since, m_history->time(row), gap.from, gap.to, gap.reason, gap.broke, m_history->watch(row)});
    m_lanes.touchAll();
}

/// Told of by an event, or one of a list.
void TimelineData::takeObject(RowId row, WatchTrack &track)
{
    const ObjectPtr object = m_history->object(row);
    const EntryType type = m_history->type(row);
    const EntryClass origin = m_history->origin(row);
    const WallTime arrived = m_history->time(row);
    if (isKubeEvents(track.scope.resource.gvr)) {
        if (type != EntryType::Deleted) // the server forgets an event after an hour; what happened stays
            noteEvent(*object, track.cluster);
        return;
    }
    const bool isListed = m_history->isListed(row);
    const bool born = !isListed && type == EntryType::Added && origin != EntryClass::Inferred;
    const Phase phase = phaseOf(*object, track.phases);
    const int lane = m_lanes.show(object, {track.kind, m_history->watch(row), arrived, phase, born, track.cluster});
    if (isListed) {
        if (m_list)
            m_list->lanes.insert(lane);
        return;
    }
    m_lanes.addMark(lane, row, arrived, {type, origin});
    if (type == EntryType::Deleted)
        m_lanes.end(lane, arrived, origin == EntryClass::Inferred);
}

void TimelineData::noteEvent(const Object &event, std::uint32_t cluster)
{
    auto said = readKubeEvent(event);
    const MaybeTime last = said && said->last ? MaybeTime(said->last) : event.created;
    if (!said || said->regardingUid.empty() || event.uid.empty() || !last)
        return;
    const std::string regarding = laneUid(said->regardingUid, cluster);
    LaneNote note{*last, said->warning, said->count, std::move(said->reason), std::move(said->message), event.uid};
    if (said->count > 1 && said->first && *said->first < note.time) {
        LaneNote first = note;
        first.time = *said->first;
        first.count = 1;
        m_lanes.addNote(regarding, std::move(first));
    }
    m_lanes.addNote(regarding, std::move(note));
}

/// A later list is the whole state again: what it does not hold has gone at a moment that was not seen.
void TimelineData::finishList()
{
    const ListCursor list = std::move(*m_list);
    m_list.reset();
    const WatchTrack &track = *trackFor(list.watch, list.end);
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane *lane = m_lanes.lane(i);
        if (!lane || list.lanes.contains(i))
            continue;
        const bool goesOn = lane->aside && lane->kind == track.kind && track.scope.looksAt(lane->object->ns);
        const bool isGone = (goesOn || lane->watch == list.watch) && !lane->ended;
        if (goesOn)
            m_lanes.goOn(i, list.watch); // `lane` is what it was, and may be no more
        if (isGone)
            m_lanes.end(i, list.arrived, true);
    }
    // Of closed watches that had not looked at more there is nothing left.
    std::erase_if(m_closed, [&track](const Closed &closed) {
        return closed.kind == track.kind && track.scope.looksAt(closed.scope.ns);
    });
}

} // namespace wk
