// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/batch.h"
#include "core/informer/watchstatus.h"
#include "ui/window/watchbreaks.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace wk {

/// How many events came in each second of the last four hours, by type, and in which seconds some may have
/// passed unseen. A ring of fixed size: older seconds fall off. A value; any thread. Seconds are counted by
/// the wall clock from 1970.
class EventBins
{
public:
    struct Bin {
        std::uint32_t added = 0;
        std::uint32_t modified = 0;
        std::uint32_t deleted = 0;
        bool gap = false;
        bool listed = false; ///< objects were listed, which are not counted

        std::uint32_t total() const { return added + modified + deleted; }
        Bin &operator+=(const Bin &other);
        bool operator==(const Bin &) const = default;
    };

    using ScopeOf = std::function<const WatchScope *(WatchId)>;

    explicit EventBins(ScopeOf scopeOf = {}, int seconds = 4 * 3600);

    /// Counts what changed; the objects of a first list are no events, those of a replay are. That a server forgets a
    /// Kubernetes Event is none, where the scope tells that it is one.
    void add(const Batch &batch);
    /// A watch was closed. Until another one has listed what it looked at, changes pass unseen.
    void close(WatchId watch, WallTime time) { m_breaks.close(watch, time); }
    /// The sum over the seconds [from, to).
    Bin sum(std::int64_t from, std::int64_t to) const;
    /// The first second of which anything is held; meaningless while isEmpty().
    std::int64_t firstSecond() const { return m_first; }
    bool isEmpty() const { return m_empty; }
    /// How many it holds.
    int seconds() const { return static_cast<int>(m_ring.size()); }

private:
    void addEntry(const Entry &entry);
    void addGap(WallTime since, std::int64_t last);
    void addFirstList(const Entry &list);
    Bin *at(std::int64_t second);
    void advanceTo(std::int64_t second);

    ScopeOf m_scopeOf;
    WatchBreaks m_breaks;
    std::vector<Bin> m_ring;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    bool m_empty = true;
};

/// The second that a moment lies in, and when one begins.
std::int64_t secondOf(WallTime time);
WallTime beginOf(std::int64_t second);

} // namespace wk
