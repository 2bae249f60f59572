// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"

#include <cstdint>
#include <span>
#include <vector>

namespace wk {

/// What a history tells of one resource of one cluster, in the order in which a server would tell it. Between two lists
/// versions grow and nothing is missing: that is a stretch. A list begins another, as nobody knows what had happened
/// before it: to a server it is as if all before were compacted.
///
/// Several watches of one resource, of a namespace each, are one here; what they told out of the order of its versions
/// comes when all before it has come. Built in one thread; then const, for any.
class RecordedResource
{
public:
    /// A version that was told.
    struct Step {
        std::uint64_t revision = 0;
        RowId row = 0;
        RowId due = 0;         ///< it is told when the history has got behind this row
        bool isMark = false;   ///< a bookmark: nothing changed
        std::uint32_t uid = 0; ///< a hash, to know what two watches told of one object
    };
    /// From one list to the next.
    struct Stretch {
        RowId begin = 0;            ///< the list's row
        RowId known = 0;            ///< before this row stands all that it has listed
        std::uint64_t revision = 0; ///< of the list
        std::size_t steps = 0;      ///< the first of its steps
        std::size_t end = 0;        ///< behind the last
        bool wentBack = false;      ///< it is of another history than what was before it
    };

    /// The next row of one of the resource's watches.
    void add(const HistorySnapshot &history, RowId row);
    /// All rows have been added.
    void finish();

    bool isEmpty() const { return m_stretches.empty(); }
    const std::vector<WatchId> &watches() const { return m_watches; }
    const std::vector<Step> &steps() const { return m_steps; }
    /// The number of the stretch in which the history is when it has got before row `upTo`: the first one also before
    /// that. There is one.
    std::size_t stretchAt(RowId upTo) const;
    const Stretch &stretch(std::size_t number) const { return m_stretches[number]; }
    /// The newest version of a stretch by then.
    std::uint64_t newest(std::size_t stretch, RowId upTo) const;
    /// Behind the last of a stretch's steps that are due by then.
    std::size_t dueBefore(std::size_t stretch, RowId upTo) const;
    /// The first of a stretch's steps after a version.
    std::size_t firstAfter(std::size_t stretch, std::uint64_t revision) const;
    /// Whether a stretch before that one came as far as a version.
    bool isAbandoned(std::size_t stretch, std::uint64_t revision) const;

private:
    void addList(const HistorySnapshot &history, RowId row, WatchId watch);
    void addInferred(RowId row);
    std::vector<std::vector<Step>> stepsByStretch();
    static void beginBehind(Stretch &stretch, std::vector<Step> &steps, std::uint64_t revision);
    void order(Stretch &stretch, const std::vector<Step> &steps);
    std::span<const Step> stepsOf(std::size_t stretch) const;

    struct Watched {
        WatchId watch = 0;
        std::uint64_t newest = 0;
    };
    std::vector<Watched> m_known; ///< while it is built
    std::vector<WatchId> m_watches;
    std::vector<Step> m_steps;
    std::vector<Stretch> m_stretches;
};

} // namespace wk
