// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/sharedinformer.h"
#include "core/session/auditrun.h"
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/simulation/chronicle.h"
#include "tests/simulation/mutants/mutant.h"
#include "tests/simulation/tape.h"
#include "tests/simulation/world.h"

#include <memory>
#include <unordered_map>

namespace wk::sim {

/// The client under test for one kind: the real informer on the real KubeListerWatcher, and an ear that writes down
/// what it tells. One thread.
class Client
{
public:
    struct Setup {
        World &world;
        Transport &transport;
        Clock &clock;
        Chronicle &chronicle;
        VersionStyle style;
        int kind = 0;
        std::uint64_t seed = 0;
        const MutantClass *mutant = nullptr;
        bool records = false;
    };

    explicit Client(const Setup &setup);
    ~Client();

    void start() { m_informer->start(); }
    /// The session's probe is not answered.
    void doubt();
    void distrust() { m_informer->distrust(m_setup.clock.now()); }
    void retryNow() { m_informer->retryNow(); }
    void stop();
    /// Compares the store with the server (C29), unless that is under way.
    void audit();

    /// Live, and as far as the server is.
    bool hasCaughtUp() const;
    /// Looks into the store as a reader would.
    void look();
    /// The objects of the store, for who asks later whether they are gone.
    std::vector<wk::ObjectPtr> objects() const;
    /// What the store holds, for the last judgement.
    std::vector<State> store();
    /// Reads its own recording again, whole and cut.
    void replay();

private:
    struct Held {
        wk::ObjectPtr object;
        State state;
    };

    void audited(const AuditRun::Outcome &outcome);
    WatchScope scope() const;
    void hear(const std::vector<EntryPtr> &entries);
    void hear(const Entry &entry);
    void record(const std::vector<EntryPtr> &entries);
    Delivery deliveryOf(const Entry &entry);
    State stateOf(const wk::ObjectPtr &object);
    void remember(const Delivery &delivery, const wk::ObjectPtr &object);
    bool isInScope(const wk::Object &object) const;
    Revision revisionOf(const ResourceVersion &version) const;
    KindHistory &history() const { return m_setup.chronicle.history(m_setup.kind); }

    Setup m_setup;
    Random m_random;
    std::unique_ptr<Mutant> m_mutant;
    std::unique_ptr<Transport> m_transport; ///< the mutant's
    std::unordered_map<std::uint64_t, Held> m_held;
    Revision m_reached = 0;
    bool m_isStopped = false;
    bool m_isGone = false;
    std::optional<Tape> m_tape;
    std::unique_ptr<SharedInformer> m_informer;
    std::unique_ptr<AuditRun> m_audit;
    bool m_isAuditing = false;
};

} // namespace wk::sim
