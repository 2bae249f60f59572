// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/portion.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_portion {

using namespace wk;
using namespace std::chrono_literals;

class PortionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatTakesTooLongIsHalved()
    {
        Portion portion(50, 400);
        QCOMPARE(portion.size(), 400u);
        portion.took(400, 6ms);
        QCOMPARE(portion.size(), 200u);
        portion.took(120, 6ms); // less was there, and even that took too long
        QCOMPARE(portion.size(), 60u);
        for (int i = 0; i < 9; ++i)
            portion.took(portion.size(), 1s);
        QCOMPARE(portion.size(), 50u);
    }

    void itGrowsWhereMoreWouldFit()
    {
        Portion portion(50, 400);
        for (int i = 0; i < 9; ++i)
            portion.took(400, 1s);
        portion.took(49, 1ms); // says nothing of 50
        QCOMPARE(portion.size(), 50u);
        portion.took(50, 3ms); // good as it is
        QCOMPARE(portion.size(), 50u);
        portion.took(50, 1ms);
        QCOMPARE(portion.size(), 62u);
        for (int i = 0; i < 99; ++i)
            portion.took(portion.size(), 0ms);
        QCOMPARE(portion.size(), 400u);
    }
};

} // namespace tst_portion

WK_TEST(tst_portion, PortionTest, QCoreApplication)
#include "tst_portion.moc"
