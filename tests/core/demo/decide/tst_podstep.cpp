// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/podstep.h"

#include "core/demo/decide/behaviour.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_podstep {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

/// A pod and its kubelet: does what is decided, and lets the time pass that is waited for.
class Life
{
public:
    explicit Life(const char *image, const char *restartPolicy = "Always")
        : pod(podFrom(workload("ReplicaSet", "web", 1, image), "web-x1", "web-"))
    {
        pod["metadata"]["uid"] = "uid-x1";
        pod["spec"]["restartPolicy"] = restartPolicy;
        pod["spec"]["nodeName"] = "node-03";
    }

    /// Writes down what kubectl would show, one word a change, until `steps` reports were made or nothing
    /// moves.
    QString story(int steps)
    {
        QStringList words;
        for (int i = 0; i < 200 && steps > 0; ++i) {
            const PodStep step = nextPodStep(pod, {"10.0.0.13", "10.244.3.9"}, now);
            for (const Note &note : step.notes)
                notes << QString::fromStdString(note.reason);
            if (step.kind == PodStep::Kind::Rest)
                return words.join(QStringLiteral(" > "));
            if (step.kind == PodStep::Kind::Remove)
                return (words << QStringLiteral("removed")).join(QStringLiteral(" > "));
            if (step.kind == PodStep::Kind::Wait) {
                waited += step.wait;
                now += step.wait;
                continue;
            }
            pod["status"] = step.status;
            words << state();
            --steps;
        }
        return words.join(QStringLiteral(" > "));
    }

    QString state() const
    {
        const Json &entry = find(pod, {"status", "containerStatuses"}).front();
        for (const char *kind : {"waiting", "terminated"}) {
            if (const Json &found = find(entry, {"state", kind}); found.is_object())
                return QString::fromStdString(textOf(find(found, "reason")));
        }
        return isConditionTrue(find(pod, "status"), "Ready") ? QStringLiteral("ready") : QStringLiteral("running");
    }

    std::int64_t restarts() const
    {
        return numberOf(find(find(pod, {"status", "containerStatuses"}).front(), "restartCount"));
    }

    QString phase() const { return QString::fromStdString(textOf(find(pod, {"status", "phase"}))); }

    Json pod;
    WallTime now = Noon;
    std::chrono::milliseconds waited{0};
    QStringList notes;
};

} // namespace

class TestPodStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aPodLivesAsItsImageLetsIt_data()
    {
        QTest::addColumn<QByteArray>("image");
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<int>("steps");
        QTest::addColumn<QString>("story");
        QTest::addColumn<QString>("phase");
        QTest::newRow("an ordinary one gets ready and stays so")
            << QByteArray("web:1") << QByteArray("Always") << 20
            << QStringLiteral("ContainerCreating > running > ready") << QStringLiteral("Running");
        QTest::newRow("a candidate exits, at first it is restarted at once, then held back")
            << QByteArray("web:2-rc.1") << QByteArray("Always") << 7
            << QStringLiteral("ContainerCreating > running > Error > running > Error > CrashLoopBackOff > running")
            << QStringLiteral("Running");
        QTest::newRow("one that takes too much memory is killed")
            << QByteArray("web:oom") << QByteArray("Always") << 3
            << QStringLiteral("ContainerCreating > running > OOMKilled") << QStringLiteral("Running");
        QTest::newRow("an image that is nowhere is not pulled")
            << QByteArray("web:missing") << QByteArray("Always") << 20
            << QStringLiteral("ContainerCreating > ErrImagePull > ImagePullBackOff") << QStringLiteral("Pending");
        QTest::newRow("one that never passes its probe runs unready")
            << QByteArray("web:unready") << QByteArray("Always") << 20 << QStringLiteral("ContainerCreating > running")
            << QStringLiteral("Running");
        QTest::newRow("a job ends well") << QByteArray("web:1") << QByteArray("Never") << 20
                                         << QStringLiteral("ContainerCreating > running > ready > Completed")
                                         << QStringLiteral("Succeeded");
        QTest::newRow("a job that fails ends so")
            << QByteArray("web:crash") << QByteArray("Never") << 20
            << QStringLiteral("ContainerCreating > running > Error") << QStringLiteral("Failed");
    }

    void aPodLivesAsItsImageLetsIt()
    {
        QFETCH(QByteArray, image);
        QFETCH(QByteArray, policy);
        QFETCH(int, steps);
        QFETCH(QString, story);
        QFETCH(QString, phase);
        Life life(image.constData(), policy.constData());
        QCOMPARE(life.story(steps), story);
        QCOMPARE(life.phase(), phase);
    }

    void whatIsRestartedIsCountedAndWaitsLonger()
    {
        Life life("web:2-rc.1");
        life.story(5); // … > running > Error, for the second time
        QCOMPARE(life.restarts(), 1);
        std::chrono::milliseconds last{0};
        for (int i = 0; i < 4; ++i) {
            life.waited = {};
            life.story(3); // CrashLoopBackOff > running > Error
            QVERIFY(life.waited > last);
            last = life.waited;
        }
        QCOMPARE(life.restarts(), 5);
        const Json &entry = find(life.pod, {"status", "containerStatuses"}).front();
        QCOMPARE(numberOf(find(entry, {"lastState", "terminated", "exitCode"})), 1);
        QVERIFY(life.notes.contains(QStringLiteral("BackOff")));
    }

    void theDelayDoublesToFiveMinutes_data()
    {
        QTest::addColumn<int>("restarts");
        QTest::addColumn<int>("seconds");
        QTest::newRow("the first restart comes at once") << 0 << 0;
        QTest::newRow("then ten seconds") << 1 << 10;
        QTest::newRow("twenty") << 2 << 20;
        QTest::newRow("a hundred and sixty") << 5 << 160;
        QTest::newRow("five minutes at most") << 6 << 300;
        QTest::newRow("for ever") << 1'000'000 << 300;
    }

    void theDelayDoublesToFiveMinutes()
    {
        QFETCH(int, restarts);
        QFETCH(int, seconds);
        QCOMPARE(restartDelay(restarts).count(), seconds);
    }

    void aDeletedPodStopsItsContainersAndIsTakenAway()
    {
        Life life("web:1");
        life.story(3);
        life.pod["metadata"]["deletionTimestamp"] = formatTime(life.now + std::chrono::seconds(30));
        life.pod["metadata"]["deletionGracePeriodSeconds"] = 30;
        life.notes.clear();
        QCOMPARE(life.story(9), QStringLiteral("Completed > removed"));
        QCOMPARE(life.notes.first(), QStringLiteral("Killing"));
        QVERIFY(life.waited < std::chrono::seconds(30));
        QVERIFY(!isConditionTrue(find(life.pod, "status"), "Ready"));
    }

    void aPodWithAnAnnotationDoesWhatItIsTold()
    {
        Life life("web:1");
        life.story(3);
        QCOMPARE(life.state(), QStringLiteral("ready"));
        life.pod["metadata"]["annotations"][BehaviourAnnotation] = "crash";
        QCOMPARE(life.story(1), QStringLiteral("Error"));
    }

    void aSleepLastsAsLongAsItSays()
    {
        Life life("busybox", "Never");
        life.pod["spec"]["containers"][0]["command"] = Json::array({"sh", "-c", "sleep 90"});
        life.story(4);
        QCOMPARE(life.state(), QStringLiteral("Completed"));
        QVERIFY(life.waited > std::chrono::seconds(85) && life.waited < std::chrono::seconds(110));
    }

    void theConditionsTellTheSameAsTheContainers()
    {
        Life life("web:1");
        life.story(1);
        QCOMPARE(textOf(find(findCondition(find(life.pod, "status"), "Ready"), "message")),
                 std::string("containers with unready status: [web]"));
        QCOMPARE(textOf(find(life.pod, {"status", "hostIP"})), std::string("10.0.0.13"));
        life.story(2);
        QVERIFY(isConditionTrue(find(life.pod, "status"), "ContainersReady"));
        QCOMPARE(textOf(find(life.pod, {"status", "podIP"})), std::string("10.244.3.9"));
        QCOMPARE(life.notes, (QStringList{QStringLiteral("Pulling"), QStringLiteral("Pulled"),
                                          QStringLiteral("Created"), QStringLiteral("Started")}));
    }

    void aPodOfAShapeThatCannotBeIsLeftAlone_data()
    {
        QTest::addColumn<Json>("spec");
        QTest::newRow("no containers") << Json{{"containers", Json::array()}};
        QTest::newRow("containers that are none") << Json{{"containers", "all of them"}};
        QTest::newRow("no spec") << Json();
    }

    void aPodOfAShapeThatCannotBeIsLeftAlone()
    {
        QFETCH(Json, spec);
        Life life("web:1");
        life.pod["spec"] = spec;
        QCOMPARE(life.story(5), QString());
    }
};

} // namespace tst_podstep

WK_TEST(tst_podstep, TestPodStep, QCoreApplication)
#include "tst_podstep.moc"
