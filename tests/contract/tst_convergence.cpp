// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/drill.h"
#include "tests/simulation/random.h"
#include "tests/simulation/run.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_convergence {

using namespace wk::sim;

class TestConvergence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theContractHoldsUnderRandomFaults();
    void anAuditFindsARestoredServerOut();
    void oldBugsStayMended_data();
    void oldBugsStayMended();
    void theSamePlanIsTheSameRun();
    void aPlanSurvivesItsFile();
    void aVersionsDressCanBeTakenOff_data();
    void aVersionsDressCanBeTakenOff();
    void versionsRiseInTheirDress();
};

namespace {

constexpr PlanSize Small{.leastFaults = 20, .mostFaults = 60, .mostObjects = 60, .mostOps = 8};

QString words(const RunResult &result)
{
    QStringList lines;
    for (const Violation &violation : result.violations) {
        lines.append(QStringLiteral("%1 %2: %3")
                         .arg(QString::fromStdString(violation.validator), QString::fromStdString(violation.kind),
                              QString::fromStdString(violation.text)));
    }
    return lines.join(u'\n');
}

} // namespace

/// Each run from another seed, which is printed with what failed: `converge --seed 0x…` has it again.
void TestConvergence::theContractHoldsUnderRandomFaults()
{
    const std::uint64_t first = wk::test::seed();
    for (int i = 0; i < wk::test::rounds(10); ++i) {
        const Plan plan = drawPlan(mixed(first + std::uint64_t(i)), Small);
        const RunResult result = run(plan, {.mutant = nullptr, .records = i % 4 == 0});
        if (!result.violations.empty())
            QFAIL(qPrintable(QStringLiteral("converge --seed 0x%1\n").arg(plan.seed, 0, 16) + words(result)));
    }
}

void TestConvergence::anAuditFindsARestoredServerOut()
{
    const std::uint64_t first = wk::test::seed();
    for (int i = 0; i < wk::test::rounds(20); ++i) {
        const std::string wrong = restoreDrill(mixed(first + std::uint64_t(i)));
        QVERIFY2(wrong.empty(),
                 qPrintable(
                     QStringLiteral("%1: %2").arg(mixed(first + std::uint64_t(i))).arg(QString::fromStdString(wrong))));
    }
}

/// What was found once is played again: plans of tests/fixtures/plans, each shrunk against the bug made anew.
void TestConvergence::oldBugsStayMended_data()
{
    QTest::addColumn<QString>("bug");
    QTest::addColumn<bool>("overSockets");
    const auto row = [](const char *plan, const char *bug, Way way = Way::Sim) {
        QTest::newRow(plan) << QString::fromLatin1(bug) << (way == Way::Net);
    };
    row("504-with-retry-after", "a list followed a version too large at once, whatever Retry-After said");
    row("lone-server-errors", "server errors a minute apart led to a list, although streams had worked in between");
    row("poisoned-again", "one object that could not be read was chased with list after list");
    row("list-without-a-query", "a list that asks for nothing special was not understood", Way::Net);
}

void TestConvergence::oldBugsStayMended()
{
    const std::string name = QTest::currentDataTag();
    const auto plan = planFromJson(QByteArray::fromStdString(wk::test::fixture("plans/" + name + ".json")));
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().text.c_str());
    QFETCH(const QString, bug);
    QFETCH(const bool, overSockets);
    const RunResult result = run(*plan, {.records = true, .way = overSockets ? Way::Net : Way::Sim});
    QVERIFY2(result.violations.empty(), qPrintable(bug + u'\n' + words(result)));
}

void TestConvergence::theSamePlanIsTheSameRun()
{
    const Plan plan = drawPlan(7, Small);
    const RunResult first = run(plan);
    const RunResult second = run(plan);
    QCOMPARE(first.convergence, second.convergence);
    for (std::size_t i = 0; i < plan.kinds.size(); ++i) {
        QCOMPARE(first.history.kinds[i].delivered.size(), second.history.kinds[i].delivered.size());
        QCOMPARE(first.history.kinds[i].requests.size(), second.history.kinds[i].requests.size());
        QCOMPARE(first.history.kinds[i].requests.back().at, second.history.kinds[i].requests.back().at);
        QCOMPARE(hashOf(first.history.kinds[i].store), hashOf(second.history.kinds[i].store));
    }
}

void TestConvergence::aPlanSurvivesItsFile()
{
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        const Plan plan = drawPlan(seed, Small);
        const auto read = planFromJson(toJson(plan));
        QVERIFY(read.ok());
        QVERIFY(*read == plan);
    }
    QVERIFY(!planFromJson("{}").ok());
    QVERIFY(!planFromJson(R"({"kinds":[{"type":0}],"faults":[{"id":"no such fault"}]})").ok());
}

void TestConvergence::aVersionsDressCanBeTakenOff_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("dense") << int(VersionStyle::Kind::Dense);
    QTest::newRow("sparse") << int(VersionStyle::Kind::Sparse);
    QTest::newRow("thirty digits") << int(VersionStyle::Kind::Long);
    QTest::newRow("opaque") << int(VersionStyle::Kind::Opaque);
}

void TestConvergence::aVersionsDressCanBeTakenOff()
{
    QFETCH(const int, kind);
    const VersionStyle style(VersionStyle::Kind(kind), 4711);
    for (Revision revision = 1; revision < 3000; revision += 7)
        QCOMPARE(style.revision(style.text(revision)).value_or(0), revision);
    QVERIFY(!style.revision("").has_value());
    QVERIFY(!style.revision("not a version").has_value());
    const std::string dressed = style.dressed(R"({"resourceVersion":"5","x":{"resourceVersion":"6"}})");
    QCOMPARE(dressed,
             R"({"resourceVersion":")" + style.text(5) + R"(","x":{"resourceVersion":")" + style.text(6) + "\"}}");
}

void TestConvergence::versionsRiseInTheirDress()
{
    for (const auto kind : {VersionStyle::Kind::Dense, VersionStyle::Kind::Sparse, VersionStyle::Kind::Long}) {
        const VersionStyle style(kind, 4711);
        for (Revision revision = 1; revision < 3000; ++revision) {
            const auto order =
                wk::compare(wk::ResourceVersion(style.text(revision)), wk::ResourceVersion(style.text(revision + 1)));
            QVERIFY(order && *order < 0);
        }
    }
    QVERIFY(!wk::ResourceVersion(VersionStyle(VersionStyle::Kind::Opaque).text(5)).isComparable());
}

} // namespace tst_convergence

WK_TEST(tst_convergence, TestConvergence, QCoreApplication)
#include "tst_convergence.moc"
