// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QString>

#include <optional>

namespace wk {

/// How far what the window shows is the present: how many of its watches are live or polled, and since when the others
/// are not. A value; gui thread.
struct Standing {
    int live = 0;
    int listing = 0;
    int all = 0;
    /// Since when the first of those that were live has not been heard; empty when none has fallen silent.
    std::optional<WallTime> staleSince;
    /// … and the last of them: nothing that is shown is newer, when none is live.
    std::optional<WallTime> lastHeard;
    /// … and when the last of their streams broke: from then on nothing comes, when none is live.
    std::optional<WallTime> allBroken{};
    bool isConnected = false; ///< there is a server, though nothing of it may be watched

    bool isLive() const { return all > 0 && live == all; }
    bool operator==(const Standing &) const = default;
};

/// "Live", "10 of 11 live", "Stale since 14:02:08", "Listing", "Not live", "Nothing watched", "Not connected".
QString standingWord(const Standing &standing, WallTime now);

} // namespace wk
