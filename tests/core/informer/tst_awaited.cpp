// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/informer/informerrig.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_awaited {

using namespace wk;
using namespace std::chrono_literals;

class TestAwaited : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsAwaitedIsTold();
    void aPageThatIsAskedForAgainIsTheSame();
};

void TestAwaited::whatIsAwaitedIsTold()
{
    InformerRig rig;
    const auto awaited = [&rig] { return rig.informer.status().awaited; };
    rig.informer.start();
    const WallTime began = rig.clock.wallNow();
    QVERIFY(awaited() && awaited()->page == 1 && !awaited()->hasBegun && awaited()->asked == began);
    rig.clock.advance(3s);
    (*rig.source)->listing(12);
    QVERIFY(awaited()->hasBegun && awaited()->asked == began);
    (*rig.source)->listed(InformerRig::page({makeObject("n", "a", "ua", "3")}, "7", "next"));
    QVERIFY(awaited() && awaited()->page == 2 && !awaited()->hasBegun);
    QVERIFY(awaited()->asked == began + 3s && awaited()->listBegan == began);
    (*rig.source)->listed(InformerRig::page({makeObject("n", "b", "ub", "5")}, "7"));
    QVERIFY2(awaited() && awaited()->page == 0, "the stream is asked for");
    (*rig.source)->watchOpened();
    QVERIFY(!awaited());
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    QVERIFY2(awaited() && awaited()->page == 1, "it is listed again");
    (*rig.source)->listFailed(makeError(ErrorKind::Refused));
    QVERIFY2(!awaited(), "a wait is no answer that is awaited");
}

/// However the list goes on: by the page that failed, or from the start.
void TestAwaited::aPageThatIsAskedForAgainIsTheSame()
{
    InformerRig rig;
    const auto awaited = [&rig] { return rig.informer.status().awaited; };
    rig.informer.start();
    const WallTime began = rig.clock.wallNow();
    (*rig.source)->listed(InformerRig::page({makeObject("n", "a", "ua", "3")}, "7", "next"));
    QCOMPARE(awaited()->page, 2U);
    (*rig.source)->listFailed(makeError(ErrorKind::TimedOut));
    QVERIFY(!awaited());
    for (int i = 0; i < 20 && !awaited(); ++i)
        rig.clock.advance(100ms);
    QVERIFY(awaited());
    const bool goesOn = !rig.source->lastList.continueToken.empty();
    QCOMPARE(awaited()->page, goesOn ? 2U : 1U);
    QCOMPARE(awaited()->listBegan, goesOn ? began : awaited()->asked);
}

} // namespace tst_awaited

WK_TEST(tst_awaited, TestAwaited, QCoreApplication)
#include "tst_awaited.moc"
