// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

namespace tst_tablehistory {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

/// Each row in words, by name.
QStringList rowsOf(const ResourceTableModel &model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells += model.text(row, column);
        for (const int changes : model.bars(row))
            cells += QString::number(changes);
        cells += model.tip(row, model.columnOf(QStringLiteral("@last")));
        rows += cells.join(u'|');
    }
    rows.sort();
    return rows;
}

/// A change of a status' counter and of what else the controller counts, behind whatever has changed.
EntryPtr counted(const EntryPtr &change)
{
    const auto made = std::make_shared<Entry>(*modified(change->watch, change->object, change->object,
                                                        {"status.observedGeneration 1 2"}, "kube-controller-manager"));
    const auto changes = std::make_shared<Changes>(*made->changes);
    changes->worth = ChangeWorth::Status;
    made->changes = changes;
    return made;
}

/// Says itself that somebody wrote it so long before Now, who need not be whoever did last.
ObjectPtr signedBy(Object made, const char *manager, const char *subresource, std::chrono::seconds ago)
{
    made.managers = {ManagedFields{manager, "Update", subresource, Now - ago}};
    return shared(std::move(made));
}

} // namespace

/// What a table shows is what the history knows, whenever it was asked.
class TableHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_model = std::make_unique<TestTable>(m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::Fatal);
        m_model->setSource(podInfo(), {pods});
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void aWatchThatIsOpenedAgainShowsWhatStoodAndThenWhatIs()
    {
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("a"), podOf("b"), podOf("c")})}));
        m_model->history.closeWatch(pods, Now + 1s);
        m_model->applyBatch(batch({listed(others, podColumns(), {})}));
        TestTable today(m_clock); // yesterday's rows come first
        QAbstractItemModelTester tester(&today, QAbstractItemModelTester::FailureReportingMode::Fatal);
        TestHistory &history = m_model->history;
        today.setHistory(history);
        today.ResourceTableModel::setSource(podInfo(), {pods});
        QCOMPARE(today.rowCount(), 0);
        history.setWatch(pods, scopeOf(podInfo()));
        QCOMPARE(today.rowCount(), 3);
        const EntryPtr gone = as(deleted(pods, podOf("b")), EntryClass::Inferred);
        const EntryPtr changed = as(modified(pods, podOf("a"), podOf("a", "Error")), EntryClass::Inferred);
        history.append(batch({gap(pods, 1, 9, Now + 60s), relisted(pods, podColumns(), 9, Now + 60s), gone, changed}));
        QVERIFY(rowsOf(today).join(u'\n').contains(QStringLiteral("|Error|")));
        m_clock.advance(1min);
        QCOMPARE(today.rowCount(), 2);
        QCOMPARE(today.listed().size(), std::size_t(1));
    }

    void theLastChangeStaysWhoeversItWasWhileCountersFollow()
    {
        const ObjectPtr before = shared(deployment("web", 2, 2));
        const ObjectPtr after = shared(deployment("web", 2, 3, 1001));
        m_model->setSource(deploymentInfo(), {others});
        m_model->applyBatch(batch({listed(others, deploymentColumns(), {before})}));
        const EntryPtr scaled = modified(others, before, after, {"spec.replicas 2 3"}, "kubectl-scale");
        m_model->applyBatch(batch({scaled}));
        m_clock.advance(4s);
        m_model->applyBatch(batch({at(counted(scaled), Now + 1s), at(counted(scaled), Now + 2s)}));
        QCOMPARE(lastChange(), QStringLiteral("4 s  kubectl-scale"));
        QCOMPARE(m_model->text(0, m_model->columnOf(QStringLiteral("@changes"))), QStringLiteral("3"));
        QCOMPARE(int(m_model->bars(0).back()), 3);
    }

    void theLastChangeMovesOnWithWhatIsNotable_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("a phase") << QStringLiteral("phase");
        QTest::newRow("the word under STATUS") << QStringLiteral("word");
        QTest::newRow("readiness") << QStringLiteral("ready");
        QTest::newRow("a restart") << QStringLiteral("restart");
    }
    void theLastChangeMovesOnWithWhatIsNotable()
    {
        QFETCH(QString, what);
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("a")})}));
        m_model->applyBatch(
            batch({modified(pods, podOf("a"), podOf("a"), {"metadata.labels.x 1 2"}, "kubectl-label")}));
        Object made = *podOf("a", what == QLatin1String("word") ? "Error" : "Running");
        if (what == QLatin1String("phase"))
            made.phase = "Failed";
        if (what == QLatin1String("ready"))
            made.ready = Readiness::False;
        const auto change = std::make_shared<Entry>(*modified(pods, podOf("a"), shared(std::move(made))));
        change->columns = podColumns();
        const auto changes = std::make_shared<Changes>(*change->changes);
        if (what == QLatin1String("restart"))
            changes->first = {{{"status.containerStatuses[name=a].restartCount", "0", "1", {}, ChangeWorth::Status}}};
        changes->worth = ChangeWorth::Status;
        change->changes = changes;
        m_model->applyBatch(batch({at(counted(change), Now + 1s)}));
        m_clock.advance(4s);
        QCOMPARE(lastChange(), QStringLiteral("4 s  kubectl-label"));
        m_model->applyBatch(batch({at(change, Now + 2s), at(counted(change), Now + 3s)}));
        QCOMPARE(lastChange(), QStringLiteral("2 s  kubelet"));
    }

    void aKindThatIsShownLaterHasWhatIsKnownOfIt()
    {
        m_model->know(nodeInfo(), {others});
        const ObjectPtr ready = shared(node("n", "Ready"));
        m_model->applyBatch(batch({listed(others, nodeColumns(), {ready, shared(node("m", "Ready"))}),
                                   modified(others, ready, shared(node("n", "NotReady", 1001))), deleted(others, ready),
                                   added(others, shared(node("o", "Ready")))}));
        m_model->setSource(nodeInfo(), {others});
        QCOMPARE(shown(*m_model), QStringLiteral("m o"));
        QCOMPARE(m_model->listed(), std::vector<WatchId>{others});
        QVERIFY(m_model->columnOf(QStringLiteral("Roles")) > 0);
        QCOMPARE(m_model->text(1, m_model->columnOf(QStringLiteral("@changes"))), QStringLiteral("1"));
        m_model->applyBatch(batch({added(others, shared(node("p", "Ready")))}));
        QCOMPARE(shown(*m_model), QStringLiteral("m o p+"));
    }

    void whatIsNotListedYetOrClosedIsNotKnown()
    {
        m_model->know(nodeInfo(), {others});
        m_model->setSource(nodeInfo(), {others});
        QVERIFY(m_model->listed().empty());
        m_model->applyBatch(batch({listed(others, nodeColumns(), {shared(node("n", "Ready"))})}));
        m_model->setSource(podInfo(), {pods});
        m_model->history.closeWatch(others, Now);
        m_model->applyBatch(batch({bookmark(pods, 1)}));
        m_model->setSource(nodeInfo(), {others});
        QCOMPARE(m_model->rowCount(), 0);
        QVERIFY(m_model->listed().empty());
    }

    /// Another watch of the kind has seen it change, which its arrival does not say.
    void aListSaysWhatTheHistoryKnowsOfWhatHasArrived()
    {
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("a")}), changed("a", "Pending")}));
        m_model->setSource(podInfo(), {others});
        const ObjectPtr same = podOf("a", "Pending");
        m_model->applyBatch({{}, {}, {{.watch = others, .columns = podColumns(), .objects = {same}}}});
        Ear ear(*m_model);
        m_model->applyBatch(batch({listed(others, podColumns(), {same})}));
        QCOMPARE(m_model->text(0, m_model->columnOf(QStringLiteral("@changes"))), QStringLiteral("1"));
        QCOMPARE(ear.heard(), QStringLiteral("1 change"));
        QCOMPARE(lastChange(), QStringLiteral("0 s  kubelet"));
    }

    /// Counters followed, and the controller's entry is the newest; then other namespaces were chosen.
    void anotherWatchOfWhatHasNotChangedLeavesWhoDid_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<QString>("last");
        QTest::newRow("it is as it was told last") << 1002 << QStringLiteral("9 s  kubectl-set");
        QTest::newRow("it has changed since") << 1003 << QStringLiteral("6 s  kube-controller-manager");
    }
    void anotherWatchOfWhatHasNotChangedLeavesWhoDid()
    {
        QFETCH(int, version);
        constexpr WatchId next = 9;
        m_model->setSource(deploymentInfo(), {others});
        const ObjectPtr before = shared(deployment("web", 2, 2));
        const ObjectPtr set = shared(deployment("web", 2, 2, 1001));
        const auto followed = [](int number) {
            return signedBy(deployment("web", 2, 2, number), "kube-controller-manager", "", -3s);
        };
        m_model->applyBatch(batch({listed(others, deploymentColumns(), {before}),
                                   modified(others, before, set, {"spec.template 1 2"}, "kubectl-set"),
                                   at(counted(modified(others, set, followed(1002))), Now + 3s)}));
        m_clock.advance(9s);
        QCOMPARE(lastChange(), QStringLiteral("9 s  kubectl-set"));
        m_model->setSource(deploymentInfo(), {next});
        m_model->applyBatch(batch({listed(next, deploymentColumns(), {followed(version)}, Now + 5s)}));
        QTEST(lastChange(), "last");
    }

    /// A server whose columns are others tells all objects again, under them.
    void cellsStandUnderTheColumnsThatTheyCameWith()
    {
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("a"), podOf("b")}), changed("b", "Pending")}));
        Object a = *podOf("a");
        a.cells = {std::string("a"), std::string("quiet")};
        const auto two = std::make_shared<std::vector<Column>>(2);
        two->at(0).name = "Name";
        two->at(1).name = "Mood";
        Object b = *podOf("b", "Pending");
        b.cells = {std::string("b"), std::string("loud")};
        m_model->applyBatch(
            batch({relisted(pods, two, 2000),
                   as(listed(pods, two, {shared(std::move(a)), shared(std::move(b))}), EntryClass::Replayed)}));
        const int mood = m_model->columnOf(QStringLiteral("Mood"));
        QCOMPARE(m_model->text(0, mood), QStringLiteral("quiet"));
        QCOMPARE(m_model->text(1, mood), QStringLiteral("loud"));
        QCOMPARE(m_model->text(1, m_model->columnOf(QStringLiteral("@changes"))), QStringLiteral("1"));
    }

    void anotherLanguageKeepsWhatIsKnown()
    {
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("a"), podOf("b")}), changed("b", "Pending")}));
        const QStringList before = rowsOf(*m_model);
        m_model->retranslate();
        QCOMPARE(rowsOf(*m_model), before);
    }

    void whatIsPausedStandsUntilItGoesOn()
    {
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("a"), podOf("b"), podOf("c")})}));
        const QStringList before = rowsOf(*m_model);
        m_model->history.setPaused(true);
        Ear ear(*m_model);
        m_model->applyBatch(batch({changed("a", "Pending", "3"), deleted(pods, podOf("b")), added(pods, podOf("d")),
                                   counted(changed("c", "Running"))}));
        QCOMPARE(rowsOf(*m_model), before);
        QCOMPARE(ear.heard(), QString());
        m_model->setSource(nodeInfo(), {others});
        m_model->setSource(podInfo(), {pods}); // as of the pause, too
        QCOMPARE(rowsOf(*m_model), before);
        m_model->history.setPaused(false);
        QCOMPARE(shown(*m_model), QStringLiteral("a~ [b] c~ d+"));
    }

    void whatIsListedInAPauseIsShownWhenItGoesOn()
    {
        m_model->history.setPaused(true);
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("a")}), added(pods, podOf("b"))}));
        QCOMPARE(m_model->rowCount(), 0);
        m_model->setSource(nodeInfo(), {others});
        m_model->setSource(podInfo(), {pods});
        QCOMPARE(m_model->rowCount(), 0);
        m_model->history.setPaused(false);
        QCOMPARE(shown(*m_model), QStringLiteral("a b+"));
    }

    /// Whatever comes, and whenever the history is paused.
    void aTableMadeLaterIsTheOneThatFollowed()
    {
        std::mt19937_64 random(test::seed());
        for (int round = 0, end = test::rounds(30); round < end; ++round) {
            init();
            m_tester.reset(); // it looks at every row there is
            m_model->setSource(podInfo(), {pods, others});
            std::map<std::pair<WatchId, std::string>, ObjectPtr> held;
            m_model->applyBatch(batch({listed(pods, podColumns(), {}), listed(others, podColumns(), {})}));
            for (int step = 0; step < 40; ++step) {
                for (int entries = int(random() % 6); entries-- > 0;)
                    m_model->applyBatch(batch({anything(random, held)}));
                m_model->history.setPaused(random() % 4 == 0);
                if (random() % 4 != 0)
                    continue;
                m_clock.advance(5s); // what was deleted goes
                ResourceTableModel later(m_clock);
                later.setHistory(m_model->history);
                later.setSource(podInfo(), {pods, others});
                QCOMPARE(rowsOf(later), rowsOf(*m_model));
                QCOMPARE(later.total(), m_model->total());
            }
        }
    }

private:
    /// "4 s  kubelet", of the first row.
    QString lastChange() const
    {
        return m_model->text(0, m_model->columnOf(QStringLiteral("@last"))).replace(QChar(0xa0), u' ');
    }
    static EntryPtr anything(std::mt19937_64 &random, std::map<std::pair<WatchId, std::string>, ObjectPtr> &held)
    {
        const char *writers[] = {"kubectl", "kubelet", "kube-controller-manager"};
        const WatchId watch = random() % 2 ? pods : others;
        const auto anyPod = [&](const std::string &name) {
            Object made = *podOf(name.c_str(), random() % 2 ? "Running" : "Pending",
                                 std::to_string(random() % 9).c_str(), watch == pods ? "web" : "zoo");
            made.uid = name + std::to_string(watch);
            return signedBy(std::move(made), writers[random() % 3], random() % 2 ? "status" : "",
                            std::chrono::seconds(int(random() % 900) - 300));
        };
        const std::string name(1, char('a' + random() % 8));
        const auto known = held.find({watch, name});
        if (random() % 12 == 0) {
            std::erase_if(held, [&](const auto &each) { return each.first.first == watch; });
            std::vector<ObjectPtr> objects;
            for (char each = 'a'; each < 'e'; ++each)
                objects.push_back(held[{watch, std::string(1, each)}] = anyPod(std::string(1, each)));
            return listed(watch, podColumns(), objects);
        }
        if (known == held.end())
            return added(watch, held[{watch, name}] = anyPod(name));
        const ObjectPtr before = known->second;
        if (random() % 5 == 0) {
            held.erase(known);
            return deleted(watch, before);
        }
        known->second = anyPod(name);
        const EntryPtr change = modified(watch, before, known->second, {}, writers[random() % 3]);
        const EntryPtr follows = counted(change);
        return at(random() % 2 ? follows : change, Now - std::chrono::seconds(random() % 300));
    }

    ManualClock m_clock;
    std::unique_ptr<TestTable> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_tablehistory

WK_TEST(tst_tablehistory, TableHistoryTest, QCoreApplication)
#include "tst_tablehistory.moc"
