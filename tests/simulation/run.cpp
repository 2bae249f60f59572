// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/run.h"

#include "tests/simulation/play.h"
#include "tests/simulation/wire/census.h"
#include "tests/support/soon.h"

#include <QDeadlineTimer>
#include <QThread>

#include <algorithm>
#include <set>

namespace wk::sim {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr auto UsualPatience = 40s;
constexpr auto HeldPatience = 700s; ///< a watch without bookmarks is given up after 630 s of silence
constexpr auto SettleTime = 1000s;

Wire::Dress dressOf(const Plan &plan)
{
    if (plan.seed % 5 != 0)
        return Wire::Dress::Plain;
    return plan.seed % 10 == 0 ? Wire::Dress::Gzip : Wire::Dress::Tls;
}

} // namespace

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
    if (options.way == Way::Net)
        m_wire = std::make_unique<Wire>(m_transport, m_clock, dressOf(plan), plan.seed ^ 6);
    Transport &transport = m_wire ? m_wire->client() : m_transport;
    m_world.onChange([this](const std::string &resource) { m_transport.wake(resource); });
    m_world.fill(m_random);
    for (int kind = 0; kind < int(plan.kinds.size()); ++kind) {
        Client::Setup setup{m_world, transport,       m_clock,        m_chronicle,    m_net.style,
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

/// Over a real wire one alarm at a time, and the next when all that it brought has come through.
void Play::advance(milliseconds by)
{
    if (m_wire) {
        m_wire->settle();
        for (milliseconds next; (next = m_clock.untilNext()) >= 0ms && next <= by; by -= next) {
            m_clock.advance(next);
            m_wire->settle();
        }
    }
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
    if (isSettled())
        (m_held > 0 || m_hasToWait ? m_waited : m_convergence).push_back((m_clock.now() - healthy).count());
}

void Play::operate(int count, Random &random)
{
    for (int i = 0; i < count; ++i) {
        m_world.operate(random);
        if (random.oneIn(3))
            advance(milliseconds(random.between(0, 40)));
    }
}

void Play::play(const FaultPlan &fault)
{
    Random random(fault.seed);
    const FaultClass &kind = possible(fault, *faultClass(fault.id));
    if (!fault.inRecovery) {
        settle(m_held > 0 ? m_held * HeldPatience : UsualPatience);
        if (m_held > 0 && m_desk.isQuiet() && !isSettled())
            settle(m_held * HeldPatience); // the last fault waited long for its chance
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
    result.waited = m_waited;
    for (int kind = 0; kind < int(m_clients.size()); ++kind) {
        Client &client = *m_clients[std::size_t(kind)];
        client.look();
        KindHistory &history = m_chronicle.history(kind);
        history.store = client.store();
        client.replay();
        client.stop();
        advance(0ms);
        history.callsLeft = m_transport.running(kind);
        const KindHistory &model = m_world.history(kind);
        history.name = model.name;
        history.before = model.before;
        history.log = model.log;
        history.names = model.names;
        history.model = m_world.selected(kind);
        history.end = m_world.revision();
    }
    result.history.left = takeDown();
    for (int kind = 0; kind < m_world.kindCount(); ++kind)
        result.history.kinds.push_back(std::move(m_chronicle.history(kind)));
    for (std::size_t i = 0; i < m_plan.faults.size(); ++i)
        result.history.faults.push_back({m_desk.fault(m_tickets[i]).id, m_desk.hasFired(m_tickets[i])});
}

/// What goes on in Qt's threads, over a real wire, is over later: runOverSockets() waits for it.
Leftovers Play::takeDown()
{
    m_world.operate(m_random);
    advance(700s);
    Leftovers left;
    left.alarms = int(m_clock.alarmCount());
    std::set<wk::ObjectPtr> objects;
    for (const auto &client : m_clients) {
        const auto held = client->objects();
        objects.insert(held.begin(), held.end());
    }
    m_clients.clear();
    advance(0ms);
    left.exchanges = m_transport.exchanges();
    left.objects =
        int(std::count_if(objects.begin(), objects.end(), [](const auto &one) { return one.useCount() > 1; }));
    if (!m_wire) {
        const Census now = Census::now();
        left.threads = now.threads - m_before.threads;
        left.qObjects = now.qObjects - m_before.qObjects;
        // One that was joined is listed until the kernel has let go of it.
        for (const QDeadlineTimer end(1s); left.threads > 0 && !end.hasExpired(); QThread::msleep(1))
            left.threads = Census::now().threads - m_before.threads;
    }
    return left;
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
    if (m_wire && !m_wire->trouble().empty())
        result.violations.push_back({"NET", {}, m_wire->trouble()});
    if (m_wire && m_wire->strays() > 0)
        result.violations.push_back({"V12", {}, "a request that was no GET of ours"});
    if (!m_hasConverged)
        result.violations.push_back({"V1", {}, "not converged within the time"});
    return result;
}

namespace {

/// Whether a run over sockets has left anything open: sockets, and threads of Qt's, which end in their own time.
Violations left(const Census &before)
{
    if (soon([&before] { return Census::now().holdsNoMoreThan(before); }, 10s))
        return {};
    return {{"V14", {}, "the process held " + before.words() + " before the run, and holds " + Census::now().words()}};
}

RunResult runOverSockets(const Plan &plan, const RunOptions &options)
{
    // What Qt and OpenSSL keep for good they open with their first connection.
    static const bool isWarm = [&] {
        Plan first = plan;
        first.seed = 5; // over TLS
        first.faults.clear();
        return Play(first, {.way = Way::Net}).result().hasConverged;
    }();
    const Census before = Census::now();
    RunResult result = Play(plan, options).result();
    Violations more = left(before);
    if (!isWarm)
        more.push_back({"NET", {}, "a run without faults does not converge"});
    result.violations.insert(result.violations.end(), more.begin(), more.end());
    return result;
}

} // namespace

RunResult run(const Plan &plan, const RunOptions &options)
{
    return options.way == Way::Net ? runOverSockets(plan, options) : Play(plan, options).result();
}

int seedsUntilCaught(const MutantClass &mutant, std::uint64_t first, int most)
{
    constexpr PlanSize Size{.leastFaults = 20, .mostFaults = 60, .mostObjects = 60, .mostOps = 8};
    for (int i = 0; i < most; ++i) {
        const Plan plan = drawPlan(first + std::uint64_t(i), Size);
        if (!run(plan, {.mutant = &mutant, .records = true}).violations.empty())
            return i + 1;
    }
    return 0;
}

} // namespace wk::sim
