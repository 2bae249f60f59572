// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/informer/batch.h"

#include <functional>
#include <vector>

namespace wk {

/// Tells the objects of a watch's first list while it is under way, where that is long: at first four times a second,
/// then more rarely, as each time the window orders and paints all it has. Worker thread.
class FirstList
{
public:
    /// Without `tell` nothing is told.
    FirstList(WatchId watch, Clock &clock, std::function<void(Arrivals)> tell);

    /// These have come.
    void take(const Columns &columns, const std::vector<ObjectPtr> &objects);
    /// It is whole. The rest is told like what came before, so that the List itself is no news to who has heard it all.
    void finish();
    /// A part of a list that nobody goes on with is not to be taken for the whole.
    void takeBack();

private:
    void tell();

    Clock &m_clock;
    std::function<void(Arrivals)> m_tell;
    WatchId m_watch;
    Arrivals m_waiting; ///< not told yet
    bool m_isFinished = false;
    bool m_hasTold = false; ///< others of it
    Instant m_began{};      ///< … since then
    Instant m_next{};       ///< … and not again before
};

} // namespace wk
