// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <atomic>

namespace wk {

/// Hands out what names a watch, from 1 on and none twice. Any thread.
class WatchNumbers
{
public:
    WatchId next() { return ++m_last; }
    /// None up to this one is handed out any more: they are known from before.
    void beginBehind(WatchId last)
    {
        WatchId now = m_last;
        while (now < last && !m_last.compare_exchange_weak(now, last)) {
        }
    }

private:
    std::atomic<WatchId> m_last = 0;
};

} // namespace wk
