// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/informer/entry.h"
#include "core/source/watchscope.h"

#include <map>
#include <optional>
#include <vector>

namespace wk {

/// Times in which nobody watched what was watched before and after: its kind had been left, or only other namespaces
/// were watched. A value; any thread.
class WatchBreaks
{
public:
    /// A watch has told its first list: since when nobody had looked at all that it looks at, if somebody had before.
    std::optional<WallTime> begin(WatchId watch, const WatchScope &scope);
    void close(WatchId watch, WallTime time);

private:
    struct Closed {
        WatchScope scope;
        WallTime time{};
    };

    std::map<WatchId, WatchScope> m_open;
    std::vector<Closed> m_closed; ///< in the order in which they were closed; what one begun later looks at is not here
};

} // namespace wk
