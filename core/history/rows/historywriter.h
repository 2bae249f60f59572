// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/eventlog.h"
#include "core/history/journal/historyfiles.h"
#include "core/informer/watchsink.h"

#include <QThread>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace wk {

/// The writer of a program's history, in a thread of its own: whatever sessions and readers bring goes into its one
/// inbox, and what comes of it is published as snapshots, once a frame at most. While the inbox is full, whoever brings
/// more waits: so does the server then, whose buffer is finite, and what it cuts is a declared gap. What a window shows
/// or hides changes nothing here. Any thread, but its own.
class HistoryWriter : public WatchSink
{
public:
    /// Between two snapshots. What comes after a quiet time is published at once; as long as it goes on, every Breath,
    /// as each is a look at all views, or as soon as SnapshotRows have come, but a Frame apart at least.
    static constexpr std::chrono::milliseconds Frame{33};
    static constexpr std::chrono::milliseconds Breath{100};
    static constexpr std::size_t SnapshotRows = 256;
    /// So many entries wait at most, and those that come at once with the last of them.
    static constexpr std::size_t InboxEntries = 4096;

    /// Called in its own thread: whoever hears it takes it elsewhere, and outlives the writer.
    using Published = std::function<void(HistoryPtr)>;

    /// In memory, unless keepIn() says where else.
    HistoryWriter(const EventLog::Bounds &bounds, Published published);
    HistoryWriter(const EventLog::Bounds &bounds, HistoryFiles files, Published published);
    /// What waits in the inbox is lost; nothing is told after it.
    ~HistoryWriter() override;

    /// Where the history is kept, before anything is told. `find` is called in the writer's thread; what lies there is
    /// restored, and published; then `restored` is called there.
    using Find = std::function<Result<HistoryFiles>()>;
    void keepIn(Find find, std::function<void()> restored = {});
    /// Nothing more is written; what is there stays as it is, and the set is nobody's. `then` is called in the writer's
    /// thread, of which nothing may be asked in it.
    void stopKeeping(std::function<void()> then = {});
    /// Nothing is being restored. Until it is so, takeBodies(), numberFor() and held() wait.
    bool isReady() const;
    /// Those watches of the last run that nobody has gone on with by now are over; they may be gone on with later.
    void leaveEarlier();

    WatchId numberFor(const ClusterId &cluster, const WatchScope &scope) override;
    std::optional<HeldState> held(WatchId watch) override;
    void opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope) override;
    void told(const std::vector<EntryPtr> &entries) override;
    void broke(WatchId watch, std::optional<WallTime> since) override;
    void closed(WatchId watch, WallTime time) override;
    /// What a cluster is called for people, from now on.
    void nameCluster(const ClusterId &cluster, const std::string &name)
    {
        post(Order([=](EventLog &log) { log.nameCluster(cluster, name); }));
    }
    void setBounds(const EventLog::Bounds &bounds)
    {
        post(Order([=](EventLog &log) { log.setBounds(bounds); }));
    }
    /// What keeps the bodies of what was restored of a cluster, for whoever writes the next ones; null when nothing
    /// was, and from then on. Waits until it has been.
    std::unique_ptr<RevisionBodies> takeBodies(const ClusterId &cluster);
    /// Returns when all that was brought before has been published.
    void flush();

private:
    class Worker;
    using Order = std::function<void(EventLog &)>; ///< what is rare
    using Flush = std::latch *;
    struct Kept {
        Find find;
        std::function<void()> restored;
    };
    struct NotKept {
        std::function<void()> then;
    };
    using Letter = std::variant<Kept, NotKept, Order, std::vector<EntryPtr>, Flush>;

    void post(Letter letter);
    void ring();
    void keep(HistoryPtr now);
    using BodiesByCluster = std::map<ClusterId, std::unique_ptr<RevisionBodies>>;

    void restored(BodiesByCluster bodies, HistoryPtr now);
    void waitForEarlier(std::unique_lock<std::mutex> &lock);
    std::vector<Letter> takeLetters();
    void wait();

    mutable std::mutex m_mutex;
    std::condition_variable m_hasRoom;
    std::vector<Letter> m_inbox;                         ///< under the lock, as what follows
    std::size_t m_waiting = 0;                           ///< entries in it
    std::map<WatchId, std::optional<WallTime>> m_broken; ///< as was told last
    bool m_isRung = false;                               ///< the writer will come for it at once
    bool m_isAwaited = false; ///< it will come when the next snapshot is due: few entries need not wake it
    bool m_isEnding = false;
    QThread m_thread;
    Worker *m_worker = nullptr; ///< lives in the thread, which deletes it
    std::latch m_workerGone{1};
    std::condition_variable m_isRestored;
    bool m_isRestoring = false; ///< under the lock, as what follows
    BodiesByCluster m_bodies;
    HistoryPtr m_newest;                     ///< that was published
    std::map<WatchId, WatchScope> m_earlier; ///< watches of an earlier run, which nobody has gone on with
    std::set<WatchId> m_goneOn;              ///< … those with which somebody has
};

} // namespace wk
