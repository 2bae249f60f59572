// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/informer/batch.h"
#include "ui/models/tablecolumn.h"
#include "ui/timeline/lanerows.h"
#include "ui/timeline/lanestore.h"
#include "ui/style/objectphase.h"

#include <deque>
#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace wk {

/// A time in which changes of a watch may have passed unseen.
struct GapSpan {
    WallTime since{};
    WallTime until{}; ///< when the relist had answered
    ResourceVersion from;
    ResourceVersion to;
    std::string reason;
    bool isUnwatched = false; ///< no watch was open: no row of the stream tells of it, and there is no reason
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

/// What the timeline draws, built from batches: a lane per object of every watch with its phases and events, the
/// Kubernetes Events that regard it, and the gaps of the watches. Gui thread; pure, it never reads a clock. Bounded as
/// LaneStore is; a list of a hundred thousand objects is worked off in steps, so that no frame takes long.
class TimelineData
{
public:
    /// The scope of a watch, or null when it is not open; asked once a watch.
    using ScopeOf = std::function<const WatchScope *(WatchId)>;

    explicit TimelineData(ScopeOf scopeOf, LaneStore::Limits limits = {});

    /// Queues a batch; nothing changes before work().
    void take(const Batch &batch);
    /// Works off up to `items` entries and listed objects. True while more waits.
    bool work(int items);
    /// A watch was closed. Its lanes are shown no more, but another watch of the kind goes on with those of the objects
    /// that it sees: other namespaces were chosen, say.
    void close(WatchId watch, WallTime time);

    const LaneStore &lanes() const { return m_lanes; }
    LaneStore &lanes() { return m_lanes; }
    /// Null for a watch that has said nothing yet.
    const WatchTrack *track(WatchId watch) const;
    /// When the first list of any watch had arrived.
    std::optional<WallTime> watchedFrom() const;
    /// Of the watches of a kind the status of the one that fares worst; null while none has said anything.
    const WatchStatus *worstStatus(const GroupVersionResource &resource) const;
    /// What ownerTree() wants to know of a lane; the lane must be there.
    LaneIdentity identity(int number) const;
    /// The lane of what owns the object of a lane, by ownerTree()'s rule; -1 when there is none.
    int ownerOf(int number) const;

private:
    /// The list under way and how many of its objects are done.
    struct ListCursor {
        EntryPtr entry;
        std::size_t done = 0;
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
    void apply(const EntryPtr &entry, WatchTrack &track);
    void applyChange(const EntryPtr &entry, WatchTrack &track);
    void noteEvent(const ObjectPtr &event);
    int advanceList(int items);
    void listObject(const ObjectPtr &object, const WatchTrack &track);
    void finishList();

    ScopeOf m_scopeOf;
    LaneStore m_lanes;
    std::unordered_map<WatchId, WatchTrack> m_tracks;
    std::deque<ClosedTrack> m_closed; ///< the last ones, in the order in which they were closed
    std::deque<EntryPtr> m_waiting;
    std::optional<ListCursor> m_list;
};

} // namespace wk
