// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/style/formats.h"

#include <QLocale>
#include <QTest>

namespace tst_formats {

using namespace wk;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{1795262400s};

/// Spaces of the narrow and the unbreakable kind as plain ones, so that rows can be read.
QString plain(QString text)
{
    return text.replace(QChar(0x202f), QLatin1Char(' ')).replace(QChar(0x00a0), QLatin1Char(' '));
}

} // namespace

class FormatsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCountedSentenceHasItsNumberInGroups()
    {
        QCOMPARE(plain(format::counted(QStringLiteral("135676 events since"), 135676)),
                 QStringLiteral("135 676 events since"));
        QCOMPARE(format::counted(QStringLiteral("%1 written from 1 row."), 1),
                 QStringLiteral("%1 written from 1 row."));
    }
    void numbersStandInGroupsOfThree_data()
    {
        QTest::addColumn<qint64>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << qint64(0) << QStringLiteral("0");
        QTest::newRow("three figures need no group") << qint64(999) << QStringLiteral("999");
        QTest::newRow("four figures make two groups") << qint64(1000) << QStringLiteral("1 000");
        QTest::newRow("a version") << qint64(8123312) << QStringLiteral("8 123 312");
        QTest::newRow("below zero wears a true minus") << qint64(-1234) << QStringLiteral("−1 234");
    }
    void numbersStandInGroupsOfThree()
    {
        QFETCH(qint64, value);
        QTEST(plain(format::number(value)), "text");
    }

    void versionsStandAsTheServerWroteThem_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QString>("text");
        QTest::newRow("a number") << QByteArray("8123312") << QStringLiteral("8123312");
        QTest::newRow("longer than any integer of ours") << QByteArray("340282366920938463463374607431768211455")
                                                         << QStringLiteral("340282366920938463463374607431768211455");
        QTest::newRow("opaque text stays") << QByteArray("abc9") << QStringLiteral("abc9");
        QTest::newRow("none stays none") << QByteArray() << QString();
    }
    void versionsStandAsTheServerWroteThem()
    {
        QFETCH(QByteArray, version);
        QTEST(plain(format::version(version.toStdString())), "text");
    }

    void sizesAreDecimalWithOneDecimalBelowAHundred_data()
    {
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << quint64(0) << QStringLiteral("0 B");
        QTest::newRow("a bookmark") << quint64(212) << QStringLiteral("0.2 kB");
        QTest::newRow("a pod") << quint64(6120) << QStringLiteral("6.1 kB");
        QTest::newRow("a big secret") << quint64(412'300) << QStringLiteral("412 kB");
        QTest::newRow("just below the next unit") << quint64(999'600) << QStringLiteral("1.0 MB");
        QTest::newRow("a recording") << quint64(18'400'000) << QStringLiteral("18.4 MB");
        QTest::newRow("memory") << quint64(412'000'000) << QStringLiteral("412 MB");
    }
    void sizesAreDecimalWithOneDecimalBelowAHundred()
    {
        QFETCH(quint64, bytes);
        QTEST(plain(format::bytes(bytes)), "text");
    }

    void aCompactCountHasFourCharactersAtMost_data()
    {
        QTest::addColumn<qint64>("count");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << qint64(0) << QStringLiteral("0");
        QTest::newRow("whole") << qint64(999) << QStringLiteral("999");
        QTest::newRow("thousands") << qint64(1'096) << QStringLiteral("1.1k");
        QTest::newRow("just below ten thousand") << qint64(9'960) << QStringLiteral("10k");
        QTest::newRow("many") << qint64(999'400) << QStringLiteral("999k");
        QTest::newRow("a million") << qint64(999'600) << QStringLiteral("1.0M");
    }
    void aCompactCountHasFourCharactersAtMost()
    {
        QFETCH(qint64, count);
        QTEST(format::compact(count), "text");
    }

    void ratesHaveThreeFiguresAtMost_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<QString>("text");
        QTest::newRow("silence") << 0.0 << QStringLiteral("0 ev/s");
        QTest::newRow("a few") << 1.2 << QStringLiteral("1.2 ev/s");
        QTest::newRow("many") << 132.4 << QStringLiteral("132 ev/s");
        QTest::newRow("a storm") << 12'400.0 << QStringLiteral("12.4k ev/s");
    }
    void ratesHaveThreeFiguresAtMost()
    {
        QFETCH(double, rate);
        QTEST(plain(format::rate(rate)), "text");
    }

    void agoNamesOneUnitAndIsNeverNegative_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("now") << qint64(0) << QStringLiteral("0 s");
        QTest::newRow("our clock was set back") << qint64(-30) << QStringLiteral("0 s");
        QTest::newRow("seconds") << qint64(59) << QStringLiteral("59 s");
        QTest::newRow("minutes") << qint64(22 * 60 + 59) << QStringLiteral("22 m");
        QTest::newRow("hours") << qint64(6 * 3600) << QStringLiteral("6 h");
        QTest::newRow("days") << qint64(12 * 86400) << QStringLiteral("12 d");
    }
    void agoNamesOneUnitAndIsNeverNegative()
    {
        QFETCH(qint64, seconds);
        QTEST(plain(format::ago(noon - std::chrono::seconds(seconds), noon)), "text");
    }

    void aTimeToComeSaysSo_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("age");
        QTest::addColumn<QString>("ago");
        QTest::newRow("clocks differ by a little") << qint64(2) << QStringLiteral("0s") << QStringLiteral("0 s");
        QTest::newRow("the writer's clock is ahead")
            << qint64(30) << QStringLiteral("in 30s") << QStringLiteral("in 30 s");
        QTest::newRow("by minutes") << qint64(300) << QStringLiteral("in 5m") << QStringLiteral("in 5 m");
        QTest::newRow("by a day") << qint64(86'400) << QStringLiteral("in 24h") << QStringLiteral("in 1 d");
        QTest::newRow("a time that has been") << qint64(-300) << QStringLiteral("5m") << QStringLiteral("5 m");
    }
    void aTimeToComeSaysSo()
    {
        QFETCH(qint64, seconds);
        const WallTime time = noon + std::chrono::seconds(seconds);
        QTEST(format::age(time, noon), "age");
        QTEST(plain(format::agoOrAhead(time, noon)), "ago");
    }

    void durationsNameTwoUnitsAtMost_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("below a second") << qint64(38) << QStringLiteral("38 ms");
        QTest::newRow("below a minute") << qint64(3100) << QStringLiteral("3.1 s");
        QTest::newRow("below an hour") << qint64(252'000) << QStringLiteral("4 m 12 s");
        QTest::newRow("below a day") << qint64(7'500'000) << QStringLiteral("2 h 5 m");
        QTest::newRow("above") << qint64(987'660'000) << QStringLiteral("11 d 10 h");
    }
    void durationsNameTwoUnitsAtMost()
    {
        QFETCH(qint64, milliseconds);
        QTEST(plain(format::duration(std::chrono::milliseconds(milliseconds))), "text");
    }

    void clocksAreLocal()
    {
        qputenv("TZ", "UTC-2");
        tzset();
        QCOMPARE(format::clock(noon), QStringLiteral("14:00:00"));
        QCOMPARE(format::clockMs(noon + 214ms), QStringLiteral("14:00:00.214"));
    }

    void aSpanSaysEachDateOnce()
    {
        qputenv("TZ", "UTC-2");
        tzset();
        QCOMPARE(format::span(noon, noon, noon), QStringLiteral("14:00:00"));
        QCOMPARE(format::span(noon, noon + 1h, noon), QStringLiteral("14:00:00 – 15:00:00"));
        QCOMPARE(plain(format::span(noon, noon + 1h, noon + 48h)), QStringLiteral("2026-11-21 14:00:00 – 15:00:00"));
        QCOMPARE(plain(format::span(noon, noon + 12h, noon + 13h)), QStringLiteral("2026-11-21 14:00:00 – 02:00:00"));
        QCOMPARE(plain(format::span(noon, noon + 12h, noon + 48h)),
                 QStringLiteral("2026-11-21 14:00:00 – 2026-11-22 02:00:00"));
    }

    void datesAreWrittenInOneWayInEachLanguage_data()
    {
        QTest::addColumn<QLocale>("locale");
        for (const char *name : {"en_US", "en_GB", "de_DE", "zh_CN"})
            QTest::newRow(name) << QLocale(QLatin1String(name));
    }
    void datesAreWrittenInOneWayInEachLanguage()
    {
        QFETCH(QLocale, locale);
        const QLocale before;
        QLocale::setDefault(locale);
        qputenv("TZ", "UTC-2");
        tzset();
        QCOMPARE(format::dateTime(noon), QStringLiteral("2026-11-21 14:00:00"));
        QCOMPARE(plain(format::moment(noon, noon + 48h)), QStringLiteral("2026-11-21 14:00:00"));
        QCOMPARE(format::clockOrDay(noon, noon + 48h), QStringLiteral("2026-11-21"));
        QCOMPARE(format::clockOrDay(noon, noon), QStringLiteral("14:00:00"));
        // What was a moment ago has a time also when it is past midnight.
        QCOMPARE(format::clockOrDay(noon, noon + 11h), QStringLiteral("14:00:00"));
        QCOMPARE(plain(format::moment(noon, noon + 11h)), QStringLiteral("2026-11-21 14:00:00"));
        QCOMPARE(format::clockOrDay(noon, noon + 13h), QStringLiteral("2026-11-21"));
        QCOMPARE(format::momentMs(noon + 214ms, noon), QStringLiteral("14:00:00.214"));
        QCOMPARE(plain(format::momentMs(noon + 214ms, noon + 48h)), QStringLiteral("2026-11-21 14:00:00.214"));
        QLocale::setDefault(before);
    }
};

} // namespace tst_formats

WK_TEST(tst_formats, FormatsTest, QCoreApplication)
#include "tst_formats.moc"
