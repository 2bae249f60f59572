// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/windowstate.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_windowstate {

using namespace wk;

class WindowStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aSignalFollowsOnlyAChange()
    {
        WindowState state;
        const QSignalSpy spy(&state, &WindowState::selectionChanged);
        const ObjectRef pod{{"", "v1", "pods"}, "web", "web-1", "u1"};
        state.select(pod);
        state.select(pod);
        QCOMPARE(spy.count(), 1);
        state.select({});
        QCOMPARE(spy.count(), 2);
        QVERIFY(state.selection().isEmpty());
    }

    void anEventIsChosenUntilAnythingElseIs()
    {
        WindowState state;
        const QSignalSpy spy(&state, &WindowState::chosenEventChanged);
        const ObjectRef pod{{"", "v1", "pods"}, "web", "web-1", "u1"};
        state.select(pod);
        QCOMPARE(spy.count(), 0);
        state.selectEvent(pod, 7);
        state.selectEvent(pod, 7);
        QCOMPARE(spy.count(), 1);
        QCOMPARE(state.chosenEvent(), std::optional<RowId>(7));
        state.select(pod);
        QVERIFY(!state.chosenEvent());
        QCOMPARE(spy.count(), 2);
        state.selectEvent(pod, 7);
        state.setPlayhead(Moment{5, {}});
        QVERIFY(!state.chosenEvent());
        QCOMPARE(spy.count(), 4);
    }

    void termsAreJoinedByAnd_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("the first term stands alone") << QString() << QStringLiteral("ns:web");
        QTest::newRow("a second is joined") << QStringLiteral("kind:Pod") << QStringLiteral("kind:Pod and ns:web");
        QTest::newRow("the word or is a word to look for")
            << QStringLiteral("\"a or b\"") << QStringLiteral("\"a or b\" and ns:web");
        QTest::newRow("a choice stays one") << QStringLiteral("a or b") << QStringLiteral("(a or b) and ns:web");
        QTest::newRow("a text that cannot be read gives way to what is asked")
            << QStringLiteral("manager:") << QStringLiteral("ns:web");
    }

    void termsAreJoinedByAnd()
    {
        QFETCH(QString, before);
        WindowState state;
        state.setFilter(before);
        state.addFilterTerm(QStringLiteral("ns:web"));
        QTEST(state.filter(), "after");
    }

    void anUnfinishedTextKeepsWhatIsAsked()
    {
        WindowState state;
        const QSignalSpy asked(&state, &WindowState::activeFilterChanged);
        state.setFilter(QStringLiteral("ns:web"));
        state.setFilter(QStringLiteral("ns:web manager:"));
        QVERIFY(state.filterError().has_value());
        QCOMPARE(QString::fromStdString(print(state.activeFilter())), QStringLiteral("ns:web"));
        state.setFilter(QStringLiteral("ns:web"));
        QVERIFY(!state.filterError());
        QCOMPARE(asked.count(), 1);
        state.setFilter(Filter());
        QCOMPARE(state.filter(), QString());
        QCOMPARE(asked.count(), 2);
    }

    void anObjectIsKnownByItsUid_data()
    {
        QTest::addColumn<QByteArray>("uid");
        QTest::addColumn<QByteArray>("resource");
        QTest::addColumn<bool>("same");
        QTest::newRow("the same uid") << QByteArray("u1") << QByteArray("pods") << true;
        QTest::newRow("one of the same name, made anew") << QByteArray("u2") << QByteArray("pods") << false;
        QTest::newRow("without a uid by its name") << QByteArray() << QByteArray("pods") << true;
        QTest::newRow("without a uid of another resource") << QByteArray() << QByteArray("services") << false;
    }

    void anObjectIsKnownByItsUid()
    {
        QFETCH(QByteArray, uid);
        QFETCH(QByteArray, resource);
        Object object;
        object.ns = "web";
        object.name = "web-1";
        object.uid = uid.toStdString();
        const ObjectRef ref{{"", "v1", "pods"}, "web", "web-1", "u1"};
        QTEST(names(ref, {"", "v1", resource.toStdString()}, object), "same");
    }

    void anObjectIsOfOneCluster()
    {
        Object object;
        object.ns = "web";
        object.name = "web-1";
        object.uid = "u1";
        const GroupVersionResource pods{"", "v1", "pods"};
        const ClusterId east = ClusterId::known("east");
        const ObjectRef ref = refOf(pods, object, east);
        QVERIFY(names(ref, pods, object, east));
        QVERIFY(!names(ref, pods, object, ClusterId::known("west")));
        QVERIFY(ref != refOf(pods, object, ClusterId::known("west")));
    }

    void aScopeStaysKnown()
    {
        WindowState state;
        QVERIFY(!state.scopeOf(7));
        WatchScope scope;
        scope.ns = "web";
        state.learnScope(7, scope);
        QCOMPARE(state.scopeOf(7)->ns, std::string("web"));
    }
};

} // namespace tst_windowstate

WK_TEST(tst_windowstate, WindowStateTest, QCoreApplication)
#include "tst_windowstate.moc"
