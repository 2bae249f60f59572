// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_quantity {

using namespace wk;

class TestQuantity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textsAreReadAsNumbersOrNotAtAll_data()
    {
        QTest::addColumn<double>("quantity");
        QTest::addColumn<double>("duration");
        constexpr double None = -1;
        const auto row = [](const char *text, double quantity, double duration) {
            QTest::newRow(text) << quantity << duration;
        };
        row("12", 12, None);
        row("250m", 0.25, 15000);
        row("1.5Gi", 1.5 * 1024 * 1024 * 1024, None);
        row("80%", 80, None);
        row("90s", None, 90);
        row("3d4h", None, 3 * 86400 + 4 * 3600);
        row("40ms", None, 0.04);
        row("5x", None, None);
        row("inf", None, None);
        row("", None, None);
    }
    void textsAreReadAsNumbersOrNotAtAll()
    {
        const char *text = QTest::currentDataTag();
        QTEST(readQuantity(text).value_or(-1), "quantity");
        QTEST(readDuration(text).value_or(-1), "duration");
    }

    void theLastUnitIsTheSmallestThatIsWritten()
    {
        QCOMPARE(lastUnit("5m30s"), 1.0);
        QCOMPARE(lastUnit("5m"), 60.0);
        QCOMPARE(lastUnit("x"), 0.0);
    }
};

} // namespace tst_quantity

WK_TEST(tst_quantity, TestQuantity, QCoreApplication)
#include "tst_quantity.moc"
