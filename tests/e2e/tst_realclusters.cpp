// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/democluster.h"
#include "tests/e2e/clusterswindow.h"
#include "tests/support/clustermirror.h"
#include "tests/support/realcluster.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_realclusters {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

constexpr int Ample = 60'000; // ms, on a busy machine

/// How many rows of that name a cluster has in the table.
int rowsNamed(const ResourceTableModel &table, const QString &cluster, std::string_view name)
{
    int count = 0;
    const int column = table.columnOf(u"@cluster"_s);
    for (int row = 0; column >= 0 && row < table.rowCount(); ++row)
        count += table.text(row, column) == cluster && std::string_view(table.rowAt(row).object->name) == name;
    return count;
}

bool makePod(const RealCluster &cluster, const QString &name)
{
    return cluster.kubectl({u"run"_s, name, u"--image=registry.example/a:1"_s, u"--restart=Never"_s}).exitCode == 0;
}

} // namespace

/// Two real control planes and the demo in one window.
class TestRealClusters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneThatIsPausedIsStaleAndTheOthersGoOn();

private:
    RealCluster m_one;
    RealCluster m_two;
};

void TestRealClusters::initTestCase()
{
    if (const QString reason = RealCluster::whyNot(); !reason.isEmpty())
        QSKIP(qPrintable(u"real cluster: "_s + reason));
    for (RealCluster *cluster : {&m_one, &m_two}) {
        QVERIFY2(cluster->start(), cluster->said().constData());
        // Its namespace's account comes a moment later.
        QVERIFY(QTest::qWaitFor([&] { return makePod(*cluster, u"here"_s); }, Ample));
    }
}

void TestRealClusters::oneThatIsPausedIsStaleAndTheOthersGoOn()
{
    DemoCluster demo;
    test::ClustersWindow window({{u"one"_s, accessTo(m_one)}, {u"two"_s, accessTo(m_two)}, {u"demo"_s, *demo.start()}});
    const ResourceTableModel &table = window.table();
    QTRY_COMPARE_WITH_TIMEOUT(window.clustersShown(), (std::set<QString>{u"one"_s, u"two"_s, u"demo"_s}), Ample);
    // Objects of one name are two clusters' own, though their versions may be the same numbers.
    QCOMPARE(rowsNamed(table, u"one"_s, "here"), 1);
    QCOMPARE(rowsNamed(table, u"two"_s, "here"), 1);
    QTRY_COMPARE_WITH_TIMEOUT(window.connection(), QString(), Ample);
    QTRY_COMPARE_WITH_TIMEOUT(table.state().notice, QString(), Ample);

    QVERIFY(m_two.trouble(u"kube-apiserver"_s, u"pause"_s));
    QVERIFY(makePod(m_one, u"meanwhile"_s));
    QTRY_COMPARE(rowsNamed(table, u"one"_s, "meanwhile"), 1);
    QTRY_VERIFY2_WITH_TIMEOUT(window.connection().startsWith(u"two: "_s), qPrintable(window.connection()), Ample);
    QTRY_VERIFY2_WITH_TIMEOUT(table.state().notice.contains(u"two"_s), qPrintable(table.state().notice), Ample);
    QVERIFY2(!table.state().notice.contains(u"one"_s) && !table.state().notice.contains(u"demo"_s),
             qPrintable(table.state().notice));
    QCOMPARE(rowsNamed(table, u"two"_s, "here"), 1); // what was known stays
    QVERIFY(makePod(m_one, u"later"_s));
    QTRY_COMPARE(rowsNamed(table, u"one"_s, "later"), 1);
    qInfo("%s | %s", qPrintable(window.connection()), qPrintable(table.state().notice));

    QVERIFY(m_two.trouble(u"kube-apiserver"_s, u"resume"_s));
    QTRY_COMPARE_WITH_TIMEOUT(window.connection(), QString(), Ample);
    QTRY_COMPARE_WITH_TIMEOUT(table.state().notice, QString(), Ample);
    QVERIFY(makePod(m_two, u"after"_s));
    QTRY_COMPARE(rowsNamed(table, u"two"_s, "after"), 1);
}

} // namespace tst_realclusters

WK_TEST(tst_realclusters, TestRealClusters, QApplication)
#include "tst_realclusters.moc"
