// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/listfetch.h"

#include "tests/support/fakesource.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_listfetch {

using namespace wk;

namespace {

ListPage page(std::vector<ObjectPtr> objects, const char *version, const char *token = "")
{
    ListPage page;
    page.objects = std::move(objects);
    page.version = ResourceVersion(version);
    page.continueToken = token;
    return page;
}

ObjectPtr named(const char *name)
{
    return makeObject("web", name, name, "1");
}

/// "a b@7", or the kind of the error.
QString print(const Result<FullList> &list)
{
    if (!list)
        return QString::fromLatin1(kindName(list.error().kind));
    QStringList names;
    for (const ObjectPtr &object : list->objects)
        names.append(QString::fromStdString(object->name));
    return names.join(u' ') + u'@' + QString::fromStdString(list->version.text());
}

struct Rig {
    explicit Rig(const std::string &name = {})
        : source(new FakeSource(&calls))
        , fetch(std::make_unique<ListFetch>(std::unique_ptr<ListerWatcher>(source),
                                            ListOptions{limits::ListPageItems, {}, {}, name}, clock,
                                            [this](Result<FullList> list) {
                                                answers.append(print(list));
                                                fetch.reset();
                                            }))
    {}
    SourceObserver &say() { return *source->operator->(); }
    void turn() { clock.advance(std::chrono::milliseconds(0)); }

    ManualClock clock;
    QStringList calls;
    QStringList answers;
    FakeSource *source;
    std::unique_ptr<ListFetch> fetch;
};

} // namespace

class TestListFetch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allPagesAreOneList();
    void oneObjectIsAskedForByItsName();
    void theAnswerMayDestroyIt();
    void pagesThatDoNotBelongTogetherAreListedOnceMoreAndWhole_data();
    void pagesThatDoNotBelongTogetherAreListedOnceMoreAndWhole();
    void whatFailsIsNotTriedAgain_data();
    void whatFailsIsNotTriedAgain();
    void aServerThatAsksForItIsAskedAgain();
    void whoAsksForeverIsBelievedTenTimes();
    void pagesThatRepeatEnd();
};

void TestListFetch::allPagesAreOneList()
{
    Rig rig;
    rig.say().listed(page({named("a"), named("b")}, "7", "t"));
    rig.say().listed(page({named("c")}, "7"));
    rig.turn();
    QCOMPARE(rig.answers, QStringList{QStringLiteral("a b c@7")});
    QCOMPARE(rig.calls, (QStringList{QStringLiteral("list@"), QStringLiteral("list@t"), QStringLiteral("stop")}));
}

void TestListFetch::oneObjectIsAskedForByItsName()
{
    Rig rig("a");
    rig.say().listed(page({named("a")}, "5"));
    rig.turn();
    QCOMPARE(rig.answers, QStringList{QStringLiteral("a@5")});
    QCOMPARE(rig.calls, (QStringList{QStringLiteral("get@a"), QStringLiteral("stop")}));
}

void TestListFetch::theAnswerMayDestroyIt()
{
    Rig rig;
    rig.say().listed(page({}, "7"));
    QVERIFY(rig.fetch && rig.answers.isEmpty()); // the source is still calling
    rig.turn();
    QVERIFY(!rig.fetch);
    QVERIFY(rig.clock.isIdle());
}

void TestListFetch::pagesThatDoNotBelongTogetherAreListedOnceMoreAndWhole_data()
{
    QTest::addColumn<bool>("expires");
    QTest::newRow("C3 the token has expired") << true;
    QTest::newRow("C2 the next page is of another version") << false;
}

void TestListFetch::pagesThatDoNotBelongTogetherAreListedOnceMoreAndWhole()
{
    QFETCH(bool, expires);
    Rig rig;
    rig.say().listed(page({named("a")}, "7", "t"));
    expires ? rig.say().listFailed(makeError(ErrorKind::Expired)) : rig.say().listed(page({named("b")}, "8"));
    QCOMPARE(rig.calls.constLast(), QStringLiteral("list@(whole)"));
    rig.say().listed(page({named("a"), named("c")}, "9"));
    rig.turn();
    QCOMPARE(rig.answers, QStringList{QStringLiteral("a c@9")});
}

void TestListFetch::whatFailsIsNotTriedAgain_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("not allowed") << int(ErrorKind::Forbidden);
    QTest::newRow("no such object") << int(ErrorKind::NotFound);
    QTest::newRow("cut off") << int(ErrorKind::ConnectionLost);
    QTest::newRow("a list that is too old at once") << int(ErrorKind::Expired);
}

void TestListFetch::whatFailsIsNotTriedAgain()
{
    QFETCH(int, kind);
    Rig rig;
    rig.say().listFailed(makeError(ErrorKind(kind)));
    rig.turn();
    QCOMPARE(rig.answers, QStringList{QString::fromLatin1(kindName(ErrorKind(kind)))});
    QCOMPARE(rig.calls, (QStringList{QStringLiteral("list@"), QStringLiteral("stop")}));
}

void TestListFetch::aServerThatAsksForItIsAskedAgain()
{
    Rig rig;
    rig.say().listed(page({named("a")}, "7", "t"));
    Error busy = makeError(ErrorKind::TooManyRequests);
    busy.retryAfter = std::chrono::seconds(2);
    rig.say().listFailed(busy);
    rig.clock.advance(std::chrono::milliseconds(1999));
    QCOMPARE(rig.calls, (QStringList{QStringLiteral("list@"), QStringLiteral("list@t")}));
    rig.clock.advance(std::chrono::milliseconds(1));
    QCOMPARE(rig.calls.constLast(), QStringLiteral("list@t"));
    QCOMPARE(rig.calls.size(), 3);
    rig.say().listed(page({named("b")}, "7"));
    rig.turn();
    QCOMPARE(rig.answers, QStringList{QStringLiteral("a b@7")});
}

void TestListFetch::whoAsksForeverIsBelievedTenTimes()
{
    Rig rig;
    Error busy = makeError(ErrorKind::TooManyRequests);
    busy.retryAfter = std::chrono::seconds(1);
    for (int time = 0; time < 10; ++time) {
        rig.say().listFailed(busy);
        rig.clock.advance(std::chrono::seconds(1));
    }
    QCOMPARE(rig.calls.size(), 11);
    QVERIFY(rig.answers.isEmpty());
    rig.say().listFailed(busy);
    rig.turn();
    QCOMPARE(rig.answers, QStringList{QStringLiteral("TooManyRequests")});

    Rig other;
    busy.retryAfter = RetriesAsked::LongestWait + std::chrono::seconds(1); // for which nobody waits without a word
    other.say().listFailed(busy);
    other.turn();
    QCOMPARE(other.answers, QStringList{QStringLiteral("TooManyRequests")});
}

void TestListFetch::pagesThatRepeatEnd()
{
    Rig rig;
    rig.say().listed(page({named("a")}, "7", "t"));
    rig.say().listed(page({named("a")}, "7", "t"));
    rig.turn();
    QCOMPARE(rig.answers, QStringList{QStringLiteral("NotKubernetes")});
}

} // namespace tst_listfetch

WK_TEST(tst_listfetch, TestListFetch, QCoreApplication)
#include "tst_listfetch.moc"
