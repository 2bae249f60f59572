// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/client.h"
#include "tests/simulation/run.h"
#include "tests/simulation/simtransport.h"
#include "tests/simulation/wire/census.h"
#include "tests/simulation/wire/wire.h"
#include "tests/support/manualclock.h"

#include <chrono>
#include <memory>
#include <vector>

namespace wk::sim {

/// A run under way.
class Play
{
public:
    Play(const Plan &plan, const RunOptions &options);
    RunResult result();

private:
    void begin();
    void play(const FaultPlan &fault);
    /// Another of the same place, where the client does not do what the fault is about: initial events have no pages,
    /// and who was refused them does not ask for them again.
    const FaultClass &possible(const FaultPlan &fault, const FaultClass &kind) const;
    void commit(const FaultPlan &fault, const FaultClass &kind, FaultDesk::Ticket ticket);
    void commitWorld(const FaultPlan &fault, FaultDesk::Ticket ticket);
    void commitClient(const FaultPlan &fault);
    void provoke(const FaultPlan &fault, const FaultClass &kind);
    void awayFor(std::chrono::milliseconds time);
    void setAway(bool isAway);
    /// Provokes what is armed and has not struck: what it waited for came another way.
    void nudge();
    void operate(int count, Random &random);
    /// Until all have caught up and the desk is quiet, or the time is over.
    void settle(std::chrono::milliseconds limit);
    bool isSettled() const;
    void advance(std::chrono::milliseconds by);
    void hurry(int kind);
    void settleForGood();
    void collect(RunResult &result);
    /// Ends the clients, and counts what is left of them.
    Leftovers takeDown();

    const Plan &m_plan;
    const Census m_before = Census::now();
    ManualClock m_clock;
    World m_world;
    FaultDesk m_desk;
    Chronicle m_chronicle;
    SimNet m_net;
    SimTransport m_transport;
    std::unique_ptr<Wire> m_wire; ///< between clients and transport, in a NET run
    std::vector<std::unique_ptr<Client>> m_clients;
    std::vector<FaultDesk::Ticket> m_tickets;
    std::vector<std::int64_t> m_convergence;
    std::vector<std::int64_t> m_waited;
    Random m_random;
    bool m_hasConverged = true;
    int m_held = 0;           ///< faults since it had settled that the client needs minutes to get over, each
    bool m_hasToWait = false; ///< the contract bids it wait
};

} // namespace wk::sim
