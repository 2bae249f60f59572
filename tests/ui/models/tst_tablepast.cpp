// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"
#include "tests/support/fixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/pastbench.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>

namespace tst_tablepast {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

using Bench = PastBench;

class TablePastTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsWhatWasThenAndNothingElse()
    {
        Bench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")})); // 0, 1, 2
        bench.feed(changed("b", "Failed", "3"));                          // 3
        bench.feed(deleted(pods, podOf("d")));                            // 4
        bench.feed(added(pods, podOf("e")));                              // 5
        bench.show(3);
        QCOMPARE(bench.cells(), QStringLiteral("b:0 d:0"));
        QCOMPARE(shown(bench.model), QStringLiteral("b d"));
        QCOMPARE(bench.model.total(), std::size_t(2));
        bench.show(4);
        QCOMPARE(bench.cells(), QStringLiteral("b:3 d:0"));
        bench.show(6);
        QCOMPARE(bench.cells(), QStringLiteral("b:3 e:0"));
        bench.clock.advance(5s); // what was deleted goes
        bench.model.showPresent();
        QCOMPARE(bench.cells(), QStringLiteral("b:3 e:0"));
        QCOMPARE(
            bench.model.data(bench.model.index(0, bench.model.columnOf(QStringLiteral("@changes"))), Qt::DisplayRole)
                .toString(),
            QStringLiteral("1"));
    }

    void watchingGoesOnUnderneath()
    {
        Bench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d"), podOf("f")}));
        bench.show(4);
        bench.feed(batch({changed("b", "Failed", "7"), deleted(pods, podOf("d")), added(pods, podOf("x"))}));
        QCOMPARE(bench.cells(), QStringLiteral("b:0 d:0 f:0"));
        bench.clock.advance(10s);
        QCOMPARE(shown(bench.model), QStringLiteral("b d f"));
        bench.model.showPresent();
        QCOMPARE(bench.cells(), QStringLiteral("b:7 f:0 x:0"));
        QCOMPARE(bench.model.total(), std::size_t(3));
        bench.feed(changed("f", "Running", "1"));
        QCOMPARE(shown(bench.model), QStringLiteral("b f~ x"));
    }

    /// Half of a moment is never shown: what stands there stays until the moment is whole.
    void aMomentOfManyRowsIsMadeInThePool()
    {
        Bench bench;
        bench.tester.reset(); // it looks at every row there is
        const std::vector<ObjectPtr> objects = manyPods(3'000);
        bench.feed(listed(pods, podColumns(), objects)); // up to row 3001
        for (std::size_t i = 0; i < 1'500; ++i)
            bench.feed(deleted(pods, objects[i]));
        bench.clock.advance(5s);
        const QString now = shown(bench.model);
        bench.model.showPast({Now, 3'001, {}});
        QVERIFY(bench.model.isPastComing() && !bench.model.isPast());
        bench.feed(changed("late", "Running"));
        bench.model.showPresent(); // after all
        QVERIFY(!bench.model.isPastComing());
        QTest::qWait(20);
        QCOMPARE(bench.model.total(), std::size_t(1'501));
        bench.model.showPast({Now, 3'001, {}});
        QCOMPARE(bench.model.total(), std::size_t(1'501));
        waitFor(bench.model);
        QCOMPARE(bench.model.total(), std::size_t(3'000));
        QCOMPARE(bench.model.rowCount(), 3'000);
        bench.model.showPast({Now, bench.log.now().end(), {}});
        QCOMPARE(bench.model.rowCount(), 3'000);
        waitFor(bench.model);
        QCOMPARE(bench.model.rowCount(), 1'501);
    }

    /// A hand that drags the playhead asks for more than there is time for: what it asked for last is shown, and some
    /// of the others on the way.
    void aDragShowsMomentsOnTheWay()
    {
        Bench bench;
        bench.feed(listed(pods, podColumns(), manyPods(5'000)));
        std::vector<RowId> seen;
        connect(&bench.model, &ResourceTableModel::turned, this, [&] { seen.push_back(bench.model.moment()->upTo); });
        for (RowId upTo = 1; upTo <= 40; ++upTo) {
            bench.model.showPast({Now, 4'000 + upTo, {}});
            QCoreApplication::processEvents();
            if (upTo % 8 == 0)
                QTest::qWait(2);
        }
        waitFor(bench.model);
        QVERIFY2(seen.size() > 1, "not only the last");
        QCOMPARE(seen.back(), RowId(4'040));
        QVERIFY(std::ranges::is_sorted(seen));
    }

    void theRevisionsThatAMomentReplacesAreLetGoOf()
    {
        Bench bench;
        const std::vector<ObjectPtr> objects = manyPods(600);
        bench.feed(listed(pods, podColumns(), objects)); // up to row 600
        for (const char *restarts : {"1", "2", "3"}) {
            Object after = *objects[7];
            after.cells[3] = restarts;
            bench.feed(modified(pods, objects[7], shared(std::move(after))));
        }
        std::vector<ObjectPtr> then;
        for (const RowId upTo : {602U, 603U, 604U}) {
            bench.show(upTo);
            then.push_back(bench.model.rowAt(bench.model.rowOf(refOf(podInfo().gvr, *objects[7]))).object);
        }
        QTRY_COMPARE(then[0].useCount(), 1U); // in the pool
        QTRY_COMPARE(then[1].useCount(), 1U);
        QVERIFY(then[2].useCount() > 1); // it is shown
    }

    /// So many that the table does not put them in order one by one: some came, some went and some took the place of
    /// others, before a moment is asked for, while it is made ready, and while it is shown.
    void whoeverComesAndGoesStandsInOrderOnTheWayThereAndBack()
    {
        Bench bench;
        bench.tester.reset(); // it looks at every row there is
        std::mt19937_64 source(test::seed());
        std::vector<std::map<std::string, ObjectPtr>> then; // by moment
        std::vector<RowId> moments;
        std::map<std::string, ObjectPtr> now;
        std::vector<ObjectPtr> first;
        const auto podNamed = [](std::uint64_t number) { return podOf(("p" + std::to_string(number)).c_str()); };
        for (int i = 0; i < 1'500; ++i) {
            const ObjectPtr pod = podNamed(10'000 + source() % 10'000);
            if (now.emplace(pod->name, pod).second)
                first.push_back(pod);
        }
        const auto comeAndGo = [&] {
            for (int i = 0; i < 700; ++i) {
                const ObjectPtr pod = podNamed(10'000 + source() % 10'000);
                const auto known = now.find(pod->name);
                bench.feed(known == now.end() ? added(pods, pod) : deleted(pods, known->second));
                known == now.end() ? void(now.emplace(pod->name, pod)) : void(now.erase(known));
            }
            moments.push_back(bench.log.now().end());
            then.push_back(now);
        };
        bench.feed(listed(pods, podColumns(), first));
        bench.model.sort(bench.model.columnOf(QStringLiteral("@name")));
        comeAndGo();
        for (int round = 0; round < 4; ++round) {
            comeAndGo();
            const std::size_t moment = source() % moments.size();
            bench.model.showPast({Now, moments[moment], {}});
            comeAndGo();
            waitFor(bench.model);
            QCOMPARE(bench.cells(), fold(then[moment]));
            comeAndGo();
            bench.show(moments.front());
            QCOMPARE(bench.cells(), fold(then.front()));
            bench.model.showPresent();
            bench.clock.advance(5s); // what was deleted goes
            QCOMPARE(bench.cells(), fold(now));
        }
    }

    /// To free an object costs more than to show one.
    void whatIsShownNoMoreIsForgottenInPieces()
    {
        Bench bench;
        bench.tester.reset(); // it looks at every row there is
        const std::vector<ObjectPtr> objects = manyPods(5'000);
        const auto arrive = [&](std::vector<ObjectPtr> some, bool isAnew) { // the history has none of them yet
            bench.model.applyBatch({{}, {}, {{pods, podColumns(), std::move(some), isAnew}}});
        };
        arrive(objects, false);
        arrive({}, true);
        QCOMPARE(bench.model.rowCount(), 0);
        const auto held = [&] {
            return std::ranges::count_if(objects, [](const ObjectPtr &object) { return object.useCount() > 1; });
        };
        QVERIFY(held() > 2'500);
        arrive({objects[7], objects[4'000]}, false); // back in time
        bench.clock.advance(100ms);
        QCOMPARE(held(), 2);
        QCOMPARE(bench.model.rowCount(), 2);
        QCOMPARE(bench.model.total(), std::size_t(2));
    }

    void whatThePastHasShownIsCountedAgain()
    {
        Bench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")})); // 0, 1, 2
        bench.feed(changed("b", "Failed"));                               // 3
        bench.show(3);
        bench.feed(modified(pods, podOf("d"), podOf("d", "Failed"))); // 4
        bench.show(5);                                                // as it is now, in the past's way
        bench.model.showPresent();
        const int changes = bench.model.columnOf(QStringLiteral("@changes"));
        QCOMPARE(bench.model.text(0, changes), QStringLiteral("1"));
        QCOMPARE(bench.model.text(1, changes), QStringLiteral("1"));
    }

    void anEventsWorkIsMarkedUntilTheNextMoment()
    {
        Bench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")}));
        bench.feed(changed("b", "Failed"));    // 3
        bench.feed(deleted(pods, podOf("d"))); // 4
        bench.feed(added(pods, podOf("e")));   // 5
        bench.show(4, Now, true);
        QCOMPARE(shown(bench.model), QStringLiteral("b~ d"));
        QVERIFY(bench.model.isCellChanged(0, bench.model.columnOf(QStringLiteral("Status"))));
        QVERIFY(!bench.model.isCellChanged(0, bench.model.columnOf(QStringLiteral("Restarts"))));
        bench.clock.advance(20s);
        QCOMPARE(shown(bench.model), QStringLiteral("b~ d"));
        bench.show(5, Now, true);
        QCOMPARE(shown(bench.model), QStringLiteral("b [d]"));
        QCOMPARE(bench.model.total(), std::size_t(1));
        QCOMPARE(bench.model.shownCount(), std::size_t(1));
        bench.show(6, Now, true);
        QCOMPARE(shown(bench.model), QStringLiteral("b e+"));
        bench.show(5, Now, true);
        QCOMPARE(shown(bench.model), QStringLiteral("b [d]"));
        bench.model.showPresent();
        QCOMPARE(shown(bench.model), QStringLiteral("b e")); // what has happened meanwhile has faded
    }

    void eventsOfOtherKindsMarkNothing()
    {
        Bench bench;
        bench.log.setWatch(others, scopeOf(deploymentInfo()));
        bench.feed(listed(pods, podColumns(), {podOf("b")})); // 0, 1
        bench.feed(deleted(others, shared(deployment("web", 1, 1))));
        bench.show(3, Now, true);
        QCOMPARE(shown(bench.model), QStringLiteral("b"));
    }

    void agesAndHistoryAreOfThen()
    {
        Bench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b")}));
        bench.feed(changed("b", "Failed"));
        const int age = bench.model.columnOf(QStringLiteral("@age"));
        QCOMPARE(bench.model.text(0, age), QStringLiteral("3h"));
        bench.show(2, Now - 1h);
        QCOMPARE(bench.model.text(0, age), QStringLiteral("120m"));
        QCOMPARE(bench.model.text(0, bench.model.columnOf(QStringLiteral("@changes"))), QStringLiteral("0"));
        QCOMPARE(bench.model.bars(0), SparkCounts::Bars());
        bench.model.setFilter(*parseFilter("age < 150m").filter);
        QCOMPARE(shown(bench.model), QStringLiteral("b"));
        bench.model.showPresent();
        QCOMPARE(shown(bench.model), QString());
    }

    void whatWasNotWatchedIsNotEmpty()
    {
        Bench bench;
        bench.log.append(batch({bookmark(others, 1, Now - 60s)}));
        bench.feed(listed(pods, podColumns(), {}, Now - 30s));
        bench.show(0, Now - 60s);
        QCOMPARE(bench.model.state().kind, TableState::Kind::NotWatched);
        QVERIFY(bench.model.state().title.contains(QStringLiteral("not watched before")));
        QVERIFY(!bench.model.isKnown());
        bench.show(2, Now - 20s);
        QCOMPARE(bench.model.state().kind, TableState::Kind::Empty);
        QVERIFY(bench.model.state().word.isEmpty()); // "Live" is of now
    }

    void equalsTheNaiveFoldOfAnyHistory()
    {
        Bench bench;
        std::mt19937_64 source(test::seed());
        const auto random = [&source](unsigned below) { return static_cast<unsigned>(source() % below); };
        std::map<std::string, ObjectPtr> now;
        std::vector<std::map<std::string, ObjectPtr>> past; // by row: what stood before it
        const auto feed = [&](EntryPtr entry) {
            past.resize(bench.log.now().end() + 1, now);
            if (entry->type == EntryType::Deleted)
                now.erase(entry->object->name);
            else
                now[entry->object->name] = entry->object;
            bench.feed(std::move(entry));
        };
        bench.feed(listed(pods, podColumns(), {}));
        bench.model.sort(bench.model.columnOf(QStringLiteral("@name")));
        for (int round = 0, end = test::rounds(60); round < end; ++round) {
            for (unsigned i = random(6); i > 0; --i) {
                const std::string name(1, static_cast<char>('a' + random(20)));
                const ObjectPtr object = podOf(name.c_str(), "Running", std::to_string(random(9)).c_str());
                if (now.contains(name) && random(3) == 0)
                    feed(deleted(pods, now.at(name)));
                else
                    feed(now.contains(name) ? modified(pods, now[name], object) : added(pods, object));
            }
            past.resize(bench.log.now().end() + 1, now);
            if (random(3) == 0) {
                bench.model.showPresent();
                bench.clock.advance(5s); // what was deleted goes
                QCOMPARE(bench.cells(), fold(now));
            } else {
                const RowId upTo = 1 + random(static_cast<unsigned>(bench.log.now().end()));
                bench.show(upTo, Now);
                QCOMPARE(bench.cells(), fold(past[upTo]));
                QCOMPARE(bench.model.total(), past[upTo].size());
            }
        }
    }

private:
    static QString fold(const std::map<std::string, ObjectPtr> &objects)
    {
        QStringList rows;
        for (const auto &[name, object] : objects)
            rows.append(QString::fromStdString(name + ':' + std::string(std::get<std::string_view>(object->cells[3]))));
        return rows.join(u' ');
    }
};

} // namespace tst_tablepast

WK_TEST(tst_tablepast, TablePastTest, QCoreApplication)
#include "tst_tablepast.moc"
