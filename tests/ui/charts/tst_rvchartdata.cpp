// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/charts/testchart.h"
#include "tests/ui/support/sampledata.h"

#include <QStringList>
#include <QTest>

#include <map>

namespace tst_rvchartdata {

using namespace Qt::StringLiterals;
using namespace wk;
using charts::TestChart;
using namespace std::chrono_literals;

namespace {

const WatchScope *scopeOf(WatchId watch)
{
    static const WatchScope pods = sample::scopeOf(sample::podInfo());
    static const WatchScope nodes = sample::scopeOf(sample::nodeInfo());
    return watch == 99 ? nullptr : watch % 2 ? &pods : &nodes;
}

WallTime at(double seconds)
{
    return sample::Now + std::chrono::microseconds(std::int64_t(seconds * 1e6));
}

EntryPtr change(WatchId watch, double seconds, const std::string &version)
{
    Object object = sample::pod({.name = "p" + version});
    object.version = ResourceVersion(version);
    auto entry = std::make_shared<Entry>(*sample::added(watch, sample::shared(object), at(seconds)));
    entry->version = object.version;
    return entry;
}

/// "1 @0 100, 1 @2.5 bookmark 140": watch, time, version, or a mark and its version.
Batch batchOf(const QString &text)
{
    Batch batch;
    for (const QString &line : text.split(u", "_s, Qt::SkipEmptyParts)) {
        const QStringList words = line.split(u' ');
        const WatchId watch = words[0].toUInt();
        const double time = words[1].mid(1).toDouble();
        const std::string version = words.last().toStdString();
        if (words.size() == 3) {
            batch.entries.push_back(change(watch, time, version));
            continue;
        }
        auto mark = std::make_shared<Entry>(*sample::bookmark(watch, 1, at(time)));
        mark->type = words[2] == u"list"_s     ? EntryType::List
                     : words[2] == u"relist"_s ? EntryType::Relist
                                               : EntryType::Bookmark;
        mark->version = ResourceVersion(version);
        batch.entries.push_back(mark);
    }
    return batch;
}

QString textOf(const QList<QPointF> &line)
{
    QStringList points;
    for (const QPointF &point : line)
        points << u"%1,%2"_s.arg(point.x()).arg(point.y());
    return points.join(u' ');
}

} // namespace

class tst_RvChartData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineIsSteps_data()
    {
        QTest::addColumn<QString>("entries");
        QTest::addColumn<QString>("line");
        QTest::newRow("nothing") << QString() << QString();
        QTest::newRow("one point, and on to the end") << u"1 @2 100"_s << u"2,0 10,0"_s;
        QTest::newRow("up by steps") << u"1 @2 100, 1 @5 107"_s << u"2,0 5,0 5,7 10,7"_s;
        QTest::newRow("what was before the window is where it begins")
            << u"1 @-5 100, 1 @5 107"_s << u"0,0 5,0 5,7 10,7"_s;
        QTest::newRow("a bookmark moves it too") << u"1 @2 100, 1 @5 bookmark 107"_s << u"2,0 5,0 5,7 10,7"_s;
        QTest::newRow("and a relist") << u"1 @2 list 100, 1 @5 relist 107"_s << u"2,0 5,0 5,7 10,7"_s;
        QTest::newRow("after the window nothing is drawn") << u"1 @2 100, 1 @50 107"_s << u"2,0 10,0"_s;
        QTest::newRow("a cluster restored from a backup goes back")
            << u"1 @2 100, 1 @5 40"_s << u"2,0 5,0 5,-60 10,-60"_s;
        QTest::newRow("forth and back within one column leaves its peak")
            << u"1 @2 100, 1 @5.1 107, 1 @5.4 101"_s << u"2,0 5.4,0 5.4,7 5.4,1 10,1"_s;
    }
    void aLineIsSteps()
    {
        QFETCH(QString, entries);
        TestChart data(scopeOf, batchOf(entries));
        const RvTrack *track = data.track(1);
        const QList<QPointF> line = track ? data.line(*track, {at(0), at(10), 10}) : QList<QPointF>();
        QTEST(textOf(line), "line");
    }

    void aLineHasAtMostTwoPointsAColumn_data()
    {
        QTest::addColumn<int>("columns");
        QTest::newRow("a narrow chart") << 50;
        QTest::newRow("a wide chart") << 1000;
    }
    void aLineHasAtMostTwoPointsAColumn()
    {
        QFETCH(int, columns);
        TestChart data(scopeOf);
        Batch batch;
        for (int i = 0; i < 20'000; ++i)
            batch.entries.push_back(change(1, i * 0.045, std::to_string(1000 + i)));
        data.add(batch);
        const auto line = data.line(*data.track(1), {at(0), at(900), columns});
        QVERIFY2(line.size() <= 2 * columns + 2, qPrintable(QString::number(line.size())));
        QCOMPARE(line.last().y(), 19'999.0);
        for (qsizetype i = 1; i < line.size(); ++i)
            QVERIFY(line[i].x() >= line[i - 1].x() && line[i].y() >= line[i - 1].y());
    }

    void memoryIsBoundedByTimeAndNotByEvents()
    {
        TestChart data(scopeOf);
        for (int second = 0; second < 1800; second += 10) {
            Batch batch;
            for (int i = 0; i < 1000; ++i)
                batch.entries.push_back(change(1, second + i * 0.01, std::to_string(1000 + second * 100 + i)));
            data.add(batch);
            data.dropOld(at(second + 10));
        }
        const std::size_t full = (RvChartData::Kept + RvChartData::RoughTime) / RvChartData::PointTime;
        const std::size_t rough = 900s / RvChartData::RoughTime;
        const std::size_t kept = data.track(1)->buckets.size();
        QVERIFY2(kept <= full + rough + 1, qPrintable(QString::number(kept)));
        data.dropOld(at(1800) + RvChartData::KeptRoughly);
        QCOMPARE(data.track(1)->buckets.size(), std::size_t(1));
    }

    void whatIsOlderIsKeptRoughly()
    {
        TestChart data(scopeOf);
        for (int second = 0; second < 1800; ++second) { // the second watch hears each half a minute
            data.add(sample::batch({change(1, second, std::to_string(1000 + second))}));
            if (second % 30 == 0)
                data.add(sample::batch({change(2, second, std::to_string(1000 + second))}));
            data.dropOld(at(second));
        }
        const RvTrack &often = *data.track(1);
        QVERIFY(std::abs(data.valueAt(often, at(322)).value_or(0) - 322) <= 5);
        QCOMPARE(data.valueAt(often, at(1322)), std::optional(1322.0));
        QVERIFY(std::abs(data.newestAt(at(322)).value_or(0) - 322) <= 5);
        const auto behind = data.behind(*data.track(2), at(322));
        QVERIFY(behind && std::chrono::abs(*behind - 21s) <= 5s);
        QCOMPARE(data.behind(often, at(322)), std::optional(0ms));
        QVERIFY(data.objectAt(often, at(322)));
        QVERIFY(data.line(often, {at(0), at(900), 700}).size() > 150);
        QCOMPARE(data.line(often, {at(300), at(600), 700}).first().y(), *data.valueAt(often, at(300)));
    }

    void aWatchThatStoppedLongAgoIsOffTheScaleThoughItIsKept()
    {
        TestChart data(scopeOf);
        data.add(sample::batch({change(2, 0, "1000"), change(1, 0, "1000")}));
        for (int minute = 1; minute <= 170; ++minute) {
            data.add(sample::batch({change(1, minute * 60, std::to_string(1000 + std::min(minute, 100) * 200))}));
            data.dropOld(at(minute * 60));
        }
        QVERIFY(data.track(2)->offScale);
    }

    void inferredEntriesDoNotMoveTheLine()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 list 100"_s));
        data.add(sample::batch({sample::as(change(1, 1, "20"), EntryClass::Inferred)}));
        QCOMPARE(data.valueAt(*data.track(1), at(2)), std::optional(0.0));
    }

    void inferredEntriesStandAtTheVersionTheyLeftBehind()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 list 100, 1 @4 relist 140"_s));
        data.add(sample::batch({sample::as(change(1, 4, "120"), EntryClass::Inferred)}));
        QCOMPARE(data.track(1)->inferred.size(), std::size_t(1));
        QCOMPARE(data.track(1)->inferred[0].at, (RvPoint{at(4), 20.0}));
        data.add(sample::batch(
            {sample::as(sample::deleted(1, sample::shared(sample::pod({.name = "a"})), at(4)), EntryClass::Inferred)}));
        QCOMPARE(data.track(1)->inferred[1].at, (RvPoint{at(4), 40.0}));
        data.dropOld(at(4) + RvChartData::KeptRoughly + 1s);
        QVERIFY(data.track(1)->inferred.empty());
    }

    void marksKeepTheirTypeAndAReplayIsNone()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 list 100, 1 @3 bookmark 105, 1 @4 relist 110, 1 @5 112"_s));
        auto replay = std::make_shared<Entry>(
            *sample::as(sample::listed(1, sample::podColumns(), {}, at(6)), EntryClass::Replayed));
        replay->version = ResourceVersion("112");
        data.add(sample::batch({replay}));
        QStringList types;
        for (const RvMark &mark : data.track(1)->marks)
            types << QLatin1String(typeName(mark.type)) + u'@' + QString::number(mark.at.value);
        QCOMPARE(types.join(u' '), u"LIST@0 BOOKMARK@5 RELIST@10"_s);
    }

    void gapsSayHowManyVersionsWereNotSeen()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 100"_s));
        data.add(sample::batch({sample::gap(1, 100, 906, at(5))}));
        QCOMPARE(data.track(1)->gaps.size(), 1U);
        QCOMPARE(data.track(1)->gaps[0].unseen, std::optional(806.0));
        QCOMPARE(data.track(1)->gaps[0].until, at(5));
    }

    void behindIsSinceTheNewestWentPast_data()
    {
        QTest::addColumn<QString>("entries");
        QTest::addColumn<qint64>("pods");
        QTest::addColumn<qint64>("nodes");
        QTest::newRow("a watch alone is never behind") << u"1 @0 100, 1 @4 110"_s << qint64(0) << qint64(-1);
        QTest::newRow("since another moved on")
            << u"1 @0 100, 2 @1 101, 1 @4 102, 1 @5 103"_s << qint64(0) << qint64(6000);
        QTest::newRow("a bookmark catches up")
            << u"1 @0 100, 2 @1 101, 1 @4 102, 2 @5 bookmark 102"_s << qint64(0) << qint64(0);
    }
    void behindIsSinceTheNewestWentPast()
    {
        QFETCH(QString, entries);
        TestChart data(scopeOf, batchOf({}));
        for (const QString &entry : entries.split(u", "_s)) { // frame by frame
            const QStringList words = entry.split(u' ');
            auto made = std::make_shared<Entry>(
                *change(words[0].toUInt(), words[1].mid(1).toDouble(), words.last().toStdString()));
            if (words.size() > 3)
                made->type = EntryType::Bookmark;
            data.add(sample::batch({made}));
        }
        const auto behind = [&](WatchId watch) {
            const RvTrack *track = data.track(watch);
            const auto time = track ? data.behind(*track, at(10)) : std::nullopt;
            return time ? qint64(time->count()) : qint64(-1);
        };
        QTEST(behind(1), "pods");
        QTEST(behind(2), "nodes");
    }

    void behindIsToldAsOfAnyTime()
    {
        TestChart data(scopeOf, batchOf({}));
        for (const auto &[watch, second, version] :
             {std::tuple(1, 0, "100"), std::tuple(2, 1, "101"), std::tuple(1, 4, "102"), std::tuple(2, 8, "103")})
            data.add(sample::batch({change(WatchId(watch), second, version)}));
        const auto ms = [&](WatchId watch, double second) {
            const auto behind = data.behind(*data.track(watch), at(second));
            return behind ? qint64(behind->count()) : qint64(-1);
        };
        QCOMPARE(ms(2, 0.5), -1); // it had not listed
        QCOMPARE(ms(1, 0.5), 0);
        QCOMPARE(ms(1, 3), 2000);
        QCOMPARE(ms(2, 7), 3000);
        QCOMPARE(ms(2, 9), 0);
        QCOMPARE(data.newestAt(at(5)), std::optional(2.0));
        QCOMPARE(data.newestAt(at(8)), std::optional(3.0));
        data.end(2, at(9));
        QCOMPARE(ms(2, 7), 3000); // it was there
        QCOMPARE(ms(2, 10), -1);
    }

    void aWatchThatIsOpenedAgainGoesOnWithItsLine()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 1000"_s));
        data.end(1, at(5));
        QVERIFY(data.track(1)->ended);
        data.openAgain(1);
        WatchStatus status = sample::live(1);
        status.state = WatchState::Relisting;
        data.add(sample::batch({}, {status})); // it has told nothing yet
        QVERIFY(!data.track(1)->ended && data.track(1)->status.state == WatchState::Relisting);
        data.end(1, at(5));
        data.openAgain(1);
        data.add(sample::batch({sample::gap(1, 1000, 1020, at(8)), change(1, 9, "1030")}));
        QVERIFY(!data.track(1)->ended);
        QCOMPARE(data.track(1)->gaps.size(), std::size_t(1));
        QCOMPARE(data.track(1)->buckets.size(), std::size_t(2));
    }

    void coloursStayWhileALineIsThere()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 1, 2 @0 1, 3 @0 1, 4 @0 1, 5 @0 1, 6 @0 1, 7 @0 1, 8 @0 1, 9 @0 1"_s));
        QVERIFY(data.track(3)->look == (RvLook{2, RvStroke::Solid}));
        data.end(2, at(1));
        data.dropOld(at(1) + RvChartData::Kept + 2 * RvChartData::RoughTime);
        QVERIFY2(data.track(2), "for a look at the past");
        QVERIFY(data.track(3)->look == (RvLook{2, RvStroke::Solid}));
        data.add(sample::batch({change(10, 1, "2")}));
        QVERIFY(data.track(10)->look == (RvLook{1, RvStroke::Solid}));
        data.dropOld(at(1) + RvChartData::KeptRoughly + 1s);
        QVERIFY(!data.track(2));
    }

    void ofClosedWatchesTheLastAreKept()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 1000"_s)); // open all the time
        constexpr int End = 301;
        for (int watch = 201; watch < End; ++watch) {
            data.add(sample::batch({change(WatchId(watch), watch, std::to_string(1000 + watch))}));
            data.add(sample::batch({}, {sample::live(2)})); // never had a number: takes no other's place
            data.end(2, at(watch));
            data.end(WatchId(watch), at(watch + 0.5));
        }
        constexpr int First = End - int(RvChartData::MostEnded);
        QCOMPARE(data.tracks().size(), RvChartData::MostEnded + 1);
        QVERIFY(data.track(1) && data.track(First) && data.track(End - 1));
        QVERIFY(!data.track(First - 1));
        QCOMPARE(data.newestAt(at(201.2)), std::optional(201.0));
    }

    void twentyEightLinesAreToldApart()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 1"_s));
        for (int watch = 2; watch <= 28; ++watch)
            data.add(sample::batch({change(watch, 1, "2")}));
        QVERIFY(data.track(8)->look == (RvLook{0, RvStroke::Dashed}));
        for (const RvTrack &track : data.tracks()) {
            QVERIFY(track.look.colour != 6); // grey is the colour of what cannot be told apart
            QCOMPARE(std::ranges::count(data.tracks(), track.look, &RvTrack::look), 1);
        }
    }

    void aCountOfItsOwnIsOffTheScale()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 8000000, 2 @1 8000100, 3 @2 12"_s));
        QVERIFY(!data.track(1)->offScale);
        QVERIFY(!data.track(2)->offScale);
        QVERIFY(data.track(3)->offScale);
        QVERIFY(!data.behind(*data.track(3), at(5)));
        QCOMPARE(data.newest(), std::optional(100.0));
    }

    void theNewestLineIsTheHighestOfAll()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 100, 2 @1 105, 1 @2 103, 1 @3 110"_s));
        const auto line = data.newestLine({at(0), at(10), 10});
        QCOMPARE(line.last(), QPointF(10, 10));
    }

    void ofALongBatchTheNewestLineKnowsEveryStep()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 100, 2 @60 150, 1 @120 200"_s));
        QCOMPARE(data.newestAt(at(90)), std::optional(50.0));
        QCOMPARE(data.behind(*data.track(1), at(90)), std::optional(std::chrono::milliseconds(30s)));
    }

    /// A tenth of a second is one point of a line, and of the newest: neither knows more than the other as of a time.
    void theNewestLineKnowsNoMoreThanTheLines()
    {
        TestChart data(scopeOf, batchOf(u"1 @1 670"_s));
        for (const auto &[second, version] : {std::pair(20.01, "683"), std::pair(20.05, "688")})
            data.add(sample::batch({change(1, second, version)}));
        QCOMPARE(data.newestAt(at(20.02)), data.valueAt(*data.track(1), at(20.02)));
        QCOMPARE(data.newestAt(at(20.05)), std::optional(18.0));
        QCOMPARE(data.behind(*data.track(1), at(20.02)), std::optional(std::chrono::milliseconds(0)));
    }

    void opaqueVersionsAreKeptAsWords()
    {
        TestChart data(scopeOf, batchOf(u"1 @0 bookmark eyJycyI6"_s));
        QVERIFY(!data.track(1)->isDrawn());
        QCOMPARE(data.track(1)->opaque.text(), std::string("eyJycyI6"));
        QVERIFY(!data.base());
    }

    void aPointLeadsToTheObjectBehindIt()
    {
        TestChart data(scopeOf, batchOf(u"1 @1 100, 1 @3 105, 1 @5 bookmark 108, 2 @1 list 90"_s));
        const RvTrack &track = *data.track(1);
        QCOMPARE(std::string(data.history().name(*data.objectAt(track, at(6)))), std::string("p105"));
        QCOMPARE(std::string(data.history().name(*data.objectAt(track, at(2)))), std::string("p100"));
        QCOMPARE(std::string(data.history().name(*data.objectAt(track, at(0)))), std::string("p100"));
        QVERIFY(!data.objectAt(*data.track(2), at(6)));
    }

    void aClosedWatchIsNotHeard()
    {
        TestChart data(scopeOf);
        data.add(sample::batch({change(99, 0, "5")}));
        QVERIFY(data.tracks().empty());
    }
};

} // namespace tst_rvchartdata

WK_TEST(tst_rvchartdata, tst_RvChartData, NoApplication)
#include "tst_rvchartdata.moc"
