// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/giveway.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <thread>

#if defined(Q_OS_LINUX)
#include <sys/resource.h>
#endif

namespace tst_giveway {

using namespace wk;

class GiveWayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aThreadAndThoseItStartsGiveWayToTheOthers()
    {
#if defined(Q_OS_LINUX)
        const auto niceValue = [] { return getpriority(PRIO_PROCESS, 0); };
        const int before = niceValue();
        int its = 0;
        int itsChilds = 0;
        std::thread([&] {
            giveWayToTheWindow();
            its = niceValue();
            std::thread([&] { itsChilds = niceValue(); }).join();
        }).join();
        QVERIFY(its > before || before == 19);
        QCOMPARE(itsChilds, its);
        QCOMPARE(niceValue(), before);
#else
        QSKIP("how threads are weighed is asked of Linux only");
#endif
    }
};

} // namespace tst_giveway

WK_TEST(tst_giveway, GiveWayTest, QCoreApplication)
#include "tst_giveway.moc"
