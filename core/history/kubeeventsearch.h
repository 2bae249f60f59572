// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/kubeeventstory.h"
#include "core/history/rows/historysnapshot.h"

#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace wk {

/// The Kubernetes Events of a log that may regard an object, under whichever watch of either group they came, and also
/// those that the server keeps no longer. Goes on as the history grows. A value; any thread.
class KubeEventSearch
{
public:
    /// Of more Events the newest are told, and of each its newest revisions.
    static constexpr std::size_t MostEvents = 150;
    static constexpr std::size_t MostRevisions = 100;

    explicit KubeEventSearch(RegardedObject subject);

    const RegardedObject &subject() const { return m_subject; }
    /// Looks at the rows that it has not looked at: some 50 ms for a million. Stopped, it goes on from there.
    void look(const HistorySnapshot &log, const std::stop_token &stop = {});

    struct Answer {
        std::vector<std::vector<LifeRevision>> newest; ///< of each Event, the newest Event last
        std::size_t older = 0;                         ///< how many more there are
    };
    /// What was known of each before row `upTo`, each uid once. One that was not there any more when Events were listed
    /// anew ends with a deletion that is inferred. Whether it regards the object at all its body tells: regards().
    Answer revisions(const HistorySnapshot &log, RowId upTo) const;

private:
    struct Told {
        std::vector<LifeRevision> revisions;
        std::set<WatchId> by;
    };

    bool isEventWatch(const HistorySnapshot &log, WatchId watch);
    void lookAtKept(const HistorySnapshot &log);
    bool mayRegard(const Object &event) const;

    /// By uid, or by what else tells lives apart.
    std::map<std::string, Told> told(const HistorySnapshot &log, RowId upTo) const;

    RegardedObject m_subject;
    std::string m_printed;             ///< how a server prints what it is: "pod/web-1"
    std::map<WatchId, bool> m_watches; ///< whether it is on Events of the cluster
    RowId m_next = 0;
    bool m_isBegun = false;
    std::set<LifeId> m_found;
};

/// Of when a log knows the Kubernetes Events of a namespace of a cluster, as of a row of it.
struct EventCoverage {
    bool isKnown = false;
    std::optional<WallTime> since; ///< but for the gaps; where nothing was known, when it is known again
    std::optional<WallTime> until; ///< where nothing was known: when something was before
    std::size_t gaps = 0;          ///< how often within, none of the watches saw what happened, or there was none
    HistorySnapshot::GapTime lastGap{};
};

/// Where an object without a namespace is regarded, its Events are in `default`.
EventCoverage eventCoverage(const HistorySnapshot &log, const ClusterId &cluster, const std::string &ns, RowId upTo);

} // namespace wk
