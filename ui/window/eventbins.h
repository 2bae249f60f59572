// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historycursor.h"
#include "ui/window/timespans.h"
#include "ui/window/watchbreaks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace wk {

/// How many events came in each second of the last four hours, by type, and from when to when some may have passed
/// unseen: folded from the rows of a history, with which it falls. A ring of fixed size: older seconds fall off, too. A
/// value; any thread. Seconds are counted by the wall clock from 1970.
class EventBins
{
public:
    struct Bin {
        std::uint32_t added = 0;
        std::uint32_t modified = 0;
        std::uint32_t deleted = 0;
        bool listed = false; ///< objects were listed, which are not counted

        std::uint32_t total() const { return added + modified + deleted; }
        Bin &operator+=(const Bin &other);
        bool operator==(const Bin &) const = default;
    };

    /// Of what is in these namespaces, and in none; empty: of all.
    explicit EventBins(std::vector<std::string> namespaces = {}, int seconds = 4 * 3600);

    /// Counts what is new and has changed; the objects of a first list are no events. That a server forgets a
    /// Kubernetes Event is none. Where a watch was closed changes pass unseen, until another one has listed what it
    /// looked at.
    void follow(const HistoryPtr &now, RowId end);
    /// The first row that it has not come to.
    RowId next() const { return m_cursor.next(); }
    /// The sum over the seconds [from, to).
    Bin sum(std::int64_t from, std::int64_t to) const;
    /// When no stream of some watch was open, to the moment.
    const TimeSpans &lost() const { return m_lost; }
    /// When some watch was quiet whose stream then broke: see Gap. Others may have lost something meanwhile.
    const TimeSpans &doubtful() const { return m_doubtful; }
    /// The first second of which anything is held; meaningless while isEmpty().
    std::int64_t firstSecond() const { return m_first; }
    bool isEmpty() const { return m_empty; }
    /// How many it holds.
    int seconds() const { return static_cast<int>(m_ring.size()); }

private:
    void addRow(const HistorySnapshot &history, RowId row);
    void addGap(const Gap &gap, WallTime until);
    void note(TimeSpans &spans, WallTime from, WallTime to) const;
    void addFirstList(const HistorySnapshot &history, RowId list);
    Bin *at(std::int64_t second);
    void advanceTo(std::int64_t second);

    std::vector<std::string> m_namespaces;
    HistoryCursor m_cursor;
    WatchBreaks m_breaks;
    TimeSpans m_lost;
    TimeSpans m_doubtful;
    std::vector<Bin> m_ring;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    bool m_empty = true;
};

/// The second that a moment lies in, and when one begins.
std::int64_t secondOf(WallTime time);
WallTime beginOf(std::int64_t second);

} // namespace wk
