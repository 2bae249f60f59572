// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include "core/query/filterparser.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace tst_tablenamespaces {

using namespace wk;
using namespace wk::sample;

/// Namespaces narrow what a table shows of its watches.
class TableNamespacesTest : public QObject
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
        m_model->applyBatch(
            batch({listed(pods, podColumns(), {of("db", "a"), of("web", "b"), of("web", "c")})}, {live(pods)}));
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void onlyWhatIsInTheChosenIsShownAndCounted()
    {
        QSignalSpy filtered(m_model.get(), &ResourceTableModel::filtered);
        m_model->setNamespaces({"web"});
        QCOMPARE(shown(*m_model), QStringLiteral("b c"));
        QCOMPARE(filtered.size(), 1);
        QCOMPARE(m_model->total(), std::size_t(2));
        QCOMPARE(m_model->shownCount(), std::size_t(2));
        m_model->setNamespaces({"web", "db"});
        QCOMPARE(shown(*m_model), QStringLiteral("a b c"));
        m_model->setNamespaces({"db"});
        m_model->setFilter(*parseFilter("name:c").filter);
        QCOMPARE(m_model->rowCount(), 0);
        QCOMPARE(m_model->state().kind, TableState::Kind::NothingMatches);
        QVERIFY2(m_model->state().detail.contains(QStringLiteral("1 object")), qPrintable(m_model->state().detail));
        m_model->setNamespaces({});
        QCOMPARE(shown(*m_model), QStringLiteral("c"));
        QCOMPARE(m_model->total(), std::size_t(3));
    }

    void whatComesAndGoesElsewhereIsNotShownAndNotCounted()
    {
        m_model->setNamespaces({"web"});
        m_model->applyBatch(batch({added(pods, of("db", "x")), added(pods, of("web", "y"))}));
        QCOMPARE(shown(*m_model), QStringLiteral("b c y+"));
        QCOMPARE(m_model->total(), std::size_t(3));
        m_model->applyBatch(batch({deleted(pods, of("db", "x")), deleted(pods, of("web", "c"))}));
        QCOMPARE(m_model->total(), std::size_t(2));
        m_model->setNamespaces({});
        QCOMPARE(m_model->total(), std::size_t(3));
        m_model->setNamespaces({"nowhere"});
        QCOMPARE(m_model->total(), std::size_t(0));
    }

    void aNamespaceWithoutAnySaysSo()
    {
        m_model->setNamespaces({"payments"});
        QCOMPARE(m_model->state().kind, TableState::Kind::Empty);
        QCOMPARE(m_model->state().title, QStringLiteral("There are no Pods in payments"));
    }

    void whatIsInNoNamespaceIsShownInAnyCase()
    {
        m_model->setSource(nodeInfo(), {others});
        m_model->applyBatch(
            batch({listed(others, nodeColumns(), {sample::shared(node("n1", "Ready"))})}, {live(others)}));
        m_model->setNamespaces({"web"});
        QCOMPARE(m_model->rowCount(), 1);
        QCOMPARE(m_model->total(), std::size_t(1));
        m_model->applyBatch(batch({deleted(others, sample::shared(node("n1", "Ready")))}));
        m_clock->advance(std::chrono::seconds(10));
        QCOMPARE(m_model->state().title, QStringLiteral("There are no Nodes here"));
    }

    void aMomentOfThePastIsNarrowedAlike()
    {
        const RowId then = m_model->history.now().end();
        m_model->applyBatch(batch({added(pods, of("web", "y"))}));
        m_model->setNamespaces({"web"});
        m_model->showPast({Now, then, {}});
        waitFor(*m_model);
        QCOMPARE(shown(*m_model), QStringLiteral("b c"));
        QCOMPARE(m_model->total(), std::size_t(2));
        m_model->setNamespaces({"db"});
        waitFor(*m_model);
        QCOMPARE(shown(*m_model), QStringLiteral("a"));
        m_model->setNamespaces({"dev"});
        waitFor(*m_model);
        QCOMPARE(m_model->state().title, QStringLiteral("There were no Pods in dev"));
        m_model->showPresent();
        m_model->setNamespaces({});
        QCOMPARE(m_model->rowCount(), 4);
    }

    void manyRowsAreNarrowedInThePool()
    {
        std::vector<ObjectPtr> many;
        for (int i = 0; i < 3'000; ++i)
            many.push_back(of(i % 3 ? "web" : "db", ("p" + std::to_string(i)).c_str()));
        m_model->applyBatch(batch({listed(pods, podColumns(), many)}));
        m_model->setNamespaces({"db"});
        waitFor(*m_model);
        QCOMPARE(m_model->rowCount(), 1'000);
        QCOMPARE(m_model->total(), std::size_t(1'000));
    }

    void whoMaySeeSomeOfAllIsTold()
    {
        m_model->history.setWatch(others, scopeOf(podInfo(), "web"));
        m_model->setSource(podInfo(), {others});
        m_model->applyBatch(batch({listed(others, podColumns(), {of("web", "b")})}, {live(others)}));
        QVERIFY2(m_model->state().notice.contains(QStringLiteral("web")), qPrintable(m_model->state().notice));
        m_model->setNamespaces({"web"});
        QVERIFY2(m_model->state().notice.isEmpty(), "of what is looked at nothing is missing");
    }

private:
    static ObjectPtr of(const char *ns, const char *name) { return podOf(name, "Running", "0", ns); }

    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<TestTable> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_tablenamespaces

WK_TEST(tst_tablenamespaces, TableNamespacesTest, QApplication)
#include "tst_tablenamespaces.moc"
