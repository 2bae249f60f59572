// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/batch.h"
#include "core/informer/eventhandler.h"
#include "core/informer/firstlist.h"
#include "core/informer/heldstate.h"
#include "core/informer/knowntime.h"
#include "core/informer/objectstore.h"
#include "core/informer/recentrevisions.h"
#include "core/informer/reflector.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace wk {

/// One watch, shared by all who want it: keeps an ObjectStore equal to the source and tells its handlers what happened.
/// Worker thread. A handler that joins late first hears a List entry of class Replayed with the whole state; one that
/// is removed hears nothing more. Handlers run one after the other in the order they came and must be quick: what takes
/// time belongs behind a mailbox. Contract: client-go SharedInformer; order is the source's, no entry is dropped or
/// joined.
///
/// It may go on from what an earlier watch held (Options::held). It lists all the same, as nobody knows what happened
/// meanwhile: its first list tells a gap of reason Gap::NotWatched since then, and what differs, as any relist. Until
/// that comes what it holds is stale.
class SharedInformer : private ReflectorTarget
{
public:
    /// What differs between two revisions (`before` is null for an addition); may return null.
    using Describe = std::function<ChangesPtr(const ObjectPtr &before, const ObjectPtr &after)>;

    struct Options {
        std::function<double()> random;                         ///< in [0, 1)
        Describe describe;                                      ///< empty: entries carry no changes
        std::function<void(const WatchStatus &)> statusChanged; ///< at each change of state, else once a second at most
        bool isFiltered = false;                                ///< the source has a label or field selector
        std::function<void(Arrivals)> arriving{};               ///< of the first list, where it is long; may be empty
        std::optional<HeldState> held{};                        ///< what it goes on from
    };

    SharedInformer(WatchId id, std::unique_ptr<ListerWatcher> source, Clock &clock, Options options);
    ~SharedInformer() override;

    void start();
    /// The same while the server does not answer: nothing is asked for until distrust() or retryNow().
    void startHeld(const Error &away);
    void retryNow() { m_reflector->retryNow(); }
    /// No connection of `since` or before can be trusted; takes a doubt back. See WatchMachine::Distrust. Where nobody
    /// was awake to hear what came on them, since when.
    void distrust(Instant since, std::optional<WallTime> asleepSince = {});
    /// What was asked later than `since` has been answered. See WatchMachine::Overtaken.
    void overtake(Instant since) { m_reflector->overtake(since); }
    /// The server does not answer: what is shown may be old although the stream has not broken, and what waits to be
    /// tried again waits on (C20). Nobody knows since when; it was there when it last answered (empty: until now).
    /// Taken back by distrust(), and by a stream that opens.
    void setDoubt(const Error &error, std::optional<WallTime> answered = {});
    /// An audit has found that store and server differ and stay so: a gap since the last list or audit, and a list.
    void disprove(const std::string &reason);
    /// An audit has found them equal at this version of the server's.
    void verify(const ResourceVersion &version);
    /// No handler is called after this.
    void stop();

    int addHandler(EntryHandler handler);
    int addHandler(ResourceEventHandler handler);
    /// The same for one who needs no state, only what happens from now on.
    int addListener(EntryHandler handler);
    void removeHandler(int handler);

    /// True once the first full list has been applied; from the beginning of one that goes on from a held state.
    bool hasSynced() const { return m_synced; }
    const ObjectStore &store() const { return m_store; }
    /// How far the watch has come.
    const ResourceVersion &version() const { return m_reflector->machine().version(); }
    WatchStatus status() const;
    /// The state as it is now, for one who joins late: a List of class Replayed. Only once synced.
    EntryPtr stateEntry() const;

private:
    bool knows(const WatchEvent &event) const override;
    void replaced(FullList list) override;
    void applied(const WatchEvent &event, bool resumed) override;
    void erred(const WatchEvent &event) override;
    void lost(const ResourceVersion &from, const WatchMachine::Lost &why) override;
    void closedInOrder() override;
    void streamEnded(Instant opened) override;
    void reconnected(const ResourceVersion &from, const Error &because) override;
    void vanished() override;
    void listBegan() override;
    void arriving(const Columns &columns, const std::vector<ObjectPtr> &objects) override;
    void turned() override;

    std::shared_ptr<Entry> add(EntryType type, EntryClass origin);
    std::shared_ptr<Entry> addList(const FullList &list, EntryType type);
    void addDifference(const ObjectStore::Difference &difference);
    ChangesPtr changesOf(const Entry &entry, const WatchEvent &event) const;
    void addGap(const ResourceVersion &to);
    void hold(HeldState held);
    void disbelieve(WallTime since);
    bool isDoubted() const;
    void tellHandlers();
    void tellStatus();

    const WatchId m_id;
    Clock &m_clock;
    Options m_options;
    FirstList m_firstList;
    ObjectStore m_store;
    RecentRevisions m_recent;
    Columns m_columns;
    bool m_synced = false;
    std::optional<ResourceVersion> m_held; ///< of an earlier watch's state, until this one has heard of its own
    KnownTime m_known;
    std::vector<EntryPtr> m_turn;
    std::map<int, EntryHandler> m_handlers;
    int m_nextHandler = 1;

    WatchStatus m_status;
    std::optional<Error> m_doubt;
    Instant m_doubtedAt = Instant::min();
    bool m_isOtherHistory = false; ///< until the next list: a version may have come twice
    Clock::Alarm m_statusAlarm;
    bool m_statusPaused = false;            ///< told less than a second ago
    bool m_statusPending = false;           ///< something moved since
    std::unique_ptr<Reflector> m_reflector; ///< last: it is gone before what it tells
};

} // namespace wk
