// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"
#include "tests/support/busy.h"
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
    void aMomentIsMadeReadyInSlices()
    {
        Bench bench;
        bench.tester.reset(); // it looks at every row there is
        const std::vector<ObjectPtr> objects = manyPods(2'000);
        bench.feed(listed(pods, podColumns(), objects)); // up to row 2001
        bench.feed(changed("z", "Failed"));
        for (std::size_t i = 0; i < 1'500; ++i)
            bench.feed(deleted(pods, objects[i]));
        bench.clock.advance(5s);
        const QString now = shown(bench.model);
        const auto begin = [&](RowId upTo) {
            bench.model.beginPast({Now, pastKind(bench.log.now(), podInfo(), {}, upTo), {}});
        };
        const auto noTime = [] { return false; };
        begin(2'001);
        QVERIFY(bench.model.stepPast(noTime));
        QCOMPARE(shown(bench.model), now);
        QVERIFY(!bench.model.isPast());
        bench.feed(changed("late", "Running"));
        bench.model.showPresent(); // after all
        QCOMPARE(bench.model.total(), std::size_t(502));
        begin(2'001);
        int steps = 1;
        for (; bench.model.stepPast(noTime); ++steps)
            QCOMPARE(bench.model.total(), std::size_t(502));
        QVERIFY(steps > 2);
        QCOMPARE(bench.model.total(), std::size_t(2'000));
        begin(bench.log.now().end());
        QVERIFY(!bench.model.stepPast([] { return true; }));
        QCOMPARE(bench.model.total(), std::size_t(502));
        begin(2'001); // from the few to the many
        QVERIFY(bench.model.stepPast(noTime));
        QCOMPARE(bench.model.rowCount(), 502);
        bench.show(2'001);
        QCOMPARE(bench.model.total(), std::size_t(2'000));
        bench.model.showPresent();
        bench.clock.advance(1s); // the past is forgotten meanwhile
        QCOMPARE(bench.model.total(), std::size_t(502));
        bench.show(2'001);
        QCOMPARE(bench.model.total(), std::size_t(2'000));
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
        QVERIFY(then[0].useCount() > 1);
        bench.clock.advance(1s);
        QCOMPARE(then[0].useCount(), 1U);
        QCOMPARE(then[1].useCount(), 1U);
        QVERIFY(then[2].useCount() > 1); // it is shown
    }

    void aGreatMomentIsTurnedToInAStepOfItsOwn_data()
    {
        QTest::addColumn<bool>("isBusy");
        QTest::newRow("in a turn that has its time yet") << false;
        QTest::newRow("and in the next turn when this one's is used") << true;
    }
    void aGreatMomentIsTurnedToInAStepOfItsOwn()
    {
        QFETCH(bool, isBusy);
        Bench bench;
        bench.tester.reset(); // it looks at every row there is
        bench.feed(listed(pods, podColumns(), manyPods(5'000)));
        bench.feed(changed("z", "Failed"));
        bench.model.beginPast({Now, pastKind(bench.log.now(), podInfo(), {}, 5'001), {}});
        QVERIFY(bench.model.stepPast([] { return true; }));
        QVERIFY(!bench.model.isPast());
        QCoreApplication::processEvents(); // the next turn
        if (isBusy) {
            test::beBusy(Turn::Limit);
            QVERIFY(bench.model.stepPast([] { return false; }));
            QVERIFY(!bench.model.isPast());
        }
        QVERIFY(!bench.model.stepPast([] { return false; }));
        QVERIFY(bench.model.isPast() && !bench.model.isPastComing());
        QCOMPARE(bench.model.total(), std::size_t(5'000));
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
            bench.model.beginPast({Now, pastKind(bench.log.now(), podInfo(), {}, moments[moment]), {}});
            QVERIFY(bench.model.stepPast([] { return false; }));
            comeAndGo();
            while (bench.model.stepPast([] { return true; })) {
            }
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
        QCOMPARE(shown(bench.model), QStringLiteral("b e"));
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
        for (int round = 0, end = test::rounds(150); round < end; ++round) {
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

    /// What stays is neither taken out and put in again nor laid out anew, in a step of one event, in a jump over all
    /// of them and on the way back: of 20,000 rows that would take some frames. (tests/bench/run.sh moment)
    void noMoveTouchesTheRowsThatStay()
    {
        Bench bench;
        bench.tester.reset(); // it looks at every row there is
        const std::vector<ObjectPtr> objects = manyPods(2'000);
        bench.feed(listed(pods, podColumns(), objects));
        sortWhole(bench.model, bench.model.columnOf(QStringLiteral("@name")));
        for (std::size_t i = 0; i < 500; ++i) {
            Object after = *objects[i * 4];
            after.cells[3] = std::to_string(i % 9);
            bench.log.append(batch({modified(pods, objects[i * 4], shared(std::move(after)))}));
        }
        const QSignalSpy inserted(&bench.model, &QAbstractItemModel::rowsInserted);
        const QSignalSpy removed(&bench.model, &QAbstractItemModel::rowsRemoved);
        const QSignalSpy laidOut(&bench.model, &QAbstractItemModel::layoutChanged);
        const QSignalSpy reset(&bench.model, &QAbstractItemModel::modelReset);
        const RowId end = bench.log.now().end();
        bench.show(end - 10);
        for (RowId row = end - 40; row < end - 20; ++row)
            bench.show(row, Now, true);
        bench.show(2'001);
        QCOMPARE(bench.model.rowCount(), 2'000);
        bench.model.showPresent();
        QCOMPARE(inserted.count() + removed.count() + laidOut.count() + reset.count(), 0);
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
