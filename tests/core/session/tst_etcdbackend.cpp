// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/etcdbackend.h"

#include "core/session/clustersession.h"
#include "tests/support/manualclock.h"
#include "tests/support/realetcd.h"
#include "tests/support/relay.h"
#include "tests/support/testregistry.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

namespace tst_etcdbackend {

using namespace wk;
using test::RealEtcd;
using test::Relay;

namespace {

/// A real etcd, and a session that is connected to it.
struct Rig {
    explicit Rig(const QStringList &flags = {})
        : etcd(flags)
    {}
    void connect(const std::string &prefix = {})
    {
        EtcdAccess access;
        way = std::make_unique<Relay>(quint16(etcd.url().port()));
        access.endpoints = {way->url()};
        access.prefix = prefix;
        open(access);
        QTRY_VERIFY(session->state() == SessionState::Connected);
    }
    void signIn(const char *password)
    {
        EtcdAccess access;
        access.endpoints = {etcd.url()};
        access.user = "root";
        access.password = Secret(password);
        open(access);
    }
    void open(const EtcdAccess &access)
    {
        ClusterAccess cluster;
        cluster.server = access.endpoints.front();
        session = std::make_unique<ClusterSession>(cluster, etcdBackend(access));
        QObject::connect(session.get(), &ClusterSession::batchReady, session.get(), [this](const Batch &batch) {
            for (const EntryPtr &entry : batch.entries) {
                entries.push_back(entry);
                heard.append(word(*entry));
            }
        });
        session->start();
    }
    WatchId watch(const std::string &prefix)
    {
        WatchScope scope;
        scope.resource.gvr.resource = prefix;
        scope.resource.kind = "Key";
        for (const ResourceInfo &resource : session->resources()) {
            if (resource.gvr.resource == prefix)
                scope.resource = resource;
        }
        return session->open(scope);
    }
    QStringList kinds() const
    {
        QStringList kinds;
        for (const ResourceInfo &resource : session->resources())
            kinds.append(QString::fromStdString(resource.gvr.resource + ' ' + resource.kind));
        return kinds;
    }
    static QString word(const Entry &entry)
    {
        QString text = QString::fromLatin1(typeName(entry.type));
        if (entry.object)
            text += u' ' + QString::fromStdString(entry.object->name) + u'@' +
                    QString::fromStdString(entry.object->version.text());
        if (entry.type == EntryType::Gap)
            text += u' ' + QString::fromStdString(entry.gap.reason);
        return entry.objects ? text + QStringLiteral(" %1").arg(entry.objects->size()) : text;
    }

    RealEtcd etcd;
    std::unique_ptr<Relay> way;
    std::unique_ptr<ClusterSession> session;
    std::vector<EntryPtr> entries;
    QStringList heard;
};

} // namespace

class TestEtcdBackend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void whatIsPutIsHeardInOrder();
    void prefixesAreKinds();
    void copiesOfAnObjectAreKeysOfTheirOwn();
    void aListInPagesIsOfOneRevision();
    void afterARestartTheWatchGoesOn();
    void whatWasCompactedIsAGap();
    void aRestoredClusterIsAnotherHistory_data();
    void aRestoredClusterIsAnotherHistory();
    void aLongBacklogComesInPieces();
    void secretsAreListedByTheirKeysAndLeftOutOfAll();
    void anotherMemberIsAskedWhenOneIsAway();
    void whoSignsInIsLetIn();
    void anExpiredTokenIsHadAnew();
    void aTransactionsEventsHaveOneRevision();
    void whoeverDoesNotAnswerIsToldThoughHeIsAskedAgain();
};

void TestEtcdBackend::whatIsPutIsHeardInOrder()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "one");
    rig.etcd.put("/other", "x");
    rig.connect();
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 1")));
    rig.etcd.put("/app/b", R"({"n":1})");
    rig.etcd.put("/app/b", R"({"n":2})");
    rig.etcd.remove("/app/a");
    QTRY_COMPARE(rig.heard.mid(1), QStringList({QStringLiteral("ADDED /app/b@4"), QStringLiteral("MODIFIED /app/b@5"),
                                                QStringLiteral("DELETED /app/a@6")}));
    QCOMPARE(
        rig.entries[3]->object->body.object(),
        std::string(
            R"({"kind":"Key","apiVersion":"etcd/v3","metadata":{"name":"/app/a","uid":"/app/a@2","resourceVersion":"6"},"text":"one"})"));
    QVERIFY(rig.entries[2]->changes);
    QCOMPARE(rig.entries[2]->changes->first.front().path, std::string("value.n"));
    const Cells &cells = rig.entries[2]->object->cells;
    QCOMPARE(cells.size(), std::size_t(7));
}

void TestEtcdBackend::prefixesAreKinds()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    for (const char *key : {"/app/a", "/app/sub/b", "/plain", "top/x/y/z", "/registry/secrets/ns/s"})
        rig.etcd.put(key, "v");
    rig.etcd.put("/registry/example.com/widgets/ns/w",
                 R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","namespace":"ns"}})");
    rig.connect();
    QCOMPARE(rig.kinds(),
             QStringList({QStringLiteral(" Key"), QStringLiteral("/app/ app"), QStringLiteral("/app/sub/ sub"),
                          QStringLiteral("/registry/ registry"), QStringLiteral("/registry/example.com/ example.com"),
                          QStringLiteral("/registry/example.com/widgets/ Widget"),
                          QStringLiteral("/registry/secrets/ Secret"), QStringLiteral("top/ top"),
                          QStringLiteral("top/x/ x")}));
}

/// As a backup of a cluster holds them: one uid, one name, two keys.
void TestEtcdBackend::copiesOfAnObjectAreKeysOfTheirOwn()
{
    const char *const object =
        R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"web","uid":"u","labels":{"x":"y"}}})";
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/live/a", object);
    rig.etcd.put("/backup/a", object);
    rig.connect();
    rig.watch("/");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 2")));
    rig.etcd.put("/backup/a",
                 R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"b","namespace":"other","uid":"v"}})");
    rig.etcd.remove("/live/a");
    QTRY_COMPARE(rig.heard.size(), 3);
    QCOMPARE(rig.heard.mid(1),
             QStringList({QStringLiteral("MODIFIED /backup/a@4"), QStringLiteral("DELETED /live/a@5")}));
    const ObjectPtr gone = rig.entries.back()->object;
    QVERIFY(gone->uid == Uid("/live/a@2"));
    QCOMPARE(gone->labels.size(), std::size_t(1));
    QVERIFY(gone->body.object().find("\"web\"") != std::string::npos);
}

void TestEtcdBackend::aListInPagesIsOfOneRevision()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    for (int i = 0; i < 1200; ++i)
        rig.etcd.put("/many/" + QByteArray::number(i), QByteArray(100, 'x'));
    rig.connect();
    rig.watch("/many/");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 1200")));
    QCOMPARE(rig.entries.front()->version.text(), std::string("1201"));
}

void TestEtcdBackend::afterARestartTheWatchGoesOn()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "one");
    rig.connect();
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard.size(), 1);
    rig.etcd.kill();
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "two");
    QTRY_VERIFY_WITH_TIMEOUT(rig.heard.contains(QStringLiteral("MODIFIED /app/a@3")), 20'000);
    QVERIFY(rig.heard.filter(QStringLiteral("GAP")).isEmpty());
    QCOMPARE(rig.heard.filter(QStringLiteral("LIST")).size(), 1);
}

void TestEtcdBackend::whatWasCompactedIsAGap()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "one");
    rig.connect();
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard.size(), 1);
    rig.way->cut();
    const qint64 gone = rig.etcd.put("/app/b", "never seen");
    rig.etcd.remove("/app/b");
    rig.etcd.compact(rig.etcd.put("/app/a", "two"));
    QVERIFY(gone > 0);
    rig.way->mend();
    QTRY_VERIFY_WITH_TIMEOUT(rig.heard.contains(QStringLiteral("MODIFIED /app/a@5")), 20'000);
    const QStringList gaps = rig.heard.filter(QStringLiteral("GAP"));
    QCOMPARE(gaps.size(), 1);
    QVERIFY2(gaps.front().contains(QStringLiteral("compacted")), qPrintable(gaps.front()));
}

void TestEtcdBackend::aRestoredClusterIsAnotherHistory_data()
{
    QTest::addColumn<int>("written");
    QTest::newRow("it is behind what was seen") << 1;
    QTest::newRow("it has got beyond it") << 20;
}

void TestEtcdBackend::aRestoredClusterIsAnotherHistory()
{
    QFETCH(int, written);
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "one");
    QVERIFY(rig.etcd.save(QStringLiteral("saved")));
    for (int i = 0; i < 10; ++i)
        rig.etcd.put("/app/lost-" + QByteArray::number(i), "x");
    rig.connect();
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 11")));
    rig.etcd.kill();
    QVERIFY(rig.etcd.restore(QStringLiteral("saved"), QStringLiteral("again")));
    QVERIFY(rig.etcd.start(QStringLiteral("again")));
    for (int i = 0; i < written; ++i)
        rig.etcd.put("/app/new-" + QByteArray::number(i), "y");
    const auto isListed = [&rig] { return rig.heard.filter(QStringLiteral("RELIST")).size() > 0; };
    QTRY_VERIFY_WITH_TIMEOUT(isListed(), 20'000);
    QCOMPARE(rig.heard.filter(QStringLiteral("GAP")).size(), 1);
    QTRY_COMPARE(rig.heard.filter(QStringLiteral("DELETED /app/lost")).size(), 10);
    QCOMPARE(rig.heard.filter(QStringLiteral("ADDED /app/new")).size(), written);
}

void TestEtcdBackend::aLongBacklogComesInPieces()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.connect();
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard.size(), 1);
    rig.way->cut();
    qint64 last = 0;
    for (int i = 0; i < 60; ++i) // as one line they would be more than a line may be
        last = rig.etcd.put("/app/big", QByteArray(300'000, char('a' + i % 26)));
    rig.way->mend();
    QTRY_COMPARE_WITH_TIMEOUT(rig.heard.filter(QStringLiteral("/app/big")).size(), int(last) - 1, 30'000);
    QVERIFY(rig.heard.filter(QStringLiteral("GAP")).isEmpty());
}

void TestEtcdBackend::secretsAreListedByTheirKeysAndLeftOutOfAll()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/registry/secrets/ns/password", "hunter2");
    rig.etcd.put("/registry/zones/z", "a");
    rig.connect();
    rig.watch("/registry/");
    const WatchId secrets = rig.watch("/registry/secrets/");
    QTRY_COMPARE(rig.heard.size(), 2);
    for (const EntryPtr &entry : rig.entries) {
        QCOMPARE(entry->objects->size(), std::size_t(1));
        const ObjectPtr &object = entry->objects->front();
        const bool isSecret = entry->watch == secrets;
        QCOMPARE(std::string(object->name.view()), isSecret ? "/registry/secrets/ns/password" : "/registry/zones/z");
        QCOMPARE(object->body.isNull(), isSecret);
    }
    rig.etcd.put("/registry/secrets/ns/password", "hunter3");
    rig.etcd.put("/registry/zones/z", "b");
    rig.etcd.put("/registry/apples/a", "c");
    QTRY_COMPARE(rig.heard.mid(2), QStringList({QStringLiteral("MODIFIED /registry/zones/z@5"),
                                                QStringLiteral("ADDED /registry/apples/a@6")}));
}

void TestEtcdBackend::anotherMemberIsAskedWhenOneIsAway()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "one");
    EtcdAccess access;
    access.endpoints = {QUrl(QStringLiteral("http://127.0.0.1:%1").arg(steadyPort())), rig.etcd.url()};
    rig.open(access);
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 1")));
}

void TestEtcdBackend::whoSignsInIsLetIn()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "one");
    rig.etcd.protect();
    rig.signIn("wrong");
    QTRY_VERIFY(rig.session->state() == SessionState::Failed);
    QVERIFY2(rig.session->lastError().text.find("does not accept the user") != std::string::npos,
             rig.session->lastError().text.c_str());
    rig.signIn("secret");
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 1")));
}

void TestEtcdBackend::anExpiredTokenIsHadAnew()
{
    Rig rig(QStringList({QStringLiteral("--auth-token-ttl"), QStringLiteral("1")}));
    QVERIFY(rig.etcd.start());
    rig.etcd.put("/app/a", "one");
    rig.etcd.protect();
    rig.signIn("secret");
    QTRY_VERIFY(rig.session->state() == SessionState::Connected);
    QElapsedTimer time;
    time.start();
    QTRY_VERIFY(time.elapsed() > 2500); // nobody uses it meanwhile
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard, QStringList(QStringLiteral("LIST 1")));
}

void TestEtcdBackend::aTransactionsEventsHaveOneRevision()
{
    Rig rig;
    QVERIFY(rig.etcd.start());
    rig.connect();
    rig.watch("/app/");
    QTRY_COMPARE(rig.heard.size(), 1);
    QVERIFY(rig.etcd.putAll({"/app/a", "/app/b"}) > 0);
    QTRY_COMPARE(rig.heard.mid(1), QStringList({QStringLiteral("ADDED /app/a@2"), QStringLiteral("ADDED /app/b@2")}));
}

void TestEtcdBackend::whoeverDoesNotAnswerIsToldThoughHeIsAskedAgain()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    bool isAsked = false;
    connect(&silent, &QTcpServer::newConnection, this, [&] {
        QTcpSocket *const socket = silent.nextPendingConnection();
        connect(socket, &QIODevice::readyRead, this, [&isAsked] { isAsked = true; });
    });
    EtcdAccess access;
    access.endpoints = {QUrl(QStringLiteral("http://127.0.0.1:%1").arg(silent.serverPort()))};
    ManualClock clock;
    const auto backend = etcdBackend(access)(clock);
    std::vector<std::optional<Error>> said;
    const auto ask = [&] { (*backend)->probe([&](std::optional<Error> error) { said.push_back(std::move(error)); }); };
    ask();
    QTRY_VERIFY(isAsked);
    for (int i = 0; i < 4; ++i) {
        clock.advance(std::chrono::seconds(3));
        if (said.empty())
            ask();
    }
    QTRY_COMPARE(said.size(), std::size_t(1));
    QVERIFY(said.front() && said.front()->kind == ErrorKind::TimedOut);
}

} // namespace tst_etcdbackend

WK_TEST(tst_etcdbackend, TestEtcdBackend, QCoreApplication)
#include "tst_etcdbackend.moc"
