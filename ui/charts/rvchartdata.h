// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historycursor.h"
#include "core/informer/watchstatus.h"
#include "ui/charts/versionnumber.h"

#include <QList>
#include <QPointF>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// Where a watch stood at a moment, in versions above the chart's base.
struct RvPoint {
    WallTime time{};
    double value = 0;

    bool operator==(const RvPoint &) const = default;
};

/// All that a watch said of its version within a tenth of a second.
struct RvBucket {
    RvPoint first;
    RvPoint last;
    double least = 0;
    double most = 0;
    std::optional<RowId> object; ///< the last event of an object up to here; empty before the first
};

/// A list, bookmark or relist on the line of its watch.
struct RvMark {
    RvPoint at;
    EntryType type = EntryType::Bookmark;
};

/// A time in which a watch may have missed versions.
struct RvGap {
    WallTime lostFrom{};
    WallTime until{};
    std::optional<double> unseen; ///< how many versions lie between; empty when they cannot be counted
    Gap gap;
};

/// A change that was not seen and found by a list: at the version it left behind, when the list had answered.
struct RvInferred {
    RvPoint at;
    RowId row = 0;
    EntryType type = EntryType::Modified;
};

enum class RvStroke : std::uint8_t { Solid, Dashed, Dotted, DashDotted };

/// What tells a line from the others: seven colours, and when they are used up the same in another stroke.
struct RvLook {
    std::size_t colour = 0; ///< its place in the series
    RvStroke stroke = RvStroke::Solid;

    bool operator==(const RvLook &) const = default;
};

/// The line of one watch.
struct RvTrack {
    WatchId watch = 0;
    WatchScope scope;
    RvLook look;            ///< stays while the watch is there
    ResourceVersion opaque; ///< the last version that is no number; empty when all are
    std::deque<RvBucket> buckets;
    std::deque<RvMark> marks;
    std::deque<RvGap> gaps;
    std::deque<RvInferred> inferred;
    WatchStatus status;
    std::optional<WallTime> ended; ///< when the watch was closed; its line stays for a look at the past
    bool offScale = false;         ///< far from the other lines: it counts by itself, or stopped long ago

    bool isDrawn() const { return !buckets.empty(); }
};

/// A piece of time and how many columns of pixels it is drawn in.
struct RvWindow {
    WallTime from{};
    WallTime to{};
    int columns = 1;
};

/// What is made coarser: from one time to another, one for each cell.
struct RvThinning {
    WallTime from{};
    WallTime to{};
    std::chrono::microseconds cell{};
};

/// Version against time, a step line a watch, over the last quarter of an hour, and roughly over the three hours before
/// now. Gui thread; pure, it never reads a clock. A value. Bounded: a point a tenth of a second, 9,050 a watch, and
/// 1,981 older ones of five seconds each, whatever the rate of events; of closed watches the 64 that were closed last.
///
/// The versions of one etcd rise together, so all lines share a scale; a line far off the others (an aggregated API or
/// another etcd with a count of its own, a watch that stopped long ago) is told apart as off the scale, else all lines
/// would be flat.
class RvChartData
{
public:
    static constexpr std::chrono::minutes Kept{15};
    /// All points within one are one bucket.
    static constexpr std::chrono::milliseconds PointTime{100};
    /// For how long what is older than Kept is there for a look at the past, and in what steps.
    static constexpr std::chrono::minutes KeptRoughly{180};
    static constexpr std::chrono::seconds RoughTime{5};
    /// Lines of closed watches: whoever goes from kind to kind closes one each time.
    static constexpr std::size_t MostEnded = 64;

    /// Takes in the rows of the history up to `end` that are new. Where a watch was closed nothing comes any more; what
    /// came stays as long as anything does, or until MostEnded others have been closed after it.
    void follow(HistoryPtr now, RowId end);
    /// The first row that it has not come to.
    RowId next() const { return m_cursor.next(); }
    void hear(const std::vector<WatchStatus> &statuses);
    /// Only watches of this cluster count; before, of whichever. To be said before it follows anything.
    void setCluster(const ClusterId &cluster) { m_cluster = cluster; }
    const std::optional<ClusterId> &cluster() const { return m_cluster; }
    /// The one that the events on the lines are rows of; some may have fallen off it.
    const HistorySnapshot &history() const { return *m_history; }
    /// Makes coarser what is older than Kept, and lets go of what is older than KeptRoughly, but for the point that a
    /// line begins with; of watches that ended longer ago than that altogether.
    void dropOld(WallTime now);

    /// In the order in which they came.
    const std::vector<RvTrack> &tracks() const { return m_tracks; }
    const RvTrack *track(WatchId watch) const;
    /// The version at 0; empty before the first number.
    const std::optional<VersionNumber> &base() const { return m_base; }

    /// The steps of a line within a window: x in seconds from the window's beginning, at most two points a column, and
    /// two more where a version went back and forth within one.
    QList<QPointF> line(const RvTrack &track, const RvWindow &window) const;
    /// The highest version that any line on the scale had reached, as a line of its own.
    QList<QPointF> newestLine(const RvWindow &window) const;

    /// When the oldest line that is kept begins; empty before the first point.
    std::optional<WallTime> firstPoint() const;
    /// The highest version known, as of now or of a time that is kept; empty before the first.
    std::optional<double> newest() const;
    std::optional<double> newestAt(WallTime time) const;
    /// For how long, as of a time that is kept, the cluster had been known to be further than this watch: 0 when it was
    /// not; empty for one that had no number, or had ended.
    std::optional<std::chrono::milliseconds> behind(const RvTrack &track, WallTime time) const;
    /// Where the line stands at a moment; empty before its first point.
    std::optional<double> valueAt(const RvTrack &track, WallTime time) const;
    /// The last event of an object that the watch had brought by then, or the first after it; empty when there is none.
    std::optional<RowId> objectAt(const RvTrack &track, WallTime time) const;

private:
    RvTrack *trackFor(WatchId watch);
    RvLook lookFor(const WatchScope &scope) const;
    void close(const HistorySnapshot::Closing &closing);
    void addRow(RowId row);
    void addPoint(RvTrack &track, const RvPoint &point, std::optional<RowId> object);
    std::optional<double> valueOf(RvTrack &track, RowId row);
    static void addGap(RvTrack &track, const Entry &entry);
    void addInferred(RvTrack &track, RowId row);
    void thinOut(WallTime until);
    void dropOldestEnded();
    void findScale();
    void raiseNewest(const RvPoint &point);
    void extendNewest();
    void rebuildNewest();

    HistoryPtr m_history = HistorySnapshot::empty();
    HistoryCursor m_cursor;
    std::optional<ClusterId> m_cluster;
    std::vector<RvTrack> m_tracks;
    std::deque<RvPoint> m_newest; ///< the highest line on the scale, rising
    std::optional<VersionNumber> m_base;
    WallTime m_thinnedUntil{};
};

} // namespace wk
