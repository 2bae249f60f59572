// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/handover.h"
#include "core/history/revisionbodies.h"
#include "core/informer/mailbox.h"
#include "core/informer/sharedinformer.h"
#include "core/session/auditor.h"
#include "core/session/backend.h"
#include "core/session/clustersession.h"
#include "core/session/discoverypace.h"
#include "core/session/healthprobe.h"
#include "core/session/identityquery.h"
#include "core/session/listfetch.h"
#include "core/session/objectcount.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <variant>

namespace wk {

/// What a worker tells its session besides entries.
struct SessionNews {
    SessionState state = SessionState::Idle;
    Error error;                              ///< meaningful unless connected
    std::shared_ptr<const ServerFacts> facts; ///< set when discovery has (again) succeeded
    ClusterId cluster{};                      ///< set with them, where there is a history
};
struct NotesNews {
    ServerNotes notes;
};
struct CountNews {
    WatchScope scope;
    Result<std::int64_t> count;
};
struct FetchNews {
    WatchId fetch = 0;
    Result<FullList> list;
};
struct AuditNews {
    WatchId watch = 0;
    Result<AuditReport> report;
};
struct AuditProgress {
    WatchId watch = 0;
    std::uint64_t listed = 0;
};
using SessionLetter = std::variant<SessionNews, NotesNews, CountNews, FetchNews, AuditNews, AuditProgress, PluginNews>;

/// The post between a session and its worker. Any thread.
struct SessionPost {
    Mailbox entries;
    Handover<SessionLetter> letters;
    Handover<std::function<void()>> orders; ///< what the worker is to do, in its own thread
    std::function<void()> ring;             ///< wakes the session; any thread
};

/// The part of a ClusterSession that lives in its thread: backend, informers, probe, and the bodies of what they bring.
class SessionWorker : public QObject
{
    Q_OBJECT

public:
    /// `provisional` names the cluster while it is not known which it is, and the history does not say.
    SessionWorker(BackendFactory makeBackend, SessionPost &post, const SessionHistory &history = {},
                  ClusterId provisional = {}, std::unique_ptr<Clock> clock = std::make_unique<SystemClock>());
    ~SessionWorker() override;

    /// Runs the orders that have come. Worker thread, as all that follows.
    void drainOrders();
    void start();
    void renew(const ClusterAccess &access);
    void retryNow();
    void retryWatch(WatchId watch);
    void open(WatchId watch, const WatchScope &scope);
    void close(WatchId watch);
    /// Tells the state of a watch again; of all, when `watch` is 0.
    void tellAgain(WatchId watch);
    void fetch(WatchId fetch, const WatchScope &scope, const ListOptions &options);
    void count(const WatchScope &scope);
    void verify(WatchId watch);
    void cancelVerify(WatchId watch);
    void setBodyMemory(std::size_t bytes);
    void cancelPlugin()
    {
        if (m_backend)
            m_backend->cancelPlugin();
    }

private:
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope);
    RevisionBodies &bodies();
    void end(WatchId watch, SharedInformer &informer);
    void discover();
    void discoverIn(std::chrono::milliseconds pause);
    void discovered(Result<ServerFacts> facts);
    void know(ServerFacts facts);
    void sayConnected();
    const ClusterId &cluster();
    void discoveryFailed(const Error &error);
    void serverLost(const Error &error, WallTime answered);
    void serverFound(Instant since, std::optional<WallTime> asleepSince);
    void serverOvertook(Instant since);
    void serverRecovered();
    void reopen(const std::function<void(SharedInformer &)> &how);
    void noteStatus(const WatchStatus &status);
    void post(const std::vector<EntryPtr> &entries);
    void post(Arrivals arrivals);
    void post(SessionLetter letter);
    void postNotes();

    const std::unique_ptr<Clock> m_ownClock;
    Clock &m_clock;
    BackendFactory m_makeBackend;
    SessionPost &m_post;
    WatchSink *m_sink;
    const ClusterId m_provisional;
    ClusterId m_cluster; ///< as its watches are told of it; empty before the first of them, and until it is known
    const SessionHistory m_history;
    std::unique_ptr<RevisionBodies> m_bodies; ///< outlives the sources, which write them; null before the first of them
    std::optional<std::size_t> m_bodyMemory;
    std::unique_ptr<Backend> m_backend;
    std::optional<ClusterAccess> m_renewed;    ///< what m_makeBackend does not know of
    std::unique_ptr<IdentityQuery> m_identity; ///< once asked
    std::unique_ptr<HealthProbe> m_probe;
    Error m_lost; ///< why the server does not answer, while it does not
    ServerNotes m_notes;
    std::map<WatchId, std::unique_ptr<SharedInformer>> m_informers;
    std::set<WatchId> m_gone;           ///< those whose kind is not served
    std::unique_ptr<Auditor> m_auditor; ///< gone before what it audits
    std::uint64_t m_lastCount = 0;
    std::map<std::uint64_t, std::unique_ptr<ObjectCount>> m_counts;
    std::map<WatchId, std::unique_ptr<ListFetch>> m_fetches;
    Clock::Alarm m_nextDiscovery;
    DiscoveryPace m_pace;
    std::shared_ptr<const ServerFacts> m_facts;
    std::vector<Clock::Alarm> m_reopenings;
};

} // namespace wk
