// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/artefacts.h"
#include "tests/simulation/report.h"
#include "tests/simulation/selftests.h"
#include "tests/simulation/shrink.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>

#include <cstdio>
#include <random>

/// Plays random plans against the client and judges them; ends with one line of JSON. Exit status 1 when anything was
/// found, 2 for a wrong call.
///
///     converge                          what each commit has to pass
///     converge --seed 0x1234            one run
///     converge --plan FILE              the same run again, from the file of one that failed
namespace {

using namespace wk::sim;

constexpr int CommitRuns = 280;
constexpr PlanSize CommitSize{.leastFaults = 100, .mostFaults = 200, .mostObjects = 200, .mostOps = 24};
constexpr int LeastOfAClass = 20; ///< in a run of CommitRuns
constexpr int MostSeeds = 200;

bool sharesValidator(const Violations &a, const Violations &b)
{
    for (const Violation &violation : a) {
        for (const Violation &other : b) {
            if (violation.validator == other.validator)
                return true;
        }
    }
    return false;
}

/// Shrinks what failed, keeps it, and says how to have it again.
void explain(const Plan &plan, const RunResult &result, const QString &folder)
{
    std::printf("FAILED seed 0x%llx\n%s", static_cast<unsigned long long>(plan.seed), words(result.violations).c_str());
    std::fflush(stdout);
    const Plan small =
        shrunk(plan, [&](const Plan &less) { return sharesValidator(run(less).violations, result.violations); });
    const RunResult again = run(small);
    const QString place = QDir(folder).absoluteFilePath(QStringLiteral("converge-0x") + QString::number(plan.seed, 16));
    if (const auto saved = save(place, small, again); !saved.ok())
        std::printf("%s\n", saved.error().text.c_str());
    std::printf("shrunk from %zu to %zu faults:\n%s", plan.faults.size(), small.faults.size(),
                words(again.violations).c_str());
    std::printf("again: converge --seed 0x%llx --plan %s/plan.json\n", static_cast<unsigned long long>(plan.seed),
                qPrintable(place));
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

std::optional<Plan> planFrom(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "cannot read %s\n", qPrintable(path));
        return {};
    }
    const auto plan = planFromJson(file.readAll());
    if (!plan.ok()) {
        std::fprintf(stderr, "%s: %s\n", qPrintable(path), plan.error().text.c_str());
        return {};
    }
    return *plan;
}

/// Plays one plan; what it finds is explained.
void playOne(const Plan &plan, Report &report, const QString &folder)
{
    const RunResult result = run(plan, {.mutant = nullptr, .records = plan.seed % 16 == 0});
    report.add(plan, result);
    if (!result.violations.empty())
        explain(plan, result, folder);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption runs(QStringLiteral("runs"), QStringLiteral("How many runs."), QStringLiteral("number"),
                                  QString::number(CommitRuns));
    const QCommandLineOption seed(QStringLiteral("seed"), QStringLiteral("Play this seed alone."),
                                  QStringLiteral("number"));
    const QCommandLineOption first(QStringLiteral("first"), QStringLiteral("The first seed of many."),
                                   QStringLiteral("number"));
    const QCommandLineOption plan(QStringLiteral("plan"), QStringLiteral("Play this plan."), QStringLiteral("file"));
    const QCommandLineOption out(QStringLiteral("out"), QStringLiteral("Where to keep what failed."),
                                 QStringLiteral("folder"), QDir::tempPath());
    const QCommandLineOption quick(QStringLiteral("no-mutants"), QStringLiteral("Leave the broken clients out."));
    parser.addOptions({runs, seed, first, plan, out, quick});
    parser.addHelpOption();
    parser.process(application);

    QElapsedTimer timer;
    timer.start();
    Report report;
    const QString folder = parser.value(out);
    const bool isOne = parser.isSet(plan) || parser.isSet(seed);
    if (parser.isSet(plan)) {
        const auto given = planFrom(parser.value(plan));
        if (!given)
            return 2;
        playOne(*given, report, folder);
    } else if (parser.isSet(seed)) {
        playOne(drawPlan(parser.value(seed).toULongLong(nullptr, 0), CommitSize), report, folder);
    } else {
        const std::uint64_t begin =
            parser.isSet(first) ? parser.value(first).toULongLong(nullptr, 0) : std::random_device()();
        std::printf("first seed 0x%llx\n", static_cast<unsigned long long>(begin));
        for (int i = 0; i < parser.value(runs).toInt(); ++i)
            playOne(drawPlan(begin + std::uint64_t(i), CommitSize), report, folder);
        std::printf("%s", report.faultTable().c_str());
    }
    const int selfTestsPassed = passedSelfTests();
    report.setSelfTests(selfTestsPassed, int(selfTests().size()));
    bool isGood = report.isClean() && selfTestsPassed == int(selfTests().size());
    if (!isOne && !parser.isSet(quick)) {
        const int caught = caughtMutants();
        report.setMutants(caught, int(mutantClasses().size()));
        isGood = isGood && caught == int(mutantClasses().size());
    }
    if (!isOne && parser.value(runs).toInt() >= CommitRuns)
        isGood = isGood && report.rarest() >= LeastOfAClass;
    const QByteArray line = QJsonDocument(report.json(double(timer.elapsed()) / 1000)).toJson(QJsonDocument::Compact);
    std::printf("%s\n", line.constData());
    return isGood ? 0 : 1;
}
