// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/liveobjects.h"
#include "ui/models/selectionhistory.h"

#include <QTest>

namespace tst_liveobjects {

using namespace wk;
using namespace wk::sample;

namespace {

ObjectPtr web(const std::string &name, int version = 1)
{
    return shared(pod({.name = name}, version));
}

QString names(const LiveObjects &objects, WatchId watch)
{
    QStringList list;
    objects.forEach(watch, [&](const ObjectPtr &object) { list << QString::fromStdString(object->name); });
    list.sort();
    return list.join(u' ');
}

ObjectRef podRef(const std::string &name)
{
    return {podInfo().gvr, "web", name, {}};
}

} // namespace

class tst_liveobjects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestRevisionIsFound()
    {
        LiveObjects objects;
        objects.apply(batch({listed(1, podColumns(), {web("a"), web("b")}), added(1, web("c"))}));
        objects.apply(batch({modified(1, web("a"), web("a", 2))}, {live(1)}));
        QCOMPARE(objects.find(1, "web", "a")->object->version.text(), std::string("2"));
        QCOMPARE(objects.find(1, "web", "b")->object->version.text(), std::string("1"));
        QVERIFY(objects.find(1, "web", "c"));
        QVERIFY(!objects.find(1, "web", "d"));
        QVERIFY(!objects.find(1, "other", "a"));
        QVERIFY(!objects.find(2, "web", "a"));
        QCOMPARE(names(objects, 1), QStringLiteral("a b c"));
        QCOMPARE(objects.columnsOf(1), podColumns());
        QCOMPARE(objects.statusOf(1)->state, WatchState::Live);
        QCOMPARE(objects.statusOf(2), nullptr);
    }

    void aDeletedObjectIsRememberedWithItsTime()
    {
        LiveObjects objects;
        objects.apply(batch({listed(1, podColumns(), {web("a")}), deleted(1, web("a"))}));
        QCOMPARE(objects.find(1, "web", "a")->deletedAt, std::optional(Now));
        QCOMPARE(names(objects, 1), QString());
        objects.apply(batch({added(1, web("a", 9))}));
        QVERIFY(!objects.find(1, "web", "a")->deletedAt);
        QCOMPARE(names(objects, 1), QStringLiteral("a"));
    }

    void aNewListReplacesWhatWas()
    {
        LiveObjects objects;
        objects.apply(batch({listed(1, podColumns(), {web("a")}), added(1, web("b"))}));
        objects.apply(batch({listed(1, podColumns(), {web("c")})}));
        QCOMPARE(names(objects, 1), QStringLiteral("c"));
        QVERIFY(!objects.find(1, "web", "a"));
        objects.forget(1);
        QVERIFY(!objects.find(1, "web", "c"));
    }

    void onlySoManyDeletedAreRemembered()
    {
        LiveObjects objects;
        const int count = int(LiveObjects::DeletedKept) * 3;
        std::vector<ObjectPtr> pods;
        for (int i = 0; i < count; ++i)
            pods.push_back(web("p" + std::to_string(i)));
        objects.apply(batch({listed(1, podColumns(), pods), added(1, web("stays"))}));
        for (const ObjectPtr &gone : pods)
            objects.apply(batch({deleted(1, gone)}));
        QVERIFY(!objects.find(1, "web", "p0"));
        QVERIFY(objects.find(1, "web", "p" + std::to_string(count - 1))->deletedAt);
        QCOMPARE(names(objects, 1), QStringLiteral("stays"));
    }

    void theWidestWatchIsAskedFirst()
    {
        WatchScope narrow = scopeOf(podInfo(), "web");
        narrow.labelSelector = "app=web";
        const std::vector<std::pair<WatchId, WatchScope>> open{
            {1, scopeOf(nodeInfo())}, {2, narrow}, {3, scopeOf(podInfo(), "other")}, {4, scopeOf(podInfo(), "web")}};
        QCOMPARE(watchFor(podRef("a"), open), WatchId(4));
        QCOMPARE(watchFor(podRef("a"), {open.begin(), open.begin() + 3}), WatchId(2));
        QCOMPARE(watchFor({deploymentInfo().gvr, "web", "a", {}}, open), WatchId(0));
    }

    void theHistoryGoesBackAndForward()
    {
        SelectionHistory history;
        QVERIFY(!history.goBack());
        for (const char *name : {"a", "b", "b", "c"})
            history.visit(podRef(name));
        QCOMPARE(history.goBack()->name, std::string("b"));
        QCOMPARE(history.goBack()->name, std::string("a"));
        QVERIFY(!history.canGoBack());
        QCOMPARE(history.goForward()->name, std::string("b"));
        history.visit(podRef("b"));
        QVERIFY(history.canGoForward());
        history.visit(podRef("d"));
        QVERIFY(!history.canGoForward());
        QCOMPARE(history.goBack()->name, std::string("b"));
        history.visit({});
        QVERIFY(history.canGoForward());
    }

    void aNamesOtherLifeTakesItsPlaceInTheHistory()
    {
        const ObjectRef first{podInfo().gvr, "web", "db-0", "uid-1"};
        const ObjectRef second{podInfo().gvr, "web", "db-0", "uid-2"};
        SelectionHistory history;
        for (const ObjectRef &visited : {podRef("a"), first, second})
            history.visit(visited);
        QCOMPARE(history.goBack()->name, std::string("a"));
        QVERIFY(*history.goForward() == second);
    }

    void theHistoryIsBounded()
    {
        SelectionHistory history;
        for (std::size_t i = 0; i < SelectionHistory::Kept * 2; ++i)
            history.visit(podRef(std::to_string(i)));
        std::size_t steps = 0;
        while (history.goBack())
            ++steps;
        QCOMPARE(steps, SelectionHistory::Kept - 1);
    }
};

} // namespace tst_liveobjects

WK_TEST(tst_liveobjects, tst_liveobjects, QCoreApplication)
#include "tst_liveobjects.moc"
