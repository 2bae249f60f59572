// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/credentials.h"
#include "core/cluster/etcd/etcdtransport.h"
#include "tests/contract/etcdclient.h"
#include "tests/contract/etcdmembers.h"
#include "tests/contract/etcdplan.h"
#include "tests/contract/etcdway.h"
#include "tests/contract/etcdwriter.h"
#include "tests/contract/hurriedclock.h"
#include "tests/simulation/run.h"

namespace wk::etcdruns {

/// One run: members, the ways to them, who writes, the clients, and what goes wrong. Main thread.
class EtcdPlay
{
public:
    EtcdPlay(const EtcdPlan &plan, const sim::MutantClass *mutant, std::chrono::milliseconds patience);
    ~EtcdPlay();
    sim::RunResult result();

private:
    bool begin();
    bool fill(int keys);
    bool play(const FaultPlan &fault);
    /// True when it happened.
    bool strike(Fault fault, sim::Random &random);
    bool kill(sim::Random &random);
    bool freezeShort(sim::Random &random);
    bool freezeLong(sim::Random &random);
    bool compactBehind(sim::Random &random);
    bool compactLive(sim::Random &random);
    bool cut(sim::Random &random);
    bool goHalfOpen(sim::Random &random);
    bool slow(sim::Random &random);
    bool restore(Fault fault, sim::Random &random);
    bool killLeader(sim::Random &random);
    bool moveLeader(sim::Random &random);
    bool leaveAlone(sim::Random &random);
    bool isolate(sim::Random &random);

    std::vector<EtcdOp> someOps(sim::Random &random);
    bool write(int count, sim::Random &random);
    bool writeToAll(sim::Random &random);
    bool compact(std::int64_t revision);
    /// Whoever goes on from before that revision is told that it is gone. How many do, if nobody hears more.
    int markCompacted(std::int64_t revision, sim::Mark::Kind due);
    bool settle();
    void cutAll();
    /// Some of the time the way breaks again in what comes first.
    void mendAll(sim::Random &random);
    bool areGone() const;
    /// What the clients have asked for so far: who asks anew has given up what was.
    int sent() const;
    bool isGivenUp(int since, std::chrono::milliseconds limit);
    /// Waits until there is a watch that can break.
    bool isWatched() const;
    /// The member that the clients watch at.
    int atMember() const;
    bool fail(const std::string &why);
    void collect(sim::RunResult &result);

    const EtcdPlan m_plan;
    const std::chrono::milliseconds m_patience;
    sim::Random m_random;
    EtcdMembers m_members;
    std::vector<std::unique_ptr<EtcdWay>> m_ways;
    EtcdLog m_log;
    EtcdWriter m_writer;
    HurriedClock m_clock;
    sim::Chronicle m_chronicle;
    std::unique_ptr<CredentialSource> m_nobody;
    std::unique_ptr<EtcdTransport> m_transport;
    std::vector<std::unique_ptr<EtcdClient>> m_clients;
    std::vector<sim::FaultRecord> m_struck;
    std::vector<std::int64_t> m_convergence; ///< ms
    std::string m_trouble;
    int m_values = 0;
    int m_wrong = 0; ///< requests that are none of a client's
};

} // namespace wk::etcdruns
