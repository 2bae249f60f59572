// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace tst_tablelisting {

using namespace wk;
using namespace wk::sample;

/// The rows of a list that is under way.
class TableListingTest : public QObject
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
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void whatHasArrivedIsShown()
    {
        arrive({podOf("d"), podOf("b")});
        QCOMPARE(shown(*m_model), QStringLiteral("b d"));
        QVERIFY(m_model->listed().empty());
        arrive({podOf("c"), podOf("d", "Pending")});
        QCOMPARE(shown(*m_model), QStringLiteral("b c d"));
        QCOMPARE(m_model->text(2, m_model->columnOf(QStringLiteral("Status"))), QStringLiteral("Pending"));
    }

    void theListThatFollowsSaysOnlyWhatIsOther()
    {
        const std::vector<ObjectPtr> objects{podOf("b"), podOf("c"), podOf("d")};
        arrive({objects[0], podOf("c", "Pending"), objects[2], podOf("x")});
        Ear ear(*m_model);
        m_model->applyBatch(batch({listed(pods, podColumns(), objects)}));
        QCOMPARE(shown(*m_model), QStringLiteral("b c d"));
        QCOMPARE(ear.heard(), QStringLiteral("1 remove, 1 change"));
        QCOMPARE(m_model->text(1, m_model->columnOf(QStringLiteral("Status"))), QStringLiteral("Running"));
        m_model->applyBatch(batch({listed(pods, podColumns(), objects)}));
        QCOMPARE(ear.heard(), QString());
    }

    void theListMayComeInAnotherOrder()
    {
        const std::vector<ObjectPtr> objects{podOf("b"), podOf("c"), podOf("d"), podOf("e")};
        arrive({objects[2], objects[3], objects[0], objects[1]});
        Ear ear(*m_model);
        m_model->applyBatch(batch({listed(pods, podColumns(), objects)}));
        QCOMPARE(shown(*m_model), QStringLiteral("b c d e"));
        QCOMPARE(ear.heard(), QString());
    }

    void aListThatBeginsAgainTakesItsRowsBack()
    {
        arrive({podOf("b"), podOf("d")});
        Batch again;
        again.arrivals.push_back({.watch = pods, .columns = {}, .objects = {}, .isAnew = true});
        m_model->applyBatch(again);
        QCOMPARE(shown(*m_model), QString());
        arrive({podOf("c")});
        QCOMPARE(shown(*m_model), QStringLiteral("c"));
    }

    void whatIsListedKnowsOfNoOther()
    {
        m_model->applyBatch(batch({listed(pods, podColumns(), {podOf("b")})}));
        arrive({podOf("late")});
        QCOMPARE(shown(*m_model), QStringLiteral("b"));
        Batch other;
        other.arrivals.push_back({.watch = others, .columns = podColumns(), .objects = {podOf("other")}});
        m_model->applyBatch(other);
        QCOMPARE(shown(*m_model), QStringLiteral("b"));
    }

private:
    void arrive(std::vector<ObjectPtr> objects)
    {
        Batch some;
        some.arrivals.push_back({.watch = pods, .columns = podColumns(), .objects = std::move(objects)});
        m_model->applyBatch(some);
    }

    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<TestTable> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_tablelisting

WK_TEST(tst_tablelisting, TableListingTest, QCoreApplication)
#include "tst_tablelisting.moc"
