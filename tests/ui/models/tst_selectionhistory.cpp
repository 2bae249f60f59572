// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/selectionhistory.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

namespace tst_selectionhistory {

using namespace wk;
using namespace wk::sample;

namespace {

ObjectRef podRef(const std::string &name)
{
    return {podInfo().gvr, "web", name, {}};
}

} // namespace

/// The way back and forward between the objects that were selected.
class SelectionHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itGoesBackAndForward()
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

    void aNamesOtherLifeTakesItsPlace()
    {
        const ObjectRef first{podInfo().gvr, "web", "db-0", "uid-1"};
        const ObjectRef second{podInfo().gvr, "web", "db-0", "uid-2"};
        SelectionHistory history;
        for (const ObjectRef &visited : {podRef("a"), first, second})
            history.visit(visited);
        QCOMPARE(history.goBack()->name, std::string("a"));
        QVERIFY(*history.goForward() == second);
    }

    void anotherClustersObjectOfTheNameIsAStepOfItsOwn()
    {
        const ObjectRef east{podInfo().gvr, "web", "db-0", "uid-1", ClusterId::known("east")};
        const ObjectRef west{podInfo().gvr, "web", "db-0", "uid-1", ClusterId::known("west")};
        SelectionHistory history;
        history.visit(east);
        history.visit(west);
        QVERIFY(*history.goBack() == east);
        QVERIFY(*history.goForward() == west);
    }

    void itIsBounded()
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

} // namespace tst_selectionhistory

WK_TEST(tst_selectionhistory, SelectionHistoryTest, QCoreApplication)
#include "tst_selectionhistory.moc"
