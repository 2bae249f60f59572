// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"
#include "core/informer/outage.h"

#include <cstdint>
#include <optional>
#include <string>

namespace wk {

/// Where a watch stands. The window has a word for each (fault-matrix.md, section 2).
enum class WatchState : std::uint8_t {
    Connecting,    ///< nothing heard yet
    Listing,       ///< the first list is under way
    Live,          ///< watching
    Polled,        ///< it cannot be watched, and is looked at every 30 s instead; `nextTry` says when next
    Resuming,      ///< the stream broke; opening it again from the last version
    Waiting,       ///< backing off; `nextTry` says until when
    Relisting,     ///< listing again; what is shown is the last known state
    SignInNeeded,  ///< 401, and fresh credentials did not help
    NotAllowed,    ///< 403; asked again every minute
    KindGone,      ///< 404: the kind is no longer served
    Misconfigured, ///< an answer that trying again will not better: a redirect, not a Kubernetes API
    Stopped,
    Recorded, ///< nobody watches: what it told is read of a recording
};

/// What is held is what the server has: as it changes, as of the last look, or to the end of a recording.
constexpr bool isCurrent(WatchState state)
{
    return state == WatchState::Live || state == WatchState::Polled || state == WatchState::Recorded;
}

/// A request that a watch has sent, until it is answered: what is told of a server that takes its time. A value.
struct AwaitedAnswer {
    WallTime asked{};       ///< when it was sent
    std::uint32_t page = 0; ///< of a list, from 1; 0: the stream of a watch
    bool hasBegun = false;  ///< objects of the page have come
    WallTime listBegan{};   ///< of a list: when its first page was asked for
};

/// A watch as the watches view shows it. A value; posted when the state changes and at most once a second otherwise.
struct WatchStatus {
    WatchId watch = 0;
    WatchState state = WatchState::Connecting;
    ResourceVersion version; ///< where a resume would go on from
    /// Set while what is shown may be old: when the watch last heard something, an event, a bookmark or the list's end.
    /// It may have broken later, but nobody knows what happened from then on.
    std::optional<WallTime> staleSince;
    /// … and since when no stream is open, or none that is believed: not before `staleSince`.
    std::optional<WallTime> brokenSince;
    /// From when on what is shown is not what there is; empty while it is.
    std::optional<WallTime> oldSince() const { return std::max(staleSince, brokenSince); }
    /// Both, while it lasts.
    std::optional<Outage> outage() const
    {
        return staleSince ? std::optional(Outage{*staleSince, *oldSince(), {}}) : std::nullopt;
    }
    std::optional<WallTime> lastList; ///< when the last list was whole
    std::optional<WallTime> lastEvent;
    std::optional<WallTime> lastBookmark;
    /// When the server last told anything: an event, a bookmark or the list's end.
    std::optional<WallTime> lastHeard() const { return std::max({lastList, lastEvent, lastBookmark}); }
    std::optional<WallTime> nextTry;
    std::optional<AwaitedAnswer> awaited; ///< while a list or the opening of a stream is under way
    std::optional<WallTime> verified;     ///< when an audit last found store and server equal
    std::optional<Error> error;           ///< see WatchMachine::error()
    std::uint64_t events = 0;
    std::uint64_t bookmarks = 0;
    std::uint32_t relists = 0;
    std::uint32_t reconnects = 0;
    std::uint64_t wireBytes = 0;
    std::uint64_t objects = 0;
    std::uint64_t memoryBytes = 0;
    std::uint64_t listed = 0;               ///< while listing: objects so far
    std::optional<std::uint64_t> listTotal; ///< while listing: about how many there will be
};

} // namespace wk
