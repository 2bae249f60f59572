// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/tablevalue.h"

#include <QTest>

namespace tst_tablevalue {

using namespace wk;

class TableValueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsHaveAnOrderByValue_data()
    {
        QTest::addColumn<QByteArray>("less");
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<bool>("asAge");
        const auto row = [](const char *name, const char *less, const char *more, bool asAge = false) {
            QTest::newRow(name) << QByteArray(less) << QByteArray(more) << asAge;
        };
        row("numbers, not texts", "9", "10");
        row("below zero", "-2", "1");
        row("ratios by their part", "2/9", "10/10");
        row("ratios of one part by their whole", "1/1", "1/2");
        row("restarts by their number", "7 (5m ago)", "12 (3d ago)");
        row("restarts of one number by how long ago", "7 (5m ago)", "7 (2h ago)");
        row("milli is a thousandth", "250m", "1");
        row("binary units", "900Mi", "1Gi");
        row("a binary unit and a decimal one", "1M", "1Mi");
        row("percent", "9%", "80%");
        row("minutes and hours of an age", "90s", "2m", true);
        row("days and years of an age", "364d", "1y1d", true);
        row("an age of two units", "4m12s", "5m", true);
        row("numbers before texts", "5", "Running");
        row("texts", "Pending", "Running");
        row("a name that begins like a number", "inf", "nan");
    }
    void cellsHaveAnOrderByValue()
    {
        QFETCH(QByteArray, less);
        QFETCH(QByteArray, more);
        QFETCH(bool, asAge);
        const Cell small = std::string_view(less.constData(), std::size_t(less.size()));
        const Cell big = std::string_view(more.constData(), std::size_t(more.size()));
        QVERIFY(compareValues(cellValue(small, asAge), cellValue(big, asAge)) < 0);
        QVERIFY(compareValues(cellValue(big, asAge), cellValue(small, asAge)) > 0);
        QVERIFY(compareValues(cellValue(small, asAge), cellValue(small, asAge)) == 0);
    }

    void cellsOfOtherTypesAreNumbers()
    {
        QVERIFY(compareValues(cellValue(Cell(std::int64_t(3)), false), cellValue(Cell(3.5), false)) < 0);
        QVERIFY(compareValues(cellValue(Cell(false), false), cellValue(Cell(true), false)) < 0);
    }

    void whatSaysNothingIsNone_data()
    {
        QTest::addColumn<QByteArray>("cell");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("none") << QByteArray("<none>");
        QTest::newRow("unknown") << QByteArray("<unknown>");
    }
    void whatSaysNothingIsNone()
    {
        QFETCH(QByteArray, cell);
        const Cell held = std::string_view(cell.constData(), std::size_t(cell.size()));
        QVERIFY(cellValue(held, false).rank == TableValue::Rank::None);
        QVERIFY(cellValue(held, true).rank == TableValue::Rank::None);
        QVERIFY(cellValue(Cell(), false).rank == TableValue::Rank::None);
    }

    void theFrozenAgoIsCutOff_data()
    {
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("restarts") << QByteArray("7 (5m ago)") << QByteArray("7");
        QTest::newRow("a plain number") << QByteArray("7") << QByteArray("7");
        QTest::newRow("words in brackets") << QByteArray("7 (of 9)") << QByteArray("7 (of 9)");
    }
    void theFrozenAgoIsCutOff()
    {
        QFETCH(QByteArray, cell);
        const std::string held = cell.toStdString();
        QTEST(QByteArray::fromStdString(std::string(withoutAgo(held))), "shown");
    }
};

} // namespace tst_tablevalue

WK_TEST(tst_tablevalue, TableValueTest, QCoreApplication)
#include "tst_tablevalue.moc"
