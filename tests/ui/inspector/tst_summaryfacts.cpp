// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/summaryfacts.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/style/formats.h"

#include <QTest>

#include <algorithm>

namespace tst_summaryfacts {

using namespace wk;

class SummaryFactsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPodThatRanToItsEndHasNoConditionInAlarm()
    {
        SummaryInput pod;
        pod.object = sample::shared(Object());
        pod.summary.conditions = {{"PodScheduled", "True", {}, {}, {}},
                                  {"Ready", "False", "PodCompleted", {}, {}},
                                  {"Initialized", "False", "ContainersNotInitialized", {}, {}}};
        const std::vector<Fact> facts = summaryFacts(pod);
        const auto condition = [&facts](QLatin1String label) { return factNamed(facts, label); };
        QCOMPARE(condition(QLatin1String("PodScheduled")).phase, Phase::Running);
        QCOMPARE(condition(QLatin1String("Initialized")).phase, Phase::Failed);
        QCOMPARE(condition(QLatin1String("Ready")).phase, Phase::Succeeded);
        QCOMPARE(condition(QLatin1String("Ready")).detail, QStringLiteral("PodCompleted"));
    }

    /// deletionTimestamp is when its grace is over.
    void aDeletionWasAskedForBeforeItsGrace()
    {
        Object object;
        object.deleting = sample::Now + std::chrono::seconds(20);
        SummaryInput pod;
        pod.object = sample::shared(std::move(object));
        pod.summary.deletionGrace = 30;
        const std::vector<Fact> facts = summaryFacts(pod);
        QCOMPARE(factNamed(facts, QLatin1String("Deletion requested")).since, sample::Now - std::chrono::seconds(10));
        QCOMPARE(factNamed(facts, QLatin1String("Deletion deadline")).value,
                 format::dateTime(sample::Now + std::chrono::seconds(20)));
        pod.summary.deletionGrace = 0;
        QVERIFY(factNamed(summaryFacts(pod), QLatin1String("Deletion deadline")).value.isEmpty());
        pod.summary.deletionGrace = {};
        QVERIFY(factNamed(summaryFacts(pod), QLatin1String("Deletion requested")).value.isEmpty());
        QVERIFY(!factNamed(summaryFacts(pod), QLatin1String("Deletion deadline")).value.isEmpty());
    }

private:
    static Fact factNamed(const std::vector<Fact> &facts, QLatin1String label)
    {
        const auto named = [label](const Fact &fact) { return fact.label == label && !fact.value.isEmpty(); };
        const auto found = std::ranges::find_if(facts, named);
        return found == facts.end() ? Fact() : *found;
    }
};

} // namespace tst_summaryfacts

WK_TEST(tst_summaryfacts, SummaryFactsTest, QApplication)
#include "tst_summaryfacts.moc"
