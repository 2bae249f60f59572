// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/player.h"
#include "tests/contract/returns.h"
#include "tests/simulation/artefacts.h"
#include "tests/simulation/selftests.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <random>

/// Plays random plans against the client and judges them; ends with one line of JSON. Exit status 1 when anything was
/// found, 2 for a wrong call.
///
///     converge                          what each commit has to pass: in memory, and over real sockets
///     converge --minutes 48             no run in memory begins after so long, over sockets after a sixth more
///     converge --seed 0x1234            one run
///     converge --plan FILE              the same run again, from the file of one that failed
///     converge --net …                  the same over real sockets
///     converge --back 100               servers that come back, in real time: how long until all is well again
namespace {

using namespace wk::sim;

constexpr int LeastOfAClass = 20; ///< in a run of SimRuns
constexpr int MostSeeds = 200;
constexpr int CommitReturns = 99;      ///< of servers, a third of them from each way to be away
constexpr std::int64_t InTime = 2'000; ///< ms, for 99 of 100 returns

struct Wishes {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> seed{};
    std::optional<QString> plan{};
    bool isNet = false;
    int simRuns = SimRuns;
    int netRuns = NetRuns;
    int returns = CommitReturns;
    QDeadlineTimer simDeadline = QDeadlineTimer::Forever;
    QDeadlineTimer netDeadline = QDeadlineTimer::Forever;
    std::optional<int> back{};
    bool hasMutants = true;
    QString folder;
};

std::uint64_t numberIn(const QString &text)
{
    return text.toULongLong(nullptr, 0);
}

Wishes wishes(const QCoreApplication &application)
{
    QCommandLineParser parser;
    const auto option = [&parser](const char *name, const char *words, const char *value) {
        parser.addOption(QCommandLineOption(QLatin1String(name), QLatin1String(words), QLatin1String(value)));
    };
    option("runs", "How many runs in memory.", "number");
    option("net-runs", "How many runs over real sockets.", "number");
    option("returns", "How many servers come back.", "number");
    option("minutes", "No run in memory begins after so long.", "number");
    option("seed", "Play this seed alone.", "number");
    option("first", "The first seed of many.", "number");
    option("plan", "Play this plan.", "file");
    option("out", "Where to keep what failed.", "folder");
    option("back", "So many servers come back, and nothing else.", "number");
    option("net", "Over real sockets only.", "");
    option("no-mutants", "Leave the broken clients out.", "");
    parser.addHelpOption();
    parser.process(application);

    const auto value = [&parser](const char *name) { return parser.value(QLatin1String(name)); };
    const auto isSet = [&parser](const char *name) { return parser.isSet(QLatin1String(name)); };
    Wishes wishes;
    wishes.first = isSet("first") ? numberIn(value("first")) : std::random_device()();
    if (isSet("seed"))
        wishes.seed = numberIn(value("seed"));
    if (isSet("plan"))
        wishes.plan = value("plan");
    wishes.isNet = isSet("net");
    wishes.simRuns = wishes.isNet ? 0 : isSet("runs") ? value("runs").toInt() : SimRuns;
    wishes.netRuns = isSet("net-runs") ? value("net-runs").toInt() : NetRuns;
    if (isSet("minutes")) {
        const std::chrono::seconds time = std::chrono::minutes(value("minutes").toInt());
        wishes.simDeadline = QDeadlineTimer(time);
        wishes.netDeadline = QDeadlineTimer(time * 7 / 6);
    }
    if (isSet("returns"))
        wishes.returns = value("returns").toInt();
    if (isSet("back"))
        wishes.back = value("back").toInt();
    wishes.hasMutants = !wishes.isNet && !isSet("no-mutants");
    wishes.folder = isSet("out") ? value("out") : QDir::tempPath();
    return wishes;
}

int passedSelfTests()
{
    int passed = 0;
    for (const SelfTest &test : selfTests())
        passed += judge(test).empty() == test.holds;
    return passed;
}

int caughtMutants()
{
    int caught = 0;
    for (const MutantClass &mutant : mutantClasses()) {
        const int seeds = seedsUntilCaught(mutant, 1000, MostSeeds);
        caught += seeds > 0;
        if (seeds == 0)
            std::printf("not caught: %s\n", mutant.name);
    }
    return caught;
}

void printLine(const QJsonObject &object)
{
    std::printf("%s\n", QJsonDocument(object).toJson(QJsonDocument::Compact).constData());
}

double seconds(const QElapsedTimer &since)
{
    return double(since.elapsed()) / 1000;
}

/// How long clients take after a server's return. A return that leads to nothing, or one in a hundred that takes too
/// long, spoils it.
QJsonObject playReturns(int count, std::uint64_t seed, bool &isGood)
{
    const std::vector<Return> returns = measureReturns(count, seed);
    const auto print = [](const char *name, const std::vector<Return> &some) {
        const auto done = std::count_if(some.begin(), some.end(), [](const Return &one) { return one.isDone; });
        std::printf("returns, %s: %d of %zu, ms p50 %lld p99 %lld max %lld\n", name, int(done), some.size(),
                    static_cast<long long>(percentile(some, 0.5)), static_cast<long long>(percentile(some, 0.99)),
                    static_cast<long long>(percentile(some, 1)));
        return done == std::ssize(some);
    };
    for (const Outage outage : Outages) {
        std::vector<Return> some;
        std::copy_if(returns.begin(), returns.end(), std::back_inserter(some),
                     [outage](const Return &one) { return one.outage == outage; });
        isGood = print(outageName(outage), some) && isGood;
    }
    isGood = isGood && percentile(returns, 0.99) <= InTime;
    return {{QStringLiteral("convergence_real_returns"), qint64(returns.size())},
            {QStringLiteral("convergence_real_p50_ms"), qint64(percentile(returns, 0.5))},
            {QStringLiteral("convergence_real_p99_ms"), qint64(percentile(returns, 0.99))},
            {QStringLiteral("convergence_real_max_ms"), qint64(percentile(returns, 1))}};
}

/// One plan, again.
int playOne(const Wishes &wishes)
{
    const Way way = wishes.isNet ? Way::Net : Way::Sim;
    const auto plan = wishes.plan ? planFrom(*wishes.plan) : drawPlan(*wishes.seed, sizeOf(way));
    if (!plan)
        return 2;
    QElapsedTimer since;
    since.start();
    Report report;
    Player(way, wishes.folder, report).play(*plan);
    printLine(report.json(seconds(since)));
    return report.isClean() ? 0 : 1;
}

/// The runs over real sockets, and what is said of them alone.
QJsonObject playNet(const Wishes &wishes, Report &all)
{
    QElapsedTimer since;
    since.start();
    Player player(Way::Net, wishes.folder, all);
    player.play(wishes.first, wishes.netRuns, wishes.netDeadline);
    const Report &report = player.report();
    return {{QStringLiteral("net_runs"), qint64(report.runs())},
            {QStringLiteral("net_faults"), qint64(report.struck())},
            {QStringLiteral("net_requests"), qint64(report.requests())},
            {QStringLiteral("net_seconds"), seconds(since)}};
}

QJsonObject joined(QJsonObject one, const QJsonObject &other)
{
    for (auto entry = other.begin(); entry != other.end(); ++entry)
        one.insert(entry.key(), entry.value());
    return one;
}

/// What each commit has to pass.
int playAll(const Wishes &wishes)
{
    QElapsedTimer since;
    since.start();
    std::printf("first seed 0x%llx\n", static_cast<unsigned long long>(wishes.first));
    bool isGood = true;
    const QJsonObject returns = playReturns(wishes.returns, wishes.first, isGood);
    Report report;
    Player(Way::Sim, wishes.folder, report).play(wishes.first, wishes.simRuns, wishes.simDeadline);
    const QJsonObject net = playNet(wishes, report);
    std::printf("%s%s", report.faultTable().c_str(), words(report.acrossRuns()).c_str());
    const int selfTestsPassed = passedSelfTests();
    report.setSelfTests(selfTestsPassed, int(selfTests().size()));
    isGood = isGood && report.isClean() && selfTestsPassed == int(selfTests().size());
    if (wishes.hasMutants) {
        const int caught = caughtMutants();
        report.setMutants(caught, int(mutantClasses().size()));
        isGood = isGood && caught == int(mutantClasses().size());
    }
    isGood = isGood && (wishes.simRuns < SimRuns || report.rarest() >= LeastOfAClass);
    printLine(joined(joined(report.json(seconds(since)), net), returns));
    return isGood ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const Wishes all = wishes(application);
    if (all.back) {
        bool isGood = true;
        printLine(playReturns(*all.back, all.first, isGood));
        return isGood ? 0 : 1;
    }
    return all.plan || all.seed ? playOne(all) : playAll(all);
}
