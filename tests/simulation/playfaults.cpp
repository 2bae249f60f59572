// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/play.h"

#include <algorithm>

/// What of a run is the faults themselves.
namespace wk::sim {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

const FaultClass &Play::possible(const FaultPlan &fault, const FaultClass &kind) const
{
    const auto place = std::size_t(fault.kind);
    const bool hasPages = !m_plan.kinds[place].streams;
    const bool isPossible =
        kind.place == Place::Page ? hasPages : kind.place != Place::Initial || m_net.kinds[place].streams;
    return isPossible ? kind : *faultClass("N7.list");
}

void Play::commit(const FaultPlan &fault, const FaultClass &kind, FaultDesk::Ticket ticket)
{
    switch (kind.place) {
    case Place::WatchOpen:
    case Place::Frames:
    case Place::List:
    case Place::Page:
    case Place::Initial: provoke(fault, kind); break;
    case Place::World: commitWorld(fault, ticket); break;
    case Place::Client:
        commitClient(fault);
        m_desk.strike(ticket);
        break;
    }
}

/// Makes the request, or the event, in which the fault can strike.
void Play::provoke(const FaultPlan &fault, const FaultClass &kind)
{
    Random random(fault.seed ^ 3);
    const auto how = random.oneIn(2) ? Deed::End::Lost : Deed::End::InOrder;
    if (kind.place == Place::Frames) {
        if (fault.id == "P5" || random.oneIn(4))
            m_transport.breakStreams(fault.kind, how);
        if (fault.id == "P13") {
            m_world.ensureSelected(fault.kind, m_world.selectedCount(fault.kind) + 1, random);
            return;
        }
        m_world.touch(fault.kind, random);
        m_world.touch(fault.kind, random);
        return;
    }
    m_world.ensureSelected(fault.kind, 6, random);
    m_transport.breakStreams(fault.kind, how);
    if (kind.place == Place::WatchOpen)
        return;
    m_world.touch(fault.kind, random);
    m_world.compact();
}

void Play::nudge()
{
    for (std::size_t i = 0; i < m_tickets.size(); ++i) {
        if (m_desk.isDone(m_tickets[i]))
            continue;
        const FaultClass &fault = possible(m_plan.faults[i], m_desk.fault(m_tickets[i]));
        m_desk.substitute(m_tickets[i], fault);
        provoke(m_plan.faults[i], fault);
    }
}

void Play::commitWorld(const FaultPlan &fault, FaultDesk::Ticket ticket)
{
    Random random(fault.seed ^ 4);
    const int kind = fault.kind;
    if (fault.id == "P8") {
        awayFor(milliseconds(random.spread(200, 90'000)));
    } else if (fault.id == "P10") {
        m_transport.breakStreams(kind, Deed::End::Lost);
        m_world.touch(kind, random);
        m_world.compact();
    } else if (fault.id == "P15") {
        m_transport.breakStreams(kind, Deed::End::Lost);
        for (int i = 0; i < 3; ++i)
            m_world.recreate(kind, random);
        if (random.oneIn(2))
            m_world.compact();
    } else if (fault.id == "P17") {
        m_world.leaveSelection(kind, random);
    } else if (fault.id == "P22") {
        const int most = std::min(1000, 100 + 20 * m_plan.kinds[std::size_t(kind)].objects);
        for (int left = random.number(100, most); left > 0; --left)
            m_world.operate(kind, random);
    } else if (fault.id == "C16") {
        m_world.restore();
    } else if (fault.id == "H4") {
        m_net.kinds[std::size_t(kind)].refusesTables = true;
        m_transport.breakStreams(kind, Deed::End::InOrder);
    }
    m_desk.strike(ticket);
}

/// The session's probe knocks as soon as a stream breaks, after 1 s and then each 1.5 s: for as long as it has no
/// answer nobody else asks again, and once it has one no stream is trusted and none waits.
void Play::awayFor(milliseconds time)
{
    m_transport.breakStreams(-1, Deed::End::Lost);
    setAway(true);
    advance(20ms);
    for (const auto &client : m_clients)
        client->doubt();
    Random random(std::uint64_t(time.count()));
    for (milliseconds left = time; left > 0ms; left -= 2s) {
        m_world.operate(random);
        advance(std::min<milliseconds>(left, 2s));
    }
    setAway(false);
    advance(milliseconds(random.between(0, 1500)));
    hurry(-1);
}

void Play::setAway(bool isAway)
{
    m_net.isAway = isAway;
    if (m_wire)
        m_wire->setAway(isAway);
}

void Play::hurry(int kind)
{
    if (m_wire)
        m_wire->client().forgetConnections();
    for (int i = 0; i < int(m_clients.size()); ++i) {
        if (kind >= 0 && kind != i)
            continue;
        m_chronicle.mark(i, Mark::Kind::Hurry);
        m_clients[std::size_t(i)]->distrust();
    }
}

void Play::commitClient(const FaultPlan &fault)
{
    Random random(fault.seed ^ 5);
    if (fault.id == "K1") {
        const auto jump = std::chrono::hours(random.number(-48, 48));
        m_clock.setWall(m_clock.wallNow() + jump);
    } else if (fault.id == "K2") {
        m_clock.sleep(milliseconds(random.spread(30'000, 28'800'000)));
        if (random.oneIn(2))
            m_transport.breakStreams(-1, Deed::End::Silence); // the other side gave up long ago, and nobody told us
        operate(random.number(0, 10), random);
        hurry(-1);
    } else if (fault.id == "N15") {
        m_transport.breakStreams(-1, Deed::End::Silence);
        advance(milliseconds(random.between(0, 10'000)));
        hurry(-1);
    } else { // C20
        m_chronicle.mark(fault.kind, Mark::Kind::Hurry);
        m_clients[std::size_t(fault.kind)]->retryNow();
    }
}

} // namespace wk::sim
