// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/lanes.h"

#include "core/cluster/readonlymanager.h"

#include <algorithm>

namespace wk {

namespace {

/// As many managers as needed, else one.
bool isWide(Lane lane)
{
    return lane == Lane::Watch || lane == Lane::Discovery;
}

} // namespace

struct Lanes::Track {
    Lane lane;
    std::unique_ptr<ReadOnlyManager> manager;
    int busy = 0;
    int broken = 0;
    bool retiring = false;

    /// Gives the manager up if nobody uses it. Its replies may still be on the stack, hence later.
    bool dropped()
    {
        if (busy > 0 || !retiring)
            return false;
        manager.release()->deleteLater();
        return true;
    }
    bool hasPlace() const { return !retiring && busy < (isWide(lane) ? PlacesForWatches : PlacesForOthers); }
};

Lanes::Lanes(MakeManager make)
    : m_make(std::move(make))
{}

Lanes::~Lanes() = default;

void Lanes::join(Lane lane, LaneGuest *guest)
{
    m_waiting[lane].push_back(guest);
    grant(lane);
}

void Lanes::leave(LaneGuest *guest)
{
    for (auto &[lane, queue] : m_waiting)
        std::erase(queue, guest);
}

void Lanes::retireAll()
{
    for (const auto &track : m_tracks)
        track->retiring = true;
    std::erase_if(m_tracks, [](const auto &track) { return track->dropped(); });
    for (const Lane lane : {Lane::Control, Lane::Discovery, Lane::List, Lane::Watch})
        grant(lane);
}

Lanes::Track *Lanes::freeTrack(Lane lane)
{
    const auto found = std::find_if(m_tracks.begin(), m_tracks.end(),
                                    [&](const auto &track) { return track->lane == lane && track->hasPlace(); });
    if (found != m_tracks.end())
        return found->get();
    const bool single = std::any_of(m_tracks.begin(), m_tracks.end(), [&](const auto &track) {
        return track->lane == lane && !track->retiring && !isWide(lane);
    });
    if (single)
        return nullptr;
    m_tracks.push_back(std::make_unique<Track>(Track{lane, m_make(), 0, 0, false}));
    return m_tracks.back().get();
}

void Lanes::grant(Lane lane)
{
    auto &queue = m_waiting[lane];
    while (!queue.empty()) {
        Track *track = freeTrack(lane);
        if (!track)
            return;
        LaneGuest *guest = queue.front();
        queue.pop_front();
        ++track->busy;
        guest->placeGranted(std::make_unique<LanePlace>(*this, *track));
    }
}

void Lanes::release(Track &track)
{
    --track.busy;
    if (track.broken >= AbortsUntilRetired)
        track.retiring = true;
    const Lane lane = track.lane;
    dropIfDone(track);
    grant(lane);
}

void Lanes::dropIfDone(Track &track)
{
    // One idle manager a lane keeps its connections warm; more of them are only threads.
    const bool spare = std::any_of(m_tracks.begin(), m_tracks.end(), [&](const auto &other) {
        return other.get() != &track && other->lane == track.lane && other->hasPlace();
    });
    if (spare && track.busy == 0)
        track.retiring = true;
    std::erase_if(m_tracks, [&](const auto &other) { return other.get() == &track && other->dropped(); });
}

LanePlace::LanePlace(Lanes &lanes, Lanes::Track &track)
    : m_lanes(lanes)
    , m_track(track)
{}

LanePlace::~LanePlace()
{
    m_lanes.release(m_track);
}

ReadOnlyManager &LanePlace::manager() const
{
    return *m_track.manager;
}

void LanePlace::noteBroken()
{
    ++m_track.broken;
}

void LanePlace::noteStuck()
{
    m_track.retiring = true;
}

} // namespace wk
