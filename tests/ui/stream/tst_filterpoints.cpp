// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/filterpoints.h"

#include "core/query/filterparser.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"

#include <QTest>

namespace tst_filterpoints {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

constexpr WatchId Pods = 1;
constexpr WatchId Events = 2;

EntryPtr withColumns(const EntryPtr &entry, const Columns &columns, std::size_t size)
{
    Entry made = *entry;
    made.columns = columns;
    made.wireBytes = size;
    return std::make_shared<Entry>(made);
}

class FilterPointsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<TestHistory>();
        m_log->setWatch(Pods, scopeOf(podInfo()));
        m_log->setWatch(Events, scopeOf(eventInfo()));
        m_model = std::make_unique<StreamModel>(*m_log);
        const ObjectPtr a = shared(pod({.name = "a", .status = "CrashLoopBackOff"}, 1000));
        const ObjectPtr b = shared(pod({.name = "b", .restarts = "7 (5m ago)"}, 2000));
        m_log->append(
            batch({bookmark(Pods, 900), gap(Pods, 100, 900, Now + 5s), withColumns(added(Pods, a), podColumns(), 2100),
                   withColumns(modified(Pods, b, b, {"spec.replicas 3 5"}, "kubectl"), podColumns(), 5234),
                   withColumns(as(deleted(Pods, b, Now + 2s), EntryClass::Inferred), podColumns(), 0),
                   withColumns(added(Events, shared(kubeEvent("e", "Warning", "BackOff", 1min))), eventColumns(), 900),
                   listed(Pods, podColumns(), {shared(pod({.name = "c"}, 3000))}, Now + 6s)}));
    }

    void onlyThisKeepsTheRowAndNotThisHidesIt()
    {
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < StreamModel::ColumnCount; ++column) {
                const auto point = pointOf(*m_model, m_model->index(row, column));
                QVERIFY(point);
                QVERIFY2(isShown(row, withOnly({}, *point)), print(withOnly({}, *point)).c_str());
                QVERIFY2(!isShown(row, without({}, *point)), print(without({}, *point)).c_str());
            }
        }
    }

    void aCellIsAskedForByWhatItSays_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("filter");
        QTest::newRow("a size") << 3 << int(StreamModel::Size) << QStringLiteral("size == \"5234\"");
        QTest::newRow("no size") << 4 << int(StreamModel::Size) << QStringLiteral("!size");
        QTest::newRow("no class") << 0 << int(StreamModel::Class) << QStringLiteral("!class");
        QTest::newRow("a class") << 4 << int(StreamModel::Class) << QStringLiteral("class == \"inferred\"");
        QTest::newRow("nobody") << 2 << int(StreamModel::Who) << QStringLiteral("!manager");
        QTest::newRow("a path that changed")
            << 3 << int(StreamModel::Changed) << QStringLiteral("changed == \"spec.replicas\"");
        QTest::newRow("what an object came as")
            << 2 << int(StreamModel::Changed) << QStringLiteral("phase == \"CrashLoopBackOff\"");
        QTest::newRow("what an Event says")
            << 5 << int(StreamModel::Changed) << QStringLiteral("reason == \"BackOff\"");
        QTest::newRow("what was listed") << 7 << int(StreamModel::Type) << QStringLiteral("type == \"LISTED\"");
        QTest::newRow("what a watch says of itself")
            << 1 << int(StreamModel::Changed) << QStringLiteral("type == \"GAP\"");
    }
    void aCellIsAskedForByWhatItSays()
    {
        QFETCH(int, row);
        QFETCH(int, column);
        const auto point = pointOf(*m_model, m_model->index(row, column));
        QVERIFY(point);
        QTEST(filterText(withOnly({}, *point)), "filter");
    }

    void onlyTheObjectOfAWatchsOwnRowIsItsKind()
    {
        QCOMPARE(filterText(onlyObject({}, *m_model, 0)), QStringLiteral("kind == \"Pod\""));
    }

private:
    bool isShown(int row, const Filter &filter)
    {
        // By its text, as the window does it.
        FilteredRows rows(RowQuery{parseFilter(print(filter)).filter.value(), {}, {}, {}});
        rows.take(m_log->now(), m_log->end());
        return rows.indexOf(RowId(row)).has_value();
    }

    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<StreamModel> m_model;
};

} // namespace tst_filterpoints

WK_TEST(tst_filterpoints, FilterPointsTest, QCoreApplication)
#include "tst_filterpoints.moc"
