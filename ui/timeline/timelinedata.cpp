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
    return m_cursor.advance(
        *m_history, m_end, [this](RowId row) { take(row); },
        [this](const HistorySnapshot::Closing &closing) { close(closing); }, items);
}

void TimelineData::hear(const std::vector<WatchStatus> &statuses)
{
    for (const WatchStatus &status : statuses) {
        m_statuses[status.watch] = status;
        if (WatchTrack *track = trackFor(status.watch))
            track->status = status;
    }
}

void TimelineData::close(const HistorySnapshot::Closing &closing)
{
    m_statuses.erase(closing.watch);
    auto node = m_tracks.extract(closing.watch);
    if (node.empty() || !node.mapped().watchedFrom)
        return m_lanes.dropWatch(closing.watch);
    m_lanes.setAside(closing.watch, closing.time);
    m_closed.push_back({closing.watch, std::move(node.mapped()), closing.time});
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
    const WatchScope *scope = m_history->scope(watch);
    if (!scope)
        return nullptr;
    WatchTrack &track = m_tracks[watch];
    track.scope = *scope;
    if (const auto status = m_statuses.find(watch); status != m_statuses.end())
        track.status = status->second;
    return &track;
}

void TimelineData::take(RowId row)
{
    if (WatchTrack *track = trackFor(m_history->watch(row))) {
        learnColumns(m_history->table(row), *track);
        if (m_history->isOfObject(row))
            takeObject(row, *track);
        else if (m_history->type(row) == EntryType::List)
            beginList(row, *track);
        else if (m_history->type(row) == EntryType::Gap)
            addGap(row, *track);
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
    m_list.reset();
    for (const auto &[watch, scope] : m_history->scopes()) {
        const auto known = m_history->knowledge(watch);
        if (!known || !known->covers(begin))
            continue;
        WatchTrack &track = *trackFor(watch);
        track.watchedFrom = known->listed;
        track.isListed = true;
        learnColumns(m_history->columnsOf(watch), track);
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
        return noteEvent(*object);
    const bool born = object->created && *object->created > since;
    m_lanes.show(object, {watch, born ? *object->created : since, phaseOf(*object, track.phases), born, {}});
}

void TimelineData::learnColumns(const Columns &columns, WatchTrack &track)
{
    if (!columns || columns == track.served)
        return;
    track.served = columns;
    track.columns = tableColumns(columns, track.scope.resource.namespaced, {});
    track.phases = phaseColumns(columns);
}

void TimelineData::beginList(RowId row, WatchTrack &track)
{
    const WallTime arrived = m_history->time(row);
    if (!track.watchedFrom)
        goOn(track, arrived);
    const bool isFirst = !track.isListed && track.before.empty();
    m_list.emplace(ListCursor{m_history->watch(row), m_history->rowsOfEntry(row).end, arrived, isFirst, {}});
    track.isListed = true;
}

void TimelineData::addGap(RowId row, WatchTrack &track)
{
    const Gap &gap = m_history->entry(row)->gap;
    track.addGap({gap.since, m_history->time(row), gap.from, gap.to, gap.reason, false, gap.broke});
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
            noteEvent(*object);
        return;
    }
    const bool isListed = m_history->isListed(row);
    const bool born = !isListed && type == EntryType::Added && origin != EntryClass::Inferred;
    const Phase phase = phaseOf(*object, track.phases);
    const int lane = m_lanes.show(object, {m_history->watch(row), arrived, phase, born, track.before});
    if (isListed) {
        if (m_list && !m_list->isFirst)
            m_list->lanes.insert(lane);
        return;
    }
    m_lanes.addMark(lane, row, arrived, {type, origin});
    if (type == EntryType::Deleted)
        m_lanes.end(lane, arrived, origin == EntryClass::Inferred);
}

void TimelineData::noteEvent(const Object &event)
{
    auto said = readKubeEvent(event);
    const MaybeTime last = said && said->last ? MaybeTime(said->last) : event.created;
    if (!said || said->regardingUid.empty() || event.uid.empty() || !last)
        return;
    LaneNote note{*last, said->warning, said->count, std::move(said->reason), std::move(said->message), event.uid};
    if (said->count > 1 && said->first && *said->first < note.time) {
        LaneNote first = note;
        first.time = *said->first;
        first.count = 1;
        m_lanes.addNote(said->regardingUid, std::move(first));
    }
    m_lanes.addNote(said->regardingUid, std::move(note));
}

/// A later list is the whole state again: what it does not hold has gone at a moment that was not seen.
void TimelineData::finishList()
{
    const ListCursor list = std::move(*m_list);
    m_list.reset();
    if (list.isFirst)
        return;
    const WatchTrack &track = *trackFor(list.watch);
    for (int i = 0; i < m_lanes.count(); ++i) {
        const Lane *lane = m_lanes.lane(i);
        if (!lane || list.lanes.contains(i))
            continue;
        const bool goesOn = lane->aside && std::ranges::find(track.before, lane->watch) != track.before.end() &&
                            track.scope.looksAt(lane->object->ns);
        const bool isGone = (goesOn || lane->watch == list.watch) && !lane->ended;
        if (goesOn)
            m_lanes.goOn(i, list.watch); // `lane` is what it was, and may be no more
        if (isGone)
            m_lanes.end(i, list.arrived, true);
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
