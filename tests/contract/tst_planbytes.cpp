// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/artefacts.h"
#include "tests/simulation/planbytes.h"
#include "tests/simulation/random.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace tst_planbytes {

using namespace wk::sim;

/// A fuzzer's bytes become plans: any bytes do, and no fault is out of their reach.
class TestPlanBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reachesEachFault_data();
    void reachesEachFault();
    void readsAnything();
    void hasBounds();
    void opaqueVersionsMeetNoFaultThatComparesThem();
};

void TestPlanBytes::reachesEachFault_data()
{
    QTest::addColumn<int>("index");
    const auto &all = faultClasses();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::addRow("%s: %s", all[i].id, all[i].words) << int(i);
}

/// It is in the plan, strikes when that is played, and the client gets over it.
void TestPlanBytes::reachesEachFault()
{
    QFETCH(const int, index);
    const FaultClass &fault = faultClasses()[std::size_t(index)];
    const unsigned streams = fault.place == Place::Initial ? 0x20 : 0;
    const std::string bytes{0, 1, char(streams), 9, char(index), 0x28, 3, 0, 7};
    const Plan plan = planFromBytes(bytes);
    QCOMPARE(plan.faults.size(), std::size_t(1));
    QCOMPARE(plan.faults.front().id, std::string(fault.id));
    const RunResult result = run(plan);
    QVERIFY2(result.violations.empty(), words(result.violations).c_str());
    QCOMPARE(result.history.faults.front().id, std::string(fault.id));
    QVERIFY(result.history.faults.front().hasFired);
}

void TestPlanBytes::readsAnything()
{
    QVERIFY(planFromBytes({}).faults.empty());
    QCOMPARE(planFromBytes({}).kinds.size(), std::size_t(1));
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        std::string bytes(random.between(0, 150), '\0');
        std::generate(bytes.begin(), bytes.end(), [&] { return char(random.next()); });
        const Plan plan = planFromBytes(bytes);
        const auto file = planFromJson(toJson(plan));
        QVERIFY(file.ok());
        QVERIFY(*file == plan);
        for (const FaultPlan &fault : plan.faults)
            QVERIFY(faultClass(fault.id) && fault.kind < int(plan.kinds.size()));
        QVERIFY(plan.kinds.size() == 1 || plan.kinds[0].type != plan.kinds[1].type);
    }
}

void TestPlanBytes::hasBounds()
{
    const Plan plan = planFromBytes(std::string(65'536, '\xff'));
    QCOMPARE(plan.kinds.size(), std::size_t(2));
    QCOMPARE(plan.faults.size(), std::size_t(20));
    int ops = 0;
    for (const FaultPlan &fault : plan.faults)
        ops += fault.opsBefore + fault.opsAfter;
    QCOMPARE(ops, 30);
    for (const KindPlan &kind : plan.kinds)
        QVERIFY(kind.objects <= 12);
}

void TestPlanBytes::opaqueVersionsMeetNoFaultThatComparesThem()
{
    for (int index = 0; index < 256; ++index) {
        const std::string bytes{3, 0, 0, 0, char(index)};
        const Plan plan = planFromBytes(bytes);
        QCOMPARE(plan.style, VersionStyle::Kind::Opaque);
        QVERIFY(!faultClass(plan.faults.front().id)->needsComparable);
    }
}

} // namespace tst_planbytes

WK_TEST(tst_planbytes, TestPlanBytes, QCoreApplication)
#include "tst_planbytes.moc"
