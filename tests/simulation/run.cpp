// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/run.h"

#include "tests/simulation/client.h"
#include "tests/simulation/simtransport.h"
#include "tests/support/manualclock.h"

#include <algorithm>

namespace wk::sim {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr auto UsualPatience = 40s;
constexpr auto HeldPatience = 700s; ///< a watch without bookmarks is given up after 630 s of silence
constexpr auto SettleTime = 1000s;
constexpr std::int64_t NotYet = -1;

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
    void awayFor(milliseconds time);
    /// Provokes what is armed and has not struck: what it waited for came another way.
    void nudge();
    void operate(int count, Random &random);
    /// Until all have caught up and the desk is quiet, or the time is over.
    void settle(milliseconds limit);
    bool isSettled() const;
    void advance(milliseconds by);
    void hurry(int kind);
    void settleForGood();
    void collect(RunResult &result);

    const Plan &m_plan;
    ManualClock m_clock;
    World m_world;
    FaultDesk m_desk;
    Chronicle m_chronicle;
    SimNet m_net;
    SimTransport m_transport;
    std::vector<std::unique_ptr<Client>> m_clients;
    std::vector<FaultDesk::Ticket> m_tickets;
    std::vector<std::int64_t> m_convergence;
    Random m_random;
    bool m_hasConverged = true;
    int m_held = 0;           ///< faults since it had settled that the client needs minutes to get over, each
    bool m_hasToWait = false; ///< the contract bids it wait
};

Play::Play(const Plan &plan, const RunOptions &options)
    : m_plan(plan)
    , m_world(plan, m_clock)
    , m_chronicle(m_clock, int(plan.kinds.size()))
    , m_net{m_world,
            m_desk,
            m_chronicle,
            m_clock,
            VersionStyle(plan.style, plan.seed & 0xffff),
            Random(plan.seed ^ 1),
            false,
            std::vector<SimNet::Kind>(plan.kinds.size())}
    , m_transport(m_net)
    , m_random(plan.seed ^ 2)
{
    m_world.onChange([this](const std::string &resource) { m_transport.wake(resource); });
    m_world.fill(m_random);
    for (int kind = 0; kind < int(plan.kinds.size()); ++kind) {
        Client::Setup setup{m_world, m_transport,     m_clock,        m_chronicle,    m_net.style,
                            kind,    m_random.next(), options.mutant, options.records};
        m_clients.push_back(std::make_unique<Client>(setup));
    }
}

void Play::begin()
{
    for (const auto &client : m_clients)
        client->start();
    settle(UsualPatience);
}

void Play::advance(milliseconds by)
{
    m_clock.advance(by);
}

bool Play::isSettled() const
{
    return m_desk.isQuiet() &&
           std::all_of(m_clients.begin(), m_clients.end(), [](const auto &client) { return client->hasCaughtUp(); });
}

void Play::settle(milliseconds limit)
{
    const Instant begin = m_clock.now();
    Instant healthy = begin;
    while (!isSettled() && m_clock.now() - begin < limit) {
        if (!m_desk.isQuiet())
            healthy = m_clock.now();
        const milliseconds next = m_clock.untilNext();
        advance(std::clamp(next, 1ms, milliseconds(1s)));
    }
    if (isSettled() && m_held == 0 && !m_hasToWait)
        m_convergence.push_back((m_clock.now() - healthy).count());
}

void Play::operate(int count, Random &random)
{
    for (int i = 0; i < count; ++i) {
        m_world.operate(random);
        if (random.oneIn(3))
            advance(milliseconds(random.between(0, 40)));
    }
}

const FaultClass &Play::possible(const FaultPlan &fault, const FaultClass &kind) const
{
    const auto place = std::size_t(fault.kind);
    const bool hasPages = !m_plan.kinds[place].streams;
    const bool isPossible =
        kind.place == Place::Page ? hasPages : kind.place != Place::Initial || m_net.kinds[place].streams;
    return isPossible ? kind : *faultClass("N7.list");
}

void Play::play(const FaultPlan &fault)
{
    Random random(fault.seed);
    const FaultClass &kind = possible(fault, *faultClass(fault.id));
    if (!fault.inRecovery) {
        settle(m_held > 0 ? m_held * HeldPatience : UsualPatience);
        // What takes longest is over now; an unhurried client that is not back never will be.
        m_hasConverged = m_hasConverged && (m_held == 0 || !m_desk.isQuiet() || isSettled());
        if (!m_desk.isQuiet())
            nudge();
        m_held = 0;
        m_hasToWait = false;
    }
    m_held += kind.isHeld;
    m_hasToWait = m_hasToWait || kind.makesWait;
    advance(milliseconds(fault.pause));
    operate(fault.opsBefore, random);
    const FaultDesk::Ticket ticket = m_desk.arm(kind, fault.kind, random.next());
    m_tickets.push_back(ticket);
    commit(fault, kind, ticket);
    operate(fault.opsAfter, random);
    if (fault.compacts)
        m_world.compact();
    m_clients[std::size_t(fault.kind)]->look();
    if (random.oneIn(4))
        m_clients[random.between(0, m_clients.size() - 1)]->audit();
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
        for (int left = random.number(100, 1000); left > 0; --left)
            m_world.operate(kind, random);
    } else if (fault.id == "C16") {
        m_world.restore();
    } else if (fault.id == "H4") {
        m_net.kinds[std::size_t(kind)].refusesTables = true;
        m_transport.breakStreams(kind, Deed::End::InOrder);
    }
    m_desk.strike(ticket);
}

/// The session's probe knocks after 1 s and then every 2 s; once it is answered no stream is trusted and none waits.
void Play::awayFor(milliseconds time)
{
    m_transport.breakStreams(-1, Deed::End::Lost);
    m_net.isAway = true;
    Random random(std::uint64_t(time.count()));
    for (milliseconds left = time; left > 0ms; left -= 2s) {
        m_world.operate(random);
        advance(std::min<milliseconds>(left, 2s));
    }
    m_net.isAway = false;
    advance(milliseconds(random.between(0, 2000)));
    hurry(-1);
}

void Play::hurry(int kind)
{
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

/// Nothing fails any more; one last write for each kind, and time until all have seen it.
void Play::settleForGood()
{
    settle(HeldPatience);
    for (int tries = 0; tries < 20 && !m_desk.isQuiet(); ++tries) {
        nudge();
        settle(UsualPatience);
    }
    for (int kind = 0; kind < int(m_clients.size()); ++kind)
        m_world.touch(kind, m_random);
    settle(SettleTime);
    m_hasConverged = m_hasConverged && isSettled();
    m_desk.clear();
}

void Play::collect(RunResult &result)
{
    result.logEvents = m_world.written();
    result.convergence = m_convergence;
    result.hasConverged = m_hasConverged;
    for (int kind = 0; kind < int(m_clients.size()); ++kind) {
        Client &client = *m_clients[std::size_t(kind)];
        client.look();
        KindHistory &history = m_chronicle.history(kind);
        history.store = client.store();
        client.replay();
        client.stop();
        history.leakedCalls = m_transport.running(kind);
        const KindHistory &model = m_world.history(kind);
        history.name = model.name;
        history.before = model.before;
        history.log = model.log;
        history.names = model.names;
        history.model = m_world.selected(kind);
        history.end = m_world.revision();
    }
    m_world.operate(m_random);
    advance(700s);
    for (int kind = 0; kind < int(m_clients.size()); ++kind)
        result.history.kinds.push_back(std::move(m_chronicle.history(kind)));
    result.history.kinds.front().leakedAlarms = m_clock.isIdle() ? 0 : 1;
    for (std::size_t i = 0; i < m_plan.faults.size(); ++i)
        result.history.faults.push_back({m_desk.fault(m_tickets[i]).id, m_desk.hasFired(m_tickets[i])});
}

RunResult Play::result()
{
    begin();
    int count = 0;
    for (const FaultPlan &fault : m_plan.faults) {
        if (++count % 9 == 0)
            m_world.takeSnapshot();
        play(fault);
    }
    settleForGood();
    RunResult result;
    collect(result);
    result.violations = violations(result.history);
    if (!m_hasConverged)
        result.violations.push_back({"V1", {}, "not converged within the time"});
    return result;
}

} // namespace

RunResult run(const Plan &plan, const RunOptions &options)
{
    return Play(plan, options).result();
}

int seedsUntilCaught(const MutantClass &mutant, std::uint64_t first, int most)
{
    constexpr PlanSize Size{.leastFaults = 20, .mostFaults = 60, .mostObjects = 60, .mostOps = 8};
    for (int i = 0; i < most; ++i) {
        const Plan plan = drawPlan(first + std::uint64_t(i), Size);
        if (!run(plan, {.mutant = &mutant, .records = false}).violations.empty())
            return i + 1;
    }
    return 0;
}

} // namespace wk::sim
