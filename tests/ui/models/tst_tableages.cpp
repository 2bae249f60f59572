// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"

#include <QAbstractItemModelTester>
#include <QTest>

namespace tst_tableages {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// From which time a table counts the ages that it shows.
class TableAgesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_model = std::make_unique<TestTable>(m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::Fatal);
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void aCustomResourceMayCountItsAgeFromAnotherTimeThanItsCreation()
    {
        const auto ageOf = [this](const std::string &path) {
            auto columns = std::make_shared<std::vector<Column>>();
            columns->push_back(
                {"Age", "date", {}, "Custom resource definition column (in JSONPath format): " + path, 0});
            Object backup;
            backup.name = "b";
            backup.uid = "b";
            backup.created = Now - 3h;
            backup.cells = {std::string("7s")};
            m_model->setSource(nodeInfo(), {others});
            m_model->applyBatch(batch({listed(others, columns, {shared(std::move(backup))})}));
            const int column = m_model->columnOf(QStringLiteral("@age"));
            return m_model->text(0, column < 0 ? m_model->columnOf(QStringLiteral("Age")) : column);
        };
        QCOMPARE(ageOf(".status.startTimestamp"), QStringLiteral("7s"));
        QCOMPARE(ageOf(".metadata.creationTimestamp"), QStringLiteral("3h"));
    }

    void anEventWasLastSeenWhenItSaysSo()
    {
        const auto event = [](const std::string &name, MaybeTime seen) {
            Object made;
            made.ns = "web";
            made.name = name;
            made.uid = name;
            made.created = Now - 1h;
            made.seen = seen;
            made.cells = {std::string("7s")};
            return shared(std::move(made));
        };
        auto columns = std::make_shared<std::vector<Column>>();
        columns->push_back({"Last Seen", "string", {}, {}, 0});
        m_model->setSource(eventInfo(), {others});
        m_model->applyBatch(
            batch({listed(others, columns, {event("a", {}), event("b", Now - 100s), event("c", Now - 90s)})}));
        m_model->applyBatch(batch({modified(others, event("b", Now - 100s), event("b", Now - 100s))}));
        const int column = m_model->columnOf(QStringLiteral("Last Seen"));
        m_model->sort(column, Qt::AscendingOrder);
        const auto seen = [&] {
            QStringList texts;
            for (int row = 0; row < m_model->rowCount(); ++row)
                texts << m_model->text(row, column);
            return texts.join(u' ');
        };
        QCOMPARE(seen(), QStringLiteral("90s 100s <unknown>"));
        m_clock.advance(5s);
        QCOMPARE(seen(), QStringLiteral("95s 105s <unknown>"));
    }

private:
    ManualClock m_clock;
    std::unique_ptr<TestTable> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace tst_tableages

WK_TEST(tst_tableages, TableAgesTest, QCoreApplication)
#include "tst_tableages.moc"
