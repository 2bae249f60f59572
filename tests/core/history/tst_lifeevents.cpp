// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lifeevents.h"

#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_lifeevents {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

Occurrence once(std::chrono::seconds after, std::chrono::seconds from = -1s, std::int64_t times = 1)
{
    return {Start + (from < 0s ? after : from), Start + after, times, false};
}

KubeEventStory story(const char *reason, const char *uid, std::vector<Occurrence> occurrences)
{
    KubeEventStory made;
    made.said.regardingName = "web-1";
    made.said.regardingUid = uid;
    made.said.reason = reason;
    made.occurrences = std::move(occurrences);
    return made;
}

/// The words of an Event that came so long after Start.
std::vector<LifeRevision> came(std::initializer_list<std::chrono::milliseconds> after)
{
    std::vector<LifeRevision> revisions;
    for (const std::chrono::milliseconds time : after)
        revisions.push_back({0, Start + time, EntryType::Added, EntryClass::Live, nullptr});
    return revisions;
}

LifeMoment phase(std::chrono::seconds after, const char *name)
{
    LifeMoment moment{.kind = LifeMoment::Kind::Phase, .time = Start + after};
    moment.after = name;
    return moment;
}

/// "Pulled 5", "BackOff x3 10-30", of other moments what they came to: seconds after Start.
QStringList text(const std::vector<LifeMoment> &moments)
{
    QStringList lines;
    for (const LifeMoment &moment : moments) {
        const bool isTold = moment.kind == LifeMoment::Kind::Told;
        QString line = QString::fromStdString(isTold ? moment.subject : moment.after);
        if (isTold && moment.times > 1)
            line += QStringLiteral(" x%1 %2-").arg(moment.times).arg((moment.from - Start) / 1s);
        else
            line += u' ';
        lines << line + QString::number((moment.time - Start) / 1s);
    }
    return lines;
}

} // namespace

class TestLifeEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEventRegardsTheLifeOfItsUid()
    {
        const std::vector<LifeSpan> lives{{"first", Start, Start + 60s}, {"second", Start + 70s, {}}};
        // A Killing is told after its pod has gone, and a new one has come.
        QCOMPARE(regardedLife(story("Killing", "first", {once(80s)}), lives), std::optional<std::size_t>(0));
        QCOMPARE(regardedLife(story("Pulled", "second", {once(80s)}), lives), std::optional<std::size_t>(1));
        QVERIFY(!regardedLife(story("Pulled", "third", {once(80s)}), lives));
    }

    void anEventKnownByNameRegardsTheOneLifeItHappenedIn_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("life");
        QTest::newRow("while the first lasted") << 10 << 20 << 0;
        QTest::newRow("while the second lasts") << 90 << 90 << 1;
        QTest::newRow("before either") << -10 << -5 << -1;
        QTest::newRow("between them") << 65 << 65 << -1;
        QTest::newRow("in both") << 10 << 90 << -1;
    }
    void anEventKnownByNameRegardsTheOneLifeItHappenedIn()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(int, life);
        const std::vector<LifeSpan> lives{{"first", Start, Start + 60s}, {"second", Start + 70s, {}}};
        const Occurrence some{Start + std::chrono::seconds(from), Start + std::chrono::seconds(to), 2, false};
        for (const char *uid : {"", "web-1"}) {
            const auto regarded = regardedLife(story("Rebooted", uid, {some}), lives);
            QCOMPARE(regarded ? int(*regarded) : -1, life);
        }
    }

    void aLifeWhoseBeginningIsNotKnownHasNoEventsByName()
    {
        const std::vector<LifeSpan> lives{{"first", {}, {}}};
        QVERIFY(!regardedLife(story("Rebooted", "", {once(5s)}), lives));
        QVERIFY(regardedLife(story("Rebooted", "first", {once(5s)}), lives));
    }

    void aMomentIsNotLaterThanItsWord()
    {
        // The cluster's clock is ahead of ours.
        QCOMPARE(text(momentsTold(story("BackOff", "u", {once(100s, 90s, 3)}), came({30s}))),
                 QStringList(QStringLiteral("BackOff x3 30-30")));
    }

    void withinASecondItHappensWhenItIsTold()
    {
        // A lastTimestamp is in whole seconds, an eventTime is not.
        const auto pulled = momentsTold(story("Pulled", "u", {once(5s), once(9s)}), came({5300ms, 12s}));
        QCOMPARE(pulled[0].time, Start + 5300ms);
        QCOMPARE(pulled[1].time, Start + 9s);
        const Occurrence precise{Start + 5100ms, Start + 5100ms, 1, false};
        QCOMPARE(momentsTold(story("Scheduled", "u", {precise}), came({5300ms}))[0].time, Start + 5100ms);
    }

    void tellsBothInOneListByTime()
    {
        std::vector<LifeMoment> told = momentsTold(story("Scheduled", "u", {once(1s)}), came({100s}));
        const auto killed = momentsTold(story("Killing", "u", {once(50s)}), came({100s}));
        told.insert(told.end(), killed.begin(), killed.end());
        QCOMPARE(text(joinedLife({phase(0s, "Pending"), phase(9s, "Running")}, told)),
                 QStringList({QStringLiteral("Pending 0"), QStringLiteral("Scheduled 1"), QStringLiteral("Running 9"),
                              QStringLiteral("Killing 50")}));
    }

    void creationComesFirstWithinItsSecond()
    {
        LifeMoment created{.kind = LifeMoment::Kind::Created, .time = Start + 5900ms};
        created.after = "created";
        const Occurrence precise{Start + 5100ms, Start + 5100ms, 1, false};
        const auto told = momentsTold(story("Scheduled", "u", {precise}), came({5300ms}));
        QCOMPARE(
            text(joinedLife({created, phase(9s, "Running")}, told)),
            QStringList({QStringLiteral("created 5"), QStringLiteral("Scheduled 5"), QStringLiteral("Running 9")}));
    }

    void whatIsToldAgainIsOneMomentUntilSomethingElseHappens()
    {
        const auto told = momentsTold(story("BackOff", "u", {once(20s, 5s, 2), once(30s), once(40s)}), came({100s}));
        QCOMPARE(text(joinedLife({phase(35s, "Failed")}, told)),
                 QStringList(
                     {QStringLiteral("BackOff x3 5-30"), QStringLiteral("Failed 35"), QStringLiteral("BackOff 40")}));
    }
};

} // namespace tst_lifeevents

WK_TEST(tst_lifeevents, TestLifeEvents, QCoreApplication)
#include "tst_lifeevents.moc"
