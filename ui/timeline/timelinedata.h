// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/history/rows/historycursor.h"
#include "core/informer/batch.h"
#include "ui/models/tablecolumn.h"
#include "ui/style/objectphase.h"
#include "ui/timeline/lanerows.h"
#include "ui/timeline/lanestore.h"

#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace wk {

/// A time in which changes of a watch may have passed unseen, as a Gap has it.
struct GapSpan {
    WallTime since{}; ///< in doubt until lostFrom()
    WallTime until{}; ///< when the relist had answered
    ResourceVersion from;
    ResourceVersion to;
    std::string reason;
    bool isUnwatched = false; ///< no watch was open: no row of the stream tells of it, and there is no reason
    WallTime broke{};

    Gap gap() const { return {from, to, since, reason, broke}; }
    WallTime lostFrom() const { return std::max(since, broke); }
};

/// What is known of a watch besides its objects.
struct WatchTrack {
    WatchScope scope;
    std::optional<WallTime> watchedFrom; ///< when its first list had arrived
    std::vector<GapSpan> gaps;           ///< oldest first; the last 1,000
    /// The same of namespaces that had a watch of their own when this one had none.
    std::map<std::string, std::vector<GapSpan>> gapsIn;
    bool isListed = false;
    std::vector<WatchId> before; ///< closed ones of the kind, whose lanes it goes on with
    WatchStatus status;
    Columns served;                   ///< the server's columns
    std::vector<TableColumn> columns; ///< the same as tables and filters know them
    PhaseColumns phases;

    /// Of the objects of a namespace.
    const std::vector<GapSpan> &gapsOf(const std::string &ns) const;
    void addGap(const GapSpan &gap);
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
    /// When the first list of any watch had arrived.
    std::optional<WallTime> watchedFrom() const;
    /// The track of the watch that fares worst; null while none has said anything.
    const WatchTrack *worstTrack() const;
    /// What ownerTree() wants to know of a lane; the lane must be there.
    LaneIdentity identity(int number) const;
    /// The lane of what owns the object of a lane, by ownerTree()'s rule; -1 when there is none.
    int ownerOf(int number) const;

private:
    /// The list under way.
    struct ListCursor {
        WatchId watch = 0;
        RowId end = 0; ///< behind its last object
        WallTime arrived{};
        bool isFirst = true;
        std::unordered_set<int> lanes; ///< of a later one: the lanes that it holds
    };

    struct ClosedTrack {
        WatchId watch = 0;
        WatchTrack track;
        WallTime time{}; ///< when it was closed
    };

    WatchTrack *trackFor(WatchId watch);
    void goOn(WatchTrack &track, WallTime listed);
    void dropWhatHasGoneOn(const WatchTrack &track);
    void take(RowId row);
    void close(const HistorySnapshot::Closing &closing);
    void beginAnew();
    void takeStanding(const ObjectPtr &object, WatchId watch, const WatchTrack &track, WallTime since);
    static void learnColumns(const Columns &columns, WatchTrack &track);
    void beginList(RowId row, WatchTrack &track);
    void addGap(RowId row, WatchTrack &track);
    void takeObject(RowId row, WatchTrack &track);
    void noteEvent(const Object &event);
    void finishList();

    LaneStore m_lanes;
    HistoryPtr m_history = HistorySnapshot::empty();
    RowId m_end = 0;
    HistoryCursor m_cursor;
    std::unordered_map<WatchId, WatchTrack> m_tracks;
    std::unordered_map<WatchId, WatchStatus> m_statuses; ///< of those without a track, too
    std::deque<ClosedTrack> m_closed;                    ///< the last ones, in the order in which they were closed
    std::optional<ListCursor> m_list;
};

} // namespace wk
