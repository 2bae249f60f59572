// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/window/kindcounts.h"

#include <QTest>

namespace tst_kindcounts {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;

namespace {

const Instant Start{1h};

WatchStatus statusOf(WatchId watch, std::uint64_t objects)
{
    WatchStatus status = sample::live(watch);
    status.objects = objects;
    return status;
}

QString textOf(const std::vector<WatchScope> &scopes)
{
    QStringList words;
    for (const WatchScope &scope : scopes)
        words << QString::fromStdString(scope.resource.gvr.resource + '/' + scope.ns);
    return words.join(u' ');
}

} // namespace

class tst_KindCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneKindIsAskedAtATimeAndEachOnceAMinute()
    {
        KindCounts counts;
        const std::vector<ResourceInfo> seen{sample::podInfo(), sample::nodeInfo()};
        QCOMPARE(textOf(counts.ask(seen, Start)), u"pods/"_s);
        QCOMPARE(textOf(counts.ask(seen, Start)), u"nodes/"_s);
        QCOMPARE(textOf(counts.ask(seen, Start + 59s)), QString());
        QCOMPARE(textOf(counts.ask(seen, Start + 60s)), u"pods/"_s);
    }

    void aWatchedKindIsNotAsked()
    {
        KindCounts counts;
        counts.heard(statusOf(1, 412), sample::scopeOf(sample::podInfo()));
        QCOMPARE(counts.watched(sample::podInfo().gvr), std::optional<std::int64_t>(412));
        QVERIFY(counts.ask({sample::podInfo()}, Start).empty());
        counts.forget(1);
        QVERIFY(!counts.watched(sample::podInfo().gvr));
        QCOMPARE(textOf(counts.ask({sample::podInfo()}, Start)), u"pods/"_s);
    }

    void ofSeveralClustersTheSumCounts()
    {
        KindCounts counts;
        counts.heard(statusOf(1, 412), sample::scopeOf(sample::podInfo()), 1);
        counts.heard(statusOf(2, 30), sample::scopeOf(sample::podInfo()), 2);
        QCOMPARE(counts.watched(sample::podInfo().gvr), std::optional<std::int64_t>(442));
        WatchStatus denied = statusOf(2, 0);
        denied.state = WatchState::NotAllowed;
        counts.heard(denied, sample::scopeOf(sample::podInfo()), 2);
        QCOMPARE(counts.watched(sample::podInfo().gvr), std::optional<std::int64_t>(412)); // of the other
        const auto scopes = counts.ask({sample::nodeInfo()}, Start);
        counts.askedOf(sample::nodeInfo().gvr, 2);
        QVERIFY(!counts.answered(scopes[0], std::int64_t(12)));
        QCOMPARE(counts.answered(scopes[0], std::int64_t(3))->value(), std::int64_t(15));
    }

    void eachNamespaceIsAskedAndTheSumCounts()
    {
        KindCounts counts;
        counts.setNamespaces({"web", "payments"});
        const auto scopes = counts.ask({sample::podInfo()}, Start);
        QCOMPARE(textOf(scopes), u"pods/web pods/payments"_s);
        QVERIFY(!counts.answered(scopes[0], std::int64_t(40)));
        QCOMPARE(counts.answered(scopes[1], std::int64_t(2))->value(), std::int64_t(42));
        QCOMPARE(textOf(counts.ask({sample::nodeInfo()}, Start)), u"nodes/"_s);
    }

    void oneNamespaceThatIsAllowedIsEnough()
    {
        KindCounts counts;
        counts.setNamespaces({"web", "payments"});
        const Error denied{ErrorKind::Forbidden, "no", {}, 403, {}};
        const auto scopes = counts.ask({sample::podInfo()}, Start);
        QVERIFY(!counts.answered(scopes[0], denied));
        QCOMPARE(counts.answered(scopes[1], std::int64_t(2))->value(), std::int64_t(2));
        counts.setNamespaces({"web"});
        const auto again = counts.ask({sample::podInfo()}, Start);
        QCOMPARE(counts.answered(again[0], denied)->error().kind, ErrorKind::Forbidden);
    }

    void anAnswerForOtherNamespacesIsLate()
    {
        KindCounts counts;
        const auto scopes = counts.ask({sample::podInfo()}, Start);
        counts.setNamespaces({"web"});
        QVERIFY(!counts.answered(scopes[0], std::int64_t(412)));
        counts.ask({sample::podInfo()}, Start);
        QVERIFY(!counts.answered(scopes[0], std::int64_t(412)));
    }

    void watchesMustCoverWhatIsLookedAt()
    {
        KindCounts counts;
        counts.setNamespaces({"web", "payments"});
        counts.heard(statusOf(1, 40), sample::scopeOf(sample::podInfo(), "web"));
        QVERIFY(!counts.watched(sample::podInfo().gvr));
        counts.heard(statusOf(2, 2), sample::scopeOf(sample::podInfo(), "payments"));
        QCOMPARE(counts.watched(sample::podInfo().gvr), std::optional<std::int64_t>(42));
    }

    void ofAKindThatMayNotBeWatchedWholeThereIsWhatIsSeen()
    {
        KindCounts counts;
        counts.heard(statusOf(1, 40), sample::scopeOf(sample::podInfo(), "web"));
        counts.heard(statusOf(2, 2), sample::scopeOf(sample::podInfo(), "payments"));
        QCOMPARE(counts.watched(sample::podInfo().gvr), std::optional<std::int64_t>(42));
        QVERIFY(counts.ask({sample::podInfo()}, Start).empty());
        WatchStatus listing = statusOf(3, 0);
        listing.state = WatchState::Listing;
        counts.heard(listing, sample::scopeOf(sample::podInfo()));
        QVERIFY2(!counts.watched(sample::podInfo().gvr), "the whole is about to be known");
    }

    void whatIsWatchedWholeIsNeverAskedForAndCountsAsTheHistoryHasIt()
    {
        KindCounts counts;
        counts.heard(statusOf(1, 412), sample::scopeOf(sample::podInfo()));
        counts.setNamespaces({"web"});
        QVERIFY(!counts.watched(sample::podInfo().gvr));
        QVERIFY(counts.ask({sample::podInfo()}, Start).empty());
        counts.counted({{sample::podInfo().gvr, 40}});
        QCOMPARE(counts.watched(sample::podInfo().gvr), std::optional<std::int64_t>(40));
        counts.setNamespaces({});
        QCOMPARE(counts.watched(sample::podInfo().gvr), std::optional<std::int64_t>(412));
    }

    void whatAWatchBringsCountsAtOnceAndAnOlderStatusDoesNot()
    {
        KindCounts counts;
        const GroupVersionResource pods = sample::podInfo().gvr;
        QVERIFY(counts.held(1, 1));
        counts.heard(statusOf(1, 1), sample::scopeOf(sample::podInfo()));
        QVERIFY(counts.held(1, 2));
        QCOMPARE(counts.watched(pods), std::optional<std::int64_t>(2));
        QVERIFY(!counts.held(1, 2));
        QVERIFY(counts.held(1, 1));
        counts.heard(statusOf(1, 2), sample::scopeOf(sample::podInfo())); // of before the deletion
        QCOMPARE(counts.watched(pods), std::optional<std::int64_t>(1));
        counts.forget(1);
        counts.heard(statusOf(1, 7), sample::scopeOf(sample::podInfo()));
        QCOMPARE(counts.watched(pods), std::optional<std::int64_t>(7));
    }

    void aWatchWithASelectorOrWithoutAListDoesNotCount()
    {
        KindCounts counts;
        WatchScope selected = sample::scopeOf(sample::podInfo());
        selected.fieldSelector = "spec.nodeName=";
        counts.heard(statusOf(1, 3), selected);
        QVERIFY(!counts.watched(sample::podInfo().gvr));
        WatchStatus listing = statusOf(2, 0);
        listing.state = WatchState::Listing;
        counts.heard(listing, sample::scopeOf(sample::podInfo()));
        QVERIFY(!counts.watched(sample::podInfo().gvr));
    }
};

} // namespace tst_kindcounts

WK_TEST(tst_kindcounts, tst_KindCounts, NoApplication)
#include "tst_kindcounts.moc"
