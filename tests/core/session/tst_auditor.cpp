// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/auditor.h"

#include "tests/support/fakesource.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_auditor {

using namespace wk;
using namespace std::chrono_literals;

namespace {

struct FakeBackend : Backend {
    void discover(std::function<void(Result<ServerFacts>)>) override {}
    void probe(std::function<void(std::optional<Error>)>) override {}
    std::unique_ptr<ListerWatcher> source(const WatchScope &, std::unique_ptr<BodyWriter>) override { return nullptr; }
    std::unique_ptr<ListerWatcher> metadata(const WatchScope &) override
    {
        auto made = std::make_unique<FakeSource>(&calls);
        lister = made.get();
        return made;
    }
    void forgetConnections() override {}

    QStringList calls;
    FakeSource *lister = nullptr;
};

QString print(const Result<AuditReport> &report)
{
    if (!report)
        return QString::fromLatin1(kindName(report.error().kind));
    static const char *verdicts[] = {"equal", "undecided", "drifted", "reset"};
    QString text = QStringLiteral("%1 %2@%3")
                       .arg(QString::fromLatin1(verdicts[int(report->verdict)]))
                       .arg(report->objects)
                       .arg(QString::fromStdString(report->version.text()));
    for (const AuditDifference &difference : report->differences)
        text += u' ' + QString::fromStdString(difference.name);
    return report->asked ? text + u'!' : text;
}

ListPage page(std::vector<ObjectPtr> objects, const char *version, const char *token = "")
{
    ListPage page;
    page.objects = std::move(objects);
    page.version = ResourceVersion(version);
    page.continueToken = token;
    return page;
}

/// A live watch of a and b at version 7.
struct Live {
    explicit Live(Clock &clock, WatchId id = 1)
        : informer(id, std::unique_ptr<ListerWatcher>(source), clock, {[] { return 0.0; }, {}, {}})
    {
        informer.addHandler([this](const std::vector<EntryPtr> &entries) {
            for (const EntryPtr &entry : entries) {
                heard.append(QString::fromLatin1(typeName(entry->type)));
                if (entry->type == EntryType::Gap)
                    gap = entry->gap;
            }
        });
        informer.start();
        (*source)->listed(page({makeObject("n", "a", "ua", "3"), makeObject("n", "b", "ub", "5")}, "7"));
        (*source)->watchOpened();
        heard.clear();
    }
    void see(const char *version) { (*source)->eventsArrived({makeBookmark(version)}); }

    FakeSource *source = new FakeSource;
    QStringList heard;
    Gap gap;
    SharedInformer informer;
};

struct Rig {
    Rig() { auditor.add(1, {}, watch.informer); }
    /// What has been decided is told at the next turn.
    QString told()
    {
        clock.advance(0ms);
        return reports.join(u' ');
    }
    void ask()
    {
        auditor.verify(1);
        clock.advance(0ms);
    }
    std::vector<ObjectPtr> same() const { return watch.informer.store().all(); }

    ManualClock clock;
    FakeBackend backend;
    QStringList reports;
    Live watch{clock};
    Auditor auditor{backend, clock, [] { return 0.5; },
                    [this](WatchId, const Result<AuditReport> &report) { reports.append(print(report)); }};
};

} // namespace

class TestAuditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C29_equalIsSaidWithNumberAndVersion();
    void C29_eachWatchIsAuditedEveryTenMinutesOneAtATime();
    void C29_pagesOfFiveHundredAreReadToTheEnd();
    void C29_driftIsAGapSinceTheLastListAndAList();
    void C29_theWatchMayCatchUp();
    void C29_withoutBookmarksASecondListDecides();
    void C16_historyThatWentBackUnderASilentWatchIsFound();
    void C29_largeKindsAreAuditedOnRequestAlone();
    void C29_slowKindsAreAuditedOnRequestAlone();
    void C29_whoAskedHearsWhyItFailed_data();
    void C29_whoAskedHearsWhyItFailed();
    void whatIsPolledIsComparedByEachLook();
    void C29_aRelistMeanwhileBeginsItAnew();
    void C34_aRemovedWatchIsAuditedNoMore();
    void C29_whoAskedHearsHowFarItIsAndMayCancel();
};

void TestAuditor::C29_whoAskedHearsHowFarItIsAndMayCancel()
{
    Rig rig;
    std::uint64_t listed = 0;
    rig.auditor.setProgress([&listed](WatchId, std::uint64_t count) { listed = count; });
    rig.auditor.cancel(1); // nobody has asked: nobody is answered
    rig.ask();
    ListPage first = page(rig.same(), "88123");
    first.continueToken = "more";
    (*rig.backend.lister)->listed(first);
    QCOMPARE(listed, std::uint64_t(2));
    QVERIFY(rig.told().isEmpty());
    rig.auditor.cancel(1);
    QCOMPARE(rig.reports, QStringList(QStringLiteral("Cancelled")));
    rig.ask();
    (*rig.backend.lister)->listed(page(rig.same(), "88124"));
    QVERIFY2(rig.told().endsWith(QStringLiteral("equal 2@88124!")), qPrintable(rig.told()));
}

void TestAuditor::C29_equalIsSaidWithNumberAndVersion()
{
    Rig rig;
    rig.ask();
    QCOMPARE(rig.backend.calls, QStringList(QStringLiteral("list@")));
    (*rig.backend.lister)->listed(page(rig.same(), "88123"));
    QCOMPARE(rig.told(), QStringLiteral("equal 2@88123!"));
    QVERIFY(rig.watch.informer.status().verified == rig.clock.wallNow());
    QVERIFY(rig.watch.heard.isEmpty());
}

void TestAuditor::C29_eachWatchIsAuditedEveryTenMinutesOneAtATime()
{
    Rig rig;
    Live other(rig.clock, 2);
    rig.auditor.add(2, {}, other.informer);
    rig.clock.advance(599s);
    QVERIFY(rig.backend.calls.isEmpty());
    rig.clock.advance(1s);
    QCOMPARE(rig.backend.calls.size(), 1);
    rig.clock.advance(10ms);
    QCOMPARE(rig.backend.calls.size(), 1);
    (*rig.backend.lister)->listed(page(rig.same(), "9"));
    rig.clock.advance(10ms);
    (*rig.backend.lister)->listed(page(rig.same(), "9"));
    QCOMPARE(rig.told(), QStringLiteral("equal 2@9 equal 2@9"));
    rig.clock.advance(599s);
    QCOMPARE(rig.backend.calls.filter(QStringLiteral("list@")).size(), 2);
    rig.clock.advance(2s);
    QCOMPARE(rig.backend.calls.filter(QStringLiteral("list@")).size(), 3);
}

void TestAuditor::C29_pagesOfFiveHundredAreReadToTheEnd()
{
    Rig rig;
    rig.ask();
    (*rig.backend.lister)->listed(page({makeObject("n", "a", "ua", "3")}, "9", "more"));
    (*rig.backend.lister)->listed(page({}, "9", "yet more"));
    QCOMPARE(rig.told(), QString());
    (*rig.backend.lister)->listed(page({makeObject("n", "b", "ub", "5")}, "9"));
    QCOMPARE(rig.told(), QStringLiteral("equal 2@9!"));
    QCOMPARE(rig.backend.calls.mid(0, 3).join(u' '), QStringLiteral("list@ list@more list@yet more"));
}

void TestAuditor::C29_driftIsAGapSinceTheLastListAndAList()
{
    Rig rig;
    const WallTime listed = rig.clock.wallNow();
    rig.clock.advance(1min);
    rig.watch.see("9");
    rig.watch.heard.clear();
    rig.ask();
    const std::vector<ObjectPtr> truth{makeObject("n", "a", "ua", "8"), makeObject("n", "c", "uc", "9")};
    (*rig.backend.lister)->listed(page(truth, "9"));
    QCOMPARE(rig.told(), QStringLiteral("drifted 2@9 a b c!"));
    QVERIFY(rig.watch.informer.status().state == WatchState::Relisting);
    (*rig.watch.source)->listed(page(truth, "10"));
    QCOMPARE(rig.watch.heard.join(u' '), QStringLiteral("GAP RELIST DELETED MODIFIED ADDED"));
    QCOMPARE(rig.watch.gap.from.text() + "-" + rig.watch.gap.to.text(), std::string("7-10"));
    QVERIFY(rig.watch.gap.since == listed);
    QVERIFY(rig.watch.gap.reason.starts_with("drift"));
}

void TestAuditor::C29_theWatchMayCatchUp()
{
    Rig rig;
    rig.ask();
    (*rig.backend.lister)->listed(page({makeObject("n", "a", "ua", "8"), makeObject("n", "b", "ub", "5")}, "9"));
    QCOMPARE(rig.told(), QString());
    (*rig.watch.source)->eventsArrived({makeEvent(EventType::Modified, makeObject("n", "a", "ua", "8"))});
    QCOMPARE(rig.told(), QString());
    rig.watch.see("9");
    QCOMPARE(rig.told(), QStringLiteral("equal 2@9!"));
}

void TestAuditor::C29_withoutBookmarksASecondListDecides()
{
    Rig rig;
    const std::vector<ObjectPtr> truth{makeObject("n", "a", "ua", "8"), makeObject("n", "b", "ub", "5")};
    rig.ask();
    (*rig.backend.lister)->listed(page(truth, "9"));
    rig.clock.advance(29s);
    QCOMPARE(rig.backend.calls, QStringList(QStringLiteral("list@")));
    rig.clock.advance(1s);
    QCOMPARE(rig.backend.calls.size(), 2);
    (*rig.backend.lister)->listed(page(truth, "12"));
    QCOMPARE(rig.told(), QStringLiteral("drifted 2@12 a!"));
}

void TestAuditor::C16_historyThatWentBackUnderASilentWatchIsFound()
{
    Rig rig;
    rig.watch.see("900");
    rig.clock.advance(10min);
    (*rig.backend.lister)->listed(page(rig.same(), "400"));
    QCOMPARE(rig.told(), QStringLiteral("reset 2@400"));
    (*rig.watch.source)->listed(page({makeObject("n", "a", "ua", "3")}, "401"));
    QVERIFY(rig.watch.gap.reason.starts_with("history reset"));
    QCOMPARE(rig.watch.informer.status().version.text(), std::string("401"));
    QCOMPARE(rig.watch.informer.store().size(), 1u);
}

void TestAuditor::C29_largeKindsAreAuditedOnRequestAlone()
{
    Rig rig;
    rig.clock.advance(10min);
    ListPage large = page(rig.same(), "9", "more");
    large.remaining = 20'000;
    (*rig.backend.lister)->listed(large);
    QCOMPARE(rig.told(), QString());
    rig.backend.calls.clear();
    rig.clock.advance(1h);
    QVERIFY(rig.backend.calls.isEmpty());
    rig.ask();
    (*rig.backend.lister)->listed(large);
    QCOMPARE(rig.backend.calls.join(u' '), QStringLiteral("list@ list@more"));
}

void TestAuditor::C29_slowKindsAreAuditedOnRequestAlone()
{
    Rig rig;
    rig.clock.advance(10min);
    rig.clock.advance(1001ms);
    (*rig.backend.lister)->listed(page(rig.same(), "9"));
    QCOMPARE(rig.told(), QString());
    rig.backend.calls.clear();
    rig.clock.advance(1h);
    QVERIFY(rig.backend.calls.isEmpty());
    rig.ask();
    rig.clock.advance(2s);
    (*rig.backend.lister)->listed(page(rig.same(), "9"));
    QCOMPARE(rig.told(), QStringLiteral("equal 2@9!"));
}

void TestAuditor::C29_whoAskedHearsWhyItFailed_data()
{
    QTest::addColumn<bool>("asked");
    QTest::addColumn<bool>("live");
    QTest::addColumn<QString>("told");
    QTest::newRow("asked, and refused") << true << true << QStringLiteral("Forbidden");
    QTest::newRow("asked of a watch that is not live") << true << false << QStringLiteral("Refused");
    QTest::newRow("not asked, and refused") << false << true << QString();
    QTest::newRow("not asked, of a watch that is not live") << false << false << QString();
}

void TestAuditor::C29_whoAskedHearsWhyItFailed()
{
    QFETCH(bool, asked);
    QFETCH(bool, live);
    Rig rig;
    if (!live) {
        rig.clock.advance(9min);
        (*rig.watch.source)->watchEnded(makeError(ErrorKind::Refused));
        (*rig.watch.source)->watchEnded(makeError(ErrorKind::Refused));
    }
    asked ? rig.ask() : rig.clock.advance(10min);
    if (live)
        (*rig.backend.lister)->listFailed(makeError(ErrorKind::Forbidden));
    QTEST(rig.told(), "told");
    QVERIFY(rig.watch.heard.filter(QStringLiteral("GAP")).isEmpty());
}

/// So no audit runs, and who asks for one hears why.
void TestAuditor::whatIsPolledIsComparedByEachLook()
{
    Rig rig;
    rig.clock.advance(1s);
    (*rig.watch.source)->watchEnded({});
    (*rig.watch.source)->watchEnded(makeError(ErrorKind::MethodNotAllowed));
    QVERIFY(rig.watch.informer.status().state == WatchState::Polled);
    rig.clock.advance(10min);
    QVERIFY(!rig.backend.calls.contains(QStringLiteral("list@")));
    rig.ask();
    QCOMPARE(rig.told(), QStringLiteral("MethodNotAllowed"));
}

void TestAuditor::C29_aRelistMeanwhileBeginsItAnew()
{
    Rig rig;
    rig.ask();
    (*rig.backend.lister)->listed(page({makeObject("n", "a", "ua", "8")}, "9", "more"));
    (*rig.watch.source)->watchEnded(makeError(ErrorKind::Expired));
    (*rig.watch.source)->listed(page({makeObject("n", "a", "ua", "8")}, "20"));
    QCOMPARE(rig.backend.calls.last(), QStringLiteral("list@"));
    (*rig.backend.lister)->listed(page({makeObject("n", "a", "ua", "8")}, "20"));
    QCOMPARE(rig.told(), QStringLiteral("equal 1@20!"));
}

void TestAuditor::C34_aRemovedWatchIsAuditedNoMore()
{
    Rig rig;
    rig.ask();
    rig.auditor.remove(1);
    rig.auditor.verify(1);
    rig.clock.advance(1h);
    QVERIFY(rig.reports.isEmpty());
    Rig other;
    other.ask();
    (*other.backend.lister)->listed(page(other.same(), "9"));
    other.auditor.remove(1); // decided, not told yet
    QCOMPARE(other.told(), QString());
}

} // namespace tst_auditor

WK_TEST(tst_auditor, TestAuditor, QCoreApplication)
#include "tst_auditor.moc"
