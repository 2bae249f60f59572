// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/helperthread.h"
#include "core/base/sharedwork.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <memory>
#include <vector>

namespace tst_sharedwork {

using namespace wk;

class SharedWorkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachIsDoneOnceAndIsDoneWhenItIsFinished()
    {
        for (int round = 0; round < 200; ++round) {
            constexpr std::size_t Count = 64;
            std::vector<std::atomic<int>> times(Count);
            std::vector<std::size_t> results(Count);
            const auto job = [&](std::size_t number, SharedWork::By) {
                ++times[number];
                results[number] = number + 1;
            };
            SharedWork work(Count, job, &m_helper);
            for (std::size_t number = 0; number < Count; ++number) {
                work.finish(number);
                QCOMPARE(results[number], number + 1);
            }
            for (const std::atomic<int> &time : times)
                QCOMPARE(time.load(), 1);
        }
    }

    void theOwnerDoesAllWithoutHelp()
    {
        int byOwner = 0;
        const auto job = [&](std::size_t, SharedWork::By by) { byOwner += by == SharedWork::By::Owner ? 1 : 0; };
        SharedWork work(10, job, nullptr);
        for (std::size_t number = 0; number < 10; ++number)
            work.finish(number);
        QCOMPARE(byOwner, 10);
    }

    /// Each waits for the other: alone neither could go on.
    void bothAreAtItAtOnce()
    {
        std::atomic<int> present = 0;
        std::atomic<int> byHelper = 0;
        const auto job = [&](std::size_t, SharedWork::By by) {
            byHelper += by == SharedWork::By::Helper ? 1 : 0;
            ++present;
            present.notify_all();
            for (int seen = present; seen < 2; seen = present)
                present.wait(seen);
        };
        SharedWork work(2, job, &m_helper);
        work.finish(0);
        work.finish(1);
        QCOMPARE(byHelper.load(), 1);
    }

    /// The helper is at the first one; the owner, who wants that, does all others meanwhile.
    void theOwnerDoesWhatIsLeftWhileItWaits()
    {
        std::atomic<bool> isBegun = false;
        std::atomic<int> byOwner = 0;
        const auto job = [&](std::size_t number, SharedWork::By by) {
            if (by == SharedWork::By::Owner) {
                ++byOwner;
                byOwner.notify_all();
            } else if (number == 0) {
                isBegun = true;
                isBegun.notify_all();
                for (int done = byOwner; done < 9; done = byOwner)
                    byOwner.wait(done);
            }
        };
        SharedWork work(10, job, &m_helper);
        isBegun.wait(false);
        work.finish(0);
        QCOMPARE(byOwner.load(), 9);
    }

    void nothingIsBegunOnceItIsGone()
    {
        for (int round = 0; round < 200; ++round) {
            auto alive = std::make_unique<std::atomic<int>>(0);
            {
                const auto job = [at = alive.get()](std::size_t, SharedWork::By) { ++*at; };
                SharedWork work(64, job, &m_helper);
                work.finish(static_cast<std::size_t>(round % 64));
            }
            const int done = *alive;
            alive.reset(); // a sanitizer hears of whoever comes late
            QVERIFY(done >= 1);
        }
    }

private:
    HelperThread m_helper; // whatever the machine: a helper that never comes would prove nothing
};

} // namespace tst_sharedwork

WK_TEST(tst_sharedwork, SharedWorkTest, QCoreApplication)
#include "tst_sharedwork.moc"
