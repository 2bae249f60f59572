// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdlisterwatcher.h"

#include "tests/support/faketransport.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_etcdlisterwatcher {

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// JSON with apostrophes for quotes.
QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"');
}

QByteArray coded(const QByteArray &bytes)
{
    return '"' + bytes.toBase64() + '"';
}

QByteArray numberOf(int number)
{
    return '"' + QByteArray::number(number) + '"';
}

struct Key {
    QByteArray key;
    int modified = 0;
    QByteArray value = "x";
    int created = 2;
};

QByteArray textOf(const Key &key)
{
    return json("{'key':") + coded(key.key) + json(",'create_revision':") + numberOf(key.created) +
           json(",'mod_revision':") + numberOf(key.modified) + json(",'version':'1','value':") + coded(key.value) + '}';
}

QByteArray headerOf(int revision, int term = 2)
{
    return json("'header':{'cluster_id':'1','member_id':'1','raft_term':") + numberOf(term) + json(",'revision':") +
           numberOf(revision) + '}';
}

QByteArray rangeOf(int revision, const QByteArrayList &keys = {}, int term = 2)
{
    return '{' + headerOf(revision, term) + json(",'kvs':[") + keys.join(',') + "]}";
}

QByteArray lineOf(int watch, int revision, const QByteArray &rest)
{
    return json("{'result':{") + headerOf(revision) + json(",'watch_id':") + numberOf(watch) + ',' + rest + "}}\n";
}

QByteArray put(int watch, const Key &key)
{
    return lineOf(watch, key.modified, json("'events':[{'kv':") + textOf(key) + "}]");
}

QByteArray deletion(const QByteArray &key, int revision)
{
    return lineOf(0, revision,
                  json("'events':[{'type':'DELETE','kv':{'key':") + coded(key) + json(",'mod_revision':") +
                      numberOf(revision) + json("},'prev_kv':") + textOf({key, 2}) + "}]");
}

/// "listed@9", "opened", "ADDED:/app/a@11", "BOOKMARK@8", "ended".
struct Ear : SourceObserver {
    void listed(ListPage page) override
    {
        heard += "listed@" + QByteArray::fromStdString(page.version.text());
        token = page.continueToken;
    }
    void watchOpened() override { heard += "opened"; }
    void eventsArrived(std::vector<WatchEvent> events) override
    {
        const char *types[] = {"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"};
        for (const WatchEvent &event : events)
            heard += QByteArray(types[int(event.type)]) +
                     (event.object ? ":" + QByteArray::fromStdString(event.object->name) : QByteArray()) + "@" +
                     QByteArray::fromStdString(event.version.text());
    }
    void watchEnded(std::optional<Error> error) override
    {
        heard += error ? QByteArray("ended(") + kindName(error->kind) + ")" : QByteArray("ended");
    }
    void listFailed(Error) override { heard += "failed"; }
    QByteArray take() { return std::exchange(heard, {}).join(' '); }

    QByteArrayList heard;
    std::string token;
};

struct Fixture {
    explicit Fixture(const std::string &prefix)
    {
        WatchScope scope;
        scope.resource.gvr.resource = prefix;
        scope.resource.kind = "Key";
        source.emplace(transport, clock, scope);
        source->setObserver(&ear);
    }
    void list(int revision, const QByteArrayList &keys)
    {
        source->list({});
        transport.last().answer(rangeOf(revision, keys));
        while (!ear.token.empty()) {
            ListOptions next;
            next.continueToken = std::exchange(ear.token, {});
            source->list(next);
            transport.last().answer(rangeOf(revision));
        }
        ear.take();
    }
    /// Asks for a watch, of so many ranges; the revision it begins at, and the call.
    std::pair<QByteArray, FakeTransport::Asked *> watch(int from, int ranges)
    {
        source->watch({ResourceVersion(std::to_string(from)), 300s});
        FakeTransport::Asked &asked = transport.last();
        const QByteArray body = *asked.request.posted;
        const QByteArray field = json("'start_revision':");
        const qsizetype at = body.indexOf(field) + field.size();
        asked.ok();
        for (int watch = 0; watch < ranges; ++watch)
            asked.say(lineOf(watch, from, json("'created':true")));
        return {QByteArray::number(body.mid(at).split('}').front().split(',').front().toInt()), &asked};
    }
    QByteArray checked() const { return *transport.all.back()->request.posted; }

    FakeTransport transport;
    ManualClock clock;
    Ear ear;
    std::optional<EtcdListerWatcher> source;
};

} // namespace

class TestEtcdListerWatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofATransactionThatCameInPartTheRestComesLater();
    void aKeyThatIsWrittenAllTheTimeTellsHistoriesApart_data();
    void aKeyThatIsWrittenAllTheTimeTellsHistoriesApart();
    void aDeletionTellsHistoriesApart_data();
    void aDeletionTellsHistoriesApart();
    void whereTheCheckIsCompactedTheNextRevisionTells_data();
    void whereTheCheckIsCompactedTheNextRevisionTells();
    void aCheckThatIsNotAnsweredIsMadeAgain();
    void theLastWordNeedsNoNewline_data();
    void theLastWordNeedsNoNewline();
    void aLookIsOfWhenItWasAsked();
    void fewerElectionsAreAskedAbout_data();
    void fewerElectionsAreAskedAbout();
};

/// Two ranges are two watches, and what one transaction did in both comes on two lines: the stream may break between.
void TestEtcdListerWatcher::ofATransactionThatCameInPartTheRestComesLater()
{
    Fixture f("");
    f.list(10, {});
    const auto [first, broken] = f.watch(10, 2);
    QCOMPARE(first, QByteArray("11"));
    f.clock.advance(EtcdListerWatcher::MergeTime);
    broken->say(put(0, {"/app/a", 12, "x", 12}));
    broken->end(Error{ErrorKind::ConnectionLost, "lost", ""});
    QCOMPARE(f.ear.take(), QByteArray("opened ADDED:/app/a@12 ended(ConnectionLost)"));

    const auto [again, whole] = f.watch(12, 2);
    QCOMPARE(again, QByteArray("12"));
    whole->say(put(0, {"/app/a", 12, "x", 12}));
    whole->say(put(1, {"/zoo/b", 12, "x", 12}));
    f.transport.last().answer(rangeOf(12, {textOf({"/app/a", 12, "x", 12})})); // it is the same history
    f.clock.advance(EtcdListerWatcher::MergeTime);
    QCOMPARE(f.ear.take(), QByteArray("opened ADDED:/zoo/b@12"));
    whole->say(put(1, {"/zoo/b", 13, "y", 12}));
    whole->end(Error{ErrorKind::ConnectionLost, "lost", ""});
    QCOMPARE(f.ear.take(), QByteArray("MODIFIED:/zoo/b@13 ended(ConnectionLost)"));
}

void TestEtcdListerWatcher::aKeyThatIsWrittenAllTheTimeTellsHistoriesApart_data()
{
    QTest::addColumn<QByteArray>("found");
    QTest::addColumn<QByteArray>("heard");
    QTest::newRow("as it was") << textOf({"/app/a", 10, "x"}) << QByteArray("opened ADDED:/app/b@11");
    QTest::newRow("another value") << textOf({"/app/a", 10, "y"}) << QByteArray("opened BOOKMARK@9");
    QTest::newRow("made at another time") << textOf({"/app/a", 10, "x", 9}) << QByteArray("opened BOOKMARK@9");
    QTest::newRow("written before") << textOf({"/app/a", 9, "x"}) << QByteArray("opened BOOKMARK@9");
    QTest::newRow("not there") << QByteArray() << QByteArray("opened BOOKMARK@9");
}

void TestEtcdListerWatcher::aKeyThatIsWrittenAllTheTimeTellsHistoriesApart()
{
    QFETCH(const QByteArray, found);
    QFETCH(const QByteArray, heard);
    Fixture f("/app/");
    f.list(10, {textOf({"/app/a", 10, "x"})});
    f.watch(10, 1).second->say(put(0, {"/app/b", 11, "new", 11}));
    QVERIFY2(f.checked().contains("\"revision\":10"), f.checked().constData());
    f.transport.last().answer(rangeOf(12, found.isEmpty() ? QByteArrayList() : QByteArrayList{found}));
    QCOMPARE(f.ear.take(), heard);
}

void TestEtcdListerWatcher::aDeletionTellsHistoriesApart_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::addColumn<QByteArray>("heard");
    QTest::newRow("it is gone") << false << QByteArray("opened");
    QTest::newRow("it is there") << true << QByteArray("opened BOOKMARK@11");
}

/// Of what was seen last a deletion may be all that the other history has not.
void TestEtcdListerWatcher::aDeletionTellsHistoriesApart()
{
    QFETCH(const bool, isThere);
    QFETCH(const QByteArray, heard);
    Fixture f("/app/");
    f.list(10, {textOf({"/app/a", 2})});
    const auto watch = f.watch(10, 1).second;
    f.transport.last().answer(rangeOf(10, {textOf({"/app/a", 2})}));
    watch->say(deletion("/app/a", 12));
    watch->end(Error{ErrorKind::ConnectionLost, "lost", ""});
    QCOMPARE(f.ear.take(), QByteArray("opened DELETED:/app/a@12 ended(ConnectionLost)"));
    f.watch(12, 1);
    QVERIFY2(f.checked().contains("\"revision\":12"), f.checked().constData());
    f.transport.last().answer(rangeOf(14, isThere ? QByteArrayList{textOf({"/app/a", 2})} : QByteArrayList()));
    QCOMPARE(f.ear.take(), heard);
}

void TestEtcdListerWatcher::whereTheCheckIsCompactedTheNextRevisionTells_data()
{
    QTest::addColumn<bool>("isCompactedToo");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("heard");
    QTest::newRow("it is the same") << false << QByteArray("x") << QByteArray("opened ADDED:/app/b@11");
    QTest::newRow("it is another") << false << QByteArray("y") << QByteArray("opened BOOKMARK@9");
    QTest::newRow("then the watch will say so") << true << QByteArray() << QByteArray("opened ADDED:/app/b@11");
}

void TestEtcdListerWatcher::whereTheCheckIsCompactedTheNextRevisionTells()
{
    QFETCH(const bool, isCompactedToo);
    QFETCH(const QByteArray, value);
    QFETCH(const QByteArray, heard);
    Fixture f("/app/");
    f.list(10, {textOf({"/app/a", 10, "x"})});
    f.watch(10, 1).second->say(put(0, {"/app/b", 11, "new", 11}));
    f.transport.last().end(Error{ErrorKind::Expired, "compacted", ""});
    QVERIFY2(f.checked().contains("\"revision\":11"), f.checked().constData());
    if (isCompactedToo)
        f.transport.last().end(Error{ErrorKind::Expired, "compacted", ""});
    else
        f.transport.last().answer(rangeOf(12, {textOf({"/app/a", 10, value})}));
    QCOMPARE(f.ear.take(), heard);
}

void TestEtcdListerWatcher::aCheckThatIsNotAnsweredIsMadeAgain()
{
    Fixture f("/app/");
    f.list(10, {textOf({"/app/a", 10, "x"})});
    f.watch(10, 1).second->say(put(0, {"/app/b", 11, "new", 11}));
    f.transport.last().end(Error{ErrorKind::ConnectionLost, "lost", ""});
    QCOMPARE(f.ear.take(), QByteArray("opened ended(ConnectionLost)"));
    f.watch(10, 1).second->say(put(0, {"/app/b", 11, "new", 11}));
    f.transport.last().answer(rangeOf(11, {textOf({"/app/a", 10, "x"})}));
    QCOMPARE(f.ear.take(), QByteArray("opened ADDED:/app/b@11"));
}

void TestEtcdListerWatcher::theLastWordNeedsNoNewline_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("heard");
    const QByteArray leaderless =
        json("{'error':{'grpc_code':14,'http_code':503,'message':'etcdserver: no leader','http_status':'Service'}}");
    QTest::newRow("none") << QByteArray() << QByteArray("ended");
    QTest::newRow("as the gateway says it") << leaderless << QByteArray("ended(ServerError)");
    QTest::newRow("with one") << QByteArray(leaderless + '\n') << QByteArray("ended(ServerError)");
    QTest::newRow("half of an event") << put(0, {"/app/a", 11}).chopped(9) << QByteArray("ended(BrokenFrame)");
}

void TestEtcdListerWatcher::theLastWordNeedsNoNewline()
{
    QFETCH(const QByteArray, word);
    QFETCH(const QByteArray, heard);
    Fixture f("/app/");
    f.list(10, {});
    const auto watch = f.watch(10, 1).second;
    f.ear.take();
    watch->say(word);
    if (watch->observer)
        watch->end();
    QCOMPARE(f.ear.take(), heard);
}

/// The watch has a connection of its own, on which a later event may come before the look's answer.
void TestEtcdListerWatcher::aLookIsOfWhenItWasAsked()
{
    Fixture f("/app/");
    f.list(10, {textOf({"/app/a", 10})});
    const auto watch = f.watch(10, 1).second;
    f.transport.last().answer(rangeOf(10, {textOf({"/app/a", 10})}));
    f.ear.take();
    f.clock.advance(EtcdListerWatcher::LookEvery);
    watch->say(put(0, {"/app/b", 11, "new", 11}));
    f.transport.last().answer(rangeOf(10));
    QCOMPARE(f.ear.take(), QByteArray("ADDED:/app/b@11"));
    f.clock.advance(EtcdListerWatcher::LookEvery);
    f.transport.last().answer(rangeOf(10));
    QCOMPARE(f.ear.take(), QByteArray("BOOKMARK@10"));
}

void TestEtcdListerWatcher::fewerElectionsAreAskedAbout_data()
{
    QTest::addColumn<int>("revision");
    QTest::addColumn<bool>("isAsWas");
    QTest::addColumn<QByteArray>("heard");
    QTest::newRow("a member that was alone counted in vain") << 10 << true << QByteArray();
    QTest::newRow("it is another history") << 10 << false << QByteArray("BOOKMARK@9");
    QTest::newRow("it is behind") << 9 << true << QByteArray("BOOKMARK@9");
}

/// A member without a leader calls one election after the other, and its word for their number is above that of the
/// others, until they hear of it.
void TestEtcdListerWatcher::fewerElectionsAreAskedAbout()
{
    QFETCH(const int, revision);
    QFETCH(const bool, isAsWas);
    QFETCH(const QByteArray, heard);
    Fixture f("/app/");
    f.list(10, {textOf({"/app/a", 10})});
    f.watch(10, 1);
    f.transport.last().answer(rangeOf(10, {textOf({"/app/a", 10})}, 7));
    f.ear.take();
    f.clock.advance(EtcdListerWatcher::LookEvery);
    f.transport.last().answer(rangeOf(revision, {}, 3));
    if (revision == 10)
        f.transport.last().answer(rangeOf(10, {textOf({"/app/a", 10, isAsWas ? "x" : "y"})}, 3));
    QCOMPARE(f.ear.take(), heard);
    if (!heard.isEmpty())
        return;
    f.clock.advance(EtcdListerWatcher::LookEvery); // nobody asks about them again
    const std::size_t asked = f.transport.all.size();
    f.transport.last().answer(rangeOf(10, {}, 3));
    QCOMPARE(f.transport.all.size(), asked);
}

} // namespace tst_etcdlisterwatcher

WK_TEST(tst_etcdlisterwatcher, TestEtcdListerWatcher, QCoreApplication)
#include "tst_etcdlisterwatcher.moc"
