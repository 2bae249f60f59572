// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"
#include "tests/support/fixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/pastbench.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
#include "ui/style/measures.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>

namespace tst_tablelife {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// The model of a resource table against a plain list, over a random life of its objects.
class TableLifeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoeverGrowsTooOldLeaves()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {pods});
        model.applyBatch(batch({listed(pods, podColumns(), {podOf("b"), podOf("d")})}, {live(pods)}));
        model.setFilter(*parseFilter("age < 3h1m").filter); // both are three hours old
        QCOMPARE(shown(model), QStringLiteral("b d"));
        clock.advance(59s);
        QCOMPARE(shown(model), QStringLiteral("b d"));
        clock.advance(2s);
        QCOMPARE(shown(model), QString());
    }

    /// To take rows out and to tell what has aged are no part of what has used up the turn.
    void aTintGoesOnFadingBehindThePast()
    {
        PastBench bench;
        bench.feed(listed(pods, podColumns(), {podOf("b"), podOf("d")})); // 0, 1, 2
        bench.feed(changed("b", "Pending"));
        bench.show(3);
        bench.clock.advance(measure::TintStep);
        bench.model.showPresent();
        QCOMPARE(bench.model.tint(0), 1.0);
        const QSignalSpy faded(&bench.model, &ResourceTableModel::faded);
        bench.clock.advance(measure::TintHold + measure::TintFade);
        QVERIFY(faded.count() > 0);
        QCOMPARE(bench.model.tint(0), 0.0);
    }

    void whatIsStruckThroughIsNotCounted_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::newRow("without a filter") << QString();
        QTest::newRow("with one that lets it through") << QStringLiteral("name:d");
    }
    void whatIsStruckThroughIsNotCounted()
    {
        QFETCH(QString, filter);
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {pods});
        model.applyBatch(batch({listed(pods, podColumns(), {podOf("b"), podOf("d")})}, {live(pods)}));
        model.setFilter(*parseFilter(filter.toStdString()).filter);
        const std::size_t before = model.shownCount();
        for (int round = 0; round < 2; ++round) {
            model.applyBatch(batch({deleted(pods, podOf("d"))}));
            QCOMPARE(model.shownCount(), before - 1);
            QCOMPARE(std::size_t(model.rowCount()), before);
            model.applyBatch(batch({added(pods, podOf("d"))}));
            QCOMPARE(model.shownCount(), before);
        }
        model.applyBatch(batch({deleted(pods, podOf("d"))}));
        clock.advance(5s);
        QCOMPARE(model.shownCount(), before - 1);
        QCOMPARE(std::size_t(model.rowCount()), before - 1);
    }

    void aRandomLifeAgreesWithAPlainList()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setSource(podInfo(), {pods});
        model.applyBatch(batch({listed(pods, podColumns(), {podOf("b"), podOf("d"), podOf("f")})}, {live(pods)}));
        model.sort(model.columnOf(QStringLiteral("Restarts")), Qt::DescendingOrder);
        std::map<std::string, ObjectPtr> plain{{"b", podOf("b")}, {"d", podOf("d")}, {"f", podOf("f")}};
        std::mt19937_64 source(test::seed());
        const auto random = [&source](unsigned below) { return static_cast<unsigned>(source() % below); };
        for (int round = 0, end = test::rounds(200); round < end; ++round) {
            std::vector<EntryPtr> entries;
            for (unsigned i = random(8); i > 0; --i) {
                const std::string name(1, static_cast<char>('a' + random(26)));
                const ObjectPtr object = podOf(name.c_str(), "Running", std::to_string(random(9)).c_str());
                if (plain.contains(name) && random(3) == 0) {
                    entries.push_back(deleted(pods, plain.at(name)));
                    plain.erase(name);
                } else {
                    entries.push_back(plain.contains(name) ? modified(pods, plain[name], object) : added(pods, object));
                    plain[name] = object;
                }
            }
            model.applyBatch(batch(std::move(entries)));
            clock.advance(std::chrono::milliseconds(random(3000)));
        }
        clock.advance(10s);
        QStringList expected;
        std::vector<ObjectPtr> objects;
        for (const auto &[name, object] : plain)
            objects.push_back(object);
        std::ranges::stable_sort(objects, [](const ObjectPtr &a, const ObjectPtr &b) {
            return std::get<std::string_view>(a->cells[3]) > std::get<std::string_view>(b->cells[3]);
        });
        for (const ObjectPtr &object : objects)
            expected.append(QString::fromStdString(object->name));
        QCOMPARE(shown(model), expected.join(QLatin1Char(' ')));
    }
};

} // namespace tst_tablelife

WK_TEST(tst_tablelife, TableLifeTest, QCoreApplication)
#include "tst_tablelife.moc"
