// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sessionworker.h"

#include "core/informer/watchsink.h"
#include "core/resource/compare.h"

#include <QRandomGenerator>

namespace wk {

namespace {

using namespace std::chrono_literals;

using std::chrono::milliseconds;

constexpr milliseconds KindGonePause = 1s;
constexpr auto ReopenSpread = 1000; ///< ms over which streams are opened again (C22)

double anyNumber()
{
    return QRandomGenerator::global()->generateDouble();
}

/// What a server's own probe can tell more of.
bool isServersTrouble(const std::optional<Error> &error)
{
    constexpr std::array kinds{ErrorKind::Refused, ErrorKind::TimedOut, ErrorKind::ConnectionLost,
                               ErrorKind::ServerError, ErrorKind::NameNotFound};
    return error && std::ranges::find(kinds, error->kind) != kinds.end();
}

} // namespace

SessionWorker::SessionWorker(BackendFactory makeBackend, SessionPost &post, const SessionHistory &history,
                             ClusterId provisional, std::unique_ptr<Clock> clock)
    : m_ownClock(std::move(clock))
    , m_clock(*m_ownClock)
    , m_makeBackend(std::move(makeBackend))
    , m_post(post)
    , m_sink(history.sink)
    , m_provisional(history.cluster.isEmpty() ? std::move(provisional) : history.cluster)
    , m_cluster(history.cluster.isProvisional() ? history.cluster : ClusterId())
    , m_history(history)
{}

SessionWorker::~SessionWorker()
{
    for (const auto &[id, informer] : m_informers)
        end(id, *informer);
}

void SessionWorker::drainOrders()
{
    for (const auto &order : m_post.orders.take())
        order();
}

void SessionWorker::start()
{
    auto backend = m_makeBackend(m_clock);
    if (!backend) {
        post(SessionNews{SessionState::Failed, backend.error(), nullptr});
        return;
    }
    m_backend = std::move(backend).value();
    if (m_renewed)
        m_backend->renew(*m_renewed);
    m_backend->listenToPlugin([this](const PluginNews &news) { post(news); });
    m_probe = std::make_unique<HealthProbe>(
        *m_backend, m_clock,
        HealthProbe::Listener{[this](const Error &error, WallTime answered) { serverLost(error, answered); },
                              [this](Instant since, auto asleepSince) { serverFound(since, asleepSince); },
                              [this](Instant since) { serverOvertook(since); }, [this] { serverRecovered(); }});
    m_auditor = std::make_unique<Auditor>(*m_backend, m_clock, anyNumber,
                                          [this](WatchId watch, const Result<AuditReport> &report) {
                                              post(AuditNews{watch, report});
                                          });
    m_auditor->setProgress([this](WatchId watch, std::uint64_t listed) { post(AuditProgress{watch, listed}); });
    post(SessionNews{SessionState::Connecting, {}, nullptr});
    discover();
}

void SessionWorker::renew(const ClusterAccess &access)
{
    m_renewed = access;
    if (!m_backend)
        return;
    m_backend->renew(access);
    retryNow();
}

void SessionWorker::retryNow()
{
    if (!m_backend) {
        start();
        return;
    }
    m_backend->resumePlugin();
    m_pace = {};
    if (m_facts)
        m_probe->suspect();
    else
        m_backend->forgetConnections();
    if (!m_facts || m_facts->pendingGroups.empty())
        discover();
    for (const auto &[id, informer] : m_informers)
        informer->retryNow();
}

void SessionWorker::retryWatch(WatchId watch)
{
    if (!m_facts)
        return retryNow();
    m_backend->resumePlugin();
    if (const auto found = m_informers.find(watch); found != m_informers.end())
        found->second->retryNow();
}

void SessionWorker::discover()
{
    m_nextDiscovery.cancel();
    m_backend->discover([this](Result<ServerFacts> facts) { discovered(std::move(facts)); });
}

void SessionWorker::discovered(Result<ServerFacts> facts)
{
    if (facts)
        know(std::move(facts).value());
    else
        discoveryFailed(facts.error());
}

void SessionWorker::know(ServerFacts facts)
{
    const bool isFirst = !m_facts;
    if (!isFirst)
        keepSilentGroups(facts, *m_facts);
    m_facts = std::make_shared<const ServerFacts>(std::move(facts));
    if (isFirst)
        m_probe->start();
    if (m_facts->pendingGroups.empty()) // else there is more to come
        discoverIn(m_pace.behind(*m_facts, m_clock.now()));
    if (isFirst && m_sink && m_cluster.isEmpty())
        m_identity = std::make_unique<IdentityQuery>(*m_backend, m_clock, [this](std::optional<ClusterId> known) {
            if (known && m_cluster.isEmpty())
                m_cluster = *std::move(known);
            cluster();
            sayConnected();
        });
    else if (!m_sink || !m_cluster.isEmpty()) // else it will be told of these facts, too
        sayConnected();
}

void SessionWorker::sayConnected()
{
    post(SessionNews{SessionState::Connected, {}, m_facts, m_cluster});
    postNotes();
}

/// A name that watches have been told of stays: what is opened before it is known has the provisional one.
const ClusterId &SessionWorker::cluster()
{
    if (m_cluster.isEmpty())
        m_cluster = m_provisional;
    return m_cluster;
}

void SessionWorker::discoveryFailed(const Error &error)
{
    const bool isToLast = DiscoveryPace::isLasting(error.kind);
    if (!m_facts)
        post(SessionNews{isToLast ? SessionState::Failed : SessionState::Connecting, error, nullptr});
    discoverIn(m_pace.behind(error, m_facts != nullptr, m_clock.now()));
}

void SessionWorker::discoverIn(std::chrono::milliseconds pause)
{
    m_nextDiscovery = m_clock.after(pause, [this] { discover(); });
}

void SessionWorker::serverLost(const Error &error, WallTime answered)
{
    m_lost = error;
    post(SessionNews{SessionState::Connecting, error, nullptr});
    for (const auto &[id, informer] : m_informers)
        informer->setDoubt(error, answered);
}

void SessionWorker::serverFound(Instant since, std::optional<WallTime> asleepSince)
{
    m_backend->forgetConnections();
    post(SessionNews{SessionState::Connected, {}, nullptr});
    postNotes();
    reopen([=](SharedInformer &informer) { informer.distrust(since, asleepSince); });
}

void SessionWorker::serverOvertook(Instant since)
{
    for (const auto &[id, informer] : m_informers)
        informer->overtake(since);
}

/// Those that wait because it failed, or was not there, need not any longer, unless it said how long (C19).
void SessionWorker::serverRecovered()
{
    reopen([](SharedInformer &informer) {
        const WatchStatus status = informer.status();
        const bool isOver = status.state == WatchState::Waiting && isServersTrouble(status.error) &&
                            status.error->retryAfter.count() == 0;
        if (isOver)
            informer.retryNow();
    });
}

/// One after the other, so that a server that is hardly back is not overrun (C22).
void SessionWorker::reopen(const std::function<void(SharedInformer &)> &how)
{
    m_reopenings.clear();
    for (const auto &[id, informer] : m_informers) {
        const auto delay =
            std::chrono::milliseconds(int(anyNumber() * std::min<int>(ReopenSpread, 20 * int(m_informers.size()))));
        m_reopenings.push_back(m_clock.after(delay, [this, how, id = id] {
            if (const auto found = m_informers.find(id); found != m_informers.end())
                how(*found->second);
        }));
    }
}

void SessionWorker::open(WatchId watch, const WatchScope &scope)
{
    if (!m_backend)
        return;
    std::optional<HeldState> held;
    if (m_sink) {
        held = m_sink->held(watch);
        m_sink->opened(watch, cluster(), scope);
    }
    SharedInformer::Options options{anyNumber,
                                    describeChanges,
                                    [this](const WatchStatus &status) { noteStatus(status); },
                                    !scope.labelSelector.empty() || !scope.fieldSelector.empty(),
                                    [this](Arrivals arrivals) { post(std::move(arrivals)); },
                                    std::move(held)};
    auto informer = std::make_unique<SharedInformer>(watch, source(scope), m_clock, std::move(options));
    informer->addListener([this](const std::vector<EntryPtr> &entries) { post(entries); });
    if (m_probe->isLost())
        informer->startHeld(m_lost);
    else
        informer->start();
    m_auditor->add(watch, scope, *informer);
    m_informers.emplace(watch, std::move(informer));
}

void SessionWorker::close(WatchId watch)
{
    const auto found = m_informers.find(watch);
    if (found == m_informers.end())
        return;
    m_auditor->remove(watch);
    m_gone.erase(watch);
    end(watch, *found->second);
    m_informers.erase(found);
}

/// What the objects did is known until now, or until it broke.
void SessionWorker::end(WatchId watch, SharedInformer &informer)
{
    const WallTime known = informer.status().oldSince().value_or(m_clock.wallNow());
    informer.stop();
    if (m_sink)
        m_sink->closed(watch, known);
}

void SessionWorker::tellAgain(WatchId watch)
{
    for (const auto &[id, informer] : m_informers) {
        if (watch != 0 && watch != id)
            continue;
        noteStatus(informer->status());
        if (informer->hasSynced() && !m_sink) // which has it
            post({informer->stateEntry()});
    }
}

void SessionWorker::fetch(WatchId fetch, const WatchScope &scope, const ListOptions &options)
{
    if (!m_backend)
        return;
    const auto done = [this, fetch](Result<FullList> list) {
        postNotes(); // who ends with the answer has heard of them
        post(FetchNews{fetch, std::move(list)});
        m_fetches.erase(fetch);
    };
    m_fetches.emplace(fetch, std::make_unique<ListFetch>(source(scope), options, m_clock, done));
}

void SessionWorker::count(const WatchScope &scope)
{
    if (!m_backend)
        return;
    const std::uint64_t number = ++m_lastCount;
    const auto done = [this, number, scope](const ObjectCount::Count &count) {
        post(CountNews{scope, ObjectCount::known(count)});
        m_counts.erase(number);
    };
    m_counts.emplace(number, std::make_unique<ObjectCount>(m_backend->source(scope, nullptr), m_clock, done));
}

void SessionWorker::verify(WatchId watch)
{
    if (m_auditor)
        m_auditor->verify(watch);
}

void SessionWorker::cancelVerify(WatchId watch)
{
    if (m_auditor)
        m_auditor->cancel(watch);
}

std::unique_ptr<ListerWatcher> SessionWorker::source(const WatchScope &scope)
{
    return m_backend->source(scope, bodies().writer(scope.resource.gvr));
}

void SessionWorker::setBodyMemory(std::size_t bytes)
{
    m_bodyMemory = bytes;
    if (!m_bodies)
        return;
    m_bodies->setHeapBytes(bytes);
}

/// Those that the history has of an earlier run go on.
RevisionBodies &SessionWorker::bodies()
{
    if (m_bodies)
        return *m_bodies;
    m_bodies = m_history.earlierBodies ? m_history.earlierBodies(cluster()) : nullptr;
    if (!m_bodies)
        m_bodies = std::make_unique<RevisionBodies>();
    m_bodies->setAsked([this] {
        QMetaObject::invokeMethod(
            this, [this] { m_bodies->doAsked(); }, Qt::QueuedConnection);
    });
    if (m_bodyMemory)
        setBodyMemory(*m_bodyMemory);
    return *m_bodies;
}

void SessionWorker::noteStatus(const WatchStatus &status)
{
    if (m_post.entries.post(status))
        m_post.ring();
    if (m_sink)
        m_sink->broke(status.watch, status.oldSince());
    if (status.state == WatchState::Waiting && isServersTrouble(status.error))
        m_probe->suspect();
    const bool wasGone = m_gone.contains(status.watch);
    if (status.state == WatchState::KindGone)
        m_gone.insert(status.watch);
    else if (isCurrent(status.state))
        m_gone.erase(status.watch);
    if (m_facts && wasGone != m_gone.contains(status.watch)) // what is served has changed
        discoverIn(KindGonePause);
    postNotes();
}

void SessionWorker::post(const std::vector<EntryPtr> &entries)
{
    if (m_sink)
        m_sink->told(entries);
    else if (m_post.entries.post(entries))
        m_post.ring();
}

void SessionWorker::post(Arrivals arrivals)
{
    if (m_post.entries.post(std::move(arrivals)))
        m_post.ring();
}

void SessionWorker::post(SessionLetter letter)
{
    if (m_post.letters.post(std::move(letter)))
        m_post.ring();
}

void SessionWorker::postNotes()
{
    ServerNotes notes = m_backend->notes();
    if (notes == m_notes)
        return;
    m_notes = notes;
    post(NotesNews{std::move(notes)});
}

} // namespace wk
