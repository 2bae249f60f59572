// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/firstlist.h"

#include "core/base/limits.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// What fits into a page is shown when it is whole.
constexpr std::size_t LongList = limits::ListPageItems;
/// A quarter of the time that the list has taken, within bounds.
constexpr std::chrono::milliseconds ShortestPause{250};
constexpr std::chrono::milliseconds LongestPause{1000};

} // namespace

FirstList::FirstList(WatchId watch, Clock &clock, std::function<void(Arrivals)> tell)
    : m_clock(clock)
    , m_tell(std::move(tell))
    , m_watch(watch)
{}

void FirstList::take(const Columns &columns, const std::vector<ObjectPtr> &objects)
{
    if (m_isFinished || !m_tell)
        return;
    m_waiting.columns = columns ? columns : m_waiting.columns;
    m_waiting.objects.insert(m_waiting.objects.end(), objects.begin(), objects.end());
    if (!m_hasTold && m_waiting.objects.size() < LongList)
        return;
    const Instant now = m_clock.now();
    if (!m_hasTold)
        m_began = now;
    else if (now < m_next)
        return;
    m_next = now + std::clamp((now - m_began) / 4, ShortestPause, LongestPause);
    tell();
}

void FirstList::finish()
{
    m_isFinished = true;
    if (m_hasTold && !m_waiting.objects.empty())
        tell();
    m_waiting = {};
}

void FirstList::takeBack()
{
    m_waiting = {};
    if (std::exchange(m_hasTold, false) && !m_isFinished)
        m_tell({.watch = m_watch, .columns = {}, .objects = {}, .isAnew = true});
}

void FirstList::tell()
{
    m_hasTold = true;
    m_waiting.watch = m_watch;
    m_tell(std::exchange(m_waiting, {}));
}

} // namespace wk
