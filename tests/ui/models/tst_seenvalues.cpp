// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/seenvalues.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QTest>

namespace tst_seenvalues {

using namespace wk;
using namespace wk::sample;

namespace {

constexpr WatchId Pods = 1;

ObjectPtr podOf(const char *name, const char *status, const char *ns = "web")
{
    PodRow row;
    row.name = name;
    row.status = status;
    row.ns = ns;
    return shared(pod(row));
}

} // namespace

class SeenValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_clock.setWall(Now);
        m_log.setWatch(Pods, scopeOf(podInfo()));
        m_table.setSource(podInfo(), {Pods});
        const Batch news =
            batch({listed(Pods, podColumns(),
                          {podOf("a", "Running"), podOf("b", "Running"), podOf("c", "CrashLoopBackOff", "payments")}),
                   modified(Pods, podOf("a", "Running"), podOf("a", "Running"), {"x 1 2"}, "kubelet")});
        m_log.append(news);
        m_table.applyBatch(news);
    }

    void theMostFrequentComesFirst_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("values");
        const auto row = [](const char *what, const char *text, const char *values) {
            QTest::newRow(what) << QString::fromUtf8(text) << QString::fromUtf8(values);
        };
        row("types of events", "type:", "MODIFIED 1, LIST 1, LISTED 3");
        row("kinds of events", "kind:", "Pod 5");
        row("namespaces of events", "ns:", "web 3, payments 1");
        row("managers of events", "manager:", "kubelet 1");
        row("phases as the table shows them", "phase:", "Running 2, CrashLoopBackOff 1");
        row("nodes", "node == ", "node-01 3");
        row("names", "name:", "a 1, b 1, c 1");
        row("keys of labels", "label[", "app 3, pod-template-hash 3");
        row("values of a label", "label[\"app\"]:", "a 1, b 1, c 1");
        row("what stands in a column", "restarts == ", "0 3");
        row("the same by the column's name", "column[\"node\"]:", "node-01 3");
        row("columns", "column[",
            "Name 0, Ready 0, Status 0, Restarts 0, Age 0, IP 0, Node 0, Nominated Node 0, Readiness Gates 0");
        row("nobody types versions", "rv:", "");
    }
    void theMostFrequentComesFirst()
    {
        QFETCH(QString, text);
        QTEST(seen(text, SeenAs::Objects), "values");
    }

    void theStreamHasNamesOfAllThatIsWatched()
    {
        QCOMPARE(seen(QStringLiteral("name:"), SeenAs::Events), QStringLiteral("a 2, b 1, c 1"));
        QCOMPARE(seen(QStringLiteral("phase:"), SeenAs::Events), QStringLiteral("Running 2, CrashLoopBackOff 1"));
    }

private:
    QString seen(const QString &text, SeenAs as) const
    {
        QStringList said;
        for (const SeenValue &each :
             seenValues(m_log.now(), m_table, filterPlaceAt(text.toStdString(), std::size_t(text.size())), as))
            said.append(QString::fromStdString(each.value) + u' ' + QString::number(each.count));
        return said.join(QStringLiteral(", "));
    }

    ManualClock m_clock;
    TestHistory m_log;
    TestTable m_table{m_clock};
};

} // namespace tst_seenvalues

WK_TEST(tst_seenvalues, SeenValuesTest, QCoreApplication)
#include "tst_seenvalues.moc"
