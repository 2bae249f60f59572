// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/helperthread.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <memory>
#include <thread>

namespace tst_helperthread {

using namespace wk;

class HelperThreadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTaskIsDoneInAnotherThread()
    {
        HelperThread helper;
        std::latch isDone(1);
        std::thread::id by;
        helper.help([&] {
            by = std::this_thread::get_id();
            isDone.count_down();
        });
        isDone.wait();
        QVERIFY(by != std::this_thread::get_id());
    }

    /// The first one waits until the third has come, so the second never was begun.
    void aTaskThatWasNotBegunMakesRoom()
    {
        HelperThread helper;
        std::latch isBegun(1);
        std::latch mayEnd(1);
        std::latch isDone(1);
        std::atomic<bool> isSecondDone = false;
        helper.help([&] {
            isBegun.count_down();
            mayEnd.wait();
        });
        isBegun.wait();
        helper.help([&] { isSecondDone = true; });
        helper.help([&] { isDone.count_down(); });
        mayEnd.count_down();
        isDone.wait();
        QVERIFY(!isSecondDone);
    }

    void itEndsWhatItIsAtAndBeginsNothingMore()
    {
        std::atomic<bool> isDone = false;
        {
            HelperThread helper;
            std::latch isBegun(1);
            helper.help([&] {
                isBegun.count_down();
                for (int turn = 0; turn < 1000; ++turn)
                    std::this_thread::yield();
                isDone = true;
            });
            isBegun.wait();
        }
        QVERIFY(isDone);
    }

    /// What a task holds is let go once it is done, not when the next one comes.
    void nothingIsHeldOnceItIsDone()
    {
        HelperThread helper;
        std::latch isGone(1);
        auto held = std::shared_ptr<int>(new int, [&](const int *value) {
            delete value;
            isGone.count_down();
        });
        helper.help([held = std::move(held)] {});
        isGone.wait();
    }

    void allWhoAskInAThreadHaveTheSameOne()
    {
        if (std::thread::hardware_concurrency() < 2) { // there is nobody to help
            QVERIFY(!HelperThread::ofThisThread());
            return;
        }
        std::shared_ptr<HelperThread> first = HelperThread::ofThisThread();
        QVERIFY(first);
        QCOMPARE(HelperThread::ofThisThread(), first);
        std::shared_ptr<HelperThread> ofAnother;
        std::thread([&] { ofAnother = HelperThread::ofThisThread(); }).join();
        QVERIFY(ofAnother && ofAnother != first);
        const std::weak_ptr<HelperThread> seen = first;
        first.reset();
        QVERIFY(seen.expired());
        QVERIFY(HelperThread::ofThisThread());
    }
};

} // namespace tst_helperthread

WK_TEST(tst_helperthread, HelperThreadTest, QCoreApplication)
#include "tst_helperthread.moc"
