// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinezoom.h"

namespace wk {

void TimelineZoom::setPixels(double left, double width)
{
    m_axis.left = left;
    m_axis.width = width;
}

TimeAxis TimelineZoom::axis(WallTime now) const
{
    if (m_usual)
        return {now - usualSpan(now - m_watchedFrom.value_or(WallTime())), now, m_axis.left, m_axis.width};
    return m_follows ? endingAt(m_axis, now) : m_axis;
}

void TimelineZoom::zoom(double factor, double x, WallTime now)
{
    put(zoomed(axis(now), factor, x), now);
}

void TimelineZoom::drag(double dx, WallTime now)
{
    put(dragged(axis(now), dx), now);
}

void TimelineZoom::reset()
{
    m_usual = true;
    m_follows = true;
    m_followedWith.reset();
}

void TimelineZoom::stand(WallTime now)
{
    if (!m_follows)
        return;
    const TimeAxis shown = axis(now);
    m_followedWith = m_usual ? std::nullopt : std::optional(shown.span());
    m_axis = shown;
    m_usual = false;
    m_follows = false;
}

void TimelineZoom::followAgain()
{
    if (!m_followedWith)
        return reset();
    m_axis.from = m_axis.to - *m_followedWith;
    m_followedWith.reset();
    m_usual = false;
    m_follows = true;
}

void TimelineZoom::showFrom(WallTime begin, WallTime now)
{
    TimeAxis moved = axis(now);
    moved.to = begin + moved.span();
    moved.from = begin;
    put(moved, now);
}

void TimelineZoom::show(WallTime from, WallTime to, WallTime now)
{
    TimeAxis moved = m_axis;
    moved.from = from;
    moved.to = std::max(to, from + ShortestSpan);
    put(moved, now);
}

void TimelineZoom::showStanding(WallTime from, WallTime to, WallTime now)
{
    show(from, to, now);
    m_follows = false;
    m_followedWith.reset();
}

void TimelineZoom::put(const TimeAxis &axis, WallTime now)
{
    m_axis = axis;
    m_usual = false;
    m_follows = axis.to + pixelTime(axis) >= now;
}

} // namespace wk
