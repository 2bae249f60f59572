// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace wk::sim {

/// What this process holds of the machine, as /proc/self has it; all zero where there is none. A value; any thread.
struct Census {
    int descriptors = 0;
    int threads = 0;
    /// That were made since the first census and are not gone: replies, sockets, timers, threads are such. By the hooks
    /// that Qt has for debuggers (qhooks_p.h); 0 where it has them no more.
    int qObjects = 0;

    static Census now();

    bool holdsNoMoreThan(const Census &before) const
    {
        return descriptors <= before.descriptors && threads <= before.threads && qObjects <= before.qObjects;
    }
    /// "31 descriptors, 3 threads, 12 QObjects".
    std::string words() const;
};

/// Memory in RAM, once the allocator has given back what nobody uses; 0 under a sanitizer, which keeps what was freed.
/// Source: /proc/self/statm, malloc_trim(3).
std::int64_t residentKiB();

} // namespace wk::sim
