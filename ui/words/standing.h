// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchstatus.h"

#include <QString>

#include <optional>

namespace wk {

/// What a watch counts as, wherever watches are counted.
enum class WatchFare : std::uint8_t {
    Live,
    Polled,
    Listing, ///< connecting, listing and relisting
    Waiting, ///< resuming, backing off, and open but not heard
    Denied,
    Trouble, ///< sign-in needed, misconfigured, kind gone
    Recorded,
    Over, ///< stopped: it counts no more
};
WatchFare fareOf(const WatchStatus &status);

/// How far what a window shows is the present: how its watches fare, since when those that are not live have not been
/// heard, and whether there is a server at all. Whatever says Live, Waiting or Not connected of more than one watch
/// asks this: strip, status line and notices. A value; gui thread.
struct Standing {
    int live = 0;
    int polled = 0;
    int listing = 0;
    int waiting = 0;
    int denied = 0;
    int trouble = 0;
    int recorded = 0; ///< counted apart: nothing is the matter with them
    /// Since when the first of those that were live has not been heard; empty when none has fallen silent.
    std::optional<WallTime> staleSince{};
    /// … and when the last of their streams broke: nothing that is shown is newer, when none is current.
    std::optional<WallTime> brokenSince{};
    bool isConnected = false; ///< there is a server, though nothing of it may be watched

    void add(const WatchStatus &status);

    int all() const { return live + polled + listing + waiting + denied + trouble; }
    /// What is shown of them is the present.
    int current() const { return live + polled; }
    /// From when on some of what is shown is in doubt, and, where none is current, from when on all of it is old.
    std::optional<Outage> outage() const;
    bool isLive() const { return all() > 0 && current() == all(); }
    bool operator==(const Standing &) const = default;
};

/// "Live", "10 of 11 live", "Stale since 14:02:08", "Listing", "Not live", "Nothing watched", "Not connected",
/// "Recording".
QString standingWord(const Standing &standing, WallTime now);

} // namespace wk
