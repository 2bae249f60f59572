// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/clustersession.h"
#include "tests/support/fakesource.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>

using namespace wk;

namespace {

/// A source that lists two pods, opens its watch and then says nothing more. Answers come at the next turn of the loop.
class QuietSource : public ListerWatcher
{
public:
    explicit QuietSource(Clock &clock)
        : m_clock(clock)
    {}
    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    void list(const ListOptions &options) override
    {
        m_alarm = m_clock.after({}, [this, options] {
            ListPage page;
            page.version = ResourceVersion("7");
            page.objects = {makeObject("n", "a", "ua", "3")};
            if (options.limit == 1)
                page.remaining = 41;
            else
                page.objects.push_back(makeObject("n", "b", "ub", "5"));
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
    SourceObserver *m_observer = nullptr;
    Clock::Alarm m_alarm;
};

struct QuietBackend : Backend {
    QuietBackend(Clock &clock, std::atomic<int> &failures)
        : clock(clock)
        , failures(failures)
    {}
    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        alarm = clock.after({}, [this, done] {
            if (failures-- > 0) {
                done(makeError(ErrorKind::Refused));
                return;
            }
            ServerFacts facts;
            facts.version = "v1.99";
            facts.resources.resize(1);
            facts.resources[0].kind = "Pod";
            done(facts);
        });
    }
    void probe(std::function<void(std::optional<Error>)>) override {}
    std::unique_ptr<ListerWatcher> source(const WatchScope &) override { return std::make_unique<QuietSource>(clock); }
    void forgetConnections() override {}

    Clock &clock;
    std::atomic<int> &failures;
    Clock::Alarm alarm;
};

struct Rig {
    explicit Rig(int failures = 0)
        : failures(failures)
    {
        QObject::connect(&session, &ClusterSession::batchReady, &session, [this](const Batch &batch) {
            entries.insert(entries.end(), batch.entries.begin(), batch.entries.end());
            statuses.insert(statuses.end(), batch.statuses.begin(), batch.statuses.end());
        });
        session.start();
    }
    std::atomic<int> failures;
    std::vector<EntryPtr> entries;
    std::vector<WatchStatus> statuses;
    ClusterSession session{ClusterAccess{}, [this](Clock &clock) -> Result<std::unique_ptr<Backend>> {
                               return std::unique_ptr<Backend>(std::make_unique<QuietBackend>(clock, failures));
                           }};
};

WatchScope pods()
{
    WatchScope scope;
    scope.resource.gvr = {"", "v1", "pods"};
    return scope;
}

} // namespace

class TestClusterSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connectsAndKnowsWhatIsServed();
    void triesAgainByItself();
    void aBrokenBackendIsSaid();
    void twoUsersShareOneWatch();
    void aClosedWatchIsSilent();
    void countsWithoutWatching();
    void endsInTheMiddleOfWork();
};

void TestClusterSession::connectsAndKnowsWhatIsServed()
{
    Rig rig;
    QTRY_VERIFY(rig.session.state() == SessionState::Connected);
    QCOMPARE(rig.session.serverVersion(), std::string("v1.99"));
    QCOMPARE(rig.session.resources().size(), 1u);
}

void TestClusterSession::triesAgainByItself()
{
    Rig rig(1);
    QTRY_VERIFY(rig.session.lastError().kind == ErrorKind::Refused);
    QVERIFY(rig.session.state() == SessionState::Connecting);
    rig.session.retryNow();
    QTRY_VERIFY(rig.session.state() == SessionState::Connected);
}

void TestClusterSession::aBrokenBackendIsSaid()
{
    ClusterSession session(ClusterAccess{}, [](Clock &) -> Result<std::unique_ptr<Backend>> {
        return makeError(ErrorKind::ConfigBroken);
    });
    session.start();
    QTRY_VERIFY(session.state() == SessionState::Failed);
    QVERIFY(session.lastError().kind == ErrorKind::ConfigBroken);
}

void TestClusterSession::twoUsersShareOneWatch()
{
    Rig rig;
    const WatchId first = rig.session.open(pods());
    QTRY_COMPARE(rig.entries.size(), 1u);
    QVERIFY(rig.entries[0]->type == EntryType::List && rig.entries[0]->origin == EntryClass::Live);
    QCOMPARE(rig.entries[0]->objects->size(), 2u);
    QTRY_VERIFY(!rig.statuses.empty() && rig.statuses.back().state == WatchState::Live);
    QCOMPARE(rig.session.open(pods()), first);
    QTRY_COMPARE(rig.entries.size(), 2u);
    QVERIFY(rig.entries[1]->origin == EntryClass::Replayed);
    rig.session.close(first);
    QVERIFY(rig.session.scope(first));
    rig.session.close(first);
    QVERIFY(!rig.session.scope(first));
}

void TestClusterSession::aClosedWatchIsSilent()
{
    Rig rig;
    QTRY_VERIFY(rig.session.state() == SessionState::Connected);
    const WatchId watch = rig.session.open(pods());
    rig.session.close(watch);
    const WatchId next = rig.session.open(pods());
    QVERIFY(next != watch);
    QTRY_VERIFY(!rig.entries.empty());
    for (const EntryPtr &entry : rig.entries)
        QCOMPARE(entry->watch, next);
}

void TestClusterSession::countsWithoutWatching()
{
    Rig rig;
    std::int64_t count = 0;
    connect(&rig.session, &ClusterSession::counted, this,
            [&](const WatchScope &, const Result<std::int64_t> &answer) { count = *answer; });
    rig.session.count(pods());
    QTRY_COMPARE(count, 42);
    QVERIFY(rig.entries.empty());
}

void TestClusterSession::endsInTheMiddleOfWork()
{
    for (int i = 0; i < 50; ++i) {
        Rig rig;
        rig.session.open(pods());
        rig.session.count(pods());
    }
}

QTEST_GUILESS_MAIN(TestClusterSession)
#include "tst_clustersession.moc"
