// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/clustersession.h"

#include "core/base/giveway.h"
#include "core/informer/watchsink.h"
#include "core/session/kubebackend.h"
#include "core/session/sessionworker.h"

#include <QElapsedTimer>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <latch>

namespace wk {

namespace {

/// A frame: as often as the window is told of anything. Any faster no eye follows (facts: 33 ms cost the same as 16).
constexpr int FrameMs = 33;

} // namespace

struct ClusterSession::Private {
    struct OpenWatch {
        WatchScope scope;
        int users = 0;
    };

    ClusterAccess access;
    SessionPost post;
    QThread thread;
    SessionWorker *worker = nullptr; ///< lives in `thread`, which deletes it
    std::latch workerGone{1};
    QTimer frame;
    QElapsedTimer sinceFrame;

    SessionState state = SessionState::Idle;
    Error lastError;
    ServerNotes notes;
    ClusterId cluster;
    std::shared_ptr<const ServerFacts> facts = std::make_shared<const ServerFacts>();
    std::map<WatchId, OpenWatch> watches;
    WatchSink *sink = nullptr;
    WatchNumbers ownNumbers; ///< where no sink has any

    WatchId numberFor(const WatchScope &scope) { return sink ? sink->numberFor(cluster, scope) : ownNumbers.next(); }
    WatchId numberForOnce() { return sink ? sink->numbers().next() : ownNumbers.next(); }
    void order(std::function<void(SessionWorker &)> what)
    {
        if (post.orders.post([worker = worker, what = std::move(what)] { what(*worker); }))
            QMetaObject::invokeMethod(worker, &SessionWorker::drainOrders, Qt::QueuedConnection);
    }
};

ClusterSession::ClusterSession(ClusterAccess access, PluginRules rules, QObject *parent)
    : ClusterSession(access, kubeBackend(access, std::move(rules)), {}, parent)
{}

ClusterSession::ClusterSession(ClusterAccess access, BackendFactory makeBackend, const SessionHistory &history,
                               QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->access = std::move(access);
    d->sink = history.sink;
    d->frame.setSingleShot(true);
    d->frame.setTimerType(Qt::PreciseTimer);
    connect(&d->frame, &QTimer::timeout, this, &ClusterSession::drain);
    d->post.ring = [this] { QMetaObject::invokeMethod(this, &ClusterSession::rung, Qt::QueuedConnection); };
    d->worker = new SessionWorker(std::move(makeBackend), d->post, history, ClusterId::provisional(d->access));
    d->worker->moveToThread(&d->thread);
    connect(&d->thread, &QThread::started, [] { giveWayToTheWindow(); });
    connect(&d->thread, &QThread::finished, d->worker, &QObject::deleteLater);
    connect(d->worker, &QObject::destroyed, [this] { d->workerGone.count_down(); });
    d->thread.setObjectName(QStringLiteral("session"));
    d->thread.start();
}

ClusterSession::~ClusterSession()
{
    d->thread.quit();
    d->thread.wait();
    // Open by now. QThread::wait() hands nothing over that a thread sanitizer sees when the thread has ended before it.
    d->workerGone.wait();
}

const ClusterAccess &ClusterSession::access() const
{
    return d->access;
}

void ClusterSession::start()
{
    d->order([](SessionWorker &worker) { worker.start(); });
}

void ClusterSession::renew(ClusterAccess access)
{
    d->access = std::move(access);
    d->order([access = d->access](SessionWorker &worker) { worker.renew(access); });
}

void ClusterSession::retryNow()
{
    d->order([](SessionWorker &worker) { worker.retryNow(); });
}

void ClusterSession::retryWatch(WatchId watch)
{
    d->order([watch](SessionWorker &worker) { worker.retryWatch(watch); });
}

SessionState ClusterSession::state() const
{
    return d->state;
}

const ClusterId &ClusterSession::cluster() const
{
    return d->cluster;
}

const Error &ClusterSession::lastError() const
{
    return d->lastError;
}

std::string ClusterSession::serverVersion() const
{
    return d->facts->version;
}

const ServerFacts &ClusterSession::facts() const
{
    return *d->facts;
}

const std::vector<ResourceInfo> &ClusterSession::resources() const
{
    return d->facts->resources;
}

const std::vector<std::pair<std::string, Error>> &ClusterSession::failedGroups() const
{
    return d->facts->failedGroups;
}

const std::vector<std::string> &ClusterSession::pendingGroups() const
{
    return d->facts->pendingGroups;
}

const ServerNotes &ClusterSession::notes() const
{
    return d->notes;
}

WatchId ClusterSession::open(const WatchScope &scope)
{
    for (auto &[id, watch] : d->watches) {
        if (watch.scope == scope) {
            ++watch.users;
            d->order([id = id](SessionWorker &worker) { worker.tellAgain(id); });
            return id;
        }
    }
    const WatchId id = d->numberFor(scope);
    d->watches.emplace(id, Private::OpenWatch{scope, 1});
    d->order([id, scope](SessionWorker &worker) { worker.open(id, scope); });
    return id;
}

void ClusterSession::close(WatchId watch)
{
    const auto found = d->watches.find(watch);
    if (found == d->watches.end() || --found->second.users > 0)
        return;
    d->watches.erase(found);
    d->order([watch](SessionWorker &worker) { worker.close(watch); });
}

const WatchScope *ClusterSession::scope(WatchId watch) const
{
    const auto found = d->watches.find(watch);
    return found == d->watches.end() ? nullptr : &found->second.scope;
}

WatchId ClusterSession::fetch(const WatchScope &scope, const ListOptions &options)
{
    const WatchId id = d->numberForOnce();
    d->order([id, scope, options](SessionWorker &worker) { worker.fetch(id, scope, options); });
    return id;
}

void ClusterSession::count(const WatchScope &scope)
{
    d->order([scope](SessionWorker &worker) { worker.count(scope); });
}

void ClusterSession::verify(WatchId watch)
{
    d->order([watch](SessionWorker &worker) { worker.verify(watch); });
}

void ClusterSession::cancelVerify(WatchId watch)
{
    d->order([watch](SessionWorker &worker) { worker.cancelVerify(watch); });
}

void ClusterSession::setBodyMemory(std::size_t bytes)
{
    d->order([bytes](SessionWorker &worker) { worker.setBodyMemory(bytes); });
}

void ClusterSession::cancelPlugin()
{
    d->order([](SessionWorker &worker) { worker.cancelPlugin(); });
}

/// The first letter after a quiet time is read at once, what follows at the next frame.
void ClusterSession::rung()
{
    if (d->frame.isActive())
        return;
    const qint64 since = d->sinceFrame.isValid() ? d->sinceFrame.elapsed() : FrameMs;
    d->frame.start(int(std::max<qint64>(0, FrameMs - since)));
}

void ClusterSession::drain()
{
    d->sinceFrame.start();
    for (const SessionLetter &letter : d->post.letters.take())
        std::visit([this](const auto &news) { deliver(news); }, letter);
    deliverEntries();
}

void ClusterSession::deliver(const SessionNews &news)
{
    d->state = news.state;
    d->lastError = news.error;
    if (news.facts) {
        d->facts = news.facts;
        d->cluster = news.cluster;
    }
    Q_EMIT stateChanged();
    if (news.facts)
        Q_EMIT resourcesChanged();
}

void ClusterSession::deliver(const NotesNews &news)
{
    d->notes = news.notes;
    Q_EMIT notesChanged();
}

void ClusterSession::deliver(const CountNews &news)
{
    Q_EMIT counted(news.scope, news.count);
}

void ClusterSession::deliver(const FetchNews &news)
{
    Q_EMIT fetched(news.fetch, news.list);
}

void ClusterSession::deliver(const AuditNews &news)
{
    if (d->watches.contains(news.watch))
        Q_EMIT audited(news.watch, news.report);
}

void ClusterSession::deliver(const AuditProgress &progress)
{
    if (d->watches.contains(progress.watch))
        Q_EMIT auditMoved(progress.watch, progress.listed);
}

void ClusterSession::deliver(const PluginNews &news)
{
    Q_EMIT pluginTold(news);
}

void ClusterSession::deliverEntries()
{
    Mailbox::Content content = d->post.entries.take(ArrivalsAtOnce);
    if (content.dropped > 0)
        d->order([](SessionWorker &worker) { worker.tellAgain(0); });
    if (content.hasMore)
        d->frame.start(FrameMs);
    Batch &batch = content.batch;
    // A watch that was closed meanwhile is nobody's any more.
    const auto isClosed = [this](WatchId watch) { return !d->watches.contains(watch); };
    std::erase_if(batch.arrivals, [&](const Arrivals &arrivals) { return isClosed(arrivals.watch); });
    std::erase_if(batch.entries, [&](const EntryPtr &entry) { return isClosed(entry->watch); });
    std::erase_if(batch.statuses, [&](const WatchStatus &status) { return isClosed(status.watch); });
    if (!batch.isEmpty())
        Q_EMIT batchReady(batch);
}

} // namespace wk
