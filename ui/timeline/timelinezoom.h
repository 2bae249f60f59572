// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinecoordinates.h"

#include <optional>

namespace wk {

/// Which piece of time is shown, and whether it follows now. A value; the caller says what time it is.
///
/// It follows while its right edge is at now: whatever moves the edge past now (zooming out, dragging to the left, End)
/// makes it follow, whatever moves it before now (zooming in at an old mark, dragging to the right, Home) makes it
/// stand. stand() does, whatever is shown.
class TimelineZoom
{
public:
    /// The pixels that time is drawn in.
    void setPixels(double left, double width);

    /// When watching began: so much is shown as usual.
    void setWatchedFrom(std::optional<WallTime> time) { m_watchedFrom = time; }

    bool follows() const { return m_follows; }
    TimeAxis axis(WallTime now) const;

    void zoom(double factor, double x, WallTime now);
    void drag(double dx, WallTime now);
    /// usualSpan() of what was watched, up to now, until something else is asked for.
    void reset();
    /// Stands where it is, also at now.
    void stand(WallTime now);
    /// What was shown when it was last made to stand(), up to now; as usual when it stood by itself.
    void followAgain();
    /// The same span, up to now.
    void toNow() { m_follows = true; }
    /// The same span, from `begin` on.
    void showFrom(WallTime begin, WallTime now);
    /// Exactly this piece of time.
    void show(WallTime from, WallTime to, WallTime now);
    /// Also where it ends at now: it stands.
    void showStanding(WallTime from, WallTime to, WallTime now);

private:
    void put(const TimeAxis &axis, WallTime now);

    TimeAxis m_axis{WallTime(), WallTime(std::chrono::minutes(15)), 0, 0};
    std::optional<WallTime> m_watchedFrom;
    std::optional<Micros> m_followedWith; ///< the span at stand(); empty: the usual one
    bool m_usual = true;
    bool m_follows = true;
};

} // namespace wk
