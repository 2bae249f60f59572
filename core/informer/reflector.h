// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/informer/fulllist.h"
#include "core/informer/watchmachine.h"
#include "core/informer/watchstatus.h"
#include "core/resource/cellfiler.h"
#include "core/source/listerwatcher.h"

#include <functional>
#include <memory>

namespace wk {

/// Hears what a Reflector reflects. Worker thread.
class ReflectorTarget
{
public:
    virtual ~ReflectorTarget() = default;
    // The cells of all that is told are under the columns that are told with them, the last list's.
    /// Whether this very revision has been delivered already.
    virtual bool knows(const WatchEvent &event) const = 0;
    /// `list` is the whole state now.
    virtual void replaced(FullList list) = 0;
    /// A good event, in order. `resumed`: it happened while the stream was broken.
    virtual void applied(const WatchEvent &event, bool resumed) = 0;
    /// The server said ERROR in the stream.
    virtual void erred(const WatchEvent &event) = 0;
    /// Changes after `from` may pass unseen until the next replaced().
    virtual void lost(const ResourceVersion &from, const WatchMachine::Lost &why) = 0;
    /// The stream ended in order: until now nothing has passed unseen.
    virtual void closedInOrder() = 0;
    /// A stream that was more than an answer (see WatchMachine::hasLived) is over, however it ended; it was opened
    /// then.
    virtual void streamEnded(Instant opened) = 0;
    virtual void reconnected(const ResourceVersion &from, const Error &because) = 0;
    virtual void vanished() = 0;
    /// A list begins: what was told by arriving() does not count any more.
    virtual void listBegan() {}
    /// These have come of the list under way; see SourceObserver::arriving().
    virtual void arriving(const Columns &, const std::vector<ObjectPtr> &) {}
    /// All that one turn brought has been told; state, version or progress may have moved.
    virtual void turned() = 0;
};

/// Keeps a target equal to a source: does what its WatchMachine decides, with a ListerWatcher and a Clock. Worker
/// thread.
class Reflector : private SourceObserver
{
public:
    /// `random` gives numbers in [0, 1): it spreads waits and timeouts.
    Reflector(std::unique_ptr<ListerWatcher> source, Clock &clock, std::function<double()> random,
              ReflectorTarget &target);
    ~Reflector() override;

    /// `held`: see WatchMachine::Start.
    void start(std::optional<ResourceVersion> held = {});
    /// The same while the server is known to be away: waits as after hold().
    void startHeld(const Error &away, std::optional<ResourceVersion> held = {});
    void retryNow();
    /// The server is away, and somebody knocks for all (C20): a pause that is over goes on until distrust(),
    /// retryNow() or any answer.
    void hold();
    /// See WatchMachine::Distrust.
    void distrust(Instant since);
    /// See WatchMachine::Overtaken.
    void overtake(Instant since);
    /// See WatchMachine::Disproved.
    void disprove(std::string reason);
    /// No word reaches the target after this.
    void stop();

    const WatchMachine &machine() const { return m_machine; }
    /// See ListerWatcher.
    bool sharesVersions() const { return m_source->sharesVersions(); }
    /// Writes what is under way: the list and how far it is, what is awaited, and when the next try is due.
    void tellProgress(WatchStatus &status) const;

private:
    void listed(ListPage page) override;
    void listing(std::size_t objects) override;
    void arriving(const Columns &columns, const std::vector<ObjectPtr> &objects) override;
    void watchOpened() override;
    void eventsArrived(std::vector<WatchEvent> events) override;
    void watchEnded(std::optional<Error> error) override;
    void listFailed(Error error) override;

    std::chrono::seconds watchTime() const;
    void feed(const WatchMachine::Input &input);
    void step(const WatchMachine::Input &input);
    void paused();
    void carryOut(const WatchMachine::List &list);
    void carryOut(const WatchMachine::Watch &watch);
    void carryOut(const WatchMachine::Wait &wait);
    void carryOut(const WatchMachine::Abort &);
    void carryOut(const WatchMachine::TakePage &);
    void carryOut(const WatchMachine::DropPages &);
    void carryOut(const WatchMachine::Replace &);
    void carryOut(const WatchMachine::Apply &);
    void carryOut(const WatchMachine::Reconnected &reconnected);
    void carryOut(const WatchMachine::Lost &lost);
    void carryOut(const WatchMachine::Vanished &);

    WatchMachine m_machine;
    std::unique_ptr<ListerWatcher> m_source;
    Clock &m_clock;
    std::function<double()> m_random;
    ReflectorTarget &m_target;

    Clock::Alarm m_pause;
    bool m_isHeld = false;
    std::optional<WallTime> m_nextTry;
    std::optional<AwaitedAnswer> m_awaited;
    FullList m_pending;
    CellFiler m_cells;         ///< under the columns of the list under way or the last one
    std::size_t m_listing = 0; ///< of the page under way
    std::uint32_t m_pagesTaken = 0;
    std::optional<std::uint64_t> m_listTotal;
    Instant m_listBegan{};
    ListPage m_page;                     ///< the page the machine is deciding about
    const WatchEvent *m_event = nullptr; ///< the event the machine is deciding about
};

} // namespace wk
