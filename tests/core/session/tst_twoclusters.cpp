// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historywriter.h"
#include "core/session/clustersession.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <set>

/// Two sessions that feed one history.
namespace tst_twoclusters {

using namespace wk;
using namespace wk::test;

namespace {

Result<std::unique_ptr<Backend>> noBackend(Clock &)
{
    Error error;
    error.kind = ErrorKind::ConfigBroken;
    return error;
}

} // namespace

class TestTwoClusters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noWatchOfOneHasANumberOfTheOther();
    void withoutAHistoryEachSessionCountsByItself();
};

void TestTwoClusters::noWatchOfOneHasANumberOfTheOther()
{
    HistoryWriter writer({}, {}, [](const HistoryPtr &) {});
    ClusterSession one({}, noBackend, {&writer});
    ClusterSession other({}, noBackend, {&writer});
    std::set<WatchId> numbers;
    for (const char *kind : {"Pod", "Node", "Job"}) {
        numbers.insert({one.open(scope(kind)), other.open(scope(kind)), other.fetch(scope(kind), {})});
    }
    QCOMPARE(numbers.size(), std::size_t(9));
    QCOMPARE(one.open(scope("Pod")), *numbers.begin()); // the same watch, as ever
}

void TestTwoClusters::withoutAHistoryEachSessionCountsByItself()
{
    ClusterSession one({}, noBackend);
    ClusterSession other({}, noBackend);
    QCOMPARE(one.open(scope("Pod")), WatchId(1));
    QCOMPARE(other.open(scope("Pod")), WatchId(1));
}

} // namespace tst_twoclusters

WK_TEST(tst_twoclusters, TestTwoClusters, QCoreApplication)
#include "tst_twoclusters.moc"
