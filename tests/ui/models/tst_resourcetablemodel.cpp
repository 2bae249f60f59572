// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resourcetablemodel.h"

#include "core/query/filterparser.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

namespace tst_resourcetablemodel {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class ResourceTableModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWall(Now);
        m_model = std::make_unique<TestTable>(*m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::Fatal);
        m_model->setSource(podInfo(), {pods});
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("b"), podOf("d"), podOf("f")})}, {live(pods)}));
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void aListShowsItsObjectsWithoutATint()
    {
        QCOMPARE(shown(*m_model), QStringLiteral("b d f"));
        QCOMPARE(m_model->total(), std::size_t(3));
    }

    void aBatchSpeaksOnceOfEach_data()
    {
        QTest::addColumn<QList<int>>("script");
        QTest::addColumn<QString>("heard");
        QTest::addColumn<QString>("rows");
        // What the numbers stand for is in entry(), below.
        QTest::newRow("a change is one dataChanged")
            << QList<int>{0} << QStringLiteral("1 change") << QStringLiteral("b d~ f");
        QTest::newRow("two changes side by side are one dataChanged")
            << QList<int>{0, 1} << QStringLiteral("1 change") << QStringLiteral("b d~ f~");
        QTest::newRow("what stands between two changes has none")
            << QList<int>{10, 1} << QStringLiteral("2 change") << QStringLiteral("b~ d f~");
        QTest::newRow("an object more is one insert in its place")
            << QList<int>{2} << QStringLiteral("1 insert, 1 change") << QStringLiteral("b c+ d f");
        QTest::newRow("two side by side are one insert")
            << QList<int>{2, 3} << QStringLiteral("1 insert, 1 change") << QStringLiteral("b c+ cc+ d f");
        QTest::newRow("two apart are one insert and a new order")
            << QList<int>{2, 4} << QStringLiteral("1 insert, 1 order, 2 change") << QStringLiteral("b c+ d e+ f");
        QTest::newRow("a deletion strikes through")
            << QList<int>{5} << QStringLiteral("1 change") << QStringLiteral("b [d] f");
        QTest::newRow("one that came and went in one batch")
            << QList<int>{2, 6} << QStringLiteral("1 insert, 1 change") << QStringLiteral("b [c] d f");
        QTest::newRow("a new list without it takes it out at once")
            << QList<int>{7} << QStringLiteral("1 remove, 1 change") << QStringLiteral("d f");
        QTest::newRow("a new list that lacks two apart is one remove")
            << QList<int>{8} << QStringLiteral("1 insert, 1 remove, 1 order, 1 change") << QStringLiteral("d e");
        QTest::newRow("bookmarks change nothing") << QList<int>{9} << QStringLiteral("") << QStringLiteral("b d f");
    }
    void aBatchSpeaksOnceOfEach()
    {
        QFETCH(QList<int>, script);
        const auto entry = [](int number) -> EntryPtr {
            switch (number) {
            case 0: return changed("d", "Pending");
            case 1: return changed("f", "Pending");
            case 2: return added(pods, podOf("c"));
            case 3: return added(pods, podOf("cc"));
            case 4: return added(pods, podOf("e"));
            case 5: return deleted(pods, podOf("d"));
            case 6: return deleted(pods, podOf("c"));
            case 7: return listed(pods, podColumns(), {podOf("d"), podOf("f")});
            case 8: return listed(pods, podColumns(), {podOf("d"), podOf("e")});
            case 10: return changed("b", "Pending");
            default: return bookmark(pods, 9000);
            }
        };
        std::vector<EntryPtr> entries;
        for (const int number : script)
            entries.push_back(entry(number));
        Ear ear(*m_model);
        m_model->applyBatch(batch(std::move(entries)));
        QTEST(ear.heard(), "heard");
        QTEST(shown(*m_model), "rows");
    }

    void deletedRowsStayFourSecondsAndTintsTwo()
    {
        m_model->applyBatch(batch({changed("b", "Pending"), deleted(pods, podOf("d"))}));
        QCOMPARE(shown(*m_model), QStringLiteral("b~ [d] f"));
        QCOMPARE(m_model->total(), std::size_t(2));
        m_clock->advance(500ms);
        QCOMPARE(m_model->tint(0), 1.0);
        m_clock->advance(700ms);
        QVERIFY(m_model->tint(0) < 1 && m_model->tint(0) > 0);
        m_clock->advance(800ms);
        QCOMPARE(shown(*m_model), QStringLiteral("b [d] f"));
        Ear ear(*m_model);
        m_clock->advance(2200ms);
        QCOMPARE(shown(*m_model), QStringLiteral("b f"));
        QCOMPARE(ear.heard(), QStringLiteral("1 remove"));
    }

    void tintsFadeWhileBatchesKeepComing()
    {
        const QSignalSpy faded(m_model.get(), &ResourceTableModel::faded);
        m_model->applyBatch(batch({changed("b", "Pending")}));
        for (int frame = 0; frame < 90; ++frame) {
            m_clock->advance(33ms);
            m_model->applyBatch(batch({changed("f", frame % 2 ? "Pending" : "Running")}));
        }
        QCOMPARE(shown(*m_model), QStringLiteral("b d f~"));
        QVERIFY(faded.count() >= 16);
    }

    void oneMadeAnewStandsBesideTheOneThatWent()
    {
        m_model->applyBatch(batch({deleted(pods, podOf("d"))}));
        Object again = *podOf("d");
        again.uid = "another";
        m_model->applyBatch(batch({added(pods, shared(again))}));
        QCOMPARE(shown(*m_model).count(QLatin1Char('d')), 2);
        m_clock->advance(5s);
        QCOMPARE(shown(*m_model), QStringLiteral("b d f"));
    }

    void cellsThatChangedAreMarked()
    {
        m_model->applyBatch(batch({changed("d", "CrashLoopBackOff", "7 (1s ago)")}));
        QStringList marked;
        for (int column = 0; column < m_model->columnCount(); ++column) {
            if (m_model->isCellChanged(1, column))
                marked.append(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        }
        QCOMPARE(marked.join(QLatin1Char(' ')), QStringLiteral("STATUS RESTARTS"));
    }

    void anAgeTicksByItself()
    {
        const int age = m_model->columnOf(QStringLiteral("@age"));
        QCOMPARE(m_model->text(0, age), QStringLiteral("3h"));
        const QSignalSpy aged(m_model.get(), &ResourceTableModel::aged);
        Ear ear(*m_model);
        m_clock->advance(2h);
        QCOMPARE(m_model->text(0, age), QStringLiteral("5h"));
        QCOMPARE(aged.count(), 7200);
        QCOMPARE(ear.heard(), QString());
    }

    void rowsAreSortedByValue_data()
    {
        QTest::addColumn<QString>("column");
        QTest::addColumn<bool>("descending");
        QTest::addColumn<QString>("rows");
        QTest::newRow("restarts as numbers") << QStringLiteral("Restarts") << false << QStringLiteral("b d f");
        QTest::newRow("and the other way") << QStringLiteral("Restarts") << true << QStringLiteral("f d b");
        QTest::newRow("status, then name") << QStringLiteral("Status") << false << QStringLiteral("d b f");
        QTest::newRow("names downwards") << QStringLiteral("@name") << true << QStringLiteral("f d b");
    }
    void rowsAreSortedByValue()
    {
        QFETCH(QString, column);
        QFETCH(bool, descending);
        m_model->applyBatch(batch({changed("b", "Running", "2 (1m ago)"), changed("d", "Pending", "9 (3m ago)"),
                                   changed("f", "Running", "10")}));
        m_clock->advance(5s);
        m_model->sort(m_model->columnOf(column), descending ? Qt::DescendingOrder : Qt::AscendingOrder);
        QTEST(shown(*m_model), "rows");
    }

    void aChangeMovesItsRow()
    {
        m_model->sort(m_model->columnOf(QStringLiteral("Restarts")), Qt::AscendingOrder);
        Ear ear(*m_model);
        m_model->applyBatch(batch({changed("b", "Running", "3")}));
        QCOMPARE(shown(*m_model), QStringLiteral("d f b~"));
        QCOMPARE(ear.heard(), QStringLiteral("1 order, 1 change"));
    }

    void aSortThatChangesWithEveryEventIsPutRightOnceASecond()
    {
        m_model->sort(m_model->columnOf(QStringLiteral("@changes")), Qt::DescendingOrder);
        m_model->applyBatch(batch({changed("f", "Pending")}));
        QCOMPARE(shown(*m_model), QStringLiteral("b d f~"));
        m_clock->advance(1s);
        QCOMPARE(shown(*m_model), QStringLiteral("f~ b d"));
        m_model->setOrderHeld(true);
        m_model->applyBatch(batch({changed("d", "Pending"), changed("d", "Running")}));
        m_clock->advance(3s);
        QCOMPARE(shown(*m_model), QStringLiteral("f b d"));
        m_model->setOrderHeld(false);
        m_clock->advance(1s);
        QCOMPARE(shown(*m_model), QStringLiteral("d f b"));
    }

    void theSelectionStaysWithItsObject()
    {
        QItemSelectionModel selection(m_model.get());
        selection.select(m_model->index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        m_model->applyBatch(batch({added(pods, podOf("a")), added(pods, podOf("c")), added(pods, podOf("z"))}));
        m_model->sort(m_model->columnOf(QStringLiteral("@name")), Qt::DescendingOrder);
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(m_model->refAt(selection.selectedRows().first().row()).name, std::string("d"));
    }

    void aFilterHidesAndShowsAgain()
    {
        m_model->applyBatch(batch({changed("d", "CrashLoopBackOff")}));
        m_clock->advance(5s);
        m_model->setFilter(*parseFilter("phase:crash").filter);
        QCOMPARE(shown(*m_model), QStringLiteral("d"));
        m_model->applyBatch(
            batch({changed("d", "Running"), changed("f", "CrashLoopBackOff"), changed("b", "CrashLoopBackOff")}));
        m_clock->advance(5s);
        QCOMPARE(shown(*m_model), QStringLiteral("b f"));
        QCOMPARE(m_model->total(), std::size_t(3));
        m_model->setFilter({});
        QCOMPARE(shown(*m_model), QStringLiteral("b d f"));
        m_model->setFilter(*parseFilter("nowhere").filter);
        QVERIFY(m_model->state().kind == TableState::Kind::NothingMatches);
    }

    void aPhaseIsTheWordUnderStatusAndNothingElse()
    {
        m_model->applyBatch(batch({changed("d", "CrashLoopBackOff")})); // whose status.phase is Running
        m_clock->advance(5s);
        const auto rows = [this](const char *filter) {
            m_model->setFilter(*parseFilter(filter).filter);
            return shown(*m_model);
        };
        QCOMPARE(rows("phase == Running"), QStringLiteral("b f"));
        QCOMPARE(rows("phase != Running"), QStringLiteral("d"));
        m_model->setSource(nodeInfo(), {others});
        m_model->applyBatch(
            batch({listed(others, nodeColumns(), {shared(node("n", "Ready")), shared(node("m", "NotReady"))})}));
        QCOMPARE(rows("phase == NotReady"), QStringLiteral("m"));
    }

    void filtersAskWhatATableKnows_data()
    {
        QTest::addColumn<QByteArray>("filter");
        QTest::addColumn<QString>("rows");
        QTest::newRow("a word of a name") << QByteArray("d") << QStringLiteral("b d f"); // node-01 has one
        QTest::newRow("a name to the letter") << QByteArray("name == d") << QStringLiteral("d");
        QTest::newRow("not that name") << QByteArray("name != d") << QStringLiteral("b f");
        QTest::newRow("the kind") << QByteArray("kind:Pod ns:web") << QStringLiteral("b d f");
        QTest::newRow("another kind") << QByteArray("kind:Node") << QStringLiteral("");
        QTest::newRow("a label") << QByteArray("label[\"app\"] == b") << QStringLiteral("b");
        QTest::newRow("a node") << QByteArray("node:node-01") << QStringLiteral("b d f");
        QTest::newRow("a word of a cell") << QByteArray("10.0.0") << QStringLiteral("b d f");
        QTest::newRow("a number") << QByteArray("restarts < 1") << QStringLiteral("b d f");
        QTest::newRow("another number") << QByteArray("restarts > 0") << QStringLiteral("");
        QTest::newRow("a column") << QByteArray("column[\"ip\"] == \"10.0.0.7\"") << QStringLiteral("b d f");
        QTest::newRow("one or the other") << QByteArray("name == b or name == f") << QStringLiteral("b f");
        QTest::newRow("how ready") << QByteArray("ready == \"1/1\"") << QStringLiteral("b d f");
        QTest::newRow("changes") << QByteArray("changes > 0") << QStringLiteral("");
        QTest::newRow("what only an event has") << QByteArray("type:ADDED") << QStringLiteral("");
    }
    void filtersAskWhatATableKnows()
    {
        QFETCH(QByteArray, filter);
        const FilterParse parsed = parseFilter(filter.toStdString());
        QVERIFY2(parsed.filter.has_value(), parsed.error.sentence.c_str());
        m_model->setFilter(*parsed.filter);
        QTEST(shown(*m_model), "rows");
    }

    void severalWatchesShareOneTable()
    {
        m_model->setSource(podInfo(), {pods, others});
        m_model->applyBatch(batch({listed(others, podColumns(), {podOf("a", "Running", "0", "zoo")})}));
        QCOMPARE(shown(*m_model), QStringLiteral("b d f a"));
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("b")})}));
        QCOMPARE(shown(*m_model), QStringLiteral("b a"));
        m_model->setSource(podInfo(), {others});
        QCOMPARE(shown(*m_model), QStringLiteral("a"));
    }

    void strangeWatchesAreNotHeard()
    {
        Ear ear(*m_model);
        m_model->applyBatch(batch({added(others, podOf("a"))}, {live(others)}));
        QCOMPARE(ear.heard(), QString());
        QCOMPARE(shown(*m_model), QStringLiteral("b d f"));
    }

    void anotherKindBeginsAnew()
    {
        m_model->setSource(nodeInfo(), {others});
        QCOMPARE(m_model->rowCount(), 0);
        QVERIFY(m_model->state().kind == TableState::Kind::Loading);
        m_model->applyBatch(batch({listed(others, nodeColumns(), {shared(node("node-01", "Ready"))})}));
        QCOMPARE(m_model->columnOf(QStringLiteral("@namespace")), -1);
        QVERIFY(m_model->columnOf(QStringLiteral("Roles")) > 0);
        QVERIFY(m_model->phase(0) == Phase::Running);
    }

    void countsGoOnWhileAnotherKindIsShown()
    {
        m_model->applyBatch(batch({changed("d", "Pending")}));
        m_model->setSource(nodeInfo(), {others});
        m_model->applyBatch(batch({changed("d", "Running"), changed("f", "Pending")}));
        m_model->setSource(podInfo(), {pods});
        m_model->applyBatch(
            batch({as(listed(pods, podColumns(), {podOf("b"), podOf("d"), podOf("f")}), EntryClass::Replayed)}));
        const int changes = m_model->columnOf(QStringLiteral("@changes"));
        QCOMPARE(m_model->text(0, changes), QStringLiteral("0"));
        QCOMPARE(m_model->text(1, changes), QStringLiteral("2"));
        QCOMPARE(m_model->text(2, changes), QStringLiteral("1"));
        QCOMPARE(int(m_model->bars(1).back()), 2);
        QVERIFY(m_model->text(2, m_model->columnOf(QStringLiteral("@last"))).endsWith(QStringLiteral("kubelet")));
    }

    void aSourceWithoutColumnsHasNameAndAge()
    {
        m_model->setSource(deploymentInfo(), {others});
        Object bare = deployment("web", 1, 1);
        bare.cells = {};
        m_model->applyBatch(batch({listed(others, nullptr, {shared(bare)})}));
        QCOMPARE(m_model->text(0, m_model->columnOf(QStringLiteral("@name"))), QStringLiteral("web"));
        QCOMPARE(m_model->text(0, m_model->columnOf(QStringLiteral("@age"))), QStringLiteral("3d"));
    }

    void labelsHaveColumns()
    {
        m_model->setLabels({QStringLiteral("app")});
        const int column = m_model->columnOf(QStringLiteral("@label:app"));
        QVERIFY(column > 0);
        QCOMPARE(m_model->text(1, column), QStringLiteral("d"));
        QCOMPARE(shown(*m_model), QStringLiteral("b d f"));
    }

    void anObjectIsFoundByUidOrName()
    {
        ObjectRef ref = m_model->refAt(1);
        QCOMPARE(m_model->rowOf(ref), 1);
        ref.uid.clear();
        QCOMPARE(m_model->rowOf(ref), 1);
        ref.name = "x";
        QCOMPARE(m_model->rowOf(ref), -1);
    }

    void theLastChangeNamesWhoAndWhen()
    {
        m_model->applyBatch(batch({changed("d", "Pending")}));
        m_clock->advance(4s);
        const QString said = m_model->text(1, m_model->columnOf(QStringLiteral("@last")));
        QCOMPARE(QString(said).replace(QChar(0xa0), QLatin1Char(' ')), QStringLiteral("4 s  kubelet"));
        QCOMPARE(m_model->text(1, m_model->columnOf(QStringLiteral("@changes"))), QStringLiteral("1"));
        QVERIFY(m_model->tip(1, m_model->columnOf(QStringLiteral("@last"))).endsWith(QStringLiteral("\nkubelet")));
    }

    void ofALastChangeThatNobodyOwnsUpToTheTipSaysSo()
    {
        m_model->applyBatch(batch({deleted(pods, podOf("d"))}));
        const QString tip = m_model->tip(1, m_model->columnOf(QStringLiteral("@last")));
        QVERIFY2(tip.contains(QStringLiteral("No managedFields entry")), qPrintable(tip));
    }

private:
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<TestTable> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_resourcetablemodel

WK_TEST(tst_resourcetablemodel, ResourceTableModelTest, QCoreApplication)
#include "tst_resourcetablemodel.moc"
