// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/timeline/timeruler.h"

#include <QTest>

namespace tst_timeruler {

using namespace wk;
using namespace std::chrono_literals;

namespace {

const WallTime Morning(std::chrono::seconds(1'795'252'867)); // 2026-11-21T09:21:07Z

QString texts(const TimeAxis &axis, double pixels, const QTimeZone &zone)
{
    const Micros step = rulerStep(axis, pixels);
    QStringList words;
    for (const RulerTick &tick : rulerTicks(axis, step, zone)) {
        if (tick.major)
            words << rulerText(tick.time, step, zone, QLocale::c());
    }
    return words.join(u' ');
}

} // namespace

class tst_TimeRuler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksAreRoundLocalTimes_data()
    {
        QTest::addColumn<qint64>("span");
        QTest::addColumn<int>("offset");
        QTest::addColumn<QString>("texts");
        QTest::newRow("fifty milliseconds")
            << qint64(50'000) << 0 << "09:21:07.000 09:21:07.010 09:21:07.020 09:21:07.030 09:21:07.040 09:21:07.050";
        QTest::newRow("fifty seconds") << qint64(50'000'000) << 0 << "09:21:10 09:21:20 09:21:30 09:21:40 09:21:50";
        QTest::newRow("fifteen minutes") << qint64(900'000'000) << 0 << "09:25 09:30 09:35";
        QTest::newRow("a day says where it ends") << qint64(86'400'000'000) << 0 << "12:00 18:00 22 Nov 06:00";
        QTest::newRow("a week has every second day") << qint64(7 * 86'400'000'000) << 0 << "23 Nov 25 Nov 27 Nov";
        QTest::newRow("half an hour beside the others")
            << qint64(5 * 3'600'000'000) << 19'800 << "15:00 16:00 17:00 18:00 19:00";
    }
    void ticksAreRoundLocalTimes()
    {
        QFETCH(qint64, span);
        QFETCH(int, offset);
        const TimeAxis axis{Morning, Morning + Micros(span), 0, 600};
        QTEST(texts(axis, 100, QTimeZone(offset)), "texts");
    }

    void ticksLieOnTheirPixels()
    {
        const TimeAxis axis{Morning, Morning + 50s, 232, 500};
        for (const RulerTick &tick : rulerTicks(axis, 10s, QTimeZone::utc()))
            QCOMPARE(tick.x, xOf(axis, tick.time));
    }

    void minorTicksLieHalfWayWhereThatIsRound()
    {
        const TimeAxis axis{Morning, Morning + 1min, 0, 600};
        int minor = 0;
        for (const RulerTick &tick : rulerTicks(axis, 10s, QTimeZone::utc()))
            minor += tick.major ? 0 : 1;
        QCOMPARE(minor, 6);
        for (const RulerTick &tick : rulerTicks(axis, 15s, QTimeZone::utc()))
            QVERIFY(tick.major);
    }

    void noAxisHasEndlessTicks()
    {
        QVERIFY(rulerTicks({Morning, Morning + 24h * 300, 0, 600}, 1ms, QTimeZone::utc()).size() <= 500);
        QVERIFY(rulerTicks({Morning, Morning, 0, 600}, 1s, QTimeZone::utc()).empty());
        QVERIFY(rulerTicks({Morning, Morning + 1s, 0, 600}, 0s, QTimeZone::utc()).empty());
    }

    void aTextStandsUnderItsTickAndTouchesNoOther()
    {
        QCOMPARE(textUnderTick(100, 40, 300, 0), std::optional(80.0));
        QCOMPARE(textUnderTick(5, 40, 300, 0), std::optional(0.0));
        QCOMPARE(textUnderTick(160, 40, 300, 120), std::optional(140.0));
        QCOMPARE(textUnderTick(295, 40, 300, 240), std::optional(260.0));
        QCOMPARE(textUnderTick(295, 40, 300, 255), std::optional<double>());
        QCOMPARE(textUnderTick(10, 40, 30, 0), std::optional(0.0));
    }

    void theStepIsTheShortestThatFits()
    {
        QCOMPARE(rulerStep({Morning, Morning + 50s, 0, 1000}, 60), Micros(5s));
        QCOMPARE(rulerStep({Morning, Morning + 50s, 0, 1000}, 20), Micros(1s));
        QCOMPARE(rulerStep({Morning, Morning + 24h * 20'000, 0, 10}, 60), Micros(2016h));
    }
};

} // namespace tst_timeruler

WK_TEST(tst_timeruler, tst_TimeRuler, NoApplication)
#include "tst_timeruler.moc"
