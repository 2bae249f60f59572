// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/rows/historysnapshot.h"

namespace wk {

/// The time for whoever looks at a recording: the machine's as long as it is still being written, else the moment of
/// the last that it tells, so that what is shown is as old as it was then. It waits as the machine's does. One thread.
class RecordedClock : public SystemClock
{
public:
    /// Another part of it has been read.
    void follow(const HistorySnapshot &history);
    /// Whether it is still being written.
    void setGoesOn(bool goesOn) { m_goesOn = goesOn; }

    WallTime wallNow() const override;

private:
    WallTime m_last{};
    bool m_goesOn = false;
};

} // namespace wk
