// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/informer/watchstatus.h"
#include "ui/style/noticebar.h"

#include <map>

namespace wk {

/// Says above the stream how many of its watches hear nothing at the moment, since when and why: no row tells that
/// before they hear again. Gui thread.
class StreamNotice : public NoticeBar
{
    Q_OBJECT

public:
    StreamNotice(Clock &clock, QWidget *parent);

    void apply(const std::vector<WatchStatus> &statuses);
    /// The watch is closed.
    void forget(WatchId watch);

private:
    void refresh();

    Clock &m_clock;
    std::map<WatchId, WatchStatus> m_statuses;
    Clock::Alarm m_tick; ///< while it counts down to the next try
};

} // namespace wk
