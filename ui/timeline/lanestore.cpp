// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanestore.h"

#include "ui/style/phase.h"

#include <algorithm>
#include <functional>

namespace wk {

namespace {

bool sameOwners(const Object &a, const Object &b)
{
    return a.owners == b.owners;
}

/// How many phases were over by then; the one that was on is not.
std::ptrdiff_t phasesOver(const Lane &lane, WallTime time)
{
    const auto next = std::ranges::upper_bound(lane.life, time, {}, &PhaseSpan::from);
    return std::max<std::ptrdiff_t>(next - lane.life.begin() - 1, 0);
}

} // namespace

LaneStore::Key LaneStore::keyOf(WatchId kind, const Object &object)
{
    return {kind, object.uid.empty() ? object.ns + '/' + object.name : object.uid.text()};
}

const Lane *LaneStore::lane(int number) const
{
    return number >= 0 && number < count() ? m_lanes[std::size_t(number)].get() : nullptr;
}

/// To be changed: what a copy has stays as it is.
Lane &LaneStore::edit(int number)
{
    std::shared_ptr<Lane> &lane = m_lanes.edit(std::size_t(number));
    if (lane.use_count() > 1)
        lane = std::make_shared<Lane>(*lane);
    return *lane;
}

int LaneStore::findUid(const std::string &uid) const
{
    return m_byUid.of(uid).value(uid, -1);
}

void LaneStore::clear()
{
    for (int i = 0; i < count(); ++i)
        drop(i);
    m_orphans.clear();
    m_orphanCount = 0;
    m_ended.clear();
    ++m_structure;
}

int LaneStore::show(const ObjectPtr &object, const Sight &sight)
{
    const Key key = keyOf(sight.kind, *object);
    int number = m_byKey.of(key).value(key, -1);
    if (number >= 0 && m_lanes[std::size_t(number)]->aside)
        goOn(number, sight.watch);
    if (number < 0)
        number = create(object, sight);
    if (number < 0)
        return number;
    Lane &lane = edit(number);
    if (lane.ended || !sameOwners(*lane.object, *object))
        ++m_structure;
    lane.ended.reset(); // it came back, as an object does that had left a selector: its lane goes on
    lane.object = object;
    enterPhase(lane, sight.time, sight.phase);
    m_touched.push_back(number);
    return number;
}

int LaneStore::create(const ObjectPtr &object, const Sight &sight)
{
    if (!makeRoom()) {
        ++m_refused;
        return -1;
    }
    auto lane = std::make_shared<Lane>();
    lane->kind = sight.kind;
    lane->watch = sight.watch;
    lane->cluster = sight.cluster;
    lane->object = object;
    lane->seenFrom = sight.time;
    if (!sight.born && object->created && *object->created < sight.time)
        lane->created = object->created;
    const int number = count();
    const std::string uid = laneUid(*lane);
    m_lanes.grow();
    m_lanes.edit(std::size_t(number)) = std::move(lane);
    const Key key = keyOf(sight.kind, *object);
    m_byKey.of(key).insert(key, number);
    if (!uid.empty())
        m_byUid.of(uid).insert(uid, number);
    ++m_living;
    ++m_structure;
    adoptNotes(number);
    return number;
}

void LaneStore::end(int number, WallTime time, bool inferred)
{
    if (!lane(number) || lane(number)->ended)
        return;
    Lane &ending = edit(number);
    ending.ended = std::max(time, ending.seenFrom);
    ending.endInferred = inferred;
    m_ended.push_back(number);
    m_touched.push_back(number);
    ++m_structure;
}

void LaneStore::addMark(int number, RowId row, WallTime time, MarkCode code)
{
    if (!lane(number))
        return;
    edit(number).marks.insert(row, time, code);
    m_touched.push_back(number);
    ++m_marks;
}

void LaneStore::addNote(const std::string &regardedUid, LaneNote note)
{
    const int number = findUid(regardedUid);
    if (lane(number)) {
        putNote(edit(number), std::move(note));
        m_touched.push_back(number);
        return;
    }
    if (regardedUid.empty() || m_orphanCount >= m_limits.orphanNotes)
        return;
    m_orphans[regardedUid].push_back(std::move(note));
    ++m_orphanCount;
}

void LaneStore::adoptNotes(int number)
{
    Lane &lane = edit(number);
    const auto it = m_orphans.find(laneUid(lane));
    if (it == m_orphans.end())
        return;
    m_orphanCount -= it->second.size();
    for (LaneNote &note : it->second)
        putNote(lane, std::move(note));
    m_orphans.erase(it);
}

std::vector<int> LaneStore::takeTouched()
{
    return std::exchange(m_touched, {});
}

bool LaneStore::makeRoom()
{
    while (m_living >= m_limits.lanes && !m_ended.empty()) {
        const int number = m_ended.front();
        m_ended.pop_front();
        if (lane(number) && (lane(number)->ended || lane(number)->aside))
            drop(number);
    }
    return m_living < m_limits.lanes;
}

void LaneStore::drop(int number)
{
    const Lane *going = lane(number);
    if (!going)
        return;
    m_marks -= going->marks.size();
    const Key key = keyOf(going->kind, *going->object);
    m_byKey.of(key).remove(key);
    const std::string uid = laneUid(*going);
    if (findUid(uid) == number)
        m_byUid.of(uid).remove(uid);
    m_lanes.edit(std::size_t(number)).reset();
    --m_living;
    ++m_structure;
}

void LaneStore::dropWatch(WatchId watch)
{
    for (int i = 0; i < count(); ++i) {
        if (lane(i) && lane(i)->watch == watch)
            drop(i);
    }
}

void LaneStore::leave(WatchId watch, WallTime time, const std::function<WatchId(const std::string &)> &heir)
{
    for (int i = 0; i < count(); ++i) {
        if (!lane(i) || lane(i)->watch != watch)
            continue;
        if (const WatchId next = heir(lane(i)->object->ns)) {
            edit(i).watch = next;
            continue;
        }
        edit(i).aside = time;
        m_ended.push_back(i);
    }
    ++m_structure;
}

void LaneStore::goOn(int number, WatchId watch)
{
    Lane &lane = edit(number);
    lane.watch = watch;
    lane.aside.reset();
    if (lane.ended)
        m_ended.push_back(number);
    ++m_structure;
}

void LaneStore::dropBefore(RowId row, WallTime time)
{
    m_keptFrom = std::max(time, m_keptFrom.value_or(time));
    for (int i = 0; i < count(); ++i) {
        const Lane *kept = lane(i);
        const std::ptrdiff_t over = kept ? phasesOver(*kept, time) : 0;
        const bool hasOldMarks = kept && kept->marks.size() > 0 && kept->marks.rows.front() < row;
        if (over == 0 && !hasOldMarks)
            continue;
        Lane &trimmed = edit(i);
        m_marks -= trimmed.marks.dropBefore(row);
        trimmed.life.erase(trimmed.life.begin(), trimmed.life.begin() + over);
    }
    dropEndedBefore(time);
}

void LaneStore::dropEndedBefore(WallTime cut)
{
    while (!m_ended.empty()) {
        const int number = m_ended.front();
        const Lane *front = lane(number);
        const std::optional<WallTime> over = front && front->aside ? front->aside : front ? front->ended : std::nullopt;
        if (over && *over >= cut)
            return;
        if (over)
            drop(number);
        m_ended.pop_front();
    }
}

} // namespace wk
