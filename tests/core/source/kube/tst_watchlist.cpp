// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/support/faketransport.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

namespace tst_watchlist {

using namespace wk;
using namespace std::chrono_literals;

namespace {

ListOptions wholeList()
{
    return {500, {}, 300s};
}

/// Watches from each list, and writes down what it hears: "listed(a:3 b:5@9)", "opened", "events(a:10)", "ended",
/// "failed(Expired)".
struct Reader : SourceObserver {
    void listed(ListPage page) override
    {
        QByteArrayList names;
        for (const ObjectPtr &object : page.objects)
            names += word(*object);
        heard += "listed(" + names.join(' ') + "@" + QByteArray::fromStdString(page.version.text()) + ")";
        lastPage = std::move(page);
        if (onListed)
            onListed();
        else
            source->watch({lastPage.version, 300s});
    }
    void listing(std::size_t objects) override { listedSoFar = objects; }
    void arriving(const Columns &, const std::vector<ObjectPtr> &objects) override { arrived += word(*objects.at(0)); }
    void watchOpened() override { heard += "opened"; }
    void eventsArrived(std::vector<WatchEvent> events) override
    {
        QByteArrayList words;
        for (const WatchEvent &event : events)
            words += event.object ? word(*event.object) : QByteArray::fromStdString(event.version.text());
        heard += "events(" + words.join(' ') + ")";
    }
    void watchEnded(std::optional<Error> error) override
    {
        heard += error ? QByteArray("ended(") + kindName(error->kind) + ")" : QByteArray("ended");
    }
    void listFailed(Error error) override { heard += QByteArray("failed(") + kindName(error.kind) + ")"; }

    static QByteArray word(const Object &object)
    {
        return QByteArray::fromStdString(object.name + ":" + object.version.text());
    }

    ListerWatcher *source = nullptr;
    std::function<void()> onListed; ///< instead of going on to watch
    QByteArrayList heard;
    QByteArrayList arrived;
    ListPage lastPage;
    std::size_t listedSoFar = 0;
};

struct Rig {
    explicit Rig(const ResourceInfo &resource = pods())
    {
        WatchScope scope;
        scope.resource = resource;
        source = std::make_unique<KubeListerWatcher>(transport, clock, scope);
        source->setStreamsLists([this] { return offered; });
        source->setObserver(&reader);
        reader.source = source.get();
    }
    bool streams() { return transport.last().target().contains("sendInitialEvents=true"); }
    /// A refused Table would be another story.
    void refuse(ErrorKind kind) { transport.last().end(Error{kind, {}, {}, 0, {}}); }

    bool offered = true;
    ManualClock clock;
    FakeTransport transport;
    Reader reader;
    std::unique_ptr<KubeListerWatcher> source;
};

/// "+a:3" ADDED, "~a:4" MODIFIED, "-a:5" DELETED, "=9" the mark, ".9" a bookmark, "!410" an ERROR; the rest as it is.
QByteArray line(const QByteArray &word)
{
    const QByteArray name = word.mid(1).split(':').value(0);
    const QByteArray version = word.mid(1).split(':').value(1);
    const auto event = [](const char *type, const QByteArray &object) -> QByteArray {
        return QByteArray::fromStdString(eventLine(type, object.toStdString())) + '\n';
    };
    const QByteArray object = R"({"metadata":{"name":"NAME","uid":"u","resourceVersion":"VERSION"}})";
    const QByteArray mark =
        R"({"metadata":{"annotations":{"k8s.io/initial-events-end":"TRUE"},"resourceVersion":"NAME"}})";
    const auto filled = [&](QByteArray text, const char *truth = "true") {
        return text.replace("NAME", name).replace("VERSION", version).replace("TRUE", truth);
    };
    switch (word.at(0)) {
    case '+': return event("ADDED", filled(object));
    case '~': return event("MODIFIED", filled(object));
    case '-': return event("DELETED", filled(object));
    case '.': return event("BOOKMARK", filled(mark).replace("k8s.io", "example.com"));
    case '=': return event("BOOKMARK", filled(mark));
    case '?': return event("BOOKMARK", filled(mark, "false"));
    case '!': return event("ERROR", filled("{\"kind\":\"Status\",\"code\":NAME}"));
    default: return word + '\n';
    }
}

} // namespace

class TestWatchList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C13_asksAsClientGoDoes();
    void traces_data();
    void traces();
    void fallbacks_data();
    void fallbacks();
    void C13_noMarkWithinThirtySecondsMeansPages();
    void C13_theMarkPromisesNoBookmarks();
    void C13_aTablesMarkIsInItsRow();
    void C13_secretsAreStreamedAsMetadata();
    void C13_aRefusedTableIsStreamedPlainly();
    void C13_onlyAWholeListThatIsWatchedIsStreamed_data();
    void C13_onlyAWholeListThatIsWatchedIsStreamed();
    void C13_aReaderThatDoesNotGoOnEndsTheStream_data();
    void C13_aReaderThatDoesNotGoOnEndsTheStream();
    void C34_stopIsFinalWhileStreaming();
};

void TestWatchList::C13_asksAsClientGoDoes()
{
    Rig rig;
    rig.source->list(wholeList());
    QCOMPARE(rig.transport.last().target(),
             QByteArray("/api/v1/pods?includeObject=Object&watch=true&allowWatchBookmarks=true&sendInitialEvents=true&"
                        "resourceVersionMatch=NotOlderThan&timeoutSeconds=300"));
    QCOMPARE(int(rig.transport.last().request.lane), int(RequestLane::Watch));
}

void TestWatchList::traces_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("heard");
    const auto row = [](const char *name, const char *lines, const char *heard) {
        QTest::newRow(name) << QByteArray(lines) << QByteArray(heard);
    };
    row("C13 the initial events are the list, and their stream is its watch", "+a:3 +b:5 =9 ~a:10",
        "listed(a:3 b:5@9) opened events(a:10)");
    row("C13 nothing matches: only the mark", "=9", "listed(@9) opened");
    row("C13 initial events are in no order of versions", "+b:5 +a:3 =9", "listed(a:3 b:5@9) opened");
    row("C13 a change before the mark counts", "+a:3 ~a:7 =9", "listed(a:7@9) opened");
    row("C13 a change of what was not added counts", "~a:7 =9", "listed(a:7@9) opened");
    row("C13 a deletion before the mark counts", "+a:3 +b:5 -a:8 =9", "listed(b:5@9) opened");
    row("C13 what was deleted and made again is there", "+a:3 -a:8 +a:9 =9", "listed(a:9@9) opened");
    row("C13 nothing is told before the mark", "+a:3 +b:5", "");
    row("C13 a bookmark without the annotation is no mark", "+a:3 .9", "");
    row("C13 an annotation that is not true is no mark", "+a:3 ?9", "");
    row("C13 the mark after another bookmark", "+a:3 .8 =9", "listed(a:3@9) opened");
    row("C13 an error before the mark fails the list", "+a:3 !410", "failed(Expired)");
    row("C13 a busy server before the mark fails the list", "+a:3 !429", "failed(TooManyRequests)");
    row("C13 an error behind the mark is the watch's", "+a:3 =9 !410", "listed(a:3@9) opened events()");
}

void TestWatchList::traces()
{
    QFETCH(QByteArray, lines);
    QFETCH(QByteArray, heard);
    QByteArray all;
    for (const QByteArray &word : lines.split(' '))
        all += line(word);
    const QByteArrayList parts = [&] {
        QByteArrayList singly;
        for (const char byte : all)
            singly += QByteArray(1, byte);
        return singly;
    }();
    for (const QByteArrayList &reads : {QByteArrayList{all}, parts}) {
        Rig rig;
        rig.source->list(wholeList());
        const auto asked = rig.transport.all.back();
        asked->ok();
        for (const QByteArray &read : reads) {
            if (asked->observer)
                asked->say(read);
        }
        QCOMPARE(rig.reader.heard.join(' '), heard);
        QCOMPARE(rig.transport.all.size(), 1u);
    }
}

void TestWatchList::fallbacks_data()
{
    QTest::addColumn<int>("error"); // -1: in order
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QByteArray>("heard"); // until a plain list has been asked for
    QTest::addColumn<bool>("again");       // whether the list after that one is streamed
    const auto row = [](const char *name, int error, const char *lines, const char *heard, bool again) {
        QTest::newRow(name) << error << QByteArray(lines) << QByteArray(heard) << again;
    };
    row("C13 refused: 400 or 422", int(ErrorKind::Invalid), nullptr, "", false);
    row("C13 refused in the stream", -2, "!422", "", false);
    row("C13 listing is allowed, watching is not", int(ErrorKind::Forbidden), nullptr, "", false);
    row("C13 ends in order before the mark", -1, "+a:3", "", false);
    row("C13 a line that cannot be read", -2, "+a:3 oops", "", false);
    row("C13 cut before the mark", int(ErrorKind::ConnectionLost), "+a:3", "failed(ConnectionLost)", true);
    row("C13 an error before the mark, whatever it says", -2, "+a:3 !410", "failed(Expired)", true);
    row("C13 a busy server before the mark", -2, "+a:3 !429", "failed(TooManyRequests)", true);
    row("C13 no head in time", int(ErrorKind::TimedOut), nullptr, "failed(TimedOut)", true);
    row("C13 a server that fails", int(ErrorKind::ServerError), nullptr, "failed(ServerError)", true);
}

void TestWatchList::fallbacks()
{
    QFETCH(int, error);
    QFETCH(QByteArray, lines);
    QFETCH(QByteArray, heard);
    QFETCH(bool, again);
    Rig rig;
    rig.source->list(wholeList());
    const auto asked = rig.transport.all.back();
    if (!lines.isNull())
        asked->ok();
    for (const QByteArray &word : lines.isNull() ? QByteArrayList() : lines.split(' '))
        asked->say(line(word));
    if (error == -1)
        asked->end();
    else if (error >= 0)
        asked->end(Error{ErrorKind(error), {}, {}, 0, {}});
    QCOMPARE(rig.reader.heard.join(' '), heard);
    if (!heard.isEmpty())
        rig.source->list(wholeList());
    QCOMPARE(rig.transport.last().target(), QByteArray("/api/v1/pods?includeObject=Object&limit=500"));
    rig.transport.last().answer(R"({"metadata":{"resourceVersion":"9"},"items":[{"metadata":{"name":"a"}}]})");
    QVERIFY(rig.reader.heard.join(' ').endsWith("listed(a:@9)"));
    rig.source->list(wholeList());
    QCOMPARE(rig.streams(), again);
}

void TestWatchList::C13_noMarkWithinThirtySecondsMeansPages()
{
    Rig rig;
    rig.source->list(wholeList());
    rig.transport.last().ok();
    rig.transport.last().say(line("+a:3"));
    QCOMPARE(rig.reader.listedSoFar, 1u);
    rig.clock.advance(29s);
    rig.transport.last().say(line("~a:4"));
    QCOMPARE(rig.reader.arrived.join(' '), QByteArray("a:3 a:4"));
    QVERIFY(rig.streams());
    rig.clock.advance(1s);
    QVERIFY(!rig.streams());
    QCOMPARE(rig.transport.running(), 1);
    QVERIFY(rig.reader.heard.isEmpty());
    QVERIFY(rig.clock.isIdle());
}

void TestWatchList::C13_theMarkPromisesNoBookmarks()
{
    Rig rig;
    rig.source->list(wholeList());
    rig.transport.last().ok();
    rig.transport.last().say(line("+a:3") + line("=9"));
    QVERIFY(rig.transport.last().silence == 330s);
    rig.clock.advance(1h); // the 30 s for the mark are over and done with
    QCOMPARE(rig.transport.running(), 1);
    rig.transport.last().say(line(".10"));
    QVERIFY(rig.transport.last().silence == 150s);
}

void TestWatchList::C13_aTablesMarkIsInItsRow()
{
    const auto table = [](const char *type, const char *definitions, const char *rest) -> QByteArray {
        return QByteArray::fromStdString(eventLine(type, tableOf(definitions, rest))) + '\n';
    };
    Rig rig;
    rig.source->list(wholeList());
    rig.transport.last().ok();
    rig.transport.last().say(
        table("ADDED", R"([{"name":"Name"}])",
              R"([{"cells":["a"],"object":{"metadata":{"name":"a","uid":"u","resourceVersion":"3"}}}])"));
    rig.transport.last().say(table(
        "BOOKMARK", "null",
        R"([{"cells":[""],"object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}])"));
    QVERIFY(rig.reader.heard.join(' ').startsWith("listed(a:3@"));
    QCOMPARE(rig.reader.lastPage.columns->at(0).name, std::string("Name"));
    QCOMPARE(cellText(rig.reader.lastPage.objects[0]->cells[0]), std::string("a"));
}

void TestWatchList::C13_secretsAreStreamedAsMetadata()
{
    ResourceInfo secrets;
    secrets.gvr = {"", "v1", "secrets"};
    secrets.kind = "Secret";
    Rig rig(secrets);
    rig.source->list(wholeList());
    QVERIFY(rig.streams());
    QVERIFY(rig.transport.last().target().contains("includeObject=Metadata"));
    QCOMPARE(rig.transport.last().request.accept, QByteArray("application/json;as=Table;v=v1;g=meta.k8s.io"));
    rig.transport.last().ok();
    rig.transport.last().say(line("+a:3") + line("=9"));
    QVERIFY(rig.reader.lastPage.objects.at(0)->body.isNull());
}

void TestWatchList::C13_aRefusedTableIsStreamedPlainly()
{
    Rig rig;
    rig.source->list(wholeList());
    rig.refuse(ErrorKind::NotAcceptable);
    QVERIFY(rig.streams());
    QCOMPARE(rig.transport.last().request.accept, QByteArray("application/json"));
    rig.transport.last().ok();
    rig.transport.last().say(line("+a:3") + line("=9"));
    QCOMPARE(rig.reader.heard.join(' '), QByteArray("listed(a:3@9) opened"));
    QVERIFY(rig.reader.lastPage.columns == Decoder::plainColumns());
}

void TestWatchList::C13_onlyAWholeListThatIsWatchedIsStreamed_data()
{
    QTest::addColumn<int>("limit");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<bool>("watched");
    QTest::addColumn<bool>("offered");
    QTest::newRow("a count") << 1 << QByteArray() << false << true;
    QTest::newRow("a second page") << 500 << QByteArray("t") << true << true;
    QTest::newRow("a server that does not offer it") << 500 << QByteArray() << true << false;
}

void TestWatchList::C13_onlyAWholeListThatIsWatchedIsStreamed()
{
    QFETCH(int, limit);
    QFETCH(QByteArray, token);
    QFETCH(bool, watched);
    QFETCH(bool, offered);
    Rig rig;
    rig.offered = offered;
    rig.source->list({limit, token.toStdString(), watched ? 300s : 0s});
    QVERIFY(!rig.streams());
}

void TestWatchList::C13_aReaderThatDoesNotGoOnEndsTheStream_data()
{
    QTest::addColumn<QString>("deed");
    QTest::addColumn<int>("running");
    QTest::newRow("it does nothing") << QString() << 0;
    QTest::newRow("it stops") << QStringLiteral("stop") << 0;
    QTest::newRow("it lists") << QStringLiteral("list") << 1;
    QTest::newRow("it watches from elsewhere") << QStringLiteral("watch") << 1;
    QTest::newRow("it destroys the source") << QStringLiteral("destroy") << 0;
}

void TestWatchList::C13_aReaderThatDoesNotGoOnEndsTheStream()
{
    QFETCH(QString, deed);
    QFETCH(int, running);
    Rig rig;
    rig.reader.onListed = [&] {
        if (deed == QStringLiteral("stop"))
            rig.source->stop();
        else if (deed == QStringLiteral("list"))
            rig.source->list({500, "t", 300s});
        else if (deed == QStringLiteral("watch"))
            rig.source->watch({ResourceVersion("8"), 300s});
        else if (deed == QStringLiteral("destroy"))
            rig.source.reset();
    };
    rig.source->list(wholeList());
    const auto asked = rig.transport.all.back();
    asked->ok();
    asked->say(line("+a:3") + line("=9") + line("~a:10"));
    QCOMPARE(rig.reader.heard.join(' '), QByteArray("listed(a:3@9)"));
    QVERIFY(!asked->observer);
    QCOMPARE(rig.transport.running(), running);
}

void TestWatchList::C34_stopIsFinalWhileStreaming()
{
    Rig rig;
    rig.source->list(wholeList());
    rig.transport.last().ok();
    rig.transport.last().say(line("+a:3"));
    rig.source->stop();
    rig.clock.advance(1h);
    QVERIFY(rig.reader.heard.isEmpty());
    QCOMPARE(rig.transport.running(), 0);
    QVERIFY(rig.clock.isIdle());
}

} // namespace tst_watchlist

WK_TEST(tst_watchlist, TestWatchList, QCoreApplication)
#include "tst_watchlist.moc"
