// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/windowstate.h"

#include <vector>

namespace wk {

/// Times that neither overlap nor touch, oldest first, with the edges that they were given. A value; any thread.
class TimeSpans
{
public:
    /// Becomes one with those that it meets. It may be of no length, but not end before it begins.
    void add(const TimeRange &span);
    /// What lies before that is cut off.
    void cutBefore(WallTime time);

    const std::vector<TimeRange> &spans() const { return m_spans; }
    /// The first that shares a moment with a time; null when none does.
    const TimeRange *meeting(const TimeRange &time) const;
    /// What of these is in none of the others.
    TimeSpans without(const TimeSpans &others) const;

    bool operator==(const TimeSpans &) const = default;

private:
    std::vector<TimeRange> m_spans;
};

} // namespace wk
