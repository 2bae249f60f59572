// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/watchesmodel.h"
#include "ui/models/watchwords.h"
#include "ui/style/formats.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace tst_watchesmodel {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;

const WatchScope *scopeOf(WatchId watch)
{
    static const WatchScope pods = sample::scopeOf(sample::podInfo(), "web");
    static const WatchScope deployments = sample::scopeOf(sample::deploymentInfo());
    static const WatchScope nodes = sample::scopeOf(sample::nodeInfo());
    return watch == 1 ? &pods : watch == 2 ? &deployments : watch == 3 ? &nodes : nullptr;
}

WatchStatus statusOf(WatchId watch, WatchState state)
{
    WatchStatus status = sample::live(watch);
    status.state = state;
    status.lastEvent = sample::Now - 4s;
    return status;
}

WatchStatus waiting(WatchId watch)
{
    WatchStatus status = statusOf(watch, WatchState::Waiting);
    status.nextTry = sample::Now + 18s;
    status.staleSince = sample::Now - 161s;
    status.error = Error{ErrorKind::ConnectionLost, "closed", {}, 0, {}};
    return status;
}

WatchStatus denied(WatchId watch)
{
    WatchStatus status = statusOf(watch, WatchState::NotAllowed);
    status.version = {};
    status.lastList = {};
    status.error = Error{ErrorKind::Forbidden, "user \"dev\" cannot list resource", {}, 403, {}};
    return status;
}

/// "[Need attention 1] Waiting 18 s pods | detail … ": what stands in the rows.
QString textOf(const WatchesModel &model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex first = model.index(row, 0);
        const QString text = first.data().toString();
        const auto kind = first.data(WatchesModel::KindRole).toInt();
        if (kind == WatchesModel::Section)
            rows << u'[' + text + u' ' + first.data(WatchesModel::NoteRole).toString().section(u',', 0, 0) + u']';
        else if (kind == WatchesModel::Detail)
            rows << u"…"_s;
        else
            rows << text + u' ' + model.index(row, WatchesModel::Resource).data().toString();
    }
    return rows.join(u' ');
}

struct Tested {
    WatchesModel model{scopeOf};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    void apply(const Batch &batch, WallTime now)
    {
        m_log.append(batch);
        model.follow(*m_log.snapshot(), m_log.now().end(), now);
        model.hear(batch.statuses, now);
    }
    void closeAndOpenAgain(WatchId watch, WallTime now)
    {
        m_log.setWatch(watch, *scopeOf(watch));
        m_log.closeWatch(watch, now);
        m_log.setWatch(watch, *scopeOf(watch));
        model.follow(*m_log.snapshot(), m_log.now().end(), now);
    }
    QString cell(WatchId watch, int column) { return model.index(model.rowOf(watch), column).data().toString(); }

private:
    EventLog m_log;
};

class tst_WatchesModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void troubleComesFirst_data()
    {
        QTest::addColumn<std::vector<WatchStatus>>("statuses");
        QTest::addColumn<QString>("rows");
        using States = std::vector<WatchStatus>;
        QTest::newRow("none") << States{} << QString();
        QTest::newRow("all live, by name") << States{statusOf(1, WatchState::Live), statusOf(2, WatchState::Live)}
                                           << u"[Live 2] Live deployments.apps Live pods"_s;
        QTest::newRow("one waits")
            << States{waiting(1), statusOf(2, WatchState::Live)}
            << u"[Need attention 1] Waiting 18\u00a0s (cut off) pods … [Live 1] Live deployments.apps"_s;
        QTest::newRow("one is denied") << States{statusOf(1, WatchState::Live), denied(3)}
                                       << u"[Need attention 1] Not allowed nodes … [Live 1] Live pods"_s;
        QTest::newRow("of a closed watch nothing is known") << States{statusOf(9, WatchState::Live)} << QString();
    }
    void troubleComesFirst()
    {
        QFETCH(std::vector<WatchStatus>, statuses);
        Tested t;
        t.apply({{}, statuses}, sample::Now);
        QString expected = [&] {
            QFETCH(QString, rows);
            return rows;
        }();
        QCOMPARE(textOf(t.model).replace(QChar(0xa0), u' '), expected.replace(QChar(0xa0), u' '));
    }

    void aClosingThatIsComeToLateEndsNoneThatIsOpenAgain()
    {
        Tested t;
        t.apply({{}, {statusOf(1, WatchState::Live)}}, sample::Now);
        t.closeAndOpenAgain(1, sample::Now);
        QVERIFY(t.model.rowOf(1) >= 0);
    }

    void aChangeOfStateIsOneRemoveAndOneInsert()
    {
        Tested t;
        t.apply({{}, {statusOf(1, WatchState::Live), statusOf(2, WatchState::Live), statusOf(3, WatchState::Live)}},
                sample::Now);
        QSignalSpy removed(&t.model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(&t.model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&t.model, &QAbstractItemModel::dataChanged);
        t.apply({{}, {waiting(2)}}, sample::Now);
        QVERIFY(removed.size() <= 1);
        QVERIFY(inserted.size() <= 1);
        QCOMPARE(changed.size(), 1);
        t.apply({{}, {statusOf(1, WatchState::Live)}}, sample::Now);
        QVERIFY(removed.size() <= 1);
        QCOMPARE(changed.size(), 2);
    }

    void theCountdownRuns()
    {
        Tested t;
        t.apply({{}, {waiting(1)}}, sample::Now);
        QVERIFY(t.cell(1, WatchesModel::State).contains(u"18"_s));
        t.model.tick(sample::Now + 5s);
        QVERIFY(t.cell(1, WatchesModel::State).contains(u"13"_s));
        const QString detail = t.model.index(t.model.rowOf(1) + 1, 0).data().toString();
        QVERIFY2(detail.contains(u"Next try in 13"_s), qPrintable(detail));
    }

    void eachTroubleHasItsWayOut_data()
    {
        QTest::addColumn<WatchStatus>("status");
        QTest::addColumn<int>("action");
        QTest::newRow("waiting: retry") << waiting(1) << int(WatchesModel::Action::Retry);
        QTest::newRow("denied: the rule that is missing") << denied(1) << int(WatchesModel::Action::CopyRule);
        QTest::newRow("sign-in needed: retry")
            << statusOf(1, WatchState::SignInNeeded) << int(WatchesModel::Action::Retry);
        QTest::newRow("listing goes on by itself")
            << statusOf(1, WatchState::Listing) << int(WatchesModel::Action::None);
        QTest::newRow("live needs nothing") << statusOf(1, WatchState::Live) << int(WatchesModel::Action::None);
    }
    void eachTroubleHasItsWayOut()
    {
        QFETCH(WatchStatus, status);
        Tested t;
        t.apply({{}, {status}}, sample::Now);
        QTEST(t.model.index(t.model.rowOf(1), 0).data(WatchesModel::ActionRole).toInt(), "action");
    }

    void aListTellsHowFarItIs()
    {
        Tested t;
        WatchStatus listing = statusOf(1, WatchState::Listing);
        listing.version = {};
        listing.lastList = {};
        listing.listed = 500;
        listing.listTotal = 15'200;
        t.apply({{}, {listing}}, sample::Now);
        listing.listed = 6'500;
        t.apply({{}, {listing}}, sample::Now + 2s);
        const QModelIndex detail = t.model.index(t.model.rowOf(1) + 1, 0);
        QCOMPARE(detail.data().toString(), u"6\u202f500 of about 15\u202f200 objects, 3\u202f250 per second."_s);
        QCOMPARE(detail.data(WatchesModel::ProgressRole).toDouble(), 6500.0 / 15200);
        QCOMPARE(t.cell(1, WatchesModel::Objects), u"–"_s);
    }

    void whatIsPolledIsAmongTheWellAndCanBeLookedAt()
    {
        Tested t;
        WatchStatus polled = statusOf(1, WatchState::Polled);
        polled.version = {};
        polled.lastEvent = {};
        polled.lastList = sample::Now - 18s;
        polled.nextTry = sample::Now + 12s;
        polled.objects = 3;
        t.apply({{}, {polled, statusOf(2, WatchState::Live)}}, sample::Now);
        QCOMPARE(t.model.watchCount(WatchesModel::Group::Live), 2);
        QCOMPARE(t.cell(1, WatchesModel::State), u"Polled"_s);
        QCOMPARE(t.cell(1, WatchesModel::LastWord), u"look 18\u00a0s"_s);
        QCOMPARE(t.cell(1, WatchesModel::Version), u"–"_s);
        QCOMPARE(t.cell(1, WatchesModel::Objects), u"3"_s);
        const QModelIndex detail = t.model.index(t.model.rowOf(1) + 1, 0);
        QCOMPARE(detail.data(WatchesModel::KindRole).toInt(), int(WatchesModel::Detail));
        QCOMPARE(detail.data(WatchesModel::ActionRole).toInt(), int(WatchesModel::Action::Look));
        QVERIFY(detail.data().toString().startsWith(u"Looked at every 30 s, not watched. The server"_s));
        QVERIFY(detail.data().toString().endsWith(u"Next look in 12\u00a0s."_s));
        polled.staleSince = sample::Now;
        t.apply({{}, {polled}}, sample::Now);
        QCOMPARE(t.model.watchCount(WatchesModel::Group::Attention), 1);
        QCOMPARE(t.model.index(t.model.rowOf(1), 0).data(WatchesModel::ActionRole).toInt(),
                 int(WatchesModel::Action::Retry));
        QVERIFY(t.model.index(t.model.rowOf(1), 0).data(WatchesModel::SilentRole).toBool());
    }

    void theLastWordIsAnEventABookmarkOrTheList_data()
    {
        QTest::addColumn<int>("event");
        QTest::addColumn<int>("bookmark");
        QTest::addColumn<int>("list");
        QTest::addColumn<QString>("word");
        QTest::newRow("an event") << 4 << 40 << 60 << u"4\u00a0s"_s;
        QTest::newRow("a bookmark") << 40 << 5 << 60 << u"bookmark 5\u00a0s"_s;
        QTest::newRow("nothing since the list") << -1 << -1 << 50 << u"list 50\u00a0s"_s;
        QTest::newRow("a relist") << 40 << 30 << 5 << u"list 5\u00a0s"_s;
        QTest::newRow("nothing yet") << -1 << -1 << -1 << u"–"_s;
    }
    void theLastWordIsAnEventABookmarkOrTheList()
    {
        QFETCH(int, event);
        QFETCH(int, bookmark);
        QFETCH(int, list);
        QFETCH(QString, word);
        const auto ago = [](int seconds) {
            return seconds < 0 ? std::nullopt : std::optional(sample::Now - std::chrono::seconds(seconds));
        };
        WatchStatus status;
        status.lastEvent = ago(event);
        status.lastBookmark = ago(bookmark);
        status.lastList = ago(list);
        QCOMPARE(lastWordText(status, sample::Now), word);
        status.staleSince = sample::Now; // that it is old says its state
        QCOMPARE(lastWordText(status, sample::Now), word);
    }

    void theQuietestMayHaveToldNothingSinceItsList()
    {
        Tested t;
        WatchStatus quiet = statusOf(1, WatchState::Live);
        quiet.lastEvent.reset();
        quiet.lastBookmark.reset();
        quiet.lastList = sample::Now - 4min;
        WatchStatus busy = statusOf(2, WatchState::Live);
        busy.lastEvent = sample::Now - 3s;
        t.apply({{}, {quiet, busy}}, sample::Now);
        const QString note = t.model.index(0, 0).data(WatchesModel::NoteRole).toString();
        QVERIFY2(note.contains(u"4\u00a0m"_s), qPrintable(note));
    }

    void aFigureThatItsNameDoesNotExplainHasATip()
    {
        Tested t;
        t.apply({{}, {statusOf(1, WatchState::Live)}}, sample::Now);
        for (const auto &[column, said] : {std::pair(WatchesModel::LastWord, u"server last told"_s),
                                           std::pair(WatchesModel::Relists, u"listed again"_s),
                                           std::pair(WatchesModel::Reconnects, u"opened again"_s)}) {
            QVERIFY(t.model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().contains(said));
            const QModelIndex cell = t.model.index(t.model.rowOf(1), column);
            QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(said));
        }
    }

    void quietIsLiveWithoutAnEventForAMinute()
    {
        WatchStatus status = statusOf(1, WatchState::Live);
        QVERIFY(!isQuiet(status, sample::Now));
        QVERIFY(isQuiet(status, sample::Now + 2min));
        QCOMPARE(watchWord(status, sample::Now + 2min), u"Live, quiet"_s);
        QVERIFY(!isQuiet(waiting(1), sample::Now + 2min));
    }

    void eventsAreCountedByHalfMinutes()
    {
        Tested t;
        const ObjectPtr pod = sample::shared(sample::pod({.name = "a"}));
        t.apply({{}, {statusOf(1, WatchState::Live)}}, sample::Now);
        t.apply(sample::batch({sample::added(1, pod, sample::Now - 60s), sample::added(1, pod, sample::Now),
                               sample::deleted(1, pod, sample::Now), sample::added(1, pod, sample::Now - 1h),
                               sample::bookmark(1, 5, sample::Now)}),
                sample::Now);
        const auto bars = [&] {
            return t.model.index(t.model.rowOf(1), WatchesModel::Events)
                .data(WatchesModel::BarsRole)
                .value<QList<int>>();
        };
        QCOMPARE(bars().size(), qsizetype(WatchesModel::BarCount));
        QCOMPARE(bars().last(), 2);
        QCOMPARE(bars()[WatchesModel::BarCount - 3], 1);
        t.model.tick(sample::Now + 60s);
        QCOMPARE(bars()[WatchesModel::BarCount - 3], 2);
        t.model.tick(sample::Now + 1h);
        QCOMPARE(bars(), QList<int>(WatchesModel::BarCount, 0));
    }

    void ofManyAtOnceThoseCountThatAreRecent()
    {
        Tested t;
        const ObjectPtr pod = sample::shared(sample::pod({.name = "a"}));
        const auto list = std::make_shared<Entry>(*sample::listed(1, sample::podColumns(), {pod}));
        list->arrived = sample::Now - 1h;
        Batch many = sample::batch({list});
        many.entries.insert(many.entries.end(), 5'000, sample::added(1, pod, sample::Now - 1h));
        many.entries.push_back(sample::added(1, pod, sample::Now));
        many.statuses = {statusOf(1, WatchState::Live)};
        t.closeAndOpenAgain(1, sample::Now - 2h);
        t.apply(many, sample::Now);
        t.model.tick(sample::Now);
        const QModelIndex events = t.model.index(t.model.rowOf(1), WatchesModel::Events);
        QList<int> expected(WatchesModel::BarCount, 0); // none of the time before it was watched: it was
        expected.last() = 1;
        QCOMPARE(events.data(WatchesModel::BarsRole).value<QList<int>>(), expected);
    }

    /// With other namespaces come other watches: of the time before they say nothing, not that nothing came.
    void aYoungWatchHasNoBarsOfTheTimeBefore()
    {
        Tested t;
        t.apply({{}, {statusOf(1, WatchState::Live)}}, sample::Now - 60s);
        t.apply(sample::batch({sample::added(1, sample::shared(sample::pod({.name = "a"})), sample::Now)}),
                sample::Now);
        t.model.tick(sample::Now);
        const QModelIndex events = t.model.index(t.model.rowOf(1), WatchesModel::Events);
        QList<int> expected(WatchesModel::BarCount, -1);
        expected[WatchesModel::BarCount - 3] = expected[WatchesModel::BarCount - 2] = 0;
        expected.last() = 1;
        QCOMPARE(events.data(WatchesModel::BarsRole).value<QList<int>>(), expected);
        const QString said = events.data(Qt::AccessibleTextRole).toString();
        QVERIFY2(said.contains(QStringLiteral("since ") + format::clock(sample::Now - 60s)), qPrintable(said));
        t.model.tick(sample::Now + 1h);
        QVERIFY(events.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("in the last 15 minutes")));
    }

    void sortingKeepsTroubleFirst()
    {
        Tested t;
        WatchStatus pods = statusOf(1, WatchState::Live);
        WatchStatus deployments = statusOf(2, WatchState::Live);
        pods.objects = 412;
        deployments.objects = 31;
        t.apply({{}, {pods, deployments, denied(3)}}, sample::Now);
        t.model.sort(WatchesModel::Objects, Qt::DescendingOrder);
        QCOMPARE(textOf(t.model), u"[Need attention 1] Not allowed nodes … [Live 2] Live pods Live deployments.apps"_s);
        t.model.sort(WatchesModel::Objects, Qt::AscendingOrder);
        QCOMPARE(textOf(t.model), u"[Need attention 1] Not allowed nodes … [Live 2] Live deployments.apps Live pods"_s);
    }

    void oneGroupCanBeShownAlone()
    {
        Tested t;
        t.apply({{}, {statusOf(1, WatchState::Live), denied(3)}}, sample::Now);
        t.model.setOnly(WatchesModel::Group::Attention, sample::Now);
        QCOMPARE(textOf(t.model), u"[Need attention 1] Not allowed nodes …"_s);
        t.model.setOnly({}, sample::Now);
        QCOMPARE(t.model.rowCount(), 5);
        t.model.forget(3, sample::Now);
        QCOMPARE(textOf(t.model), u"[Live 1] Live pods"_s);
    }

    void scopesAreWords()
    {
        QCOMPARE(scopeText(*scopeOf(1)), u"web"_s);
        QCOMPARE(scopeText(*scopeOf(2)), u"all namespaces"_s);
        QCOMPARE(scopeText(*scopeOf(3)), u"cluster"_s);
        WatchScope selected = *scopeOf(1);
        selected.labelSelector = "app=api";
        QCOMPARE(scopeText(selected), u"web · app=api"_s);
        QVERIFY(accessRule(*scopeOf(2)).contains(u"apiGroups: [\"apps\"]"_s));
        QVERIFY(accessRule(*scopeOf(2)).endsWith(u"verbs: [\"list\", \"watch\"]\n"_s));
        selected.resource.verbs = {"get", "list"};
        QVERIFY(accessRule(selected).endsWith(u"verbs: [\"list\"]\n"_s)); // there is no other to be had
    }
};

} // namespace tst_watchesmodel

WK_TEST(tst_watchesmodel, tst_WatchesModel, QApplication)
#include "tst_watchesmodel.moc"
