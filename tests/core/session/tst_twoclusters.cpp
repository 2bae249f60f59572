// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historyfeed.h"
#include "core/history/rows/historywriter.h"
#include "core/resource/bodywriter.h"
#include "core/session/clustersession.h"
#include "core/session/identityquery.h"
#include "tests/support/entries.h"
#include "tests/support/fakesource.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <mutex>
#include <set>

/// Two sessions that feed one history.
namespace tst_twoclusters {

using namespace wk;
using namespace wk::test;

namespace {

/// What a cluster holds: in each the same objects, under the same uids and at the same versions; what is in them is
/// its own.
struct Played {
    std::string word;       ///< in its objects' JSON
    std::string uid;        ///< of its kube-system; empty: it may not be read
    int updates = 0;        ///< that follow the list, each of the pod web-0
    std::string host{word}; ///< how it is reached
};

ClusterAccess accessTo(const Played &cluster)
{
    ClusterAccess access;
    access.server = QUrl(QStringLiteral("https://%1.example:6443").arg(QString::fromStdString(cluster.host)));
    return access;
}

std::string jsonOf(const Played &cluster, int version)
{
    return "{\"spec\":{\"of\":\"" + cluster.word + "\",\"n\":" + std::to_string(version) + "}}";
}

class PlayedSource : public ListerWatcher
{
public:
    PlayedSource(Clock &clock, const Played &cluster, std::unique_ptr<BodyWriter> bodies)
        : m_clock(clock)
        , m_cluster(cluster)
        , m_bodies(std::move(bodies))
    {}
    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    void list(const ListOptions &options) override
    {
        m_alarm = m_clock.after({}, [this, name = options.name] {
            ListPage page;
            page.version = ResourceVersion("1");
            if (name.empty())
                page.objects = {pod(1)};
            else if (m_cluster.uid.empty())
                return m_observer->listFailed(makeError(ErrorKind::Forbidden));
            else
                page.objects = {makeObject("", name.c_str(), m_cluster.uid.c_str(), "1")};
            m_observer->listed(std::move(page));
        });
    }
    void watch(const WatchOptions &) override
    {
        m_alarm = m_clock.after({}, [this] {
            m_observer->watchOpened();
            std::vector<WatchEvent> events;
            for (int i = 0; i < m_cluster.updates; ++i)
                events.push_back(makeEvent(EventType::Modified, pod(2 + i)));
            if (!events.empty())
                m_observer->eventsArrived(std::move(events));
        });
    }
    void stop() override { m_alarm.cancel(); }

private:
    ObjectPtr pod(int version)
    {
        auto made = object("shop", "web-0", std::to_string(version));
        const std::string json = jsonOf(m_cluster, version);
        made->body = m_bodies->keep({made->uid, json, json});
        return made;
    }

    Clock &m_clock;
    const Played &m_cluster;
    std::unique_ptr<BodyWriter> m_bodies;
    SourceObserver *m_observer = nullptr;
    Clock::Alarm m_alarm;
};

struct PlayedBackend : Backend {
    PlayedBackend(Clock &clock, const Played &cluster)
        : clock(clock)
        , cluster(cluster)
    {}
    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        alarm = clock.after({}, [done] { done(ServerFacts{"v1.99", {}}); });
    }
    void probe(std::function<void(std::optional<Error>)>) override {}
    std::unique_ptr<ListerWatcher> source(const WatchScope &, std::unique_ptr<BodyWriter> bodies) override
    {
        return std::make_unique<PlayedSource>(clock, cluster, std::move(bodies));
    }
    void forgetConnections() override {}

    Clock &clock;
    const Played &cluster;
    Clock::Alarm alarm;
};

/// A session with a cluster, and the watch of its pods, once it is connected.
struct Connected {
    Connected(Played played, HistoryWriter &writer)
        : cluster(std::move(played))
        , session(std::make_unique<ClusterSession>(
              accessTo(cluster),
              [this](Clock &clock) -> Result<std::unique_ptr<Backend>> {
                  return std::unique_ptr<Backend>(std::make_unique<PlayedBackend>(clock, cluster));
              },
              SessionHistory{&writer}))
    {
        session->start();
    }
    bool isConnected() const { return session->state() == SessionState::Connected; }
    void open()
    {
        WatchScope pods = scope("Pod");
        pods.resource.gvr = {"", "v1", "pods"};
        watch = session->open(pods);
    }

    const Played cluster;
    std::unique_ptr<ClusterSession> session;
    WatchId watch = 0;
};

/// One history, and two clusters that tell it of a pod of one name and uid.
struct Rig {
    Rig(Played first, Played second)
        : one(std::move(first), writer)
        , other(std::move(second), writer)
    {}
    /// Once all is told that the two have to tell.
    bool tell()
    {
        if (!QTest::qWaitFor([this] { return one.isConnected() && other.isConnected(); }))
            return false;
        one.open();
        other.open();
        const std::size_t rows = std::size_t(4 + one.cluster.updates + other.cluster.updates);
        return QTest::qWaitFor([this, rows] { return now().size() == rows; });
    }
    const HistorySnapshot &now() const { return feed.now(); }
    std::vector<RowId> rowsOf(const Connected &told) const
    {
        std::vector<RowId> rows;
        for (RowId row = now().begin(); row < now().end(); ++row) {
            if (now().watch(row) == told.watch && now().isOfObject(row))
                rows.push_back(row);
        }
        return rows;
    }
    /// What is not the cluster's own; nothing when all is.
    QString wrongIn(const Connected &told) const;

    HistoryFeed feed;
    HistoryWriter writer{{}, {}, [this](HistoryPtr newer) { feed.offer(std::move(newer)); }};
    Connected one;
    Connected other;
};

QString Rig::wrongIn(const Connected &told) const
{
    const std::vector<RowId> rows = rowsOf(told);
    if (rows.size() != std::size_t(1 + told.cluster.updates))
        return QStringLiteral("there are %1 rows").arg(rows.size());
    std::uint32_t version = 0;
    for (const RowId row : rows) {
        const std::string json = jsonOf(told.cluster, int(++version));
        const ObjectPtr pod = now().object(row);
        const auto text = now().revisions(row).read(now().revision(row));
        if (now().versionNumber(row) != version || pod->body.object() != json || now().json(*pod) != json)
            return QStringLiteral("row %1 is of another object").arg(row);
        if (!text || text->object() != json)
            return QStringLiteral("row %1 has another body, or none").arg(row);
        if (now().changesOf(row) != version - 1)
            return QStringLiteral("row %1 counts %2 changes").arg(row).arg(now().changesOf(row));
        if (const auto before = now().previous(row);
            version > 1 && before->body.object() != jsonOf(told.cluster, int(version) - 1))
            return QStringLiteral("row %1 follows another's").arg(row);
    }
    const auto life = now().lifeOf(told.watch, *now().object(rows.back()));
    if (!life || now().newestOf(*life).object->body.object() != jsonOf(told.cluster, int(version)))
        return QStringLiteral("the last word is another's");
    const ObjectList standing = now().objectsAt(told.watch, now().end());
    if (standing->size() != 1 || standing->front()->body.object() != jsonOf(told.cluster, int(version)))
        return QStringLiteral("another object stands");
    if (now().toldBefore({*life, rows.front()}))
        return QStringLiteral("it was told of before");
    return {};
}

Result<std::unique_ptr<Backend>> noBackend(Clock &)
{
    return makeError(ErrorKind::ConfigBroken);
}

} // namespace

class TestTwoClusters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noWatchOfOneHasANumberOfTheOther();
    void withoutAHistoryEachSessionCountsByItself();
    void thePodOfOneNameAndUidIsTwoObjects_data();
    void thePodOfOneNameAndUidIsTwoObjects();
    void aClusterThatTwoSessionsReachIsOne();
    void aClusterIsNamedByItsUidWhereThatMayBeRead();
    void behindOneUrlAreTwoClusters();
    void whatIsWatchedBeforeAnAnswerKeepsTheProvisionalName();
    void closingOneLeavesTheOther();
    void aSessionThatEndsLeavesWhatItTold();
};

void TestTwoClusters::noWatchOfOneHasANumberOfTheOther()
{
    HistoryWriter writer({}, {}, [](const HistoryPtr &) {});
    ClusterSession one({}, noBackend, {&writer});
    ClusterSession other({}, noBackend, {&writer});
    std::set<WatchId> numbers;
    for (const char *kind : {"Pod", "Node", "Job"})
        numbers.insert({one.open(scope(kind)), other.open(scope(kind)), other.fetch(scope(kind), {})});
    QCOMPARE(numbers.size(), std::size_t(9));
    QCOMPARE(one.open(scope("Pod")), *numbers.begin()); // the same watch, as ever
}

void TestTwoClusters::withoutAHistoryEachSessionCountsByItself()
{
    ClusterSession one({}, noBackend);
    ClusterSession other({}, noBackend);
    QCOMPARE(one.open(scope("Pod")), WatchId(1));
    QCOMPARE(other.open(scope("Pod")), WatchId(1));
}

void TestTwoClusters::thePodOfOneNameAndUidIsTwoObjects_data()
{
    QTest::addColumn<QString>("oneUid");
    QTest::addColumn<QString>("otherUid");
    QTest::newRow("both are known") << "6d1c"
                                    << "77aa";
    QTest::newRow("neither may be asked") << ""
                                          << "";
    QTest::newRow("one may be asked") << "6d1c"
                                      << "";
}

void TestTwoClusters::thePodOfOneNameAndUidIsTwoObjects()
{
    QFETCH(const QString, oneUid);
    QFETCH(const QString, otherUid);
    Rig rig({"east", oneUid.toStdString(), 5}, {"west", otherUid.toStdString(), 2});
    QVERIFY(rig.tell());
    QCOMPARE(rig.wrongIn(rig.one), QString());
    QCOMPARE(rig.wrongIn(rig.other), QString());
    QVERIFY(rig.now().clusterOf(rig.one.watch) != rig.now().clusterOf(rig.other.watch));
    for (RowId row = 0; row < rig.now().end(); ++row)
        QVERIFY(rig.now().cluster(row) == rig.now().clusterOf(rig.now().watch(row)));
}

/// What its watches told of an object counts for both, as when one session has two watches.
void TestTwoClusters::aClusterThatTwoSessionsReachIsOne()
{
    Rig rig({"east", "6d1c", 5}, {"east", "6d1c", 0, "by-another-name"});
    QVERIFY(QTest::qWaitFor([&] { return rig.one.isConnected() && rig.other.isConnected(); }));
    rig.one.open();
    QTRY_COMPARE(rig.now().size(), std::size_t(7));
    rig.other.open();
    QTRY_COMPARE(rig.now().size(), std::size_t(9));
    QVERIFY(rig.now().clusterOf(rig.one.watch) == rig.now().clusterOf(rig.other.watch));
    QCOMPARE(rig.now().changesOf(rig.rowsOf(rig.other).front()), 5U);
}

void TestTwoClusters::aClusterIsNamedByItsUidWhereThatMayBeRead()
{
    Rig rig({"east", "6d1c"}, {"west", ""});
    QVERIFY(rig.tell());
    QVERIFY(rig.now().clusterOf(rig.one.watch) == ClusterId::known("6d1c"));
    QVERIFY(rig.now().clusterOf(rig.other.watch) == ClusterId::provisional(accessTo(rig.other.cluster)));
}

/// As behind `kubectl proxy`, whose cluster another `kubectl config use-context` changes.
void TestTwoClusters::behindOneUrlAreTwoClusters()
{
    Rig rig({"east", "6d1c", 2, "localhost"}, {"west", "77aa", 1, "localhost"});
    QVERIFY(rig.tell());
    QVERIFY(rig.now().clusterOf(rig.one.watch) != rig.now().clusterOf(rig.other.watch));
    QCOMPARE(rig.wrongIn(rig.one), QString());
    QCOMPARE(rig.wrongIn(rig.other), QString());
}

void TestTwoClusters::whatIsWatchedBeforeAnAnswerKeepsTheProvisionalName()
{
    HistoryFeed feed;
    HistoryWriter writer({}, {}, [&feed](HistoryPtr newer) { feed.offer(std::move(newer)); });
    Connected early({"east", "6d1c"}, writer);
    early.open();
    QTRY_VERIFY(early.isConnected());
    const WatchId first = early.watch;
    early.session->close(first);
    early.open();
    QTRY_COMPARE(feed.now().openWatches().size(), std::size_t(1));
    QTRY_VERIFY(feed.now().scope(early.watch));
    QVERIFY(feed.now().clusterOf(first) == ClusterId::provisional(accessTo(early.cluster)));
    QVERIFY(feed.now().clusterOf(early.watch) == feed.now().clusterOf(first));
}

void TestTwoClusters::closingOneLeavesTheOther()
{
    Rig rig({"east", "6d1c", 3}, {"west", "77aa", 3});
    QVERIFY(rig.tell());
    rig.one.session->close(rig.one.watch);
    QTRY_COMPARE(rig.now().closings().size(), std::size_t(1));
    QCOMPARE(rig.now().closings()[0].watch, rig.one.watch);
    QVERIFY(rig.now().knowledge(rig.one.watch)->until);
    QVERIFY(!rig.now().knowledge(rig.other.watch)->until);
    QCOMPARE(rig.now().openWatches().size(), std::size_t(1));
    QCOMPARE(rig.now().openWatches()[0].first, rig.other.watch);
    QCOMPARE(rig.wrongIn(rig.other), QString());
    QCOMPARE(rig.wrongIn(rig.one), QString());
}

void TestTwoClusters::aSessionThatEndsLeavesWhatItTold()
{
    Rig rig({"east", "6d1c", 3}, {"west", "77aa", 3});
    QVERIFY(rig.tell());
    rig.one.session.reset();
    QCOMPARE(rig.wrongIn(rig.one), QString());
    QTRY_COMPARE(rig.now().closings().size(), std::size_t(1));
    QVERIFY(!rig.now().knowledge(rig.other.watch)->until);
    QCOMPARE(rig.wrongIn(rig.one), QString());
    QCOMPARE(rig.wrongIn(rig.other), QString());
}

} // namespace tst_twoclusters

WK_TEST(tst_twoclusters, TestTwoClusters, QCoreApplication)
#include "tst_twoclusters.moc"
