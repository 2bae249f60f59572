// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/eventbins.h"

#include "core/history/eventlog.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

#include <functional>

namespace tst_eventbins {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

const std::int64_t now = secondOf(Now);
const ObjectPtr web = shared(pod({.name = "web-1"}));

/// "0-20 40-50": seconds from now.
QString textOf(const TimeSpans &spans)
{
    QStringList texts;
    for (const auto &[from, to] : spans.spans())
        texts << QStringLiteral("%1-%2").arg((from - Now) / 1s).arg((to - Now) / 1s);
    return texts.join(u' ');
}

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
        follow(m_log.snapshot(), m_log.now().end());
    }
    void open(WatchId watch, const WatchScope &scope) { m_log.setWatch(watch, scope); }
    void close(WatchId watch, WallTime time)
    {
        m_log.closeWatch(watch, time);
        follow(m_log.snapshot(), m_log.now().end());
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
        QCOMPARE(bins.sum(now, now + 1), (EventBins::Bin{1, 2, 0}));
        QCOMPARE(bins.sum(now + 1, now + 2), (EventBins::Bin{0, 0, 1}));
        QCOMPARE(bins.sum(now - 10, now + 10), (EventBins::Bin{1, 2, 1}));
    }

    void onlyWhatIsInTheNamespacesLookedAtCounts()
    {
        const ObjectPtr db = shared(pod({.ns = "db", .name = "db-1"}));
        const WatchScope whole = scopeOf(podInfo());
        const WatchScope one = scopeOf(podInfo(), "web");
        TestBins bins([&](WatchId watch) { return watch == 1 ? &whole : &one; }, 4 * 3600, {"db"});
        bins.add(batch({added(1, web), added(1, db), modified(1, db, db), deleted(1, web)}));
        QCOMPARE(bins.sum(now, now + 1), (EventBins::Bin{1, 1, 0}));
        bins.add(batch({gap(2, 5, 9, Now + 20s)}));
        QVERIFY2(bins.lost().spans().empty(), "nobody looks there");
        bins.add(batch({gap(1, 5, 9, Now + 20s)}));
        QCOMPARE(textOf(bins.lost()), u"0-20"_s);
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
        QCOMPARE(bins.sum(now - 10, now + 10), (EventBins::Bin{1, 0, 2}));
    }

    void aGapHasTheEdgesOfTheTimeThatWasNotSeen()
    {
        TestBins bins;
        auto broken = std::make_shared<Entry>(*gap(1, 5, 9, Now + 21'900ms));
        broken->gap.since = broken->gap.broke = Now + 3'300ms;
        bins.add(batch({broken}));
        QCOMPARE(bins.lost().spans(), (std::vector<TimeRange>{{Now + 3'300ms, Now + 21'900ms}}));
        QVERIFY(bins.doubtful().spans().empty());
        QVERIFY(bins.lost().meeting({Now, Now + 5s}));
        QVERIFY(bins.lost().meeting({Now + 20s, Now + 25s}));
        QVERIFY(!bins.lost().meeting({Now, Now + 3s}));
        QVERIFY(!bins.lost().meeting({Now + 22s, Now + 25s}));
    }

    void gapsThatMeetAreOneAndOthersAreNot()
    {
        TimeSpans spans;
        const auto add = [&](int from, int to) {
            spans.add({Now + std::chrono::seconds(from), Now + std::chrono::seconds(to)});
            return textOf(spans);
        };
        QCOMPARE(add(10, 20), u"10-20"_s);
        QCOMPARE(add(30, 40), u"10-20 30-40"_s);
        QCOMPARE(add(5, 7), u"5-7 10-20 30-40"_s);
        QCOMPARE(add(20, 25), u"5-7 10-25 30-40"_s);
        QCOMPARE(add(12, 14), u"5-7 10-25 30-40"_s);
        QCOMPARE(add(50, 50), u"5-7 10-25 30-40 50-50"_s);
        TimeSpans others;
        others.add({Now + 6s, Now + 12s});
        others.add({Now + 15s, Now + 16s});
        others.add({Now + 30s, Now + 60s});
        QCOMPARE(textOf(spans.without(others)), u"5-6 12-15 16-25"_s);
        QCOMPARE(add(6, 35), u"5-40 50-50"_s);
        spans.cutBefore(Now + 38s);
        QCOMPARE(textOf(spans), u"38-40 50-50"_s);
        spans.cutBefore(Now + 51s);
        QVERIFY(spans.spans().empty());
    }

    void aGapFallsOffWithItsSeconds()
    {
        TestBins bins({}, 60);
        bins.add(batch({gap(1, 5, 9)}));
        bins.add(batch({gap(1, 9, 11, Now + 50s)}));
        QCOMPARE(textOf(bins.lost()), u"-10-0 30-50"_s);
        bins.add(batch({gap(1, 11, 12, Now + 24h)}));
        QCOMPARE(bins.lost().spans().size(), std::size_t(1));
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
                gaps += bins.lost().meeting({beginOf(second), beginOf(second + 1)}) ? u'#' : u'.';
            return gaps;
        };
        bins.add(batch({as(listed(1, podColumns(), {web}), EntryClass::Live)})); // as an informer tells it
        QCOMPARE(gapsFrom(-2, 2), QStringLiteral("...."));
        QVERIFY(bins.sum(now, now + 1).listed);
        bins.close(1, Now + 2s);
        bins.add(batch({listed(2, podColumns(), {web}, Now + 3s)}));
        bins.add(batch({added(2, web), at(modified(2, web, web), Now + 5s)}));
        QCOMPARE(gapsFrom(0, 6), QStringLiteral("..#..."));
        bins.close(2, Now + 6s);
        bins.add(batch({as(listed(3, podColumns(), {web}, Now + 8s), EntryClass::Live)}));
        QCOMPARE(gapsFrom(0, 10), QStringLiteral("..######..")); // of the other namespaces
        bins.add(batch({listed(2, podColumns(), {web}, Now + 9s)}));
        QCOMPARE(gapsFrom(0, 10), QStringLiteral("..######..")); // all are watched
        QCOMPARE(bins.sum(now + 5, now + 6).modified, 1U);
    }

    void aWatchThatIsOpenedAgainHasTheBreakThatItTells()
    {
        const WatchScope all = scopeOf(podInfo());
        TestBins bins([&all](WatchId) { return &all; });
        bins.add(batch({listed(1, podColumns(), {web})}));
        bins.close(1, Now + 2s);
        bins.open(1, all);
        auto unwatched = std::make_shared<Entry>(*gap(1, 7, 9, Now + 5s));
        unwatched->gap.since = unwatched->gap.broke = Now + 2s;
        bins.add(batch({unwatched}));
        QCOMPARE(textOf(bins.lost()), u"2-5"_s);
        // And it is open: what another tells is no break, and when it is closed that begins one.
        bins.add(batch({listed(2, podColumns(), {web}, Now + 8s)}));
        QCOMPARE(textOf(bins.lost()), u"2-5"_s);
        bins.close(2, Now + 9s);
        bins.close(1, Now + 10s);
        bins.add(batch({listed(3, podColumns(), {web}, Now + 12s)}));
        QCOMPARE(textOf(bins.lost()), u"2-5 10-12"_s);
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
        QCOMPARE(textOf(bins.lost()), u"120-130"_s);
        QCOMPARE(textOf(bins.doubtful()), u"0-120"_s);
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
