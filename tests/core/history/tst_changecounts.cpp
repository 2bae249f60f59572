// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

#include <array>

/// How often an object has changed, and when last, by what the rows of a log know. That both hold whatever falls off is
/// tst_lives' word.
namespace tst_changecounts {

using namespace wk;
using namespace wk::test;

class ChangeCountsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherWatchOfTheKindCountsOn();
    void anotherWatchOfTheKindKnowsTheLastNotableChange();
    void readinessThatFollowsFromAWishIsNoNews();
    void aWatchOfAnUnknownScopeCountsForItself();
    void thatAServerForgetsAnEventIsNoChange();
    void oneOfTheSameNameIsAnother();
};

/// Who looks at other namespaces has another watch.
void ChangeCountsTest::anotherWatchOfTheKindCountsOn()
{
    ResourceInfo events = pods();
    events.gvr.resource = "events";
    EventLog log;
    log.setWatch(1, {pods(), {}, {}, {}});
    log.append(batch({listEntry(1, {object("web", "a", "1")}), entry(1, EntryType::Modified, object("web", "a", "2")),
                      entry(1, EntryType::Modified, object("web", "a", "3"))})); // 0, 1; 2; 3
    log.setWatch(2, {pods(), {}, {}, {}});
    log.setWatch(3, {events, {}, {}, {}});
    log.append(batch({listEntry(2, {object("web", "a", "3")}),                  // 4, 5
                      entry(2, EntryType::Modified, object("web", "a", "4")),   // 6
                      listEntry(3, {object("web", "a", "3")}),                  // 7, 8
                      entry(3, EntryType::Deleted, object("web", "a", "5")),    // 9: a server keeps it no longer
                      entry(2, EntryType::Deleted, object("web", "a", "6"))})); // 10
    const std::array<std::uint32_t, 11> changes{0, 0, 1, 2, 0, 2, 3, 0, 0, 0, 4};
    for (RowId row = 0; row < log.now().end(); ++row)
        QCOMPARE(log.now().changesOf(row), changes[row]);
}

/// A controller's counters follow each change.
void ChangeCountsTest::anotherWatchOfTheKindKnowsTheLastNotableChange()
{
    EventLog log;
    for (const WatchId watch : {1, 2})
        log.setWatch(watch, {pods(), {}, {}, {}});
    ResourceInfo widgets = pods();
    widgets.gvr.resource = "widgets";
    log.setWatch(3, {widgets, {}, {}, {}});
    const auto modified = [](WatchId watch, const char *version) {
        return entry(watch, EntryType::Modified, object("web", "a", version));
    };
    log.append(batch({listEntry(1, {object("web", "a", "1")}),                  // 0, 1
                      modified(1, "2"), following(modified(1, "3")),            // 2, 3
                      listEntry(2, {object("web", "a", "3")}),                  // 4, 5
                      following(modified(2, "4")),                              // 6
                      listEntry(3, {object("web", "a", "4")}),                  // 7, 8
                      modified(2, "5"), following(modified(2, "6")),            // 9, 10
                      entry(2, EntryType::Deleted, object("web", "a", "7"))})); // 11
    const std::array<RowId, 12> notable{0, 0, 2, 2, 0, 2, 2, 0, 0, 9, 9, 11};
    for (RowId row = 0; row < log.now().end(); ++row)
        QCOMPARE(log.now().lastNotable(row).value_or(0), notable[row]);
}

/// As a Deployment that somebody scales is unavailable for some seconds: who scaled it stays in sight.
void ChangeCountsTest::readinessThatFollowsFromAWishIsNoNews()
{
    EventLog log;
    log.setWatch(1, {pods(), {}, {}, {}});
    Readiness last = Readiness::True;
    const auto told = [&last](ChangeWorth worth, Readiness ready, std::chrono::seconds at) {
        auto made = entry(1, EntryType::Modified, object("web", "a"));
        auto before = makeCounted<Object>(*made->object);
        auto after = makeCounted<Object>(*made->object);
        before->ready = std::exchange(last, ready);
        after->ready = ready;
        made->previous = before;
        made->object = after;
        made->changes = std::make_shared<Changes>(Changes{{{{"spec.replicas", "1", "5", {}, worth}}}, 1, {}, worth});
        made->arrived = WallTime(at);
        return EntryPtr(made);
    };
    const auto is = [&](Readiness ready, int at) { return told(ChangeWorth::Status, ready, std::chrono::seconds(at)); };
    constexpr int Noon = 1'795'262'400;
    log.append(batch({is(Readiness::False, Noon),                                                     // 0: it fails
                      told(ChangeWorth::Substance, Readiness::False, std::chrono::seconds(Noon + 1)), // 1: a wish
                      is(Readiness::True, Noon + 4),                                                  // 2: come true
                      is(Readiness::False, Noon + 5),                                                 // 3: it fails
                      is(Readiness::True, Noon + 6),                                                  // 4
                      told(ChangeWorth::Substance, Readiness::True, std::chrono::seconds(Noon + 10)), // 5: a wish
                      is(Readiness::False, Noon + 11), is(Readiness::Unknown, Noon + 12),             // 6, 7
                      is(Readiness::False, Noon + 700)})); // 8: no more because of that
    const std::array<RowId, 9> notable{0, 1, 1, 3, 4, 5, 5, 5, 8};
    for (RowId row = 0; row < log.now().end(); ++row)
        QCOMPARE(log.now().lastNotable(row), std::optional(notable[row]));
}

void ChangeCountsTest::aWatchOfAnUnknownScopeCountsForItself()
{
    EventLog log;
    log.append(batch({entry(1, EntryType::Added, object("web", "a")), listEntry(2, {object("web", "a")})}));
    QCOMPARE(log.now().changesOf(0), 1U);
    QCOMPARE(log.now().changesOf(2), 0U);
    QCOMPARE(log.now().lastNotable(2), std::nullopt);
}

void ChangeCountsTest::thatAServerForgetsAnEventIsNoChange()
{
    ResourceInfo events = pods();
    events.gvr.resource = "events";
    EventLog log;
    log.setWatch(1, {events, {}, {}, {}});
    log.append(batch({entry(1, EntryType::Modified, object("web", "a.17", "1")),
                      entry(1, EntryType::Deleted, object("web", "a.17", "2"))}));
    QCOMPARE(log.now().changesOf(1), 1U);
    QCOMPARE(log.now().lastNotable(1), std::optional<RowId>(0));
}

void ChangeCountsTest::oneOfTheSameNameIsAnother()
{
    const auto another = object("web", "a", "2");
    another->uid = "another";
    EventLog log;
    log.setWatch(1, {pods(), {}, {}, {}});
    log.append(batch({entry(1, EntryType::Added, object("web", "a", "1")), listEntry(1, {another})})); // 0; 1, 2
    QCOMPARE(log.now().changesOf(2), 0U);
    QCOMPARE(log.now().lastNotable(2), std::nullopt);
}

} // namespace tst_changecounts

WK_TEST(tst_changecounts, ChangeCountsTest, QCoreApplication)
#include "tst_changecounts.moc"
