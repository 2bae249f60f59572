// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recordedclock.h"

#include <algorithm>

namespace wk {

void RecordedClock::follow(const HistorySnapshot &history)
{
    if (history.size() > 0)
        m_last = std::max(m_last, history.chunk(history.end() - 1).latest);
    if (!history.closings().empty()) // it was quiet, and is over
        m_last = std::max(m_last, history.closings().back().time);
}

/// Of nothing there is no moment.
WallTime RecordedClock::wallNow() const
{
    return m_goesOn || m_last == WallTime() ? SystemClock::wallNow() : m_last;
}

} // namespace wk
