// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/summary.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_summary {

using namespace wk;

namespace {

/// An object with this JSON.
Object object(const char *json)
{
    Object made;
    made.body = plainBody(json);
    return made;
}

/// "ContainerWaiting web CrashLoopBackOff", one a line.
QString troubles(const Object &object)
{
    static constexpr const char *kinds[] = {"Unreadable",      "DeletionHeld",   "Failed",          "ContainerWaiting",
                                            "ContainerFailed", "ConditionNotSo", "ReplicasMissing", "SpecNotSeen"};
    QStringList lines;
    for (const Trouble &trouble : troublesOf(object, readSummary(object))) {
        QString line = QLatin1String(kinds[int(trouble.kind)]);
        for (const std::string &part : {trouble.subject, trouble.reason})
            line += part.empty() ? QString() : u' ' + QString::fromStdString(part);
        lines << (trouble.number || trouble.wanted ? line + u' ' + QString::number(trouble.number) : line);
    }
    return lines.join(u'\n');
}

constexpr char CrashingPod[] =
    "{'metadata':{'annotations':{'a/b':'1','kubectl.kubernetes.io/last-applied-configuration':'secret','n':1},"
    "'finalizers':['x']},'spec':{'serviceAccountName':'web','initContainers':[{'name':'init','image':'i:1'}],"
    "'containers':[{'name':'web','image':'w:2'},{'name':'side','image':'s:3'}]},"
    "'status':{'podIP':'10.0.0.1','hostIP':'10.1.1.1',"
    "'conditions':[{'type':'Ready','status':'False','reason':'ContainersNotReady','lastTransitionTime':'2026-11-21T10:41:11Z'},"
    "{'type':'PodScheduled','status':'True'}],"
    "'initContainerStatuses':[{'name':'init','ready':true,'state':{'terminated':{'exitCode':0}}}],"
    "'containerStatuses':[{'name':'web','ready':false,'restartCount':7,"
    "'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off 2m40s'}},"
    "'lastState':{'terminated':{'exitCode':1,'reason':'Error'}}},{'name':'side','ready':true,'state':{'running':{}}}]}}";

} // namespace

class tst_summary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPodTellsItsContainers()
    {
        const ObjectSummary summary = readSummary(object(CrashingPod));
        QCOMPARE(summary.containers.size(), std::size_t(3));
        const Container &web = summary.containers[1];
        QCOMPARE(web.image, std::string("w:2"));
        QCOMPARE(web.state, Container::State::Waiting);
        QCOMPARE(web.reason, std::string("CrashLoopBackOff"));
        QCOMPARE(web.restarts, 7);
        QCOMPARE(web.lastExitCode, 1);
        QVERIFY(summary.containers[0].isInit);
        QVERIFY(summary.containers[2].isReady);
        QCOMPARE(summary.podIp, std::string("10.0.0.1"));
        QCOMPARE(summary.conditions[0].since, parseTime("2026-11-21T10:41:11Z"));
    }

    void theGraceOfADeletionIsRead()
    {
        QCOMPARE(readSummary(object("{'metadata':{'deletionGracePeriodSeconds':30}}")).deletionGrace, 30);
        QVERIFY(!readSummary(object("{'metadata':{}}")).deletionGrace);
    }

    void lastAppliedConfigurationIsLeftOut()
    {
        const ObjectSummary summary = readSummary(object(CrashingPod));
        QCOMPARE(summary.annotations.size(), std::size_t(1));
        QCOMPARE(summary.annotations[0].first, std::string("a/b"));
    }

    void troublesAreTold_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a crash loop") << QByteArray(CrashingPod)
                                      << "ContainerWaiting web CrashLoopBackOff\nContainerFailed web Error 1\n"
                                         "ConditionNotSo Ready ContainersNotReady";
        QTest::newRow("a start is none") << QByteArray(
                                                "{'spec':{'containers':[{'name':'a'}]},'status':{'containerStatuses':"
                                                "[{'name':'a','state':{'waiting':{'reason':'ContainerCreating'}}}]}}")
                                         << "";
        QTest::newRow("pressure is wanted False")
            << QByteArray("{'status':{'conditions':[{'type':'DiskPressure','status':'True','reason':'Full'},"
                          "{'type':'MemoryPressure','status':'False'}]}}")
            << "ConditionNotSo DiskPressure Full";
        QTest::newRow("unknown is not well")
            << QByteArray("{'status':{'conditions':[{'type':'Ready','status':'Unknown'}]}}") << "ConditionNotSo Ready";
        QTest::newRow("what is over is none")
            << QByteArray("{'status':{'conditions':[{'type':'Ready','status':'False','reason':'PodCompleted'}]}}")
            << "";
        QTest::newRow("replicas are missing")
            << QByteArray("{'spec':{'replicas':4},'status':{'readyReplicas':3}}") << "ReplicasMissing 3";
        QTest::newRow("all replicas are there")
            << QByteArray("{'spec':{'replicas':4},'status':{'readyReplicas':4}}") << "";
        QTest::newRow("the controller lags")
            << QByteArray("{'metadata':{'generation':5},'status':{'observedGeneration':4}}") << "SpecNotSeen 4";
        QTest::newRow("no JSON") << QByteArray("{") << "";
        QTest::newRow("other types than they should have")
            << QByteArray("{'metadata':[],'spec':{'containers':{}},'status':{'conditions':[1,'a']}}") << "";
    }

    void troublesAreTold()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, expected);
        QCOMPARE(troubles(object(json.constData())), expected);
    }

    void deletionAndPhaseCount()
    {
        Object pod = object(CrashingPod);
        pod.deleting = parseTime("2026-11-21T10:41:11Z");
        QVERIFY(troubles(pod).startsWith(QStringLiteral("DeletionHeld x")));
        pod.deleting = {};
        pod.phase = "Succeeded";
        QCOMPARE(troubles(pod), QString());
        pod.unreadable = Unreadable::NoName;
        QCOMPARE(troubles(pod), QStringLiteral("Unreadable"));
    }

    void whoIsBeingDeletedNeedNotBeReady()
    {
        Object pod = object("{'status':{'conditions':[{'type':'Ready','status':'False','reason':'PodFailed'},"
                            "{'type':'ContainersReady','status':'False'},{'type':'DiskPressure','status':'True'}]}}");
        pod.deleting = parseTime("2026-11-21T10:41:11Z");
        QCOMPARE(troubles(pod), QStringLiteral("ConditionNotSo DiskPressure"));
        pod.deleting = {};
        QVERIFY(troubles(pod).startsWith(QStringLiteral("ConditionNotSo Ready PodFailed")));
    }

    void aPodThatRanToItsEndNeedNotBeReady()
    {
        const auto unready = [](const char *reason) { return healthOf({"Ready", "False", reason, {}, {}}); };
        QCOMPARE(unready("PodCompleted"), ConditionHealth::Over);
        QCOMPARE(unready("PodFailed"), ConditionHealth::NotSo);
        QCOMPARE(unready("ContainersNotReady"), ConditionHealth::NotSo);
        QCOMPARE(healthOf({"Initialized", "True", "PodCompleted", {}, {}}), ConditionHealth::AsWanted);
    }

    void aTemplateHasImagesToo()
    {
        const ObjectSummary summary =
            readSummary(object("{'spec':{'template':{'spec':{'containers':[{'name':'a','image':'i'}]}}}}"));
        QCOMPARE(summary.containers.size(), std::size_t(1));
        QCOMPARE(summary.containers[0].image, std::string("i"));
    }
};

} // namespace tst_summary

WK_TEST(tst_summary, tst_summary, QCoreApplication)
#include "tst_summary.moc"
