// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/turn.h"
#include "tests/support/busy.h"
#include "tests/support/testregistry.h"

#include <QEventLoop>
#include <QTest>
#include <QTimer>

namespace tst_turn {

using namespace wk;
using namespace std::chrono_literals;

class TurnTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itCountsWhatIsDoneInOneTurn()
    {
        Turn turn;
        QVERIFY(turn.used() < 3ms);
        test::beBusy(3ms);
        QVERIFY(turn.used() >= 3ms);
        QCoreApplication::processEvents();
        QVERIFY(turn.used() < 3ms);
    }

    void whatComesTogetherSharesATurnAndSleepDoesNotCount()
    {
        Turn turn;
        QEventLoop loop;
        std::chrono::nanoseconds together{};
        std::chrono::nanoseconds later{};
        const auto post = [&loop](auto what) { QMetaObject::invokeMethod(&loop, what, Qt::QueuedConnection); };
        post([] { test::beBusy(4ms); });
        post([&] { together = turn.used(); });
        QTimer::singleShot(20ms, &loop, [&] {
            later = turn.used();
            loop.quit();
        });
        loop.exec();
        QVERIFY(together >= 4ms);
        QVERIFY(later < 4ms);
    }

    void workWaitsForATurnWithRoomButNotForTwo()
    {
        Turn turn;
        QVERIFY(!turn.waits());
        for (int i = 0; i < 2; ++i) {
            test::beBusy(Turn::Limit / 2 + 1ms);
            QVERIFY(turn.waits());
            QCoreApplication::processEvents();
            test::beBusy(Turn::Limit / 2 + 1ms);
            QVERIFY(!turn.waits());
            QCoreApplication::processEvents();
        }
    }

    void aShareIsWhatIsLeft()
    {
        Turn turn;
        QCOMPARE(turn.share(4ms), 4ms);
        QVERIFY(turn.share(1h) <= Turn::Limit);
        test::beBusy(Turn::Limit - 3ms);
        QVERIFY(turn.share(4ms) <= 3ms);
        test::beBusy(3ms);
        QCOMPARE(turn.share(4ms), Turn::Least);
        QCOMPARE(turn.share(100us), 100us);
    }
};

} // namespace tst_turn

WK_TEST(tst_turn, TurnTest, QCoreApplication)
#include "tst_turn.moc"
