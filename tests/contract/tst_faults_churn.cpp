// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/deadends.h"
#include "tests/contract/matrixcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_churn {

using namespace wk;
using namespace wk::matrix;

/// Thousands of connections that come and go leave nothing behind: N21 of the fault matrix.
class TestFaultsChurn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connectionsLeaveNothingBehind_data();
    void connectionsLeaveNothingBehind();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

void TestFaultsChurn::connectionsLeaveNothingBehind_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<Then>("then");
    QTest::addColumn<int>("times");
    QTest::newRow("N21 ten thousand connections, each closed in the middle of its stream")
        << Way::Plain << Then::Close << (IsSlow ? 1'000 : 10'000);
    QTest::newRow("N21 connections over TLS, each reset in the middle of its stream")
        << Way::Tls << Then::Reset << (IsSlow ? 300 : 1'000);
}

/// Sockets and threads are what they were, and memory is to five megabytes.
void TestFaultsChurn::connectionsLeaveNothingBehind()
{
    QFETCH(Way, way);
    QFETCH(Then, then);
    QFETCH(int, times);
    Scene scene(way);
    scene.script.add(step(Place::WatchHead, {.then = then}, FaultScript::Always));
    scene.start();
    const auto reaches = [&scene](int connections) {
        return soon(
            [&] {
                scene.skipPause();
                scene.told.clear();
                scene.script.forget();
                return scene.script.connections() >= connections;
            },
            240s);
    };
    QVERIFY2(reaches(times / 5), scene.words()); // by then all that is kept is there
    const int files = openFiles();
    const int busy = threadCount();
    const long before = memoryKiB("VmRSS");
    QVERIFY2(reaches(times), scene.words());
    const long grown = memoryKiB("VmRSS") - before;
    QVERIFY2(std::abs(openFiles() - files) <= 20, QByteArray::number(openFiles() - files).constData());
    QVERIFY2(std::abs(threadCount() - busy) <= 4, QByteArray::number(threadCount() - busy).constData());
    if (!IsSanitized)
        QVERIFY2(grown < 5 * 1024, QByteArray::number(qlonglong(grown)).constData());
    scene.script.heal();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), 0); // since
}

} // namespace tst_faults_churn

WK_TEST(tst_faults_churn, TestFaultsChurn, QCoreApplication)
#include "tst_faults_churn.moc"
