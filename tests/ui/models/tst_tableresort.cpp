// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"
#include "tests/support/fixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace tst_tableresort {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// How a great table is put in order anew that is sorted by what changes by itself.
class TableResortTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWall(Now);
        m_model = std::make_unique<TestTable>(*m_clock);
        m_model->setSource(podInfo(), {pods});
        m_objects.clear();
    }
    void cleanup() { m_model.reset(); }

    /// What comes between two slices, and whoever is selected, is not lost.
    void whateverComesMeanwhileTheRowsStandInOrder_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("isFiltered");
        QTest::newRow("by changes") << QStringLiteral("@changes") << false;
        QTest::newRow("by the last change") << QStringLiteral("@last") << false;
        QTest::newRow("some of them, by changes") << QStringLiteral("@changes") << true;
    }
    void whateverComesMeanwhileTheRowsStandInOrder()
    {
        QFETCH(QString, key);
        QFETCH(bool, isFiltered);
        m_source.seed(test::seed());
        const QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        const auto isAskedFor = [&](const Object &pod) {
            return !isFiltered || std::get<std::string_view>(pod.cells[3]) < "7";
        };
        for (int i = 0; i < 1'200; ++i) {
            const ObjectPtr pod = anyPod();
            m_objects[pod->name] = pod;
        }
        m_model->applyBatch(batch({list()}, {live(pods)}));
        if (isFiltered)
            m_model->setFilter(*parseFilter("restarts < 7").filter);
        sortWhole(*m_model, m_model->columnOf(key), Qt::DescendingOrder);
        QItemSelectionModel selection(m_model.get());
        for (int round = 0, end = test::rounds(1); round < end; ++round) {
            happen(200);
            QVERIFY(isBegun());
            selection.clear();
            std::map<std::string, QPersistentModelIndex> indexes;
            for (int row = 0; row < m_model->rowCount(); row += 7) {
                if (m_model->rowAt(row).isGone)
                    continue;
                indexes.emplace(m_model->rowAt(row).object->name, m_model->index(row, 2));
                selection.select(m_model->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
            while (m_model->isOrderComing()) {
                if (m_source() % 2 == 0)
                    happen(20);
                if (m_source() % 30 == 0)
                    m_model->applyBatch(batch({list()}));
                QCoreApplication::processEvents();
            }
            QVERIFY(isInOrder(m_model->columnOf(key), true));
            std::set<std::string> expected;
            for (const auto &[name, pod] : m_objects) {
                if (isAskedFor(*pod))
                    expected.insert(name);
            }
            QCOMPARE(names(), expected);
            for (const auto &[name, index] : indexes) {
                if (index.isValid())
                    QCOMPARE(m_model->rowAt(index.row()).object->name, name);
                QCOMPARE(selection.isRowSelected(index.row()), index.isValid());
                QVERIFY(index.isValid() || !expected.contains(name) || m_hasGone.contains(name));
            }
            m_hasGone.clear();
        }
    }

    void manyArePutRightInThePool()
    {
        showMany(20'000);
        const QSignalSpy ordered(m_model.get(), &QAbstractItemModel::layoutChanged);
        QVERIFY(!isInOrder());
        waitFor(*m_model);
        QCOMPARE(ordered.count(), 1);
        QVERIFY(isInOrder());
    }

    void underThePointerTheRowsStay()
    {
        showMany(2'000);
        const QString before = shown(*m_model);
        m_model->setOrderHeld(true);
        QVERIFY(!m_model->isOrderComing());
        m_clock->advance(3s);
        QTest::qWait(5);
        QCOMPARE(shown(*m_model).remove(QLatin1Char('~')), QString(before).remove(QLatin1Char('~')));
        m_model->setOrderHeld(false);
        m_clock->advance(2s);
        waitFor(*m_model);
        QVERIFY(isInOrder());
    }

    void anotherOrderTakesItsPlace()
    {
        showMany(2'000);
        const int name = m_model->columnOf(QStringLiteral("@name"));
        m_model->sort(name, Qt::DescendingOrder);
        m_model->setOrderHeld(true); // the pointer goes from the header to the rows
        m_clock->advance(2s);
        waitFor(*m_model);
        for (int row = 1; row < m_model->rowCount(); ++row)
            QVERIFY(m_model->text(row, name) <= m_model->text(row - 1, name));
    }

    void whatAUserAsksForStandsWhenItIsWhole()
    {
        constexpr int Count = 20'000;
        showMany(Count);
        waitFor(*m_model);
        const QSignalSpy filtered(m_model.get(), &ResourceTableModel::filtered);
        const auto staysUntilItComes = [this] {
            const QString before = m_model->text(0, 2);
            const int rows = m_model->rowCount();
            if (!m_model->isOrderComing())
                return false;
            m_clock->advance(2s);
            const bool isAsBefore = m_model->text(0, 2) == before && m_model->rowCount() == rows;
            waitFor(*m_model);
            return isAsBefore;
        };
        m_model->sort(m_model->columnOf(QStringLiteral("@name")), Qt::DescendingOrder);
        QVERIFY(staysUntilItComes());
        QCOMPARE(filtered.count(), 0);
        m_model->setFilter(*parseFilter("name:7").filter);
        QVERIFY(staysUntilItComes());
        QCOMPARE(filtered.count(), 1);
        const int some = m_model->rowCount();
        QVERIFY(some > 0 && some < Count);
        m_model->setFilter(Filter());
        QVERIFY(staysUntilItComes());
        QCOMPARE(m_model->rowCount(), Count);
    }

    /// Orders, filters and a moment of the past are asked for, and things happen, while others are under way.
    void theLastThatWasAskedForIsShown()
    {
        m_source.seed(test::seed());
        const QAbstractItemModelTester tester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        for (int i = 0; i < 1'200; ++i) {
            const ObjectPtr pod = anyPod();
            m_objects[pod->name] = pod;
        }
        m_model->applyBatch(batch({list()}, {live(pods)}));
        const TestHistory &log = m_model->history;
        const char *filters[] = {"", "restarts < 7", "restarts < 3", "name:7", "restarts < 3 name:9"};
        const char *keys[] = {"@name", "Restarts", "@changes", "@last"};
        for (int round = 0, end = test::rounds(30); round < end; ++round) {
            for (int deeds = 4; deeds-- > 0;) {
                switch (m_source() % 6) {
                case 0: m_model->setFilter(*parseFilter(filters[m_source() % 5]).filter); break;
                case 1:
                    m_model->sort(m_model->columnOf(QLatin1String(keys[m_source() % 4])), Qt::AscendingOrder);
                    break;
                case 2: happen(30); break;
                case 3: m_model->setOrderHeld(m_source() % 2 == 0); break;
                case 4: m_model->retranslate(); break;
                case 5: {
                    m_model->showPast({Now, log.now().end(), {}});
                    if (m_source() % 2 == 0)
                        QCoreApplication::processEvents();
                    m_model->showPresent();
                    break;
                }
                }
                if (m_source() % 2 == 0)
                    QCoreApplication::processEvents();
            }
            const std::size_t last = m_source() % 5;
            m_model->setFilter(*parseFilter(filters[last]).filter);
            const char *key = keys[m_source() % 2];
            const int column = m_model->columnOf(QLatin1String(key));
            m_model->sort(column, Qt::AscendingOrder);
            while (m_model->isOrderComing()) {
                if (m_source() % 4 == 0)
                    happen(5);
                QCoreApplication::processEvents();
            }
            QVERIFY(!m_model->isPast());
            QVERIFY(isInOrder(column, false));
            std::set<std::string> expected;
            for (const auto &[name, pod] : m_objects) {
                const std::string restarts(std::get<std::string_view>(pod->cells[3]));
                const bool isFew = restarts < (last == 1 ? "7" : last == 2 || last == 4 ? "3" : "9~");
                const bool isNamed = last < 3 || name.find(last == 3 ? '7' : '9') != std::string::npos;
                if (isFew && isNamed)
                    expected.insert(name);
            }
            QCOMPARE(names(), expected);
        }
    }

private:
    /// Sorted by their changes, of which each has had some since; the second that is to show it has come.
    void showMany(std::size_t count)
    {
        const std::vector<ObjectPtr> many = manyPods(int(count));
        m_model->applyBatch(batch({listed(pods, podColumns(), many)}, {live(pods)}));
        sortWhole(*m_model, m_model->columnOf(QStringLiteral("@changes")), Qt::DescendingOrder);
        m_source.seed(20'261'123);
        Batch changes;
        for (std::size_t i = 0; i < 2 * count; ++i) {
            const ObjectPtr &pod = many[m_source() % count];
            changes.entries.push_back(modified(pods, pod, pod));
        }
        m_model->applyBatch(changes);
        QVERIFY(isBegun());
        QVERIFY(!isInOrder());
    }
    /// The second has come that is to show what has changed.
    bool isBegun()
    {
        for (int tick = 0; tick < 1'100 && !m_model->isOrderComing(); ++tick)
            m_clock->advance(1ms);
        return m_model->isOrderComing();
    }
    bool isInOrder(int column, bool isDescending) const
    {
        const TableOrder order(m_model->tableColumns()[std::size_t(column)], isDescending);
        for (int row = 1; row < m_model->rowCount(); ++row) {
            if (!order.isBefore(order.key(m_model->rowAt(row - 1)), order.key(m_model->rowAt(row))))
                return false;
        }
        return true;
    }
    /// Of what is shown, but for what is struck through.
    std::set<std::string> names() const
    {
        std::set<std::string> names;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (!m_model->rowAt(row).isGone)
                names.insert(m_model->rowAt(row).object->name);
        }
        return names;
    }
    bool isInOrder() const
    {
        for (int row = 1; row < m_model->rowCount(); ++row) {
            if (m_model->rowAt(row).changes > m_model->rowAt(row - 1).changes)
                return false;
        }
        return true;
    }

    ObjectPtr anyPod()
    {
        const std::string name = "p" + std::to_string(10'000 + m_source() % 2'000);
        return podOf(name.c_str(), "Running", std::to_string(m_source() % 9).c_str());
    }
    EntryPtr list() const
    {
        std::vector<ObjectPtr> objects;
        std::ranges::transform(m_objects, std::back_inserter(objects), [](const auto &named) { return named.second; });
        return listed(pods, podColumns(), std::move(objects));
    }
    void happen(int events)
    {
        Batch some;
        for (; events > 0; --events) {
            const ObjectPtr pod = anyPod();
            const WallTime when = Now + std::chrono::seconds(m_source() % 1'000);
            const auto known = m_objects.find(pod->name);
            if (known == m_objects.end()) {
                m_objects.emplace(pod->name, pod);
                some.entries.push_back(added(pods, pod, when));
            } else if (m_source() % 3 == 0) {
                some.entries.push_back(deleted(pods, known->second, when));
                m_objects.erase(known);
                m_hasGone.insert(pod->name);
            } else {
                some.entries.push_back(at(modified(pods, std::exchange(known->second, pod), pod), when));
                m_hasGone.insert(pod->name);
            }
        }
        m_model->applyBatch(some);
    }

    std::mt19937_64 m_source;
    std::map<std::string, ObjectPtr> m_objects;
    std::set<std::string> m_hasGone; ///< for a while at least, or been out of what the filter asks for
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<TestTable> m_model;
};

} // namespace tst_tableresort

WK_TEST(tst_tableresort, TableResortTest, QCoreApplication)
#include "tst_tableresort.moc"
