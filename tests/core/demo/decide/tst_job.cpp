// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/job.h"

#include "core/demo/random.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_job {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::textOf;

namespace {

Json job(int parallelism = 1, int completions = 1)
{
    Json made = workload("Job", "settle", 0, "settle:1");
    made["apiVersion"] = "batch/v1";
    made["spec"]["parallelism"] = parallelism;
    made["spec"]["completions"] = completions;
    made["spec"]["backoffLimit"] = 2;
    return made;
}

Json cronJob(const char *schedule)
{
    return Json{
        {"kind", "CronJob"},
        {"apiVersion", "batch/v1"},
        {"metadata",
         {{"name", "settle"},
          {"namespace", "web"},
          {"uid", "uid-settle"},
          {"creationTimestamp", "2026-11-21T11:59:00Z"}}},
        {"spec",
         {{"schedule", schedule},
          {"successfulJobsHistoryLimit", 1},
          {"jobTemplate", {{"spec", {{"template", workload("Job", "settle", 0, "settle:1")["spec"]["template"]}}}}}}}};
}

Json finished(const char *name)
{
    Json done = job();
    done["metadata"]["name"] = name;
    done["status"]["conditions"] = Json::array({Json{{"type", "Complete"}, {"status", "True"}}});
    return done;
}

} // namespace

class TestJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aJobRunsAsManyPodsAsItNeeds_data()
    {
        QTest::addColumn<int>("parallelism");
        QTest::addColumn<int>("completions");
        QTest::addColumn<QStringList>("phases");
        QTest::addColumn<int>("created");
        QTest::addColumn<QString>("ending");
        const QString ok = QStringLiteral("Succeeded");
        const QString bad = QStringLiteral("Failed");
        QTest::newRow("one at first") << 1 << 1 << QStringList{} << 1 << QString();
        QTest::newRow("none beside the one that runs")
            << 1 << 1 << QStringList{QStringLiteral("Running")} << 0 << QString();
        QTest::newRow("none after it has succeeded") << 1 << 1 << QStringList{ok} << 0 << QStringLiteral("Completed");
        QTest::newRow("another after it has failed") << 1 << 1 << QStringList{bad} << 1 << QString();
        QTest::newRow("no more when too many have failed")
            << 1 << 1 << QStringList{bad, bad, bad} << 0 << QStringLiteral("BackoffLimitExceeded");
        QTest::newRow("side by side") << 2 << 5 << QStringList{ok} << 2 << QString();
        QTest::newRow("no more than are missing") << 4 << 3 << QStringList{ok, ok} << 1 << QString();
    }

    void aJobRunsAsManyPodsAsItNeeds()
    {
        QFETCH(int, parallelism);
        QFETCH(int, completions);
        QFETCH(QStringList, phases);
        QFETCH(int, created);
        QFETCH(QString, ending);
        std::vector<PodFacts> pods;
        for (const QString &phase : phases)
            pods.push_back(podFacts("settle-" + std::to_string(pods.size()), phase.toStdString()));
        Random random(1);
        const Writes writes = syncJob(job(parallelism, completions), pods, random, Noon);
        QCOMPARE(int(inWords(writes).count(QStringLiteral("create pods"))), created);
        const auto &note = writes.back().note;
        QCOMPARE(note ? QString::fromStdString(note->reason) : QString(), ending);
    }

    void aFinishedJobIsLeftAlone()
    {
        Random random(1);
        QCOMPARE(inWords(syncJob(finished("settle-1"), {}, random, Noon)), QString());
    }

    void aCronJobStartsAtItsMinutes_data()
    {
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<int>("secondsLater");
        QTest::addColumn<QString>("writes");
        const QString made = QStringLiteral("create jobs.batch settle-29921040; status cronjobs.batch settle");
        QTest::newRow("every second minute") << QByteArray("*/2 * * * *") << 10 << made;
        QTest::newRow("every minute") << QByteArray("* * * * *") << 5 << made;
        QTest::newRow("not yet") << QByteArray("*/7 * * * *") << -30 << QString();
        QTest::newRow("a schedule that is not understood never comes") << QByteArray("0 4 * * 1") << 10 << QString();
    }

    void aCronJobStartsAtItsMinutes()
    {
        QFETCH(QByteArray, schedule);
        QFETCH(int, secondsLater);
        QFETCH(QString, writes);
        QCOMPARE(inWords(syncCronJob(cronJob(schedule.constData()), {}, Noon + std::chrono::seconds(secondsLater))),
                 writes);
    }

    void aTimeComesOnce()
    {
        const Writes first = syncCronJob(cronJob("*/2 * * * *"), {}, Noon);
        const Json after = resultOf(first, Write::Verb::UpdateStatus, resources::CronJobs);
        QCOMPARE(inWords(syncCronJob(after, {}, Noon + std::chrono::seconds(50))), QString());
        QCOMPARE(nextSchedule(after, Noon + std::chrono::seconds(50)).value(), Noon + std::chrono::minutes(2));
    }

    void oldJobsAreForgotten()
    {
        Json cron = cronJob("*/2 * * * *");
        cron["status"]["lastScheduleTime"] = "2026-11-21T12:00:00Z";
        const Writes writes =
            syncCronJob(cron, {finished("settle-3"), finished("settle-1"), finished("settle-2")}, Noon);
        QCOMPARE(inWords(writes), QStringLiteral("delete jobs.batch settle-1; delete jobs.batch settle-2"));
    }
};

} // namespace tst_job

WK_TEST(tst_job, TestJob, QCoreApplication)
#include "tst_job.moc"
