// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/clustersession.h"
#include "tests/support/fakesource.h"
#include "tests/support/testregistry.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#if defined(Q_OS_LINUX)
#include <sys/resource.h>
#endif

namespace tst_clustersession {

using namespace wk;

namespace {

/// What goes wrong, and how often, and what was asked.
struct Trouble {
    std::atomic<int> failures{0};    ///< of discovery
    std::atomic<int> refusals{0};    ///< of lists
    std::atomic<bool> isGone{false}; ///< the kind is not served
    std::atomic<int> discoveries{0};
    std::atomic<int> flood{0};    ///< events that come at once when a watch is opened
    std::atomic<int> arrivals{0}; ///< objects of a list that does not become whole
};

/// A source that refuses some times for a minute, then lists two pods, opens its watch and says nothing more. Answers
/// come at the next turn of the loop.
class QuietSource : public ListerWatcher
{
public:
    QuietSource(Clock &clock, Trouble &trouble)
        : m_clock(clock)
        , m_trouble(trouble)
    {}
    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    void list(const ListOptions &options) override
    {
        m_alarm = m_clock.after({}, [this, options] {
            if (m_trouble.isGone)
                return m_observer->listFailed(makeError(ErrorKind::NotFound));
            if (m_trouble.refusals > 0) {
                --m_trouble.refusals;
                return m_observer->listFailed(makeError(ErrorKind::TooManyRequests, std::chrono::minutes(1)));
            }
            if (m_trouble.arrivals > 0 && options.limit != 1)
                return m_observer->arriving(
                    {}, std::vector<ObjectPtr>(std::size_t(m_trouble.arrivals), makeObject("n", "a", "ua", "3")));
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
        m_alarm = m_clock.after({}, [this] {
            m_observer->watchOpened();
            std::vector<WatchEvent> events;
            for (int version = 100; version < 100 + m_trouble.flood; ++version)
                events.push_back(
                    makeEvent(EventType::Modified, makeObject("n", "a", "ua", std::to_string(version).c_str())));
            if (!events.empty())
                m_observer->eventsArrived(std::move(events));
        });
    }
    void stop() override { m_alarm.cancel(); }

private:
    Clock &m_clock;
    Trouble &m_trouble;
    SourceObserver *m_observer = nullptr;
    Clock::Alarm m_alarm;
};

struct QuietBackend : Backend {
    QuietBackend(Clock &clock, Trouble &trouble)
        : clock(clock)
        , trouble(trouble)
    {}
    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        ++trouble.discoveries;
        alarm = clock.after({}, [this, done] {
            if (trouble.failures-- > 0) {
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
    std::unique_ptr<ListerWatcher> source(const WatchScope &, std::unique_ptr<BodyWriter>) override
    {
        return std::make_unique<QuietSource>(clock, trouble);
    }
    void forgetConnections() override {}

    Clock &clock;
    Trouble &trouble;
    Clock::Alarm alarm;
};

struct Rig {
    explicit Rig(int failures = 0)
    {
        trouble.failures = failures;
        QObject::connect(&session, &ClusterSession::batchReady, &session, [this](const Batch &batch) {
            for (const Arrivals &some : batch.arrivals) {
                mostArrivals = std::max(mostArrivals, some.objects.size());
                arrived += some.objects.size();
            }
            entries.insert(entries.end(), batch.entries.begin(), batch.entries.end());
            statuses.insert(statuses.end(), batch.statuses.begin(), batch.statuses.end());
        });
        session.start();
    }
    std::set<WatchId> waiting() const { return in(WatchState::Waiting); }
    std::set<WatchId> in(WatchState wanted) const
    {
        std::map<WatchId, WatchState> last;
        for (const WatchStatus &status : statuses)
            last[status.watch] = status.state;
        std::set<WatchId> watches;
        for (const auto &[watch, state] : last) {
            if (state == wanted)
                watches.insert(watch);
        }
        return watches;
    }
    Trouble trouble;
    std::vector<EntryPtr> entries;
    std::vector<WatchStatus> statuses;
    std::size_t mostArrivals = 0;
    std::size_t arrived = 0;
    ClusterSession session{ClusterAccess{}, [this](Clock &clock) -> Result<std::unique_ptr<Backend>> {
                               return std::unique_ptr<Backend>(std::make_unique<QuietBackend>(clock, trouble));
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
    void oneWatchIsTriedAgainAlone();
    void C30_whatIsServedIsAskedWhenAKindGoesAndWhenItIsBack();
    void aBrokenBackendIsSaid();
    void itsThreadGivesWayToTheWindow();
    void twoUsersShareOneWatch();
    void C34_aClosedWatchIsSilent();
    void aFloodComesInOrder();
    void aListUnderWayIsToldInParts();
    void countsWithoutWatching();
    void C34_endsInTheMiddleOfWork();
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

void TestClusterSession::oneWatchIsTriedAgainAlone()
{
    Rig rig;
    rig.trouble.refusals = 2;
    const WatchId first = rig.session.open(pods());
    WatchScope other = pods();
    other.ns = "other";
    const WatchId second = rig.session.open(other);
    QTRY_COMPARE(rig.waiting(), (std::set<WatchId>{first, second}));
    rig.session.retryWatch(second);
    QTRY_COMPARE(rig.entries.size(), 1u);
    QCOMPARE(rig.entries[0]->watch, second);
    QCOMPARE(rig.trouble.refusals.load(), 0);
    QVERIFY(rig.waiting().contains(first));
}

void TestClusterSession::C30_whatIsServedIsAskedWhenAKindGoesAndWhenItIsBack()
{
    Rig rig;
    QTRY_COMPARE(rig.trouble.discoveries.load(), 1);
    rig.trouble.isGone = true;
    const WatchId watch = rig.session.open(pods());
    QTRY_COMPARE(rig.in(WatchState::KindGone), std::set<WatchId>{watch});
    QTRY_COMPARE(rig.trouble.discoveries.load(), 2);
    rig.trouble.isGone = false;
    rig.session.retryWatch(watch);
    QTRY_COMPARE(rig.in(WatchState::Live), std::set<WatchId>{watch});
    QTRY_COMPARE(rig.trouble.discoveries.load(), 3);
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

void TestClusterSession::itsThreadGivesWayToTheWindow()
{
#if defined(Q_OS_LINUX)
    const auto niceValue = [] { return getpriority(PRIO_PROCESS, 0); };
    std::atomic<int> itsNiceValue = niceValue();
    ClusterSession session(ClusterAccess{}, [&](Clock &) -> Result<std::unique_ptr<Backend>> {
        itsNiceValue = niceValue();
        return makeError(ErrorKind::Refused);
    });
    session.start();
    QTRY_COMPARE(session.state(), SessionState::Failed);
    QVERIFY(itsNiceValue > niceValue() || niceValue() == 19);
#else
    QSKIP("how threads are weighed is asked of Linux only");
#endif
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

void TestClusterSession::C34_aClosedWatchIsSilent()
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

void TestClusterSession::aFloodComesInOrder()
{
    Rig rig;
    rig.trouble.flood = 3000;
    QTRY_VERIFY(rig.session.state() == SessionState::Connected);
    rig.session.open(pods());
    const auto told = [&rig](EntryType type) {
        return std::ranges::count_if(rig.entries, [type](const EntryPtr &entry) { return entry->type == type; });
    };
    QTRY_COMPARE(told(EntryType::Modified), 3000);
    int version = 100;
    for (const EntryPtr &entry : rig.entries) {
        if (entry->type == EntryType::Modified)
            QCOMPARE(entry->version.text(), std::to_string(version++));
    }
    // What comes behind the flood is heard, too.
    const auto lists = told(EntryType::List);
    rig.session.open(pods());
    QTRY_VERIFY(told(EntryType::List) > lists);
}

void TestClusterSession::aListUnderWayIsToldInParts()
{
    Rig rig;
    rig.trouble.arrivals = 5001;
    rig.session.open(pods());
    QTRY_COMPARE(rig.arrived, 5001u);
    QCOMPARE(rig.mostArrivals, ClusterSession::ArrivalsAtOnce);
    QVERIFY(rig.entries.empty());
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

void TestClusterSession::C34_endsInTheMiddleOfWork()
{
    for (int i = 0; i < 50; ++i) {
        Rig rig;
        rig.session.open(pods());
        rig.session.count(pods());
    }
}

} // namespace tst_clustersession

WK_TEST(tst_clustersession, TestClusterSession, QCoreApplication)
#include "tst_clustersession.moc"
