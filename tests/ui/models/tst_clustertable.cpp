// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/servercolumns.h"

#include <QAbstractItemModelTester>
#include <QTest>

/// One table over the watches of several clusters.
namespace tst_clustertable {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

const ClusterId East = ClusterId::known("east");
const ClusterId West = ClusterId::known("west");
constexpr WatchId OfEast = 1;
constexpr WatchId OfWest = 2;

Columns columnsOf(const std::vector<std::string> &names)
{
    std::vector<Column> columns;
    for (const std::string &name : names)
        columns.push_back({name, "string", name == "Name" ? "name" : "", {}, 0});
    return std::make_shared<const std::vector<Column>>(columns);
}

ObjectPtr object(const std::string &name, std::initializer_list<Cell> cells, const std::string &uid)
{
    Object made = sample::pod({.name = name});
    made.uid = Uid(uid);
    made.cells = cells;
    return sample::shared(std::move(made));
}

QStringList rowsOf(const ResourceTableModel &table, const QStringList &keys)
{
    QStringList rows;
    for (int row = 0; row < table.rowCount(); ++row) {
        QStringList cells;
        for (const QString &key : keys)
            cells << table.text(row, table.columnOf(key));
        rows << cells.join(u' ');
    }
    rows.sort();
    return rows;
}

} // namespace

class ClusterTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_history = std::make_unique<TestHistory>();
        m_table = std::make_unique<ResourceTableModel>(m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_table.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_table->setHistory(*m_history);
        m_history->setWatch(OfEast, sample::scopeOf(sample::podInfo()), East);
        m_history->setWatch(OfWest, sample::scopeOf(sample::podInfo()), West);
        m_clusters = {};
        m_clusters.learn(OfEast, East);
        m_clusters.learn(OfWest, West);
        m_clusters.show(East, "east", ClusterColour::None);
        m_clusters.show(West, "west", ClusterColour::Red);
        m_table->setClusters(m_clusters);
        m_table->setSource(sample::podInfo(), {OfEast, OfWest});
    }
    void cleanup()
    {
        m_tester.reset();
        m_table.reset();
    }

    void objectsOfOneUidAreTwo()
    {
        const ObjectPtr pod = object("web-1", {std::string("web-1")}, "same");
        const Columns columns = columnsOf({"Name"});
        m_history->append(
            sample::batch({sample::listed(OfEast, columns, {pod}), sample::listed(OfWest, columns, {pod})}));
        QCOMPARE(rowsOf(*m_table, {u"@cluster"_s, u"@name"_s}), (QStringList{u"east web-1"_s, u"west web-1"_s}));
        m_history->append(sample::batch({sample::deleted(OfWest, pod)}));
        QCOMPARE(m_table->total(), std::size_t(1));
        const ObjectRef ofEast{sample::podInfo().gvr, "web", "web-1", "same", East};
        const int row = m_table->rowOf(ofEast);
        QVERIFY(row >= 0);
        QCOMPARE(m_table->text(row, m_table->columnOf(u"@cluster"_s)), u"east"_s);
        QCOMPARE(m_table->refAt(row), ofEast);
        QVERIFY(!m_table->rowAt(row).isGone);
    }

    void aMomentOfThePastKnowsThemApartToo()
    {
        const ObjectPtr pod = object("web-1", {std::string("web-1")}, "same");
        const Columns columns = columnsOf({"Name"});
        m_history->append(
            sample::batch({sample::listed(OfEast, columns, {pod}), sample::listed(OfWest, columns, {pod})}));
        m_table->showPast({sample::Now, m_history->end()});
        QTRY_VERIFY(m_table->isPast());
        QCOMPARE(rowsOf(*m_table, {u"@cluster"_s, u"@name"_s}), (QStringList{u"east web-1"_s, u"west web-1"_s}));
        const int row = m_table->rowOf({sample::podInfo().gvr, "web", "web-1", "same", West});
        QVERIFY(row >= 0);
        QCOMPARE(m_table->text(row, m_table->columnOf(u"@cluster"_s)), u"west"_s);
    }

    void aServerThatPrintsOtherwiseIsReadUnderTheSameColumns()
    {
        const ObjectPtr east = object("a", {std::string("a"), std::string("1/1"), std::string("Running")}, "1");
        const ObjectPtr west =
            object("b", {std::string("b"), std::string("Failed"), std::string("gpu"), std::string("0/1")}, "2");
        m_history->append(
            sample::batch({sample::listed(OfEast, columnsOf({"Name", "Ready", "Status"}), {east}),
                           sample::listed(OfWest, columnsOf({"Name", "Status", "Class", "Ready"}), {west})}));
        QCOMPARE(rowsOf(*m_table, {u"@name"_s, u"Ready"_s, u"Status"_s, u"Class"_s}),
                 (QStringList{u"a 1/1 Running –"_s, u"b 0/1 Failed gpu"_s}));
        m_table->setFilter(*parseFilter("column[\"Ready\"]:0/1").filter);
        QCOMPARE(rowsOf(*m_table, {u"@name"_s}), QStringList{u"b"_s});
        m_table->setFilter({});
        m_table->sort(m_table->columnOf(u"Ready"_s), Qt::AscendingOrder);
        QCOMPARE(m_table->text(0, m_table->columnOf(u"@name"_s)), u"b"_s);
    }

    void anotherTextOfTheSameColumnsMakesNoOtherTable()
    {
        ServerColumns columns;
        auto described = *columnsOf({"Name", "Ready"});
        described[1].description = "as a newer server describes it";
        QVERIFY(columns.learn(OfEast, columnsOf({"Name", "Ready"})));
        QVERIFY(!columns.learn(OfWest, std::make_shared<const std::vector<Column>>(described)));
        QVERIFY(!columns.learn(OfEast, columnsOf({"Name", "Ready"})));
        QVERIFY(columns.places().empty());
    }

    void aClusterIsSortedAndPointedAtByItsName()
    {
        const Columns columns = columnsOf({"Name"});
        m_history->append(sample::batch({sample::listed(OfEast, columns, {object("a", {std::string("a")}, "1")}),
                                         sample::listed(OfWest, columns, {object("b", {std::string("b")}, "2")})}));
        const int column = m_table->columnOf(u"@cluster"_s);
        m_table->sort(column, Qt::DescendingOrder);
        QCOMPARE(m_table->text(0, column), u"west"_s);
        QCOMPARE(m_table->pointAt(0, column), (FilterPoint{FilterField::Cluster, {}, "west"}));
        m_clusters.show(West, "a shop", ClusterColour::Red);
        m_table->setClusters(m_clusters);
        QCOMPARE(rowsOf(*m_table, {u"@cluster"_s}), (QStringList{u"a shop"_s, u"east"_s}));
    }

private:
    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_history;
    WatchClusters m_clusters;
    std::unique_ptr<ResourceTableModel> m_table;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_clustertable

WK_TEST(tst_clustertable, ClusterTableTest, QApplication)
#include "tst_clustertable.moc"
