// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historycursor.h"
#include "ui/words/standing.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace wk {

/// What the status bar tells, gathered from statuses and rows: how the watches stand, how far the cluster has come,
/// how much comes and how late. A value; gui thread; time is an argument.
class LiveFigures
{
public:
    void hear(const std::vector<WatchStatus> &statuses);
    void follow(const HistorySnapshot &history, WallTime now);
    /// A watch that was closed no longer counts.
    void forget(WatchId watch);

    Standing standing() const;
    const std::map<WatchId, WatchStatus> &statuses() const { return m_statuses; }
    /// The watch that fares worst of those that need attention; null when none does.
    const WatchStatus *worst() const;
    /// The highest version heard of; empty when none can be compared.
    const ResourceVersion &version() const { return m_version; }
    /// Events per second over the last five whole seconds.
    double rate(WallTime now) const;
    /// From the arrival of the newest event to its being shown; none before the first.
    std::optional<std::chrono::milliseconds> behind() const { return m_behind; }
    /// What the watches' objects hold.
    std::uint64_t memoryBytes() const;

private:
    static constexpr int RateSeconds = 5;

    void see(const ResourceVersion &version);
    void count(std::int64_t second);

    std::map<WatchId, WatchStatus> m_statuses;
    HistoryCursor m_cursor;
    std::optional<WallTime> m_since; ///< rows before are an earlier program's
    ResourceVersion m_version;
    /// Events of this second and of the five before it; the second they belong to beside them.
    std::array<std::pair<std::int64_t, int>, RateSeconds + 1> m_counts{};
    std::optional<std::chrono::milliseconds> m_behind;
};

} // namespace wk
