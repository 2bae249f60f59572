// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <ctime>

namespace wk::test {

/// Keeps the processor busy for so long by the calling thread's own time, whoever else is at it.
inline void beBusy(std::chrono::nanoseconds time)
{
    const auto used = [] {
        timespec now = {};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    const auto began = used();
    while (used() - began < time) {
    }
}

} // namespace wk::test
