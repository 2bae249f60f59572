// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/returns.h"

#include "core/apiserver/apiserver.h"
#include "core/apiserver/failpoints.h"
#include "core/apiserver/objectmaker.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/storage.h"
#include "core/session/clustersession.h"
#include "tests/simulation/random.h"
#include "tests/support/entryledger.h"
#include "tests/support/steadyport.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>

namespace wk::sim {

namespace {

using namespace std::chrono_literals;

constexpr std::array Kinds{"configmaps", "pods", "services", "serviceaccounts"};
constexpr int ObjectsOfAKind = 20;
constexpr auto Patience = 60s; ///< for one station, from its first step to its last

/// What a load balancer does whose server is away.
class Ills : public apiserver::Failpoints
{
public:
    std::atomic<bool> resets = false;
    std::atomic<bool> errs = false;

    apiserver::Deed accepted() override
    {
        return resets ? apiserver::Deed{.then = apiserver::Deed::Then::Reset} : apiserver::Deed{};
    }
    apiserver::Deed asked(const apiserver::Request &) override
    {
        apiserver::Deed deed;
        if (errs)
            deed.instead =
                "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbusy";
        return deed;
    }
};

/// One server, one session, one outage.
class Station : public QObject
{
public:
    Station(Outage outage, std::uint64_t seed, std::function<void()> done);

    void start();
    Return result() const { return m_result; }

private:
    enum class Phase { Starting, Calm, Away, Returning, Done };
    struct Watch {
        const char *kind = nullptr;
        Versions held;
        bool isLive = false;
    };

    void openWatches();
    void heard(const Batch &batch);
    void add(Versions &held, const Entry &entry);
    bool isEqual();
    void check();
    void goAway();
    void comeBack();
    void write(const char *kind, const std::string &name);
    std::chrono::milliseconds drawn(int least, int most)
    {
        return std::chrono::milliseconds(m_random.number(least, most));
    }

    Random m_random;
    std::function<void()> m_done;
    Return m_result;
    SystemClock m_clock;
    Ills m_ills;
    ApiServer m_server;
    std::unique_ptr<ClusterSession> m_session;
    std::map<WatchId, Watch> m_watches;
    Phase m_phase = Phase::Starting;
    QElapsedTimer m_since; ///< the server's return
};

ApiServer::Options options(Ills &ills)
{
    ApiServer::Options options;
    options.port = steadyPort();
    options.readToken = Secret("t0ken");
    options.failpoints = &ills;
    return options;
}

Station::Station(Outage outage, std::uint64_t seed, std::function<void()> done)
    : m_random(seed)
    , m_done(std::move(done))
    , m_server(options(m_ills), m_clock)
{
    m_result.outage = outage;
    for (const char *kind : Kinds) {
        for (int i = 0; i < ObjectsOfAKind; ++i)
            write(kind, "o" + std::to_string(i));
    }
}

void Station::start()
{
    const auto endpoint = m_server.start();
    if (!endpoint)
        return m_done();
    ClusterAccess access;
    access.server = QUrl(QString::fromStdString(endpoint->url));
    access.signIn = Secret("t0ken");
    m_session = std::make_unique<ClusterSession>(std::move(access));
    connect(m_session.get(), &ClusterSession::resourcesChanged, this, &Station::openWatches);
    connect(m_session.get(), &ClusterSession::batchReady, this, &Station::heard);
    m_session->start();
}

void Station::openWatches()
{
    if (!m_watches.empty())
        return;
    for (const ResourceInfo &resource : m_session->resources()) {
        const auto kind = std::find(Kinds.begin(), Kinds.end(), resource.gvr.resource);
        if (resource.gvr.group.empty() && kind != Kinds.end())
            m_watches[m_session->open(WatchScope{resource, {}, {}, {}})].kind = *kind;
    }
}

void Station::write(const char *kind, const std::string &name)
{
    const auto type = m_server.types().find("", "v1", kind);
    const auto held = m_server.storage().get(kind, "web/" + name);
    apiserver::Json document;
    document["metadata"] = {{"name", name}, {"namespace", "web"}, {"uid", held ? held->uid : name + "-" + kind}};
    const auto object = apiserver::makeObject(*type, document);
    if (held)
        m_server.storage().update(kind, object, 0);
    else
        m_server.storage().create(kind, object);
}

void Station::add(Versions &held, const Entry &entry)
{
    if (entry.type == EntryType::List)
        held.clear();
    for (const ObjectPtr &object : entry.objects ? *entry.objects : std::vector<ObjectPtr>())
        held[object->name] = object->version.text();
    if (entry.type == EntryType::Deleted)
        held.erase(entry.object->name);
    else if (entry.object)
        held[entry.object->name] = entry.object->version.text();
}

void Station::heard(const Batch &batch)
{
    for (const EntryPtr &entry : batch.entries)
        add(m_watches[entry->watch].held, *entry);
    for (const WatchStatus &status : batch.statuses)
        m_watches[status.watch].isLive = status.state == WatchState::Live && !status.staleSince;
    check();
}

bool Station::isEqual()
{
    for (const auto &[id, watch] : m_watches) {
        if (!watch.isLive || !watch.kind)
            return false;
        Versions served;
        for (const auto &object : m_server.storage().list(watch.kind).objects)
            served[object->name] = std::to_string(object->revision);
        if (served != watch.held)
            return false;
    }
    return m_watches.size() == Kinds.size();
}

void Station::check()
{
    const bool isWaiting = m_phase == Phase::Starting || m_phase == Phase::Returning;
    if (!isWaiting || !isEqual())
        return;
    if (m_phase == Phase::Starting) {
        m_phase = Phase::Calm;
        QTimer::singleShot(drawn(0, 2000), this, &Station::goAway);
        return;
    }
    m_phase = Phase::Done;
    m_result.ms = m_since.elapsed();
    m_result.isDone = true;
    m_done();
}

void Station::goAway()
{
    m_phase = Phase::Away;
    m_ills.resets = m_result.outage == Outage::Reset;
    m_ills.errs = m_result.outage == Outage::Errors;
    m_server.stop();
    if (m_result.outage != Outage::Refused && !m_server.start())
        return m_done();
    for (const char *kind : Kinds)
        write(kind, "o" + std::to_string(m_random.number(0, ObjectsOfAKind - 1)));
    QTimer::singleShot(drawn(500, 5000), this, &Station::comeBack);
}

void Station::comeBack()
{
    m_phase = Phase::Returning;
    m_ills.resets = m_ills.errs = false;
    if (m_result.outage == Outage::Refused && !m_server.start())
        return m_done();
    m_since.start();
    for (const char *kind : Kinds)
        write(kind, "tombstone");
}

} // namespace

const char *outageName(Outage outage)
{
    switch (outage) {
    case Outage::Refused: return "refused";
    case Outage::Reset: return "reset";
    case Outage::Errors: return "errors";
    }
    return "";
}

std::vector<Return> measureReturns(int count, std::uint64_t seed)
{
    QEventLoop loop;
    QTimer::singleShot(Patience, &loop, &QEventLoop::quit);
    int left = count;
    std::vector<std::unique_ptr<Station>> stations;
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        stations.push_back(std::make_unique<Station>(Outages[std::size_t(i) % std::size(Outages)], random.next(), [&] {
            if (--left == 0)
                loop.quit();
        }));
        QTimer::singleShot(0, stations.back().get(), &Station::start);
    }
    if (left > 0)
        loop.exec();
    std::vector<Return> returns;
    for (const auto &station : stations)
        returns.push_back(station->result());
    return returns;
}

std::int64_t percentile(const std::vector<Return> &returns, double share)
{
    std::vector<std::int64_t> times;
    for (const Return &one : returns) {
        if (one.isDone)
            times.push_back(one.ms);
    }
    std::sort(times.begin(), times.end());
    return times.empty() ? 0 : times[std::min(times.size() - 1, std::size_t(double(times.size()) * share))];
}

} // namespace wk::sim
