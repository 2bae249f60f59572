// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watchset.h"

#include "core/history/rows/historywriter.h"
#include "core/session/clustersession.h"
#include "tests/support/fakesource.h"

namespace wk::test {

/// Lists one pod, opens its watch and then says nothing more; or says that it is not allowed.
class OnePod : public ListerWatcher
{
public:
    explicit OnePod(Clock &clock, bool isAllowed = true)
        : m_clock(clock)
        , m_isAllowed(isAllowed)
    {}
    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    void list(const ListOptions &) override
    {
        m_alarm = m_clock.after({}, [this] {
            if (!m_isAllowed)
                return m_observer->listFailed(makeError(ErrorKind::Forbidden));
            ListPage page;
            page.version = ResourceVersion("7");
            page.objects = {makeObject("n", "a", "ua", "3")};
            m_observer->listed(std::move(page));
        });
    }
    void watch(const WatchOptions &) override
    {
        m_alarm = m_clock.after({}, [this] { m_observer->watchOpened(); });
    }
    void stop() override { m_alarm.cancel(); }

private:
    Clock &m_clock;
    const bool m_isAllowed;
    SourceObserver *m_observer = nullptr;
    Clock::Alarm m_alarm;
};

struct OnePodBackend : Backend {
    explicit OnePodBackend(Clock &clock, bool allowsAll = true)
        : clock(clock)
        , allowsAll(allowsAll)
    {}
    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        alarm = clock.after({}, [done] { done(ServerFacts()); });
    }
    void probe(std::function<void(std::optional<Error>)>) override {}
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter>) override
    {
        const bool isAllowed = allowsAll || !scope.resource.namespaced || !scope.ns.empty();
        return std::make_unique<OnePod>(clock, isAllowed && scope.ns != "theirs");
    }
    void forgetConnections() override {}

    Clock &clock;
    const bool allowsAll; ///< else only what is in a namespace, and never what is in "theirs"
    Clock::Alarm alarm;
};

inline ResourceInfo nodes()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "nodes"};
    info.kind = "Node";
    return info;
}

inline ResourceInfo pods()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "pods"};
    info.kind = "Pod";
    info.namespaced = true;
    return info;
}

/// A set as a program has it: what the watches tell goes into a history, which the set follows.
struct WatchRig {
    explicit WatchRig(bool allowsAll = true, std::string own = {})
        : session(
              accessOf(std::move(own)),
              [allowsAll](Clock &clock) -> Result<std::unique_ptr<Backend>> {
                  return std::unique_ptr<Backend>(std::make_unique<OnePodBackend>(clock, allowsAll));
              },
              SessionHistory{&writer})
    {
        QObject::connect(&session, &ClusterSession::batchReady, &set,
                         [this](const Batch &batch) { set.hear(batch.statuses); });
        QObject::connect(&feed, &HistoryFeed::moved, &set, [this] { set.follow(feed); });
        QObject::connect(&set, &WatchSet::opened, &set, [this](WatchId, const WatchScope &scope) {
            opened << QString::fromStdString(scope.ns.empty() ? "*" : scope.ns);
        });
        session.start();
    }
    static ClusterAccess accessOf(std::string own)
    {
        ClusterAccess access;
        access.ns = std::move(own);
        return access;
    }
    /// The namespaces of the watches that are open on pods, but for `*`: all.
    QString open() const
    {
        QStringList names;
        for (const auto &[watch, scope] : feed.now().openWatches()) {
            if (scope.resource.gvr == pods().gvr && session.scope(watch))
                names << QString::fromStdString(scope.ns.empty() ? "*" : scope.ns);
        }
        names.sort();
        return names.join(u' ');
    }
    QString looked() const
    {
        QStringList names;
        for (const WatchId watch : set.watchesOf(pods().gvr))
            names << QString::fromStdString(session.scope(watch)->ns.empty() ? "*" : session.scope(watch)->ns);
        return names.join(u' ');
    }
    /// How many lists were told.
    std::uint32_t lists() const { return feed.now().facets().types[std::size_t(EntryType::List)]; }

    HistoryFeed feed;
    HistoryWriter writer{{}, {}, [this](HistoryPtr newer) { feed.offer(std::move(newer)); }};
    ClusterSession session;
    WatchSet set{session};
    QStringList opened;
};

} // namespace wk::test
