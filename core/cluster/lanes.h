// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace wk {

class LanePlace;
class ReadOnlyManager;

/// Waits for a place in a lane.
class LaneGuest
{
public:
    virtual ~LaneGuest() = default;
    /// Called once, from inside join() or when another's place is given back: do nothing long and call nobody.
    virtual void placeGranted(std::unique_ptr<LanePlace> place) = 0;
};

/// Hands out places on QNetworkAccessManagers, first come, first served in each lane: one manager for control, one for
/// lists, for watches and discovery, whose answers may be long in coming, as many as needed with five requests each. A
/// manager opens six connections to a host and keeps the seventh request for ever, without a word: so none is ever
/// given more than its gate lets through. One that has had many broken streams is retired, since each leaves 9 KiB
/// behind. One thread. Source: facts/qt-network.md, 2, 6 and 7.
class Lanes
{
public:
    using MakeManager = std::function<std::unique_ptr<ReadOnlyManager>()>;

    static constexpr int PlacesForOthers = 4;
    static constexpr int PlacesForWatches = 5; ///< and for discovery
    static constexpr int AbortsUntilRetired = 200;

    explicit Lanes(MakeManager make);
    ~Lanes();
    Lanes(const Lanes &) = delete;
    Lanes &operator=(const Lanes &) = delete;

    void join(Lane lane, LaneGuest *guest);
    /// It wants no place any more. Harmless if it does not wait.
    void leave(LaneGuest *guest);

    /// Nobody new goes onto the managers of today; each goes when its last guest has.
    void retireAll();
    /// Managers that are open now.
    int count() const { return int(m_tracks.size()); }

private:
    friend class LanePlace;
    struct Track;

    Track *freeTrack(Lane lane);
    void grant(Lane lane);
    void release(Track &track);
    void dropIfDone(Track &track);

    MakeManager m_make;
    std::vector<std::unique_ptr<Track>> m_tracks;
    std::map<Lane, std::deque<LaneGuest *>> m_waiting;
};

/// A place; given back by its destructor. Must not outlive its Lanes.
class LanePlace
{
public:
    LanePlace(Lanes &lanes, Lanes::Track &track);
    ~LanePlace();
    LanePlace(const LanePlace &) = delete;
    LanePlace &operator=(const LanePlace &) = delete;

    ReadOnlyManager &manager() const;
    /// The request did not end in order, so its connection is gone.
    void noteBroken();
    /// It never got a connection. After a proxy that hung up on it Qt's manager makes none any more, and says nothing:
    /// whoever comes next gets another manager.
    void noteStuck();

private:
    Lanes &m_lanes;
    Lanes::Track &m_track;
};

} // namespace wk
