// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_time {

using namespace wk;
using namespace std::chrono;

class TestTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parsesWhatKubernetesWrites_data();
    void parsesWhatKubernetesWrites();
    void theUsualFormIsReadAsAnyOther();
    void formatIsTheInverseOfParse();
    void aMomentInSecondsIsOneThatATextTells();
    void agesReadAsKubectlPrintsThem_data();
    void agesReadAsKubectlPrintsThem();
};

void TestTime::parsesWhatKubernetesWrites_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    QTest::addColumn<qint64>("micros");
    QTest::newRow("metav1.Time") << QByteArray("2026-11-21T10:41:07Z") << true << qint64(1795257667000000);
    QTest::newRow("metav1.MicroTime") << QByteArray("2026-11-21T10:41:07.000123Z") << true << qint64(1795257667000123);
    QTest::newRow("nine digits are cut to six")
        << QByteArray("2026-11-21T10:41:07.123456789Z") << true << qint64(1795257667123456);
    QTest::newRow("one digit is tenths") << QByteArray("2026-11-21T10:41:07.5Z") << true << qint64(1795257667500000);
    QTest::newRow("an offset is taken off")
        << QByteArray("2026-11-21T12:41:07+02:00") << true << qint64(1795257667000000);
    QTest::newRow("offset of the far east")
        << QByteArray("2026-11-22T00:41:07+14:00") << true << qint64(1795257667000000);
    QTest::newRow("year 1") << QByteArray("0001-01-01T00:00:01Z") << true << qint64(-62135596799000000);
    QTest::newRow("Go's time that is not known") << QByteArray("0001-01-01T00:00:00Z") << false << qint64(0);
    QTest::newRow("the same elsewhere") << QByteArray("0001-01-01T01:00:00.0+01:00") << false << qint64(0);
    QTest::newRow("leap second") << QByteArray("2026-12-31T23:59:60Z") << false << qint64(0);
    QTest::newRow("year of seven digits") << QByteArray("9999999-01-01T00:00:00Z") << false << qint64(0);
    QTest::newRow("30 February") << QByteArray("2026-02-30T00:00:00Z") << false << qint64(0);
    QTest::newRow("no zone") << QByteArray("2026-11-21T10:41:07") << false << qint64(0);
    QTest::newRow("something behind") << QByteArray("2026-11-21T10:41:07Zx") << false << qint64(0);
    QTest::newRow("empty") << QByteArray("") << false << qint64(0);
}

void TestTime::parsesWhatKubernetesWrites()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    const auto time = parseTime(std::string_view(text.constData(), size_t(text.size())));
    QCOMPARE(time.has_value(), valid);
    if (valid)
        QTEST(qint64(time->time_since_epoch().count()), "micros");
}

/// Read at once or by its parts, as with a fraction: each character of it another one.
void TestTime::theUsualFormIsReadAsAnyOther()
{
    const std::string usual = "2026-11-21T10:41:07Z";
    for (std::size_t at = 0; at < usual.size(); ++at) {
        for (const char other : std::string_view("0123456789-:TtZz /.+\0\xff", 22)) {
            std::string text = usual;
            text[at] = other;
            std::string byParts = text;
            byParts.insert(byParts.size() - 1, ".0");
            QVERIFY2(parseTime(text) == parseTime(byParts), text.c_str());
        }
    }
}

void TestTime::formatIsTheInverseOfParse()
{
    const WallTime time{microseconds(1795257667000123)};
    QCOMPARE(formatMicroTime(time), std::string("2026-11-21T10:41:07.000123Z"));
    QCOMPARE(formatTime(time), std::string("2026-11-21T10:41:07Z"));
    QVERIFY(parseTime(formatMicroTime(time)) == time);
}

void TestTime::aMomentInSecondsIsOneThatATextTells()
{
    QCOMPARE(formatMicroTime(*timeAt(1'795'257'667, 123'456'789)), std::string("2026-11-21T10:41:07.123456Z"));
    QCOMPARE(formatTime(*timeAt(-62'135'596'800)), std::string("0001-01-01T00:00:00Z"));
    QCOMPARE(formatTime(*timeAt(253'402'300'799)), std::string("9999-12-31T23:59:59Z"));
    for (const std::int64_t seconds : {-62'135'596'801, 253'402'300'800, INT64_MIN, INT64_MAX})
        QVERIFY(!timeAt(seconds));
    QVERIFY(!timeAt(0, -1) && !timeAt(0, 1'000'000'000));
}

void TestTime::agesReadAsKubectlPrintsThem_data()
{
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("clock one second ahead") << qint64(-1) << QByteArray("0s");
    QTest::newRow("clock two seconds ahead") << qint64(-2) << QByteArray("<invalid>");
    QTest::newRow("119 s") << qint64(119) << QByteArray("119s");
    QTest::newRow("2 min") << qint64(120) << QByteArray("2m");
    QTest::newRow("4 min 12 s") << qint64(252) << QByteArray("4m12s");
    QTest::newRow("10 min") << qint64(659) << QByteArray("10m");
    QTest::newRow("3 h") << qint64(3 * 3600) << QByteArray("3h");
    QTest::newRow("5 h 30 min") << qint64(5 * 3600 + 1800) << QByteArray("5h30m");
    QTest::newRow("47 h") << qint64(47 * 3600) << QByteArray("47h");
    QTest::newRow("2 d 1 h") << qint64(49 * 3600) << QByteArray("2d1h");
    QTest::newRow("41 d") << qint64(41 * 86400) << QByteArray("41d");
    QTest::newRow("2 y 114 d") << qint64((730 + 114) * 86400LL) << QByteArray("2y114d");
    QTest::newRow("9 y") << qint64(9 * 365 * 86400LL) << QByteArray("9y");
}

void TestTime::agesReadAsKubectlPrintsThem()
{
    QFETCH(qint64, seconds);
    QTEST(QByteArray::fromStdString(humanDuration(std::chrono::seconds(seconds))), "text");
}

} // namespace tst_time

WK_TEST(tst_time, TestTime, QCoreApplication)
#include "tst_time.moc"
