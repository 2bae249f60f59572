// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/watchhistory.h"

#include <deque>
#include <map>
#include <mutex>
#include <optional>

namespace wk::apiserver {

/// The last events of every resource, which watches and consistent pages are served from. Holds no selector:
/// it watches the storage unconditionally. Any thread, one lock; wake() is called without it.
class WatchCache : public WatchHistory
{
public:
    struct Bounds {
        std::size_t window = 2048; ///< events kept a resource; kube-apiserver: 100 … 102400 by need
        std::size_t queue = 1000;  ///< events a watcher may be behind; kube-apiserver: 10 … 1000
    };

    /// Watches `watcher` from now on; events before are not in the window. `lister` is the same storage.
    WatchCache(const Lister &lister, Watcher &watcher, Bounds bounds);

    void onChange(std::function<void(const std::string &resource)> wake) override;
    std::uint64_t newest(const std::string &) const override { return m_lister.revision(); }
    /// A revision yet to come is waited for.
    Outcome<WatchPosition> open(const std::string &resource, std::uint64_t after) const override;
    WatchTake take(const std::string &resource, WatchPosition &position, std::size_t max) const override;
    bool isTooSlow(const std::string &resource, const WatchPosition &position) const override;
    /// The current collection with the window's events undone.
    std::optional<Listing> listAt(const std::string &resource, std::uint64_t revision) const override;
    std::optional<Stretch> stretchAt(const std::string &resource, std::uint64_t revision, const std::string &from,
                                     std::size_t most) const override;
    /// The window begins after this revision.
    std::uint64_t oldest(const std::string &resource) const;

    /// Forgets all events up to now, as etcd's compaction does: who comes with an older revision is told 410.
    void compact();
    /// Ends every watch and forgets everything: the storage was restored from a backup, or nobody knows what happened
    /// meanwhile. Where it went back, revisions of before that are yet to come are those of another history: 410.
    void restart();
    /// Ends every watch on a resource and forgets its events.
    void end(const std::string &resource);

private:
    struct Window {
        std::deque<StorageEvent> events;
        std::uint64_t oldest = 0; ///< the revision of the last event that was dropped
        int epoch = 0;
    };

    void note(const std::string &resource, const StorageEvent &event);
    const Window &window(const std::string &resource) const;

    const Lister &m_lister;
    const Bounds m_bounds;
    mutable std::mutex m_mutex;
    std::uint64_t m_floor; ///< nothing before this is known, of any resource
    std::map<std::string, Window> m_windows;
    std::uint64_t m_newest;
    std::uint64_t m_abandoned = 0; ///< the newest revision of a history that is no more
    int m_restarts = 0;
    std::function<void(const std::string &)> m_wake;
};

} // namespace wk::apiserver
