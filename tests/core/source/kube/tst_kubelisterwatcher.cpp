// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/support/faketransport.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

namespace tst_kubelisterwatcher {

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// Writes down what it hears, in few words: "listed(2@9)", "opened", "events(ADDED:web-1 BOOKMARK:51)", "ended",
/// "failed(Expired)".
struct Ear : SourceObserver {
    void listed(ListPage page) override
    {
        note("listed(" + QByteArray::number(qulonglong(page.objects.size())) + "@" +
             QByteArray::fromStdString(page.version.text()) + ")");
        lastPage = std::move(page);
    }
    void watchOpened() override { note("opened"); }
    void eventsArrived(std::vector<WatchEvent> events) override
    {
        QByteArrayList words;
        for (const WatchEvent &event : events) {
            const char *types[] = {"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"};
            words += QByteArray(types[int(event.type)]) + ":" +
                     (event.object                     ? QByteArray::fromStdString(event.object->name)
                      : event.type == EventType::Error ? kindName(event.error.kind)
                                                       : QByteArray::fromStdString(event.version.text()));
        }
        note("events(" + words.join(' ') + ")");
    }
    void watchEnded(std::optional<Error> error) override
    {
        note(error ? QByteArray("ended(") + kindName(error->kind) + ")" : QByteArray("ended"));
    }
    void listFailed(Error error) override { note(QByteArray("failed(") + kindName(error.kind) + ")"); }

    void note(const QByteArray &word)
    {
        heard += word;
        if (onHeard)
            onHeard(word);
    }
    QByteArray text() const { return heard.join(' '); }

    QByteArrayList heard;
    ListPage lastPage;
    std::function<void(const QByteArray &)> onHeard;
};

struct Fixture {
    explicit Fixture(const ResourceInfo &resource = pods(), WatchScope scope = {})
    {
        scope.resource = resource;
        source = std::make_unique<KubeListerWatcher>(transport, clock, scope);
        source->setObserver(&ear);
    }
    void watch(const char *from = "7") { source->watch({ResourceVersion(from), 300s}); }

    ManualClock clock;
    FakeTransport transport;
    Ear ear;
    std::unique_ptr<KubeListerWatcher> source;
};

QByteArray line(const char *type, const char *object)
{
    return QByteArray::fromStdString(eventLine(type, object)) + '\n';
}

constexpr char Bookmark[] = R"({"kind":"Pod","metadata":{"resourceVersion":"51"}})";
constexpr char EmptyList[] = R"({"metadata":{"resourceVersion":"9"},"items":[]})";

ResourceInfo secrets()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "secrets"};
    info.kind = "Secret";
    return info;
}

} // namespace

class TestKubeListerWatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForTablesOfWholeObjects();
    void C1_noListAsksForAnOldState();
    void C21_everyWatchAsksForATimeoutAndBookmarks();
    void asksWithinItsScope();
    void secretsAreAskedForAsMetadata();
    void aRefusedTableIsAskedForPlainly_data();
    void aRefusedTableIsAskedForPlainly();
    void endings_data();
    void endings();
    void aListIsOnePage();
    void eventsComeInReadsOfTheSocket();
    void C22_silenceFollowsTheBookmarks();
    void C22_aDripIsNoSilenceButAFrameHasAMinute();
    void C24_aFrameOverTheLimitEndsTheStream();
    void whatIsHeardMayStopOrGoOn_data();
    void whatIsHeardMayStopOrGoOn();
    void C34_stopIsFinal();
};

void TestKubeListerWatcher::asksForTablesOfWholeObjects()
{
    Fixture f;
    f.source->list({500, {}});
    QCOMPARE(f.transport.last().target(), QByteArray("/api/v1/pods?includeObject=Object&limit=500"));
    QCOMPARE(f.transport.last().request.accept,
             QByteArray("application/json;as=Table;v=v1;g=meta.k8s.io,application/json"));
    QCOMPARE(int(f.transport.last().request.lane), int(RequestLane::List));
    f.source->list({500, "t0k="});
    QCOMPARE(f.transport.last().target(), QByteArray("/api/v1/pods?includeObject=Object&limit=500&continue=t0k="));
    f.source->list({0, {}});
    QCOMPARE(f.transport.last().target(), QByteArray("/api/v1/pods?includeObject=Object"));
    f.watch("42");
    QCOMPARE(
        f.transport.last().target(),
        QByteArray(
            "/api/v1/"
            "pods?includeObject=Object&watch=true&allowWatchBookmarks=true&resourceVersion=42&timeoutSeconds=300"));
    QCOMPARE(int(f.transport.last().request.lane), int(RequestLane::Watch));
    QCOMPARE(f.transport.running(), 1);
}

void TestKubeListerWatcher::C1_noListAsksForAnOldState()
{
    Fixture f;
    for (const ListOptions &options : {ListOptions{500, {}}, ListOptions{500, "t0k="}, ListOptions{0, {}}}) {
        f.source->list(options);
        QVERIFY(!f.transport.last().target().contains("resourceVersion"));
    }
}

void TestKubeListerWatcher::C21_everyWatchAsksForATimeoutAndBookmarks()
{
    Fixture f;
    f.watch();
    QVERIFY(f.transport.last().target().contains("timeoutSeconds=300"));
    QVERIFY(f.transport.last().target().contains("allowWatchBookmarks=true"));
}

void TestKubeListerWatcher::asksWithinItsScope()
{
    WatchScope scope;
    scope.ns = "shop";
    scope.labelSelector = "app in (web,api)";
    scope.fieldSelector = "spec.nodeName=n1";
    Fixture f(widgets(), scope);
    f.source->list({1, {}});
    QCOMPARE(f.transport.last().target(),
             QByteArray("/apis/example.com/v1/namespaces/shop/widgets?labelSelector=app in "
                        "(web,api)&fieldSelector=spec.nodeName=n1&includeObject=Object&limit=1"));
    ResourceInfo listed = pods();
    listed.verbs = {"get", "list"};
    QVERIFY(!Fixture(listed).source->canWatch() && Fixture().source->canWatch());
}

void TestKubeListerWatcher::secretsAreAskedForAsMetadata()
{
    Fixture f(secrets());
    f.source->list({});
    QCOMPARE(f.transport.last().target(), QByteArray("/api/v1/secrets?includeObject=Metadata"));
    QCOMPARE(f.transport.last().request.accept, QByteArray("application/json;as=Table;v=v1;g=meta.k8s.io"));
    f.transport.last().answer(
        R"({"kind":"Table","metadata":{"resourceVersion":"9"},"columnDefinitions":[{"name":"Name"}],"rows":[{"cells":["s"],"object":{"metadata":{"name":"s"}}}]})");
    QCOMPARE(f.ear.text(), QByteArray("listed(1@9)"));
    QVERIFY(f.ear.lastPage.objects[0]->body.isNull());
    f.watch();
    f.transport.last().end(Error{ErrorKind::NotAcceptable, {}, {}, 406, {}});
    QCOMPARE(f.transport.last().request.accept,
             QByteArray("application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"));
    f.source->list({});
    QCOMPARE(f.transport.last().request.accept,
             QByteArray("application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"));
    QCOMPARE(f.transport.last().target(), QByteArray("/api/v1/secrets"));
}

void TestKubeListerWatcher::aRefusedTableIsAskedForPlainly_data()
{
    QTest::addColumn<bool>("watch");
    QTest::newRow("when listing") << false;
    QTest::newRow("when watching") << true;
}

void TestKubeListerWatcher::aRefusedTableIsAskedForPlainly()
{
    QFETCH(bool, watch);
    Fixture f;
    const auto ask = [&] { watch ? f.watch() : f.source->list({500, "t"}); };
    ask();
    f.transport.last().end(Error{ErrorKind::NotAcceptable, {}, {}, 406, {}});
    QCOMPARE(f.transport.last().request.accept, QByteArray("application/json"));
    QVERIFY(!f.transport.last().target().contains("includeObject"));
    QVERIFY(f.transport.last().target().contains(watch ? "resourceVersion=7" : "continue=t"));
    QVERIFY(f.ear.heard.isEmpty());
    ask(); // and so from then on
    QCOMPARE(f.transport.last().request.accept, QByteArray("application/json"));
    f.transport.last().end(Error{ErrorKind::NotAcceptable, {}, {}, 406, {}});
    QCOMPARE(f.ear.text(), QByteArray(watch ? "ended(NotAcceptable)" : "failed(NotAcceptable)"));
}

void TestKubeListerWatcher::endings_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("error"); // -1: none
    QTest::addColumn<QByteArray>("heard");
    const QByteArray added = line("ADDED", Pod);
    QTest::newRow("in order") << added << -1 << QByteArray("opened events(ADDED:web-1) ended");
    QTest::newRow("without an event") << QByteArray() << -1 << QByteArray("opened ended");
    QTest::newRow("C8 cut between events")
        << added << int(ErrorKind::ConnectionLost) << QByteArray("opened events(ADDED:web-1) ended(ConnectionLost)");
    QTest::newRow("C8 cut in an event") << added.left(100) << int(ErrorKind::ConnectionLost)
                                        << QByteArray("opened ended(ConnectionLost)");
    QTest::newRow("C24 in order, but in the middle of an event")
        << added + added.left(100) << -1 << QByteArray("opened events(ADDED:web-1) ended(BrokenFrame)");
    QTest::newRow("C24 the last newline is missing")
        << added.chopped(1) << -1 << QByteArray("opened ended(BrokenFrame)");
    QTest::newRow("C23 garbage in the middle")
        << added + "oops\n" + added << -1 << QByteArray("opened events(ADDED:web-1) ended(BrokenFrame)");
    QTest::newRow("C25 an unknown type") << line("SEEN", Pod) << -1 << QByteArray("opened ended(BrokenFrame)");
    QTest::newRow("C17 ERROR 410") << added + line("ERROR", R"({"kind":"Status","code":410})") << -1
                                   << QByteArray("opened events(ADDED:web-1 ERROR:Expired) ended");
}

void TestKubeListerWatcher::endings()
{
    QFETCH(QByteArray, body);
    QFETCH(int, error);
    QFETCH(QByteArray, heard);
    Fixture f;
    f.watch();
    auto asked = f.transport.all.back();
    asked->ok();
    asked->say(body);
    if (asked->observer)
        error < 0 ? asked->end() : asked->end(Error{ErrorKind(error), {}, {}, 0, {}});
    QCOMPARE(f.ear.text(), heard);
    QVERIFY(f.clock.isIdle());
}

void TestKubeListerWatcher::aListIsOnePage()
{
    Fixture f;
    f.source->list({});
    auto asked = f.transport.all.back();
    asked->ok();
    const QByteArray text(EmptyList);
    asked->say(text.left(10));
    asked->say(text.mid(10));
    QVERIFY(f.ear.heard.isEmpty());
    asked->end();
    f.source->list({});
    f.transport.last().answer(text.chopped(1));
    f.source->list({});
    f.transport.last().end(Error{ErrorKind::Forbidden, {}, {}, 403, {}});
    f.source->list({});
    f.transport.last().answer("{}");
    QCOMPARE(f.ear.text(), QByteArray("listed(0@9) failed(BrokenFrame) failed(Forbidden) failed(NotKubernetes)"));
}

void TestKubeListerWatcher::eventsComeInReadsOfTheSocket()
{
    Fixture f;
    f.watch();
    auto asked = f.transport.all.back();
    asked->ok();
    const QByteArray two = line("ADDED", Pod) + line("BOOKMARK", Bookmark);
    asked->say(two + two.left(5));
    asked->say(two.mid(5));
    QCOMPARE(f.ear.text(), QByteArray("opened events(ADDED:web-1 BOOKMARK:51) events(ADDED:web-1 BOOKMARK:51)"));
}

void TestKubeListerWatcher::C22_silenceFollowsTheBookmarks()
{
    Fixture f;
    f.watch();
    QVERIFY(f.transport.last().silence == 330s);
    auto asked = f.transport.all.back();
    asked->ok();
    asked->say(line("ADDED", Pod));
    QVERIFY(asked->silence == 330s);
    asked->say(line("BOOKMARK", Bookmark));
    QVERIFY(asked->silence == 150s);
    asked->end();
    f.watch();
    QVERIFY(f.transport.last().silence == 150s);
}

void TestKubeListerWatcher::C22_aDripIsNoSilenceButAFrameHasAMinute()
{
    Fixture f;
    f.watch();
    auto asked = f.transport.all.back();
    asked->ok();
    const QByteArray whole = line("ADDED", Pod);
    asked->say(whole + whole.left(10));
    f.clock.advance(59s);
    asked->say(whole.mid(10) + whole.left(10)); // the next one has its own minute
    for (int i = 0; i < 59; ++i) {
        f.clock.advance(1s);
        asked->say(whole.mid(10 + i, 1)); // a byte a second is no silence, yet no frame either
    }
    QCOMPARE(f.ear.text(), QByteArray("opened events(ADDED:web-1) events(ADDED:web-1)"));
    f.clock.advance(1s);
    QCOMPARE(f.ear.heard.last(), QByteArray("ended(TimedOut)"));
    QVERIFY(!asked->observer);
}

void TestKubeListerWatcher::C24_aFrameOverTheLimitEndsTheStream()
{
    Fixture f;
    f.watch();
    auto asked = f.transport.all.back();
    asked->ok();
    const QByteArray part(1024 * 1024, 'x');
    asked->say(line("ADDED", Pod) + "{\"type\":\"ADDED\",\"object\":\"");
    for (int i = 0; i < 17 && asked->observer; ++i)
        asked->say(part);
    QCOMPARE(f.ear.text(), QByteArray("opened events(ADDED:web-1) ended(TooLarge)"));
}

void TestKubeListerWatcher::whatIsHeardMayStopOrGoOn_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("deed");
    QTest::addColumn<QByteArray>("heard");
    const auto row = [](const char *word, const char *deed, const char *heard) {
        QTest::addRow("%s on %s", deed, word) << QByteArray(word) << QByteArray(deed) << QByteArray(heard);
    };
    row("opened", "stop", "opened");
    row("opened", "list", "opened");
    row("opened", "destroy", "opened");
    row("events", "stop", "opened events(ADDED:web-1)");
    row("events", "list", "opened events(ADDED:web-1)");
    row("events", "watch", "opened events(ADDED:web-1)");
    row("events", "destroy", "opened events(ADDED:web-1)");
    row("ended", "watch", "opened events(ADDED:web-1) ended(BrokenFrame)");
    row("ended", "destroy", "opened events(ADDED:web-1) ended(BrokenFrame)");
}

void TestKubeListerWatcher::whatIsHeardMayStopOrGoOn()
{
    QFETCH(QByteArray, word);
    QFETCH(QByteArray, deed);
    QFETCH(QByteArray, heard);
    Fixture f;
    f.ear.onHeard = [&](const QByteArray &said) {
        if (!said.startsWith(word))
            return;
        if (deed == "stop")
            f.source->stop();
        else if (deed == "list")
            f.source->list({});
        else if (deed == "watch")
            f.watch("8");
        else
            f.source.reset();
    };
    f.watch();
    auto asked = f.transport.all.back();
    asked->ok();
    if (asked->observer)
        asked->say(line("ADDED", Pod) + "oops\n");
    QCOMPARE(f.ear.text(), heard);
    QVERIFY(!asked->observer);
    QCOMPARE(f.transport.running(), deed == "list" || deed == "watch" ? 1 : 0);
}

void TestKubeListerWatcher::C34_stopIsFinal()
{
    Fixture f;
    f.source->list({});
    f.source->stop();
    QCOMPARE(f.transport.running(), 0);
    f.watch();
    f.transport.last().ok();
    f.transport.last().say("{\"type\":");
    f.source->stop();
    f.clock.advance(1h);
    QCOMPARE(f.ear.text(), QByteArray("opened"));
    QVERIFY(f.clock.isIdle());
}

} // namespace tst_kubelisterwatcher

WK_TEST(tst_kubelisterwatcher, TestKubeListerWatcher, QCoreApplication)
#include "tst_kubelisterwatcher.moc"
