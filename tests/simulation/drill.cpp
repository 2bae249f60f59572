// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/drill.h"

#include "tests/simulation/client.h"
#include "tests/simulation/simtransport.h"
#include "tests/support/manualclock.h"

#include <algorithm>

namespace wk::sim {

namespace {

using namespace std::chrono_literals;

/// Step by step, as long as something is due.
void pass(ManualClock &clock, std::chrono::milliseconds time)
{
    for (const Instant end = clock.now() + time; clock.now() < end;)
        clock.advance(std::clamp<std::chrono::milliseconds>(clock.untilNext(), 1ms, 1s));
}

/// As an audit compares them, by uid and version (C29): an object that either history happened to write at the same
/// revision is beyond it.
std::vector<State> comparable(std::vector<State> states)
{
    for (State &state : states)
        state.content = 0;
    std::sort(states.begin(), states.end());
    return states;
}

Plan drillPlan(std::uint64_t seed)
{
    Plan plan = drawPlan(seed, {.leastFaults = 1, .mostFaults = 1, .mostObjects = 60, .mostOps = 1});
    plan.faults.clear();
    plan.kinds.resize(1);
    return plan;
}

} // namespace

std::string restoreDrill(std::uint64_t seed)
{
    constexpr int Audits = 3;
    const Plan plan = drillPlan(seed);
    Random random(seed);
    ManualClock clock;
    World world(plan, clock);
    FaultDesk desk;
    Chronicle chronicle(clock, 1);
    SimNet net{world,
               desk,
               chronicle,
               clock,
               VersionStyle(plan.style, seed & 0xffff),
               random.fork(),
               false,
               std::vector<SimNet::Kind>(1)};
    SimTransport transport(net);
    world.onChange([&](const std::string &resource) { transport.wake(resource); });
    world.fill(random);
    Client client({world, transport, clock, chronicle, net.style, 0, random.next(), nullptr, false});
    client.start();
    pass(clock, 2s);
    const auto operate = [&](int most) {
        for (int left = random.number(1, most); left > 0; --left)
            world.operate(random);
        pass(clock, 2s);
    };
    operate(30);
    world.takeSnapshot();
    const Revision backup = world.revision();
    operate(60);
    const auto &delivered = chronicle.history(0).delivered;
    const auto told = delivered.size();
    const Revision reached = std::max(world.lastRevision(0), backup);
    world.restoreBare();
    operate(90);
    // What changed nothing that is watched, or what the new history has overtaken, need not be noticed.
    const bool isDue = net.style.isComparable() && reached > backup && world.revision() < reached;
    for (int i = 0; i < Audits; ++i) {
        client.audit();
        pass(clock, 600s);
    }
    const std::vector<State> held = comparable(client.store());
    const std::vector<State> served = comparable(world.selected(0));
    const bool hasGap = std::any_of(delivered.begin() + std::ptrdiff_t(told), delivered.end(),
                                    [](const Delivery &delivery) { return delivery.type == EntryType::Gap; });
    client.stop();
    if (held != served)
        return "after " + std::to_string(Audits) + " audits the store is not what the server has";
    return hasGap || !isDue ? std::string() : "no gap was declared";
}

} // namespace wk::sim
