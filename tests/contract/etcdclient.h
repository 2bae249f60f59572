// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/sharedinformer.h"
#include "tests/contract/etcdlog.h"
#include "tests/contract/etcdtaps.h"
#include "tests/simulation/random.h"

#include <memory>
#include <unordered_map>

namespace wk::etcdruns {

/// The client under test for one prefix: the real informer on the real EtcdListerWatcher, and an ear that writes down
/// what it tells in the model's numbers. One thread.
class EtcdClient
{
public:
    struct Setup {
        Transport &transport;
        Clock &clock;
        sim::Chronicle &chronicle;
        EtcdLog &log;
        int kind = 0;
        std::uint64_t seed = 0;
        const sim::MutantClass *mutant = nullptr;
    };

    explicit EtcdClient(const Setup &setup);
    ~EtcdClient();

    void start() { m_informer->start(); }
    void stop();
    /// Live, and as far as the log is.
    bool hasCaughtUp() const;
    /// Etcd's revision that it has come to.
    std::int64_t version() const { return m_last.revision; }
    /// Looks into the store as a reader would.
    void look();
    const Asked &asked() const { return m_tap.asked(); }
    /// Puts down what the store holds, and all that was told in the model's numbers: once all has been written down
    /// that happened, for whoever watches may hear of it before whoever wrote it.
    void finish();
    std::vector<ObjectPtr> objects() const { return m_informer->store().all(); }
    std::string status() const;
    /// No stream is open that could still bring anything.
    bool isWaiting() const;

private:
    struct Held {
        ObjectPtr object;
        sim::State state;
    };
    /// As a reader saw it.
    using Seen = std::vector<sim::State>;

    void hear(const std::vector<EntryPtr> &entries);
    void hear(const Entry &entry);
    sim::Delivery deliveryOf(const Entry &entry);
    sim::State stateOf(const ObjectPtr &object);
    sim::State stateHeld(const ObjectPtr &object);
    sim::Revision note(EtcdLog::Place place);
    sim::Revision noteKnown(const ResourceVersion &version);
    sim::Revision noteNow(const ResourceVersion &version);
    void toModel(sim::Revision &noted) const;
    void toModel(std::vector<sim::State> &states) const;
    bool isInScope(const Object &object) const;
    sim::KindHistory &history() const { return m_setup.chronicle.history(m_setup.kind); }

    Setup m_setup;
    sim::Random m_random;
    std::vector<EtcdLog::Place> m_places; ///< until finish() a revision of the history is one of these, from 1 on
    EtcdLog::Place m_last;
    ResourceVersion m_asked; ///< from where the watch goes on that is about to be asked for
    std::vector<Seen> m_seen;
    TransportTap m_tap;
    std::unique_ptr<sim::Mutant> m_mutant;
    std::unique_ptr<Transport> m_transport; ///< the mutant's
    std::unordered_map<std::uint64_t, Held> m_held;
    bool m_isStopped = false;
    std::unique_ptr<SharedInformer> m_informer;
};

} // namespace wk::etcdruns
