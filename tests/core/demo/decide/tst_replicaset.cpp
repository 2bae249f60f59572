// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/replicaset.h"

#include "core/demo/random.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_replicaset {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::numberOf;
using apiserver::textOf;

class TestReplicaSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void whatIsMissingIsMadeAndWhatIsTooMuchGoes_data()
    {
        QTest::addColumn<int>("wanted");
        QTest::addColumn<QStringList>("phases");
        QTest::addColumn<int>("created");
        QTest::addColumn<int>("deleted");
        const QString run = QStringLiteral("Running");
        QTest::newRow("none yet: all") << 3 << QStringList{} << 3 << 0;
        QTest::newRow("as many as asked for: nothing") << 2 << QStringList{run, run} << 0 << 0;
        QTest::newRow("one failed: another") << 2 << QStringList{run, QStringLiteral("Failed")} << 1 << 0;
        QTest::newRow("one on its way out: another") << 2 << QStringList{run, QStringLiteral("leaving")} << 1 << 0;
        QTest::newRow("too many: the rest goes") << 1 << QStringList{run, run, run} << 0 << 2;
        QTest::newRow("zero: all go") << 0 << QStringList{run, run} << 0 << 2;
        QTest::newRow("thousands: not all at once") << 1'000'000 << QStringList{} << PodBurst << 0;
    }

    void whatIsMissingIsMadeAndWhatIsTooMuchGoes()
    {
        QFETCH(int, wanted);
        QFETCH(QStringList, phases);
        QFETCH(int, created);
        QFETCH(int, deleted);
        std::vector<PodFacts> pods;
        for (const QString &phase : phases) {
            const bool isLeaving = phase == QLatin1String("leaving");
            pods.push_back(podFacts("web-" + std::to_string(pods.size()), isLeaving ? "Running" : phase.toStdString()));
            pods.back().deleting = isLeaving;
        }
        Random random(1);
        const Writes writes = syncReplicaSet(workload("ReplicaSet", "web", wanted, "web:1"), pods, random);
        const auto count = [&](Write::Verb verb) {
            return int(
                std::count_if(writes.begin(), writes.end(), [verb](const Write &write) { return write.verb == verb; }));
        };
        QCOMPARE(count(Write::Verb::Create), created);
        QCOMPARE(count(Write::Verb::Delete), deleted);
    }

    void aPodIsWhatTheTemplateSaysAndKnowsItsOwner()
    {
        Random random(1);
        const Writes writes = syncReplicaSet(workload("ReplicaSet", "web", 1, "web:1"), {}, random);
        const Json &pod = writes.front().object;
        QVERIFY(QString::fromStdString(nameOf(pod)).startsWith(QStringLiteral("web-")));
        QCOMPARE(nameOf(pod).size(), std::string("web-12345").size());
        QCOMPARE(textOf(find(pod, {"metadata", "generateName"})), std::string("web-"));
        QCOMPARE(controllerUid(pod), std::string("uid-web"));
        QCOMPARE(textOf(find(pod, {"metadata", "labels", "app"})), std::string("web"));
        QCOMPARE(textOf(find(find(pod, {"spec", "containers"}).front(), "image")), std::string("web:1"));
        QCOMPARE(QString::fromStdString(writes.front().note->message),
                 QStringLiteral("Created pod: ") + QString::fromStdString(nameOf(pod)));
    }

    void theStatusCountsWhatIsThereAndWhatIsReady()
    {
        Random random(1);
        const std::vector<PodFacts> pods{podFacts("web-a"), podFacts("web-b", "Running", false)};
        const Json written = resultOf(syncReplicaSet(workload("ReplicaSet", "web", 2, "web:1"), pods, random),
                                      Write::Verb::UpdateStatus, resources::ReplicaSets);
        QCOMPARE(numberOf(find(written, {"status", "replicas"})), 2);
        QCOMPARE(numberOf(find(written, {"status", "readyReplicas"})), 1);
        QCOMPARE(numberOf(find(written, {"status", "observedGeneration"})), 1);
        QCOMPARE(inWords(syncReplicaSet(written, pods, random)), QString());
    }

    void theLeastUsefulPodGoesFirst_data()
    {
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("gone");
        QTest::newRow("unbound before bound")
            << QStringLiteral("Running ready old") << QStringLiteral("Pending unready young");
        QTest::newRow("unready before ready")
            << QStringLiteral("Running ready young") << QStringLiteral("Running unready old");
        QTest::newRow("young before old")
            << QStringLiteral("Running ready old") << QStringLiteral("Running ready young");
    }

    void theLeastUsefulPodGoesFirst()
    {
        QFETCH(QString, kept);
        QFETCH(QString, gone);
        const auto pod = [](const char *name, const QString &words) {
            PodFacts facts = podFacts(name, words.section(QLatin1Char(' '), 0, 0).toStdString(),
                                      words.contains(QStringLiteral(" ready")));
            facts.created =
                Noon - (words.endsWith(QStringLiteral("old")) ? std::chrono::hours(9) : std::chrono::hours(1));
            return facts;
        };
        Random random(1);
        const Writes writes =
            syncReplicaSet(workload("ReplicaSet", "web", 1, "web:1"), {pod("kept", kept), pod("gone", gone)}, random);
        QCOMPARE(inWords(writes).section(QStringLiteral("; "), 0, 0), QStringLiteral("delete pods gone"));
    }

    void aSetThatIsBeingDeletedMakesNothing()
    {
        Json set = workload("ReplicaSet", "web", 3, "web:1");
        set["metadata"]["deletionTimestamp"] = "2026-11-21T12:00:00Z";
        Random random(1);
        QCOMPARE(inWords(syncReplicaSet(set, {}, random)), QStringLiteral("status replicasets.apps web"));
    }
};

} // namespace tst_replicaset

WK_TEST(tst_replicaset, TestReplicaSet, QCoreApplication)
#include "tst_replicaset.moc"
