// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace wk::sim {

/// What this process holds of the machine, as /proc/self has it; all zero where there is none. A value; any thread.
struct Census {
    int descriptors = 0;
    int threads = 0;
    std::int64_t residentKiB = 0;

    static Census now();

    bool holdsNoMoreThan(const Census &before) const
    {
        return descriptors <= before.descriptors && threads <= before.threads;
    }
    /// "31 descriptors, 3 threads".
    std::string words() const;
};

} // namespace wk::sim
