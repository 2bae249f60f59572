// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historystats.h"

#include "core/history/eventlog.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_historystats {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestHistoryStats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreCountedByWhatTheyAreAbout()
    {
        EventLog log;
        log.setWatch(1, scope("Pod"));
        log.setWatch(2, scope("Node"));
        log.append(at(listEntry(1, {object("web", "a"), object("db", "b")}), 0s));
        log.append(at(entry(1, EntryType::Modified, object("web", "a", "2")), 2s));
        log.append(at(entry(1, EntryType::Modified, object("web", "a", "3")), 3s));
        log.append(at(entry(1, EntryType::Deleted, object("db", "b", "4")), 4s));
        log.append(at(entry(2, EntryType::Added, object("", "n", "5")), 5s));
        auto gap = entry(1, EntryType::Gap);
        gap->gap.since = Start + 5s;
        gap->gap.reason = "410 Expired";
        log.append(at(gap, 9s));
        const HistoryStats stats = statsOf(log.now(), {0, 1, 2, 3, 4, 5, 6, 7});
        using Counts = HistoryStats::Counts;
        QCOMPARE(stats.kinds, (HistoryStats::ByName{{"Pod", Counts{2, 0, 2, 1}}, {"Node", Counts{0, 1, 0, 0}}}));
        QCOMPARE(stats.namespaces, (HistoryStats::ByName{{"web", Counts{1, 0, 2, 0}}, {"db", Counts{1, 0, 0, 1}}}));
        QCOMPARE(stats.objects, (HistoryStats::ByName{{"Pod web/a", Counts{0, 0, 2, 0}},
                                                      {"Pod db/b", Counts{0, 0, 0, 1}},
                                                      {"Node n", Counts{0, 1, 0, 0}}}));
        QCOMPARE(stats.rows, std::uint64_t(8));
        QVERIFY(stats.first == Start && stats.last == Start + 9s);
        QCOMPARE(stats.gaps.size(), std::size_t(1));
        QCOMPARE(stats.gaps.front().watch, std::string("Pod"));
        QVERIFY(stats.gaps.front().from == Start + 5s && stats.gaps.front().to == Start + 9s);
        QCOMPARE(stats.gaps.front().reason, std::string("410 Expired"));
    }

    void ofNothingThereIsNothing()
    {
        const HistoryStats stats = statsOf(EventLog().now(), {});
        QVERIFY(stats.rows == 0 && stats.kinds.empty() && stats.gaps.empty());
    }

private:
    static EntryPtr at(std::shared_ptr<Entry> entry, std::chrono::seconds time)
    {
        entry->arrived = Start + time;
        return entry;
    }
};

} // namespace tst_historystats

WK_TEST(tst_historystats, TestHistoryStats, QCoreApplication)
#include "tst_historystats.moc"
