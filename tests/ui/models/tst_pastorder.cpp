// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"
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
#include <random>
#include <set>

namespace tst_pastorder {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

using Objects = std::map<std::string, ObjectPtr>;

/// How a table stands at a moment when it is sorted by what differs between the moments.
class PastOrderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_isFiltered = false;
        m_model = std::make_unique<TestTable>(m_clock);
        m_model->setSource(podInfo(), {pods});
    }
    void cleanup() { m_model.reset(); }

    /// So many that they are not put in order one by one: before a moment is asked for, while it is made ready, and
    /// while it is shown.
    void whateverHappensTheRowsStandInOrder_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("isFiltered");
        for (const char *key : {"@name", "Restarts", "@last", "@mark"})
            QTest::addRow("by %s", key) << QString::fromLatin1(key) << false;
        QTest::newRow("some of them, by restarts") << QStringLiteral("Restarts") << true;
    }
    void whateverHappensTheRowsStandInOrder()
    {
        QFETCH(QString, key);
        QFETCH(bool, isFiltered);
        m_isFiltered = isFiltered;
        m_source.seed(test::seed());
        std::vector<Objects> then; // by moment
        std::vector<RowId> moments;
        Objects now;
        for (int i = 0; i < 1'200; ++i) {
            const ObjectPtr pod = anyPod();
            now.emplace(pod->name, pod);
        }
        std::vector<ObjectPtr> first;
        std::ranges::transform(now, std::back_inserter(first), [](const auto &named) { return named.second; });
        feed(listed(pods, podColumns(), first));
        m_column = m_model->columnOf(key);
        m_model->sort(m_column);
        const auto goOn = [&] {
            for (int i = 0; i < 14; ++i) {
                Batch some;
                for (int each = 0; each < 50; ++each)
                    some.entries.push_back(happen(now));
                feed(std::move(some));
            }
            moments.push_back(m_model->history.now().end());
            then.push_back(now);
        };
        if (isFiltered)
            m_model->setFilter(*parseFilter("restarts < 5").filter);
        goOn();
        for (int round = 0; round < 3; ++round) {
            goOn();
            const std::size_t moment = m_source() % moments.size();
            ask(moments[moment], moments[moment] - 1);
            goOn();
            waitFor(*m_model);
            QVERIFY(shows(then[moment]));
            goOn();
            ask(moments.front());
            waitFor(*m_model);
            QVERIFY(shows(then.front()));
            m_model->showPresent();
            m_clock.advance(5s); // what was deleted goes
            waitFor(*m_model);
            QVERIFY(shows(now));
        }
    }

    void anotherOrderIsFollowedWhileTheMomentIsMadeReady()
    {
        const std::vector<ObjectPtr> objects = manyPods(3'000);
        feed(listed(pods, podColumns(), objects));
        const int restarts = m_model->columnOf(QStringLiteral("Restarts"));
        m_model->sort(restarts);
        ask(m_model->history.now().end());
        QVERIFY(m_model->isPastComing());
        m_model->sort(restarts, Qt::DescendingOrder);
        m_model->setFilter(*parseFilter("restarts > 0").filter);
        waitFor(*m_model);
        QVERIFY(m_model->isPast() && m_model->rowCount() > 0);
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const int count = m_model->text(row, restarts).section(u' ', 0, 0).toInt();
            QVERIFY(count > 0);
            QVERIFY(row == 0 || count <= m_model->text(row - 1, restarts).section(u' ', 0, 0).toInt());
        }
        m_model->showPresent();
        QVERIFY(m_model->rowCount() > 0);
    }

    /// What is chosen while the past is shown is so for the present, too.
    void theWayBackIsMadeReady_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("isFiltered");
        QTest::addColumn<bool>("hasLabels");
        QTest::addColumn<bool>("isAwaited");
        QTest::newRow("another order") << QStringLiteral("@name") << false << false << true;
        QTest::newRow("one that moves by itself") << QStringLiteral("@last") << false << false << true;
        QTest::newRow("another filter") << QStringLiteral("Restarts") << true << false << true;
        QTest::newRow("other columns") << QStringLiteral("Restarts") << false << true << true;
        QTest::newRow("another order, back at once") << QStringLiteral("@name") << false << false << false;
        QTest::newRow("another filter, back at once") << QStringLiteral("Restarts") << true << false << false;
    }
    void theWayBackIsMadeReady()
    {
        QFETCH(bool, isAwaited);
        m_source.seed(test::seed());
        const QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        Objects now;
        Batch first;
        for (int i = 0; i < 1'500; ++i)
            first.entries.push_back(happen(now));
        feed(listed(pods, podColumns(), {}));
        feed(std::move(first));
        const auto goOn = [&] {
            Batch some;
            for (int each = 0; each < 30; ++each)
                some.entries.push_back(happen(now));
            feed(std::move(some));
        };
        m_model->sort(m_model->columnOf(QStringLiteral("Restarts")));
        const RowId then = m_model->history.now().end();
        goOn();
        ask(then);
        waitFor(*m_model);
        goOn();
        choose();
        QVERIFY(m_model->isOrderComing());
        if (isAwaited) {
            for (; m_model->isOrderComing(); QCoreApplication::processEvents()) {
                QVERIFY(m_model->isPast());
                if (m_source() % 2 == 0)
                    goOn();
            }
            goOn();
        }
        m_model->showPresent();
        QVERIFY(!m_model->isPast());
        waitFor(*m_model);
        QVERIFY(shows(now));
    }

    /// What a moment shows is put in another order, or through another filter, in the pool; it stands as it stood until
    /// then, and whatever is asked for meanwhile is in that order, too.
    void whatIsChosenInThePastComesWhole_data()
    {
        QTest::addColumn<bool>("isFiltered");
        QTest::addColumn<bool>("isMoved");
        QTest::newRow("another order") << false << false;
        QTest::newRow("another filter") << true << false;
        QTest::newRow("another order, and another moment") << false << true;
        QTest::newRow("another filter, and another moment") << true << true;
    }
    void whatIsChosenInThePastComesWhole()
    {
        QFETCH(bool, isMoved);
        QFETCH(bool, isFiltered);
        m_source.seed(test::seed());
        const QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        Objects now;
        feed(listed(pods, podColumns(), {}));
        std::vector<Objects> then;
        std::vector<RowId> moments;
        for (int moment = 0; moment < 2; ++moment) {
            Batch some;
            for (int i = 0; i < 1'500; ++i)
                some.entries.push_back(happen(now));
            feed(std::move(some));
            moments.push_back(m_model->history.now().end());
            then.push_back(now);
        }
        m_column = m_model->columnOf(QStringLiteral("Restarts"));
        sortWhole(*m_model, m_model->columnOf(QStringLiteral("@name")));
        ask(moments[0]);
        waitFor(*m_model);
        const int rows = m_model->rowCount();
        const std::string first(m_model->rowAt(0).object->name.view());
        m_isFiltered = isFiltered;
        if (isFiltered)
            m_model->setFilter(*parseFilter("restarts < 5").filter);
        m_model->sort(m_column);
        QCOMPARE(m_model->rowCount(), rows);
        QCOMPARE(std::string(m_model->rowAt(0).object->name.view()), first);
        if (isMoved)
            ask(moments[1]);
        waitFor(*m_model);
        QVERIFY(m_model->isPast());
        QVERIFY(shows(then[isMoved ? 1 : 0]));
        m_model->showPresent();
        waitFor(*m_model);
        QVERIFY(!m_model->isPast());
        QVERIFY(shows(now));
    }

    void anotherMomentTakesThePlaceOfTheWayBack()
    {
        feed(listed(pods, podColumns(), manyPods(1'000)));
        ask(m_model->history.now().end());
        waitFor(*m_model);
        m_model->sort(m_model->columnOf(QStringLiteral("Restarts")));
        m_model->showPresent();
        ask(m_model->history.now().end());
        waitFor(*m_model);
        QVERIFY(m_model->isPast());
        m_model->showPresent();
        QVERIFY(!m_model->isPast());
    }

private:
    void feed(const Batch &batch) { m_model->applyBatch(batch); }
    void feed(EntryPtr entry) { feed(batch({std::move(entry)})); }
    void ask(RowId upTo, std::optional<RowId> event = {}) { m_model->showPast({Now, upTo, event}); }

    /// As the row of data says.
    void choose()
    {
        QFETCH(QString, key);
        QFETCH(bool, isFiltered);
        QFETCH(bool, hasLabels);
        m_isFiltered = isFiltered;
        if (isFiltered)
            m_model->setFilter(*parseFilter("restarts < 5").filter);
        if (hasLabels)
            m_model->setLabels({QStringLiteral("app")});
        m_column = m_model->columnOf(key);
        m_model->sort(m_column);
    }

    ObjectPtr anyPod()
    {
        const std::string name = "p" + std::to_string(10'000 + m_source() % 2'000);
        return podOf(name.c_str(), m_source() % 3 == 0 ? "Failed" : "Running", std::to_string(m_source() % 9).c_str());
    }
    EntryPtr happen(Objects &now)
    {
        const ObjectPtr pod = anyPod();
        const auto known = now.find(pod->name);
        if (known == now.end()) {
            now.emplace(pod->name, pod);
            return added(pods, pod);
        }
        if (m_source() % 3 == 0) {
            const ObjectPtr gone = known->second;
            now.erase(known);
            return deleted(pods, gone);
        }
        return modified(pods, std::exchange(known->second, pod), pod);
    }

    /// Just these objects, and each where it belongs.
    bool shows(const Objects &objects) const
    {
        std::set<std::string> expected;
        for (const auto &[name, object] : objects) {
            if (!m_isFiltered || std::get<std::string_view>(object->cells[3]) < "5")
                expected.insert(name);
        }
        std::set<std::string> shown;
        const TableOrder order(m_model->tableColumns()[static_cast<std::size_t>(m_column)], false);
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (!m_model->rowAt(row).isGone)
                shown.insert(m_model->rowAt(row).object->name);
            if (row > 0 && !order.isBefore(order.key(m_model->rowAt(row - 1)), order.key(m_model->rowAt(row))))
                return false;
        }
        return shown == expected;
    }

    std::mt19937_64 m_source;
    int m_column = -1;
    bool m_isFiltered = false;
    ManualClock m_clock;
    std::unique_ptr<TestTable> m_model;
};

} // namespace tst_pastorder

WK_TEST(tst_pastorder, PastOrderTest, QCoreApplication)
#include "tst_pastorder.moc"
