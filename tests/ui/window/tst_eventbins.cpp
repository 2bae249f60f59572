// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/eventbins.h"

#include "core/history/eventlog.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

#include <functional>

namespace tst_eventbins {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

const std::int64_t now = secondOf(Now);
const ObjectPtr web = shared(pod({.name = "web-1"}));

} // namespace

/// Bins that follow a history.
class TestBins : public EventBins
{
public:
    using ScopeOf = std::function<const WatchScope *(WatchId)>;

    explicit TestBins(ScopeOf scopeOf = {}, int seconds = 4 * 3600, std::vector<std::string> namespaces = {})
        : EventBins(std::move(namespaces), seconds)
        , m_scopeOf(std::move(scopeOf))
    {}
    void add(const Batch &batch)
    {
        for (const EntryPtr &entry : batch.entries) {
            const WatchScope *scope = m_scopeOf ? m_scopeOf(entry->watch) : nullptr;
            if (scope && !m_log.now().scope(entry->watch))
                m_log.setWatch(entry->watch, *scope);
        }
        m_log.append(batch);
        follow(*m_log.snapshot());
    }
    void close(WatchId watch, WallTime time)
    {
        m_log.closeWatch(watch, time);
        follow(*m_log.snapshot());
    }

private:
    ScopeOf m_scopeOf;
    EventLog m_log;
};

class EventBinsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsAreCountedByTypeInTheirSecond()
    {
        TestBins bins;
        bins.add(batch({added(1, web), modified(1, web, web), modified(1, web, web), at(deleted(1, web), Now + 1s)}));
        QCOMPARE(bins.sum(now, now + 1), (EventBins::Bin{1, 2, 0, false}));
        QCOMPARE(bins.sum(now + 1, now + 2), (EventBins::Bin{0, 0, 1, false}));
        QCOMPARE(bins.sum(now - 10, now + 10), (EventBins::Bin{1, 2, 1, false}));
    }

    void onlyWhatIsInTheNamespacesLookedAtCounts()
    {
        const ObjectPtr db = shared(pod({.ns = "db", .name = "db-1"}));
        const WatchScope whole = scopeOf(podInfo());
        const WatchScope one = scopeOf(podInfo(), "web");
        TestBins bins([&](WatchId watch) { return watch == 1 ? &whole : &one; }, 4 * 3600, {"db"});
        bins.add(batch({added(1, web), added(1, db), modified(1, db, db), deleted(1, web)}));
        QCOMPARE(bins.sum(now, now + 1), (EventBins::Bin{1, 1, 0, false}));
        bins.add(batch({gap(2, 5, 9, Now + 20s)}));
        QVERIFY2(!bins.sum(now, now + 30).gap, "nobody looks there");
        bins.add(batch({gap(1, 5, 9, Now + 20s)}));
        QVERIFY(bins.sum(now, now + 30).gap);
    }

    void aListIsNoEvent()
    {
        TestBins bins;
        bins.add(batch({listed(1, podColumns(), {web}), as(added(1, web), EntryClass::Initial), bookmark(1, 5)}));
        EventBins::Bin onlyListed;
        onlyListed.listed = true;
        QCOMPARE(bins.sum(now - 10, now + 10), onlyListed);
    }

    void thatAServerForgetsAnEventIsNoNews()
    {
        const ObjectPtr note = shared(kubeEvent("web-1.17a", "Warning", "BackOff", 61min));
        const WatchScope events = scopeOf(eventInfo());
        TestBins bins([&](WatchId watch) { return watch == 2 ? &events : nullptr; });
        bins.add(batch({added(2, note), deleted(2, note), deleted(1, web), deleted(3, web)}));
        QCOMPARE(bins.sum(now - 10, now + 10), (EventBins::Bin{1, 0, 2, false}));
    }

    void aGapCoversTheTimeThatWasNotSeen()
    {
        TestBins bins;
        bins.add(batch({gap(1, 5, 9)}));
        QVERIFY(bins.sum(now - 20, now - 19).gap);
        QVERIFY(bins.sum(now, now + 1).gap);
        QVERIFY(!bins.sum(now - 21, now - 20).gap);
        QVERIFY(!bins.sum(now + 1, now + 2).gap);
    }

    /// Other namespaces are chosen, and then the former again.
    void whatNobodyWatchedMeanwhileIsAGap()
    {
        const auto inNamespace = [](const char *ns) {
            WatchScope scope = scopeOf(podInfo());
            scope.ns = ns;
            return scope;
        };
        const WatchScope all = inNamespace("");
        const WatchScope shop = inNamespace("shop");
        TestBins bins([&](WatchId watch) { return watch == 2 ? &shop : &all; });
        const auto gapsFrom = [&](std::int64_t from, std::int64_t to) {
            QString gaps;
            for (std::int64_t second = now + from; second < now + to; ++second)
                gaps += bins.sum(second, second + 1).gap ? u'#' : u'.';
            return gaps;
        };
        bins.add(batch({as(listed(1, podColumns(), {web}), EntryClass::Live)})); // as an informer tells it
        QCOMPARE(gapsFrom(-2, 2), QStringLiteral("...."));
        QVERIFY(bins.sum(now, now + 1).listed);
        bins.close(1, Now + 2s);
        bins.add(batch({listed(2, podColumns(), {web}, Now + 3s)}));
        bins.add(batch({added(2, web), at(modified(2, web, web), Now + 5s)}));
        QCOMPARE(gapsFrom(0, 6), QStringLiteral("..##.."));
        bins.close(2, Now + 6s);
        bins.add(batch({as(listed(3, podColumns(), {web}, Now + 8s), EntryClass::Live)}));
        QCOMPARE(gapsFrom(0, 10), QStringLiteral("..#######.")); // of the other namespaces
        bins.add(batch({listed(2, podColumns(), {web}, Now + 9s)}));
        QCOMPARE(gapsFrom(0, 10), QStringLiteral("..#######.")); // all are watched
        QCOMPARE(bins.sum(now + 5, now + 6).modified, 1U);
    }

    void anOutageIsAsLongAsItWasHoweverQuietItsWatchesWere()
    {
        TestBins bins;
        const auto broke = [](WatchId watch, std::chrono::seconds quietFor) {
            auto made = std::make_shared<Entry>(*gap(watch, 7, 9, Now + 130s));
            made->gap.since = Now + 120s - quietFor;
            made->gap.broke = Now + 120s;
            return EntryPtr(std::move(made));
        };
        bins.add(batch({broke(1, 120s), broke(2, 60s), broke(3, 0s)}));
        for (std::int64_t second = 0; second <= 131; ++second) {
            const EventBins::Bin bin = bins.sum(now + second, now + second + 1);
            QCOMPARE(bin.gap, second >= 120 && second <= 130);
            QCOMPARE(bin.doubt, second <= 120);
        }
    }

    void oldSecondsFallOff()
    {
        TestBins bins({}, 60);
        bins.add(batch({added(1, web)}));
        bins.add(batch({at(added(1, web), Now + 59s)}));
        QCOMPARE(bins.sum(now, now + 60).added, 2U);
        bins.add(batch({at(added(1, web), Now + 60s)}));
        QCOMPARE(bins.sum(now, now + 100).added, 2U);
        bins.add(batch({at(added(1, web), Now + 24h)}));
        QCOMPARE(bins.sum(now, now + 100'000).added, 1U);
    }

    void aClockThatIsSetBackKeepsItsPlace()
    {
        TestBins bins({}, 60);
        bins.add(batch({added(1, web), at(added(1, web), Now - 5s), at(added(1, web), Now - 24h)}));
        QCOMPARE(bins.sum(now - 5, now - 4).added, 1U);
        QCOMPARE(bins.sum(now - 100'000, now + 1).added, 2U);
    }
};

} // namespace tst_eventbins

WK_TEST(tst_eventbins, EventBinsTest, QCoreApplication)
#include "tst_eventbins.moc"
