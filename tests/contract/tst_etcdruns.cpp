// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdmutants.h"
#include "tests/contract/etcdrun.h"
#include "tests/simulation/artefacts.h"
#include "tests/simulation/random.h"
#include "tests/simulation/report.h"
#include "tests/support/fixtures.h"
#include "tests/support/realetcd.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cstdio>

namespace tst_etcdruns {

using namespace wk;
using namespace wk::etcdruns;

class TestEtcdRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = wk::test::RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void brokenClientsAreCaught_data();
    void brokenClientsAreCaught();
    void theContractHoldsOverRealEtcd();
};

namespace {

sim::Plan said(const EtcdPlan &plan)
{
    sim::Plan said;
    said.seed = plan.seed;
    for (const FaultPlan &fault : plan.faults) {
        said.faults.emplace_back();
        said.faults.back().id = nameOf(fault.fault);
    }
    return said;
}

/// What went wrong, and where all of it is kept.
std::string words(const EtcdPlan &plan, const sim::RunResult &result)
{
    std::string text = "FAILED WATCHKEEPER_SEED=" + std::to_string(plan.seed) + ", " + std::to_string(plan.members) +
                       " members, " + std::to_string(plan.keys) + " keys more:";
    for (const sim::FaultRecord &fault : result.history.faults)
        text += " " + fault.id + (fault.hasFired ? "" : " (did not happen)");
    const QString place = QDir::temp().filePath(QStringLiteral("etcdrun-%1").arg(plan.seed));
    const bool isSaved = sim::save(place, said(plan), result).ok();
    return text + "\n" + sim::words(result.violations) + (isSaved ? "kept in " + place.toStdString() : "not kept");
}

/// How long runs begin: WATCHKEEPER_ETCD_SECONDS.
qint64 secondsToPlay()
{
    const int given = qEnvironmentVariableIntValue("WATCHKEEPER_ETCD_SECONDS");
    return given > 0 ? given : 30;
}

/// With names of its own, beside what is said of the model.
QByteArray lineOf(const sim::Report &report, double seconds)
{
    const QJsonObject all = report.json(seconds);
    QJsonObject line;
    for (const char *name : {"runs", "faults", "faults_planned", "events", "events_in_gaps", "live", "resumed",
                             "inferred", "gaps", "lists", "requests", "lost", "duplicated", "misordered", "mismatches",
                             "violations", "convergence_ms_p50", "convergence_ms_p99", "seconds"})
        line.insert(QStringLiteral("etcd_") + QLatin1String(name), all.value(QLatin1String(name)));
    return QJsonDocument(line).toJson(QJsonDocument::Compact);
}

const sim::MutantClass *mutantNamed(const QString &name)
{
    for (const sim::MutantClass &mutant : etcdMutants()) {
        if (name == QLatin1String(mutant.name))
            return &mutant;
    }
    return sim::mutantClass(name.toStdString());
}

} // namespace

/// The test is only worth what mistakes it finds. The right client goes the same way, and nothing is found.
void TestEtcdRuns::brokenClientsAreCaught_data()
{
    QTest::addColumn<std::vector<Fault>>("faults");
    const auto row = [](const char *name, std::vector<Fault> faults) { QTest::newRow(name) << std::move(faults); };
    row("none", {Fault::Kill, Fault::CompactBehind, Fault::RestoreBehind, Fault::RestoreBeyond});
    row("resumes one too late", {Fault::Kill});
    row("resumes from the list's version", {Fault::Kill});
    row("drops lower versions", {Fault::RestoreBehind});
    row("does not check whose history it is", {Fault::RestoreBeyond, Fault::RestoreBeyond});
    row("does not hear that its watch was canceled", {Fault::CompactBehind});
    row("goes on behind what was compacted", {Fault::CompactBehind});
}

void TestEtcdRuns::brokenClientsAreCaught()
{
    QFETCH(const std::vector<Fault>, faults);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    const sim::MutantClass *const mutant = mutantNamed(name);
    const bool isRight = name == QStringLiteral("none");
    QCOMPARE(mutant == nullptr, isRight);
    sim::Random random(wk::test::seed());
    const auto play = [&](std::chrono::milliseconds patience) {
        EtcdPlan plan{random.next(), 1, 0, {}};
        for (const Fault fault : faults)
            plan.faults.push_back({fault, random.next(), 4, 4, false});
        const sim::RunResult result = run(plan, mutant, patience);
        if (isRight && !result.violations.empty())
            std::printf("%s\n", words(plan, result).c_str());
        return result.violations;
    };
    if (isRight) {
        QVERIFY(play(std::chrono::seconds(30)).empty());
        return;
    }
    // What was restored may be compacted as well, and then nobody has to ask whose history it is.
    constexpr int MostTries = 6;
    bool isCaught = false;
    for (int tries = 0; tries < MostTries && !isCaught; ++tries) {
        for (const sim::Violation &one : play(std::chrono::seconds(4))) {
            if (!isCaught && !one.kind.empty())
                qInfo("%s %s: %s", one.validator.c_str(), one.kind.c_str(), one.text.c_str());
            isCaught = isCaught || !one.kind.empty();
        }
    }
    QVERIFY(isCaught);
}

void TestEtcdRuns::theContractHoldsOverRealEtcd()
{
    const std::uint64_t first = wk::test::seed();
    QElapsedTimer since;
    since.start();
    sim::Report report;
    int failed = 0;
    for (std::uint64_t seed = first; since.elapsed() < secondsToPlay() * 1000; ++seed) {
        const EtcdPlan plan = drawEtcdPlan(seed);
        const sim::RunResult result = run(plan);
        report.add(said(plan), result);
        if (result.violations.empty())
            continue;
        std::printf("%s\n", words(plan, result).c_str()); // QtTest would cut it short
        if (++failed > 3)
            break;
    }
    std::printf("etcd %s\n", lineOf(report, double(since.elapsed()) / 1000).constData());
    QCOMPARE(failed, 0);
}

} // namespace tst_etcdruns

WK_TEST(tst_etcdruns, TestEtcdRuns, QCoreApplication)
#include "tst_etcdruns.moc"
