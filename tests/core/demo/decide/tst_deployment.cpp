// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/deployment.h"

#include "core/demo/build/workload.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_deployment {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

/// A Deployment and its ReplicaSets with nobody else around: what is decided is done, and pods are ready when
/// the test lets them be.
class World
{
public:
    explicit World(Json given)
        : deployment(std::move(given))
    {}

    Writes step()
    {
        const Writes writes = syncDeployment(deployment, sets, now);
        for (const Write &write : writes)
            apply(write);
        return writes;
    }

    /// Until nothing is to be done any more.
    void settle()
    {
        for (int i = 0; i < 50 && !step().empty(); ++i) {
        }
    }

    /// The pods of a set become what it asks for, `available` of them ready.
    void letPodsLive(std::size_t set, int available)
    {
        const std::int64_t replicas = wantedReplicas(sets[set]);
        sets[set]["status"] =
            Json{{"replicas", replicas}, {"availableReplicas", available}, {"readyReplicas", available}};
    }

    void letAllPodsLive()
    {
        for (std::size_t i = 0; i < sets.size(); ++i)
            letPodsLive(i, wantedReplicas(sets[i]));
    }

    void setImage(const char *image)
    {
        deployment["spec"]["template"]["spec"]["containers"][0]["image"] = image;
        deployment["metadata"]["generation"] = numberOf(deployment["metadata"]["generation"]) + 1;
    }

    /// "3/3 1/0": asked for and available, set by set, in the order of their making.
    QString replicas() const
    {
        QStringList words;
        for (const Json &set : sets) {
            words << QStringLiteral("%1/%2")
                         .arg(wantedReplicas(set))
                         .arg(numberOf(find(set, {"status", "availableReplicas"})));
        }
        return words.join(QLatin1Char(' '));
    }

    /// "3 1": asked for.
    QString asked() const
    {
        QStringList words;
        for (const Json &set : sets)
            words << QString::number(wantedReplicas(set));
        return words.join(QLatin1Char(' '));
    }

    QString condition(const char *type) const
    {
        const Json &found = findCondition(find(deployment, "status"), type);
        return QString::fromStdString(textOf(find(found, "status")) + " " + textOf(find(found, "reason")));
    }

    Json deployment;
    std::vector<Json> sets;
    WallTime now = Noon;

private:
    void apply(const Write &write)
    {
        if (write.resource == resources::Deployments) {
            deployment = write.object;
        } else if (write.verb == Write::Verb::Create) {
            sets.push_back(write.object);
            sets.back()["metadata"]["creationTimestamp"] = formatTime(now + std::chrono::seconds(sets.size()));
        } else {
            for (std::size_t i = 0; i < sets.size(); ++i) {
                if (nameOf(sets[i]) != nameOf(write.object))
                    continue;
                if (write.verb == Write::Verb::Delete)
                    sets.erase(sets.begin() + static_cast<std::ptrdiff_t>(i));
                else
                    sets[i] = write.object;
                break;
            }
        }
    }
};

World running(int replicas)
{
    World world(workload("Deployment", "web", replicas, "web:1"));
    world.settle();
    world.letAllPodsLive();
    world.settle();
    return world;
}

} // namespace

class TestDeployment : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aNewDeploymentGetsOneSetWithAllItsReplicas()
    {
        World world(workload("Deployment", "web", 3, "web:1"));
        const Writes writes = world.step();
        QCOMPARE(world.replicas(), QStringLiteral("3/0"));
        QCOMPARE(QString::fromStdString(writes.front().note->message),
                 QStringLiteral("Scaled up replica set ") + QString::fromStdString(nameOf(world.sets[0])) +
                     QStringLiteral(" from 0 to 3"));
        world.settle();
        QCOMPARE(revisionOf(world.deployment), 1);
        QCOMPARE(world.condition("Progressing"), QStringLiteral("True NewReplicaSetCreated"));
        QCOMPARE(world.condition("Available"), QStringLiteral("False MinimumReplicasUnavailable"));
    }

    void itsSetCarriesTheHashInNameLabelsAndSelector()
    {
        const World world = running(1);
        const Json &set = world.sets[0];
        const std::string hash = textOf(find(set, {"metadata", "labels", "pod-template-hash"}));
        QCOMPARE(nameOf(set), "web-" + hash);
        QCOMPARE(textOf(find(set, {"spec", "selector", "matchLabels", "pod-template-hash"})), hash);
        QCOMPARE(textOf(find(set, {"spec", "template", "metadata", "labels", "pod-template-hash"})), hash);
        QCOMPARE(controllerUid(set), std::string("uid-web"));
    }

    void whatHasSettledIsLeftAlone()
    {
        World world = running(3);
        QCOMPARE(inWords(world.step()), QString());
        QCOMPARE(world.condition("Progressing"), QStringLiteral("True NewReplicaSetAvailable"));
        QCOMPARE(numberOf(find(world.deployment, {"status", "observedGeneration"})), 1);
    }

    void aRolloutStaysWithinSurgeAndUnavailable_data()
    {
        QTest::addColumn<int>("replicas");
        QTest::addColumn<Json>("strategy");
        QTest::addColumn<QString>("trace");
        const auto rolling = [](Json surge, Json unavailable) {
            return Json{{"type", "RollingUpdate"},
                        {"rollingUpdate", {{"maxSurge", surge}, {"maxUnavailable", unavailable}}}};
        };
        QTest::newRow("a quarter of four is one both ways")
            << 4 << rolling("25%", "25%") << QStringLiteral("3 2 | 1 4 | 0 4");
        QTest::newRow("one more, none less") << 2 << rolling(1, 0) << QStringLiteral("2 1 | 1 2 | 0 2");
        QTest::newRow("none more, one less") << 2 << rolling(0, 1) << QStringLiteral("1 1 | 0 2");
        QTest::newRow("both zero counts as one less") << 2 << rolling(0, "0%") << QStringLiteral("1 1 | 0 2");
        QTest::newRow("recreate stops all before") << 2 << Json{{"type", "Recreate"}} << QStringLiteral("0 | 0 2");
    }

    /// Every stage lets all pods live that have been asked for by then.
    void aRolloutStaysWithinSurgeAndUnavailable()
    {
        QFETCH(int, replicas);
        QFETCH(Json, strategy);
        QFETCH(QString, trace);
        World world = running(replicas);
        world.deployment["spec"]["strategy"] = strategy;
        world.setImage("web:2");
        QStringList seen;
        for (int i = 0; i < 20; ++i) {
            world.settle();
            if (seen.isEmpty() || seen.last() != world.asked())
                seen << world.asked();
            QVERIFY2(wantedReplicas(world.sets[0]) + (world.sets.size() > 1 ? wantedReplicas(world.sets[1]) : 0) <=
                         replicas + RollingLimits::of(world.deployment).surge,
                     qPrintable(seen.last()));
            world.letAllPodsLive();
        }
        QCOMPARE(seen.join(QStringLiteral(" | ")), trace);
        QCOMPARE(world.condition("Progressing"), QStringLiteral("True NewReplicaSetAvailable"));
        QCOMPARE(revisionOf(world.deployment), 2);
    }

    void aRolloutOfPodsThatNeverGetReadyHangs()
    {
        World world = running(5);
        world.setImage("web:2-rc.1");
        for (int i = 0; i < 20; ++i) {
            world.settle();
            world.letPodsLive(0, wantedReplicas(world.sets[0]));
            if (world.sets.size() > 1)
                world.letPodsLive(1, 0);
        }
        QCOMPARE(world.replicas(), QStringLiteral("4/4 3/0"));
        QCOMPARE(world.condition("Available"), QStringLiteral("True MinimumReplicasAvailable"));
        world.now += untilDeadline(world.deployment, world.now);
        world.settle();
        QCOMPARE(world.condition("Progressing"), QStringLiteral("False ProgressDeadlineExceeded"));
    }

    void goingBackTakesTheOldSetUpAgain()
    {
        World world = running(2);
        world.setImage("web:2");
        for (int i = 0; i < 10; ++i, world.letAllPodsLive())
            world.settle();
        world.setImage("web:1");
        for (int i = 0; i < 10; ++i, world.letAllPodsLive())
            world.settle();
        QCOMPARE(world.replicas(), QStringLiteral("2/2 0/0"));
        QCOMPARE(revisionOf(world.deployment), 3);
        QCOMPARE(revisionOf(world.sets[0]), 3);
    }

    void scalingTakesThePresentSetAlong()
    {
        World world = running(2);
        world.deployment["spec"]["replicas"] = 5;
        world.settle();
        QCOMPARE(world.replicas(), QStringLiteral("5/2"));
        world.deployment["spec"]["replicas"] = 1;
        world.settle();
        QCOMPARE(world.replicas(), QStringLiteral("1/2"));
    }

    void historyBeyondItsLimitIsForgotten()
    {
        World world = running(1);
        world.deployment["spec"]["revisionHistoryLimit"] = 1;
        for (const char *image : {"web:2", "web:3", "web:4"}) {
            world.setImage(image);
            for (int i = 0; i < 10; ++i, world.letAllPodsLive())
                world.settle();
        }
        QCOMPARE(world.sets.size(), std::size_t(2));
    }

    void aPausedDeploymentScalesButDoesNotRoll()
    {
        World world = running(2);
        world.deployment["spec"]["paused"] = true;
        world.setImage("web:2");
        world.deployment["spec"]["replicas"] = 3;
        world.settle();
        QCOMPARE(world.sets.size(), std::size_t(1));
        QCOMPARE(world.condition("Progressing"), QStringLiteral("Unknown DeploymentPaused"));
    }
};

} // namespace tst_deployment

WK_TEST(tst_deployment, TestDeployment, QCoreApplication)
#include "tst_deployment.moc"
