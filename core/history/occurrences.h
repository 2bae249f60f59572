// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <span>
#include <vector>

namespace wk {

/// What one revision of a Kubernetes Event says of how often: v1's count, firstTimestamp and lastTimestamp, or
/// eventTime and the series of events.k8s.io.
struct EventTally {
    int count = 1;
    WallTime first{};
    WallTime last{};
};

/// That it happened: at a moment, or several times between two.
struct Occurrence {
    WallTime from{}; ///< a bound: the first of them may have come later
    WallTime to{};   ///< the last of them
    std::int64_t times = 1;
    bool wasCounted = false; ///< by the cluster, before the first word that is known

    bool operator==(const Occurrence &) const = default;
};

/// When it happened, by time, as the revisions of one Event tell that are known, which are given as they came:
///   the first one      what it counts, as a span
///   a higher count     as often as it rose, at the last time or, when it rose by more, since the time before
///   the same count     nothing; once, if the last time is a later one (client-go before 1.27 counts a series from 1)
///   a lower count      another series: what it counts since the time before, which is once at least if that is later
/// A revision told twice, as by the watches of both groups, changes nothing. Any thread.
/// Sources: client-go tools/record/events_cache.go, tools/events/event_broadcaster.go.
std::vector<Occurrence> occurrencesOf(std::span<const EventTally> tallies);

/// How often, of all of them.
std::int64_t timesOf(std::span<const Occurrence> occurrences);

} // namespace wk
