// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/charts/versionnumber.h"

#include <QStringList>
#include <QTest>

namespace tst_versionnumber {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

VersionNumber number(const char *text)
{
    return *VersionNumber::of(ResourceVersion(text));
}

} // namespace

class tst_VersionNumber : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyDecimalVersionsAreNumbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isNumber");
        QTest::newRow("of etcd") << u"8123312"_s << true;
        QTest::newRow("38 digits") << QString(38, u'9') << true;
        QTest::newRow("39 digits") << QString(39, u'1') << false;
        QTest::newRow("none") << QString() << false;
        QTest::newRow("a leading zero") << u"012"_s << false;
        QTest::newRow("base64, as karmada has it") << u"eyJycyI6"_s << false;
        QTest::newRow("negative") << u"-5"_s << false;
    }
    void onlyDecimalVersionsAreNumbers()
    {
        QFETCH(QString, text);
        const auto number = VersionNumber::of(ResourceVersion(text.toStdString()));
        QTEST(number.has_value(), "isNumber");
        if (number)
            QCOMPARE(QString::fromStdString(number->text()), text);
    }

    void offsetsAreExactHoweverLargeTheBase()
    {
        const VersionNumber base = number("99999999999999999999999999999999999990");
        const VersionNumber above = number("99999999999999999999999999999999999999");
        QCOMPARE(above.above(base), 9.0);
        QCOMPARE(base.above(above), -9.0);
        QCOMPARE(base.plus(9), above);
        QCOMPARE(above.plus(-9), base);
        QCOMPARE(number("5").plus(-9).text(), std::string("0"));
    }

    void ticksAreRoundVersions_data()
    {
        QTest::addColumn<QString>("base");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("greatest");
        QTest::addColumn<QString>("ticks");
        QTest::newRow("of the picture") << u"8116300"_s << 0.0 << 7000.0
                                        << u"8116000 8118000 8120000 8122000 8124000"_s;
        QTest::newRow("a handful of versions") << u"17"_s << 0.0 << 4.0 << u"17 18 19 20 21"_s;
        QTest::newRow("a thousand") << u"995"_s << 0.0 << 1000.0 << u"500 1000 1500 2000"_s;
        QTest::newRow("a cluster that stands still") << u"995"_s << 3.0 << 3.0 << u"996 997 998 999 1000"_s;
        QTest::newRow("at its very first versions") << u"1"_s << 0.0 << 0.0 << u"0 1 2 3"_s;
        QTest::newRow("a base of 20 digits")
            << u"12345678901234567890"_s << 0.0 << 18.0
            << u"12345678901234567890 12345678901234567895 12345678901234567900 12345678901234567905 12345678901234567910"_s;
    }
    void ticksAreRoundVersions()
    {
        QFETCH(QString, base);
        QFETCH(double, least);
        QFETCH(double, greatest);
        const VersionNumber zero = number(qPrintable(base));
        const VersionAxis axis = versionAxis(zero, least, greatest, 4);
        QStringList words;
        for (const double tick : axis.ticks)
            words << QString::fromStdString(zero.plus(tick).text());
        QTEST(words.join(u' '), "ticks");
        QVERIFY(axis.low <= least && axis.high >= greatest);
        QCOMPARE(axis.ticks.front(), axis.low);
        QCOMPARE(axis.ticks.back(), axis.high);
    }
};

} // namespace tst_versionnumber

WK_TEST(tst_versionnumber, tst_VersionNumber, NoApplication)
#include "tst_versionnumber.moc"
