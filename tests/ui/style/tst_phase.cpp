// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/phase.h"

#include "core/resource/object.h"
#include "tests/support/testregistry.h"

#include <QTest>

Q_DECLARE_METATYPE(wk::Phase)

namespace tst_phase {

using namespace wk;

class PhaseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsHavePhases_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<Phase>("phase");
        const auto row = [](const char *word, Phase phase) { QTest::newRow(word) << QByteArray(word) << phase; };
        row("Running", Phase::Running);
        row("Ready", Phase::Running);
        row("Ready,SchedulingDisabled", Phase::Running);
        row("NotReady", Phase::Failed);
        row("ContainerCreating", Phase::Pending);
        row("Init:0/2", Phase::Pending);
        row("Init:CrashLoopBackOff", Phase::Failed);
        row("Init:Error", Phase::Failed);
        row("ImagePullBackOff", Phase::Failed);
        row("ErrImagePull", Phase::Failed);
        row("CreateContainerConfigError", Phase::Failed);
        row("Completed", Phase::Succeeded);
        row("Terminating", Phase::Terminating);
        row("Unknown", Phase::Unknown);
        row("something of an operator's own", Phase::None);
        row("", Phase::None);
    }
    void wordsHavePhases()
    {
        QFETCH(QByteArray, word);
        QFETCH(Phase, phase);
        QVERIFY(phaseOfWord(word.toStdString()) == phase);
    }

    void aDeletionUnderWayWinsOverTheWord()
    {
        Object pod;
        pod.deleting = WallTime{};
        QVERIFY(phaseOf(pod, "Running") == Phase::Terminating);
    }

    void theCellWinsOverThePhase()
    {
        Object pod;
        pod.phase = "Running";
        QVERIFY(phaseOf(pod, "CrashLoopBackOff") == Phase::Failed);
        QVERIFY(phaseOf(pod, "") == Phase::Running);
    }

    void readinessSpeaksWhereThereIsNoPhase()
    {
        Object deployment;
        QVERIFY(phaseOf(deployment, "") == Phase::None);
        deployment.ready = Readiness::True;
        QVERIFY(phaseOf(deployment, "") == Phase::Running);
        deployment.ready = Readiness::Unknown;
        QVERIFY(phaseOf(deployment, "") == Phase::Unknown);
    }
};

} // namespace tst_phase

WK_TEST(tst_phase, PhaseTest, QCoreApplication)
#include "tst_phase.moc"
