// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/momenttext.h"

#include "tests/support/testregistry.h"

#include <QDateTime>
#include <QTest>

namespace tst_momenttext {

using namespace wk;

class MomentTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAMomentAsPeopleWriteOne_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("moment"); // local; now is 2026-11-21 14:00:05.500
        QTest::newRow("a time") << "13:58"
                                << "2026-11-21T13:58:00.000";
        QTest::newRow("with seconds") << "13:58:02"
                                      << "2026-11-21T13:58:02.000";
        QTest::newRow("with milliseconds") << "13:58:02.123"
                                           << "2026-11-21T13:58:02.123";
        QTest::newRow("with tenths") << " 13:58:02.1 "
                                     << "2026-11-21T13:58:02.100";
        QTest::newRow("a time that is yet to come was yesterday") << "23:58"
                                                                  << "2026-11-20T23:58:00.000";
        QTest::newRow("one figure will do for the hour") << "9:05"
                                                         << "2026-11-21T09:05:00.000";
        QTest::newRow("a day and a time") << "2026-11-20 13:58"
                                          << "2026-11-20T13:58:00.000";
        QTest::newRow("as machines write it") << "2026-11-20T13:58:02.5"
                                              << "2026-11-20T13:58:02.500";
        QTest::newRow("how long ago") << "5m ago"
                                      << "2026-11-21T13:55:05.500";
        QTest::newRow("in words") << "2 minutes ago"
                                  << "2026-11-21T13:58:05.500";
        QTest::newRow("in short words") << "1 hr 2 mins 5 sec"
                                        << "2026-11-21T12:58:00.500";
        QTest::newRow("in other words") << "1小时 2 分钟前"
                                        << "2026-11-21T12:58:05.500";
        QTest::newRow("in half a word") << "2 minu"
                                        << "";
        QTest::newRow("without the word") << "90s"
                                          << "2026-11-21T13:58:35.500";
        QTest::newRow("of several units") << "1h 30m ago"
                                          << "2026-11-21T12:30:05.500";
        QTest::newRow("no hour has sixty-one minutes") << "13:61"
                                                       << "";
        QTest::newRow("nor a day a 25th hour") << "25:00"
                                               << "";
        QTest::newRow("a date that does not exist") << "2026-02-30 10:00"
                                                    << "";
        QTest::newRow("what is yet to come") << "2026-11-22 10:00"
                                             << "";
        QTest::newRow("a word") << "lunch"
                                << "";
        QTest::newRow("a number alone") << "5"
                                        << "";
        QTest::newRow("more figures than any age has") << "9999999999999d ago"
                                                       << "";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void readsAMomentAsPeopleWriteOne()
    {
        QFETCH(QString, text);
        QFETCH(QString, moment);
        const auto read = momentFromText(text, local(QStringLiteral("2026-11-21T14:00:05.500")));
        QCOMPARE(read.has_value(), !moment.isEmpty());
        if (read)
            QCOMPARE(std::chrono::floor<std::chrono::milliseconds>(*read), local(moment));
    }

    /// Copied from one.
    void timesOfObjectsAreTheClustersOwn()
    {
        const WallTime now = local(QStringLiteral("2026-11-21T14:00:05.500"));
        const auto read = [now](const char *text) { return momentFromText(QString::fromLatin1(text), now); };
        const WallTime moment{std::chrono::seconds(1'795'000'000)}; // 2026-11-18T11:06:40Z
        QCOMPARE(read("2026-11-18T11:06:40Z"), std::optional(moment));
        QCOMPARE(read("2026-11-18 11:06:40 Z"), std::optional(moment));
        QCOMPARE(read("2026-11-18T13:06:40+02:00"), std::optional(moment));
        QCOMPARE(read("2026-11-18T03:36:40-0730"), std::optional(moment));
        QVERIFY(!read("2026-11-18T13:06:40+02"));
        QVERIFY(!read("2026-11-18T13:06:40+99:00"));
        QVERIFY(!read("13:06:40Z"));
    }

    /// Times are shown to the millisecond; whoever types one of an event means to see what that did.
    void aMillisecondIsAllOfIt()
    {
        const WallTime now = local(QStringLiteral("2026-11-21T14:00:05.500"));
        const auto typed = momentFromText(QStringLiteral("13:58:02.123"), now);
        QCOMPARE(typed, std::optional(local(QStringLiteral("2026-11-21T13:58:02.124")) - std::chrono::microseconds(1)));
        QCOMPARE(momentFromText(QStringLiteral("13:58:02"), now),
                 std::optional(local(QStringLiteral("2026-11-21T13:58:02.000"))));
    }

private:
    static WallTime local(const QString &text)
    {
        return WallTime(std::chrono::milliseconds(QDateTime::fromString(text, Qt::ISODateWithMs).toMSecsSinceEpoch()));
    }
};

} // namespace tst_momenttext

WK_TEST(tst_momenttext, MomentTextTest, NoApplication)
#include "tst_momenttext.moc"
