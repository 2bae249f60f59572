// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdplay.h"

#include "tests/contract/etcdrun.h"
#include "tests/support/soon.h"

#include <QElapsedTimer>

#include <algorithm>
#include <numeric>
#include <set>

namespace wk::etcdruns {

namespace {

using namespace std::chrono_literals;

/// One range of keys, and two: what Kubernetes keeps of Secrets is left out of the whole.
std::vector<std::string> kindsWatched()
{
    return {"/app/", ""};
}

EtcdAccess accessOver(const std::vector<std::unique_ptr<EtcdWay>> &ways)
{
    EtcdAccess access;
    for (const auto &way : ways)
        access.endpoints.push_back(way->url());
    return access;
}

std::string drawnKey(sim::Random &random)
{
    const std::string number = std::to_string(random.number(0, 9));
    switch (random.number(0, 9)) {
    case 0: return "/registry/secrets/ns/s" + number;
    case 1: return "/registry/pods/ns/p" + number;
    case 2:
    case 3: return "/zoo/z" + number;
    default: return "/app/k" + number;
    }
}

} // namespace

EtcdPlay::EtcdPlay(const EtcdPlan &plan, const sim::MutantClass *mutant, std::chrono::milliseconds patience)
    : m_plan(plan)
    , m_patience(patience)
    , m_random(plan.seed ^ 2)
    , m_members(plan.members)
    , m_log(kindsWatched())
    , m_writer(m_members, m_log)
    , m_chronicle(m_clock, m_log.kinds())
    , m_nobody(makeCredentialSource({}, m_clock, {}))
{
    for (int member = 0; member < m_members.count(); ++member)
        m_ways.push_back(std::make_unique<EtcdWay>(m_members.port(member)));
    m_transport = std::make_unique<EtcdTransport>(accessOver(m_ways), m_clock, *m_nobody);
    for (int kind = 0; kind < m_log.kinds(); ++kind)
        m_clients.push_back(std::make_unique<EtcdClient>(
            EtcdClient::Setup{*m_transport, m_clock, m_chronicle, m_log, kind, m_random.next(), mutant}));
}

EtcdPlay::~EtcdPlay() = default;

bool EtcdPlay::fail(const std::string &why)
{
    if (m_trouble.empty()) {
        m_trouble = why;
        for (const auto &client : m_clients)
            m_trouble += "; " + client->status();
        for (int member = 0; member < m_members.count(); ++member)
            m_trouble += "; " + m_members.status(member) + ", " +
                         std::to_string(m_ways[std::size_t(member)]->watches()) + " watches";
    }
    return false;
}

std::vector<EtcdOp> EtcdPlay::someOps(sim::Random &random)
{
    std::vector<EtcdOp> ops;
    std::set<std::string> keys;
    for (int i = random.oneIn(3) ? random.number(2, 5) : 1; i > 0; --i) {
        const std::string key = drawnKey(random);
        if (!keys.insert(key).second)
            continue;
        if (m_log.holds(key) && random.oneIn(4)) {
            ops.push_back({key, {}});
            continue;
        }
        const std::string pad(random.oneIn(20) ? random.between(0, 150'000) : random.between(0, 100), 'x');
        std::string value = "v" + std::to_string(++m_values) + pad;
        if (random.oneIn(3))
            value = "{\"n\":\"" + value + "\"}";
        else if (random.oneIn(5))
            value += '\x01';
        ops.push_back({key, value});
    }
    return ops;
}

bool EtcdPlay::write(int count, sim::Random &random)
{
    for (int i = 0; i < count; ++i) {
        if (!m_writer.settle() || !m_writer.write(someOps(random)))
            return fail("nobody takes what is written");
    }
    return true;
}

/// Something that every client has to hear.
bool EtcdPlay::writeToAll(sim::Random &random)
{
    const std::string value = "v" + std::to_string(++m_values);
    std::vector<EtcdOp> ops{{"/app/k" + std::to_string(random.number(0, 9)), value}, {"/zoo/all", value}};
    return m_writer.write(std::move(ops)) || fail("nobody takes what is written");
}

bool EtcdPlay::settle()
{
    QElapsedTimer since;
    since.start();
    const auto isSettled = [this] {
        return std::all_of(m_clients.begin(), m_clients.end(),
                           [](const auto &client) { return client->hasCaughtUp(); });
    };
    if (!m_writer.settle())
        return fail("nobody says what became of a write");
    if (!soon(isSettled, m_patience))
        return fail("the clients do not catch up with " + std::to_string(m_log.revision()));
    m_convergence.push_back(since.elapsed());
    return true;
}

bool EtcdPlay::fill(int keys)
{
    constexpr int Together = 25;
    for (int key = 0; key < keys;) {
        std::vector<EtcdOp> ops;
        for (int i = 0; i < Together && key < keys; ++i, ++key)
            ops.push_back({(key % 3 == 0 ? "/zoo/filled/" : "/app/filled/") + std::to_string(key), "filled"});
        if (!m_writer.write(ops))
            return fail("nobody takes what is written");
    }
    return true;
}

bool EtcdPlay::begin()
{
    if (!m_members.start())
        return fail("etcd does not start");
    if (!fill(m_plan.keys) || !write(20, m_random) || !writeToAll(m_random))
        return false;
    for (const auto &client : m_clients)
        client->start();
    return settle();
}

bool EtcdPlay::play(const FaultPlan &fault)
{
    sim::Random random(fault.seed);
    if (!fault.inRecovery && !settle())
        return false;
    if (!write(fault.writesBefore, random))
        return false;
    m_struck.push_back({nameOf(fault.fault), strike(fault.fault, random)});
    if (!m_trouble.empty() || !write(fault.writesAfter, random))
        return false;
    for (const auto &client : m_clients)
        client->look();
    return true;
}

void EtcdPlay::cutAll()
{
    for (const auto &way : m_ways)
        way->cut();
}

void EtcdPlay::mendAll(sim::Random &random)
{
    for (const auto &way : m_ways) {
        if (random.oneIn(4))
            way->cutAfter(qint64(random.spread(1, m_plan.keys > 0 ? 200'000 : 6000)), random.oneIn(2));
        way->mend();
    }
}

/// Nothing is on its way to the clients any more.
bool EtcdPlay::areGone() const
{
    return soon(
        [this] {
            return std::all_of(m_ways.begin(), m_ways.end(), [](const auto &way) { return way->links() == 0; }) &&
                   std::all_of(m_clients.begin(), m_clients.end(),
                               [](const auto &client) { return client->isWaiting(); });
        },
        10s);
}

int EtcdPlay::sent() const
{
    return std::accumulate(m_clients.begin(), m_clients.end(), 0,
                           [](int sum, const auto &client) { return sum + client->asked().sent; });
}

bool EtcdPlay::isGivenUp(int since, std::chrono::milliseconds limit)
{
    return soon([this, since] { return sent() > since; }, limit);
}

bool EtcdPlay::isWatched() const
{
    return soon([this] { return m_ways[std::size_t(atMember())]->watches() > 0; }, 10s);
}

int EtcdPlay::atMember() const
{
    const auto most = std::max_element(m_ways.begin(), m_ways.end(),
                                       [](const auto &a, const auto &b) { return a->watches() < b->watches(); });
    return int(most - m_ways.begin());
}

bool EtcdPlay::compact(std::int64_t revision)
{
    for (int tries = 0; tries < 20; ++tries) {
        if (m_members.ask(tries % m_members.count(), QStringLiteral("/v3/kv/compaction"),
                          {{QStringLiteral("revision"), qint64(revision)}, {QStringLiteral("physical"), true}}))
            return true;
        EtcdMembers::pause();
    }
    return fail("etcd does not compact");
}

int EtcdPlay::markCompacted(std::int64_t revision, sim::Mark::Kind due)
{
    int gone = 0;
    for (std::size_t kind = 0; kind < m_clients.size(); ++kind) {
        const std::int64_t next = m_clients[kind]->version() + 1;
        if (next < revision)
            m_chronicle.mark(int(kind), due);
        else if (next == revision) // where its revision has come in part, it goes on from that one
            m_chronicle.mark(int(kind), sim::Mark::Kind::Cause);
        gone += next < revision;
    }
    return gone;
}

sim::RunResult EtcdPlay::result()
{
    bool goesOn = begin();
    for (std::size_t i = 0; goesOn && i < m_plan.faults.size(); ++i)
        goesOn = play(m_plan.faults[i]);
    for (const char *key : {"/app/tombstone", "/zoo/tombstone"})
        goesOn = goesOn && settle() && m_writer.write(std::vector<EtcdOp>(1, EtcdOp{key, "t"}));
    goesOn = goesOn && settle();
    sim::RunResult result;
    collect(result);
    result.violations = sim::violations(result.history);
    result.hasConverged = goesOn;
    if (m_wrong > 0)
        result.violations.push_back({"V12", {}, "a request that is none of a client's"});
    if (!goesOn)
        result.violations.push_back({"V1", {}, "the run did not come to its end: " + m_trouble});
    return result;
}

void EtcdPlay::collect(sim::RunResult &result)
{
    result.logEvents = m_log.changes();
    result.convergence = m_convergence;
    for (int kind = 0; kind < m_log.kinds(); ++kind) {
        EtcdClient &client = *m_clients[std::size_t(kind)];
        client.look();
        sim::KindHistory &history = m_chronicle.history(kind);
        m_log.fill(kind, history);
        client.finish();
        client.stop();
        history.callsLeft = client.asked().calls;
    }
    m_writer.write({{"/app/late", "t"}});
    EtcdMembers::pause(50ms);
    std::set<ObjectPtr> objects;
    for (const auto &client : m_clients) {
        const auto held = client->objects();
        objects.insert(held.begin(), held.end());
        m_wrong += client->asked().wrong;
    }
    m_clients.clear();
    m_transport.reset();
    EtcdMembers::pause(0ms);
    result.history.left.alarms = m_clock.alarms();
    result.history.left.objects =
        int(std::count_if(objects.begin(), objects.end(), [](const auto &one) { return one.useCount() > 1; }));
    for (int kind = 0; kind < m_log.kinds(); ++kind)
        result.history.kinds.push_back(std::move(m_chronicle.history(kind)));
    result.history.faults = m_struck;
    for (std::size_t i = m_struck.size(); i < m_plan.faults.size(); ++i)
        result.history.faults.push_back({nameOf(m_plan.faults[i].fault), false});
}

sim::RunResult run(const EtcdPlan &plan, const sim::MutantClass *mutant, std::chrono::milliseconds patience)
{
    return EtcdPlay(plan, mutant, patience).result();
}

} // namespace wk::etcdruns
