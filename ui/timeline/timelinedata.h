// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/history/rows/historycursor.h"
#include "core/informer/batch.h"
#include "ui/models/tablecolumn.h"
#include "ui/style/objectphase.h"
#include "ui/timeline/lanerows.h"
#include "ui/timeline/lanestore.h"
#include "ui/timeline/watchedtimes.h"

#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace wk {

/// What is known of a watch besides its objects.
struct WatchTrack {
    WatchScope scope;
    WatchKind kind = 0;
    std::uint32_t cluster = 0; ///< its number, as the history has it
    bool isListed = false;
    WatchStatus status;
    Columns served;                   ///< the server's columns
    std::vector<TableColumn> columns; ///< the same as tables and filters know them
    PhaseColumns phases;
};

/// What the timeline draws, folded from the rows of a history, and from what stood before the first of them where
/// others have fallen off: a lane per object of every watch with its phases and events, the Kubernetes Events that
/// regard it, and the gaps of the watches. A value that never reads a clock and falls with the rows; a copy shares the
/// lanes, and may be worked on in another thread.
class TimelineData
{
public:
    explicit TimelineData(LaneStore::Limits limits = {});

    /// There are rows up to `end`; nothing changes before work().
    void follow(HistoryPtr now, RowId end);
    /// How many rows and objects it has not come to.
    std::size_t behind() const;
    /// Works off up to `items` rows, some 8 µs each. True while more waits.
    bool work(std::size_t items);
    void hear(const std::vector<WatchStatus> &statuses);

    /// The one that the marks are rows of.
    const HistorySnapshot &history() const { return *m_history; }
    const LaneStore &lanes() const { return m_lanes; }
    LaneStore &lanes() { return m_lanes; }
    /// Null for a watch that has said nothing yet.
    const WatchTrack *track(WatchId watch) const;
    /// Since when the objects of a kind are watched, and what was not seen of them.
    const WatchedTimes &watched() const { return m_watched; }
    /// The track of the watch that fares worst; null while none has said anything.
    const WatchTrack *worstTrack() const;
    /// What ownerTree() wants to know of a lane; the lane must be there.
    LaneIdentity identity(int number) const;
    /// The lane of what owns the object of a lane, by ownerTree()'s rule; -1 when there is none.
    int ownerOf(int number) const;

private:
    /// The list under way, of a watch whose lanes it may end.
    struct ListCursor {
        WatchId watch = 0;
        RowId end = 0; ///< behind its last object
        WallTime arrived{};
        std::unordered_set<int> lanes; ///< that it holds
    };

    struct Closed {
        WatchId watch = 0;
        WatchKind kind = 0;
        ClusterId cluster;
        WatchScope scope;
    };

    WatchTrack *trackFor(WatchId watch, RowId at);
    void goOnWithOpen();
    void goOn(WatchId watch, WatchTrack &track, WallTime listed);
    WatchKind kindOf(WatchId watch, const WatchScope &scope) const;
    WatchId heirOf(WatchKind kind, const std::string &ns) const;
    void take(RowId row);
    void close(const HistorySnapshot::Closing &closing);
    void beginAnew();
    void takeStanding(const ObjectPtr &object, WatchId watch, const WatchTrack &track, WallTime since);
    static void learnColumns(const Columns &columns, WatchTrack &track);
    void beginList(RowId row, WatchTrack &track);
    void addGap(RowId row);
    void takeObject(RowId row, WatchTrack &track);
    void noteEvent(const Object &event, std::uint32_t cluster);
    void finishList();

    LaneStore m_lanes;
    HistoryPtr m_history = HistorySnapshot::empty();
    RowId m_end = 0;
    HistoryCursor m_cursor;
    std::unordered_map<WatchId, WatchTrack> m_tracks;
    std::unordered_map<WatchId, WatchStatus> m_statuses; ///< of those without a track, too
    std::deque<Closed> m_closed;                         ///< the last ones, in the order in which they were closed
    WatchedTimes m_watched;
    std::optional<ListCursor> m_list;
};

} // namespace wk
