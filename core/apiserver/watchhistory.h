// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/listwatch.h"
#include "core/apiserver/status.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace wk::apiserver {

/// A watcher's place in what happened: its queue is what lies between it and the newest event.
struct WatchPosition {
    std::uint64_t after = 0; ///< everything up to here has been taken
    std::uint64_t opened =
        0;         ///< the newest revision when the watch was opened; what came before is no sign of slowness
    int epoch = 0; ///< how often the resource had ended before
};

/// What a watcher takes in one go.
struct WatchTake {
    enum class State {
        Ok,
        TooSlow, ///< the events have passed it: it is dropped, and resumes by itself
        Ended,   ///< the resource changed its shape, is served no more, or nobody knows what happened to it
    };
    State state = State::Ok;
    std::vector<StorageEvent> events;
    std::uint64_t upTo = 0; ///< of this resource nothing is missing up to here: a bookmark's revision
};

/// What happened to the objects of each resource, as far back as somebody remembers it: what watches, and lists of
/// another moment, are served from. Any thread.
class WatchHistory
{
public:
    virtual ~WatchHistory() = default;

    /// Called after each change to a resource (empty: to any), in whichever thread it was made. Set once, before the
    /// first one.
    virtual void onChange(std::function<void(const std::string &resource)> wake) = 0;

    /// The last revision of which it is known what a resource was.
    virtual std::uint64_t newest(const std::string &resource) const = 0;
    /// A place after a revision. Errors: 410 where events after it are not known any more; 504 for one that is yet to
    /// come, unless it is waited for.
    virtual Outcome<WatchPosition> open(const std::string &resource, std::uint64_t after) const = 0;
    /// At most about `max` events after `position`, which moves behind them.
    virtual WatchTake take(const std::string &resource, WatchPosition &position, std::size_t max) const = 0;
    /// Whether a watcher who cannot take now, because its connection is stuck, has to be dropped.
    virtual bool isTooSlow(const std::string &resource, const WatchPosition &position) const = 0;

    /// The collection as it was at `revision`. Empty when nobody remembers.
    virtual std::optional<Listing> listAt(const std::string &resource, std::uint64_t revision) const = 0;
    /// The same, only from `from` on and about `most` of it: as many as the current collection has there.
    virtual std::optional<Stretch> stretchAt(const std::string &resource, std::uint64_t revision,
                                             const std::string &from, std::size_t most) const = 0;
};

} // namespace wk::apiserver
