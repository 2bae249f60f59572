// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/changeledger.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

namespace tst_changeledger {

using namespace wk;
using namespace wk::sample;

namespace {

constexpr WatchId Pods = 1;

ObjectPtr podOf(const std::string &name)
{
    return shared(pod({.name = name}));
}

std::uint32_t changesOf(const ChangeLedger &ledger, const std::string &name, WatchId watch = Pods)
{
    const ChangeRecord *record = ledger.find(watch, *podOf(name));
    return record ? record->changes : 0;
}

} // namespace

class ChangeLedgerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatComesAfterTheListIsAChange()
    {
        ChangeLedger ledger;
        for (const EntryPtr &entry :
             {listed(Pods, podColumns(), {podOf("a")}), as(added(Pods, podOf("a")), EntryClass::Initial),
              modified(Pods, podOf("a"), podOf("a"), {}, "scheduler"), bookmark(Pods, 5)})
            ledger.note(*entry);
        QCOMPARE(ledger.find(Pods, *podOf("a"))->lastManager, std::string("scheduler"));
        ledger.note(*deleted(Pods, podOf("a")));
        QCOMPARE(changesOf(ledger, "a"), 2U);
        QCOMPARE(ledger.find(Pods, *podOf("a"))->lastManager, std::string()); // nobody has said so
        QCOMPARE(int(ledger.find(Pods, *podOf("a"))->spark.bars(Now).back()), 2);
    }

    void aWatchOfAnUnknownScopeCountsForItself()
    {
        ChangeLedger ledger;
        ledger.note(*added(Pods, podOf("a")));
        QCOMPARE(changesOf(ledger, "a", 2), 0U);
    }

    void watchesOfOneResourceCountTogether()
    {
        const WatchScope whole = scopeOf(podInfo());
        const WatchScope narrow = scopeOf(podInfo(), "web");
        const WatchScope other = scopeOf(deploymentInfo());
        ChangeLedger ledger([&](WatchId watch) { return watch == Pods ? &whole : watch == 2 ? &narrow : &other; });
        ledger.note(*added(Pods, podOf("a")));
        ledger.note(*modified(2, podOf("a"), podOf("a")));
        QCOMPARE(changesOf(ledger, "a"), 2U);
        QCOMPARE(changesOf(ledger, "a", 2), 2U);
        QCOMPARE(changesOf(ledger, "a", 3), 0U);
    }

    void thatAServerForgetsAnEventIsNoChange()
    {
        const ObjectPtr note = shared(kubeEvent("web-1.17a", "Warning", "BackOff", std::chrono::minutes(61)));
        const WatchScope events = scopeOf(eventInfo());
        ChangeLedger ledger([&](WatchId) { return &events; });
        ledger.note(*modified(2, note, note));
        ledger.note(*deleted(2, note));
        QCOMPARE(ledger.find(2, *note)->changes, 1U);
        QCOMPARE(int(ledger.find(2, *note)->spark.bars(Now).back()), 1);
    }

    void oneOfTheSameNameIsAnother()
    {
        ChangeLedger ledger;
        ledger.note(*added(Pods, podOf("a")));
        Object again = *podOf("a");
        again.uid = "another";
        QVERIFY(!ledger.find(Pods, again));
    }

    void whatChangesIsRememberedAndWhatIsStillForgotten()
    {
        ChangeLedger ledger;
        const EntryPtr still = added(Pods, podOf("still"));
        const EntryPtr busy = added(Pods, podOf("busy"));
        ledger.note(*still);
        for (std::size_t i = 0; i < 2 * ChangeLedger::Generation; ++i) {
            Object other = *podOf("other");
            other.uid = std::to_string(i);
            ledger.note(*added(Pods, shared(std::move(other))));
            if (i % 1000 == 0)
                ledger.note(*busy);
        }
        QCOMPARE(changesOf(ledger, "still"), 0U);
        QCOMPARE(changesOf(ledger, "busy"), 100U);
    }
};

} // namespace tst_changeledger

WK_TEST(tst_changeledger, ChangeLedgerTest, QCoreApplication)
#include "tst_changeledger.moc"
