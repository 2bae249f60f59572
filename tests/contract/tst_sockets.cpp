// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/random.h"
#include "tests/simulation/run.h"
#include "tests/simulation/wire/census.h"
#include "tests/simulation/wire/links.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QTest>

#include <algorithm>

namespace tst_sockets {

using namespace wk::sim;

/// The convergence test over real sockets.
class TestSockets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theContractHoldsOverRealSockets_data();
    void theContractHoldsOverRealSockets();
    void aBrokenClientIsCaughtOverRealSockets();
    void aRequestTellsWhichItIs();
    void nothingIsQuietUntilBothEndsAgree();
    void whatIsLeftOpenIsSeen();
};

namespace {

constexpr PlanSize Few{.leastFaults = 12, .mostFaults = 24, .mostObjects = 40, .mostOps = 4};

std::string wrongs(const Plan &plan, const RunResult &result)
{
    std::string text = "seed " + std::to_string(plan.seed) + "\n";
    for (const Violation &violation : result.violations)
        text += violation.validator + " " + violation.kind + ": " + violation.text + "\n";
    return text;
}

} // namespace

void TestSockets::theContractHoldsOverRealSockets_data()
{
    QTest::addColumn<int>("remainder"); // of the seed by ten: it says how the bytes travel
    QTest::newRow("plain") << 1;
    QTest::newRow("TLS") << 5;
    QTest::newRow("TLS, lists compressed") << 0;
}

/// Each run from another seed, which is printed with what failed.
void TestSockets::theContractHoldsOverRealSockets()
{
    QFETCH(const int, remainder);
    const std::uint64_t first = wk::test::seed();
    for (int i = 0; i < wk::test::rounds(2); ++i) {
        const std::uint64_t drawn = mixed(first + std::uint64_t(i));
        const Plan plan = drawPlan(drawn - drawn % 10 + std::uint64_t(remainder), Few);
        const RunResult result = run(plan, {.way = Way::Net});
        QVERIFY2(result.violations.empty(), wrongs(plan, result).c_str());
    }
}

void TestSockets::aBrokenClientIsCaughtOverRealSockets()
{
    const auto &all = mutantClasses();
    const auto mutant = std::find_if(all.begin(), all.end(), [](const MutantClass &one) {
        return std::string_view(one.name) == "swallows a broken frame";
    });
    QVERIFY(mutant != all.end());
    bool isCaught = false;
    for (std::uint64_t seed = 1; !isCaught && seed < 20; ++seed)
        isCaught = !run(drawPlan(seed, Few), {.mutant = &*mutant, .way = Way::Net}).violations.empty();
    QVERIFY(isCaught);
}

void TestSockets::aRequestTellsWhichItIs()
{
    QByteArray accept = Links::marked("application/json;as=Table;v=v1,application/json", 17);
    QCOMPARE(Links::takeMark(accept).value_or(0), 17);
    QCOMPARE(accept, QByteArray("application/json;as=Table;v=v1,application/json"));
    QVERIFY(!Links::takeMark(accept).has_value());
}

void TestSockets::nothingIsQuietUntilBothEndsAgree()
{
    Links links;
    QVERIFY(links.isQuiet());
    Link *const link = links.find(links.add(wk::RequestLane::Watch));
    QVERIFY(!links.isQuiet()); // on its way
    link->hasArrived = link->isServed = true;
    QVERIFY(links.isQuiet()); // the server thinks
    link->hasSentHead = true;
    link->sent = 5;
    QVERIFY(!links.isQuiet());
    link->hasHead = true;
    link->received = 5;
    QVERIFY(links.isQuiet());
    link->isWanted = false;
    QVERIFY(!links.isQuiet()); // the server does not know yet
    link->isServed = false;
    QVERIFY(links.isQuiet());
    links.tidy();
    QVERIFY(!links.find(1));
}

void TestSockets::whatIsLeftOpenIsSeen()
{
    QFile file(QStringLiteral("/dev/null"));
    const Census before = Census::now();
    if (before.descriptors == 0)
        QSKIP("no /proc here");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!Census::now().holdsNoMoreThan(before));
    file.close();
    QVERIFY(Census::now().holdsNoMoreThan(before));
    const QObject object;
    QVERIFY(!Census::now().holdsNoMoreThan(before));
}

} // namespace tst_sockets

WK_TEST(tst_sockets, TestSockets, QCoreApplication)
#include "tst_sockets.moc"
