// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <chrono>
#include <cmath>

/// All arithmetic between time and pixels and between lanes and pixels, in one place. Any thread; pure. Nothing here
/// clamps: a moment outside the axis lies outside its pixels, and the painter cuts.
namespace wk {

using Micros = std::chrono::microseconds;

/// The piece of time a view shows, and the pixels it shows it in. Empty when `to` is not after `from` or there is no
/// width.
struct TimeAxis {
    WallTime from{};
    WallTime to{};
    double left = 0;
    double width = 0;

    bool isEmpty() const { return to <= from || width <= 0; }
    Micros span() const { return to - from; }
    bool operator==(const TimeAxis &) const = default;
};

/// How far one can zoom: ten milliseconds are a few events of one rollout, a year is the age of a cluster.
constexpr Micros ShortestSpan = std::chrono::milliseconds(10);
constexpr Micros LongestSpan = std::chrono::hours(24 * 366);

/// What is shown of a past that was watched for so long: all of it and a little more, from 1 to 15 minutes. It grows
/// with it, so that what lies under the pointer hardly moves.
inline Micros usualSpan(Micros watched)
{
    return std::clamp<Micros>(watched + watched / 10, std::chrono::minutes(1), std::chrono::minutes(15));
}

/// The pixel of a moment; `left` on an empty axis.
inline double xOf(const TimeAxis &axis, WallTime time)
{
    if (axis.isEmpty())
        return axis.left;
    const double share = double((time - axis.from).count()) / double(axis.span().count());
    return axis.left + share * axis.width;
}

/// … no further away than a little outside of the axis, so that no coordinate runs away.
inline double clippedX(const TimeAxis &axis, WallTime time)
{
    return std::clamp(xOf(axis, time), axis.left - 8, axis.left + axis.width + 8);
}

/// The moment at a pixel; `from` on an empty axis. timeAt(xOf(t)) is t, to the microsecond a double can hold.
inline WallTime timeAt(const TimeAxis &axis, double x)
{
    if (axis.isEmpty())
        return axis.from;
    const double share = (x - axis.left) / axis.width;
    return axis.from + Micros(std::llround(share * double(axis.span().count())));
}

/// How long one pixel lasts; never below a microsecond.
inline Micros pixelTime(const TimeAxis &axis)
{
    if (axis.isEmpty())
        return Micros(1);
    return std::max(Micros(1), Micros(std::llround(double(axis.span().count()) / axis.width)));
}

/// The axis with its span multiplied by `factor`, the moment at pixel `x` staying under the pointer. Between
/// ShortestSpan and LongestSpan.
inline TimeAxis zoomed(const TimeAxis &axis, double factor, double x)
{
    if (axis.isEmpty() || !(factor > 0))
        return axis;
    const double wanted =
        std::clamp(double(axis.span().count()) * factor, double(ShortestSpan.count()), double(LongestSpan.count()));
    const auto span = Micros(std::llround(wanted));
    const double share = (x - axis.left) / axis.width;
    TimeAxis result = axis;
    result.from = timeAt(axis, x) - Micros(std::llround(share * double(span.count())));
    result.to = result.from + span;
    return result;
}

/// The axis moved so that what was at pixel 0 is at pixel `dx`: as a hand drags paper.
inline TimeAxis dragged(const TimeAxis &axis, double dx)
{
    if (axis.isEmpty())
        return axis;
    const auto by = Micros(std::llround(dx / axis.width * double(axis.span().count())));
    TimeAxis result = axis;
    result.from -= by;
    result.to -= by;
    return result;
}

/// The axis with the same span that ends at `end`.
inline TimeAxis endingAt(const TimeAxis &axis, WallTime end)
{
    TimeAxis result = axis;
    result.from = end - axis.span();
    result.to = end;
    return result;
}

/// Lanes of one height under a ruler, scrolled by pixels.
struct LaneStack {
    int top = 0;        ///< where lanes begin, below the ruler
    int rowHeight = 24; ///< tokens.md, Measures
    int scroll = 0;     ///< pixels of lanes hidden above `top`; negative: of nothing between it and the first lane
    int count = 0;

    int contentHeight() const { return rowHeight * count; }
};

/// The pixel of a lane's upper edge, also of one that is scrolled out.
inline int laneTop(const LaneStack &stack, int lane)
{
    return stack.top - stack.scroll + lane * stack.rowHeight;
}

/// The lane at a pixel, or -1: on the ruler, above the first lane and below the last one there is none.
inline int laneAt(const LaneStack &stack, int y)
{
    if (y < std::max(stack.top, stack.top - stack.scroll) || stack.rowHeight <= 0)
        return -1;
    const int lane = (y - stack.top + stack.scroll) / stack.rowHeight;
    return lane < stack.count ? lane : -1;
}

/// Lanes that a strip of pixels touches: first to last, first > last when there are none.
struct LaneRange {
    int first = 0;
    int last = -1;
};

inline LaneRange lanesBetween(const LaneStack &stack, int y0, int y1)
{
    if (stack.rowHeight <= 0 || stack.count == 0)
        return {};
    const int first = std::max(0, (std::max(y0, stack.top) - stack.top + stack.scroll) / stack.rowHeight);
    const int last = y1 < stack.top ? -1 : (y1 - stack.top + stack.scroll) / stack.rowHeight;
    return {first, std::min(last, stack.count - 1)};
}

} // namespace wk
