// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/support/fixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinewords.h"
#include "ui/charts/chartsview.h"
#include "ui/models/streammodel.h"
#include "ui/models/uisettings.h"
#include "ui/stream/streamview.h"
#include "ui/style/theme.h"
#include "ui/timeline/timelineview.h"
#include "ui/window/timestrip.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>
#include <set>

/// The window's history beside one that nobody looks at: both are told the same by random, while somebody pauses,
/// filters, goes back in time and looks at this and that.
namespace tst_onehistory {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

/// What a writer has published last: in its thread, also when what it holds has moved to the disk.
class Newest
{
public:
    void set(HistoryPtr newer)
    {
        const std::lock_guard lock(m_mutex);
        m_newest = std::move(newer);
    }
    HistoryPtr get()
    {
        const std::lock_guard lock(m_mutex);
        return m_newest;
    }

private:
    std::mutex m_mutex;
    HistoryPtr m_newest = HistorySnapshot::empty();
};

namespace {

/// As a HistoryTeller knows a log.
struct Written {
    void setWatch(WatchId watch, const WatchScope &scope)
    {
        if (watches.insert(watch).second) // no session says another scope of a watch
            writer.opened(watch, ClusterId(), scope);
    }
    void closeWatch(WatchId watch, WallTime time) { writer.closed(watch, time); }
    void append(const EntryPtr &entry) { writer.told({entry}); }

    HistoryWriter &writer;
    std::set<WatchId> watches{};
};

struct Window {
    explicit Window(const std::string &historyFolder)
        : bench(
              WindowContext{theme, settings, clock}, ClusterAccess{},
              [](Clock &) -> Result<std::unique_ptr<Backend>> { return Error{}; },
              KeptHistory::whileItRuns(historyFolder))
    {
        clock.setWall(Start);
        bench.window().resize(1200, 800);
        bench.window().show();
    }
    template <class T>
    T &view()
    {
        return *bench.window().findChild<T *>();
    }

    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings settings{store};
    ManualClock clock;
    Theme theme;
    Workbench bench;
};

std::vector<RowId> idsOf(const FilteredRows &rows)
{
    std::vector<RowId> ids;
    for (std::size_t i = 0; i < rows.size(); ++i)
        ids.push_back(rows.at(i));
    return ids;
}

std::vector<RowId> marksOf(const TimelineData &data)
{
    std::vector<RowId> marks;
    for (int i = 0; i < data.lanes().count(); ++i) {
        if (const Lane *lane = data.lanes().lane(i))
            marks.insert(marks.end(), lane->marks.rows.begin(), lane->marks.rows.end());
    }
    std::ranges::sort(marks);
    return marks;
}

QStringList livingOf(const TimelineData &data)
{
    QStringList living;
    for (int i = 0; i < data.lanes().count(); ++i) {
        const Lane *lane = data.lanes().lane(i);
        if (lane && !lane->ended && !lane->aside)
            living << QString::number(lane->watch) + u' ' + QString::fromStdString(lane->object->name) + u' ' +
                          phaseName(lane->life.back().phase);
    }
    living.sort();
    return living;
}

QString laneText(const TimelineData &data, int number)
{
    const Lane *lane = data.lanes().lane(number);
    return lane ? timelinewords::textOf(*lane) + (lane->aside ? u" aside"_s : QString()) + u" of " +
                      QString::number(lane->watch)
                : QString();
}

QStringList linesOf(const RvChartData &data)
{
    QStringList lines;
    for (const RvTrack &track : data.tracks()) {
        QStringList points{QString::number(track.watch)};
        for (const RvBucket &bucket : track.buckets)
            points << QString::number(bucket.last.time.time_since_epoch().count()) + u'=' +
                          QString::number(bucket.last.value);
        lines << points.join(u' ');
    }
    return lines;
}

} // namespace

class OneHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whateverIsShownTheHistoryIsTheSame_data()
    {
        QTest::addColumn<std::size_t>("rows");
        QTest::newRow("all is kept") << std::size_t(1'000'000);
        QTest::newRow("the oldest rows fall off") << std::size_t(EventLog::ChunkRows);
    }
    void whateverIsShownTheHistoryIsTheSame()
    {
        QFETCH(const std::size_t, rows);
        const EventLog::Bounds bounds{.rows = rows};
        for (int round = 0, end = rounds(2); round < end; ++round) {
            const std::uint64_t what = seed();
            m_random.seed(what);
            Window window(folder());
            Newest newest;
            HistoryWriter unseen(bounds, HistoryFiles{.folder = folder()},
                                 [&newest](HistoryPtr newer) { newest.set(std::move(newer)); });
            window.bench.writer().setBounds(bounds);
            HistoryTeller here(what);
            HistoryTeller there(what);
            Written shown{window.bench.writer()};
            Written notShown{unseen};
            for (int part = 0; part < 30; ++part) {
                for (int i = 0; i < 200; ++i) {
                    here.tell(shown);
                    there.tell(notShown);
                }
                doSomething(window);
                QCoreApplication::processEvents();
                if (part % 6 != 5)
                    continue;
                window.bench.writer().flush();
                unseen.flush(); // which orders what follows behind what was published
                QCoreApplication::processEvents();
                const HistoryPtr beside = newest.get();
                QCOMPARE(window.bench.history().now().end(), beside->end());
                QVERIFY(HistoryDigest(window.bench.history().now(), 7, RowId(part)).lines() ==
                        HistoryDigest(*beside, 7, RowId(part)).lines());
            }
            lookAtAll(window);
            viewsAreAsMadeAnew(window, newest.get()->begin() == 0);
        }
    }

private:
    std::string folder()
    {
        m_folders.push_back(std::make_unique<QTemporaryDir>());
        return m_folders.back()->path().toStdString();
    }
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

    void doSomething(Window &window)
    {
        static const QStringList Filters{QString(),
                                         QStringLiteral("pod-1"),
                                         QStringLiteral("type:modified"),
                                         QStringLiteral("manager:manager-1"),
                                         QStringLiteral("not kind:Event"),
                                         QStringLiteral("type:modified and (")};
        WindowState &state = window.bench.window().state();
        const HistorySnapshot &now = window.bench.history().now();
        window.clock.advance(std::chrono::milliseconds(below(3000)));
        switch (below(9)) {
        case 0: return state.setPaused(!state.isPaused());
        case 1: return state.setFilter(Filters[qsizetype(below(std::uint64_t(Filters.size())))]);
        case 2: return state.setNamespaces(below(2) ? std::vector<std::string>{"space-1"} : std::vector<std::string>());
        case 3:
        case 4: return window.bench.window().showView(window.bench.views()[below(window.bench.views().size())].second);
        case 5:
            if (now.size() > 0 && below(2)) {
                const RowId row = now.begin() + below(now.size());
                return state.setPlayhead(Moment{row, now.time(row)});
            }
            return state.setPlayhead({});
        case 6:
            if (now.size() > 0 && below(2))
                return state.setTimeRange(TimeRange{now.time(now.begin()), now.time(now.end() - 1) + 1s});
            return state.setTimeRange({});
        case 7:
            if (now.size() > 0) {
                const RowId row = now.begin() + below(now.size());
                if (now.isOfObject(row))
                    state.selectEvent(
                        refOf(now.scope(now.watch(row))->resource.gvr, *now.object(row), now.cluster(row)), row);
            }
            return;
        default: return window.bench.window().resize(900 + int(below(400)), 700);
        }
    }

    static void lookAtAll(Window &window)
    {
        WindowState &state = window.bench.window().state();
        state.setPaused(false);
        state.setPlayhead({});
        state.setTimeRange({});
        state.setFilter(QString());
        state.setNamespaces({});
        for (const auto &[name, view] : window.bench.views()) {
            window.bench.window().showView(view);
            QCoreApplication::processEvents();
        }
        window.bench.window().showView(&window.view<TimelineView>());
        QTRY_VERIFY(window.view<TimelineView>().data().behind() == 0);
        QTRY_VERIFY(!window.bench.stream().model().hasWork());
        QTRY_VERIFY(!window.view<ChartsView>().isBehind());
        QTRY_VERIFY(!window.view<TimeStrip>().isCounting());
    }

    /// Where rows have fallen off, one that is made anew knows what stood then, but not what had led to it.
    static void viewsAreAsMadeAnew(Window &window, bool isAllKept)
    {
        const HistoryPtr &history = window.bench.history().newest();
        const StreamModel &stream = window.bench.stream().model();
        const StreamModel freshStream(window.bench.history());
        QTRY_VERIFY(!freshStream.hasWork());
        QVERIFY(idsOf(stream.rows()) == idsOf(freshStream.rows()));
        QCOMPARE(stream.rows().size(), std::size_t(history->size()));

        const TimelineData &timeline = window.view<TimelineView>().data();
        TimelineData freshTimeline;
        freshTimeline.follow(history, history->end());
        while (freshTimeline.work(1000)) {
        }
        QVERIFY(marksOf(timeline) == marksOf(freshTimeline));
        QCOMPARE(livingOf(timeline), livingOf(freshTimeline));
        bool isOfEventsAlone = true; // which have no lanes
        for (RowId row = history->begin(); row < history->end() && isOfEventsAlone; ++row)
            isOfEventsAlone = history->kind(row) == "Event";
        QVERIFY(!marksOf(timeline).empty() || isOfEventsAlone);
        if (!isAllKept)
            return;
        for (int i = 0; i < timeline.lanes().count(); ++i)
            QCOMPARE(laneText(timeline, i), laneText(freshTimeline, i));

        RvChartData freshChart;
        freshChart.follow(history, history->end());
        QCOMPARE(linesOf(window.view<ChartsView>().data()), linesOf(freshChart));

        EventBins fresh;
        fresh.follow(history, history->end());
        const EventBins &bins = window.view<TimeStrip>().bins();
        QCOMPARE(bins.firstSecond(), fresh.firstSecond());
        QVERIFY(bins.lost() == fresh.lost());
        QVERIFY(bins.doubtful() == fresh.doubtful());
        for (int second = 0; second < fresh.seconds(); ++second) {
            const std::int64_t at = fresh.firstSecond() + second;
            QVERIFY(bins.sum(at, at + 1) == fresh.sum(at, at + 1));
        }
    }

    std::mt19937_64 m_random;
    std::vector<std::unique_ptr<QTemporaryDir>> m_folders;
};

} // namespace tst_onehistory

WK_TEST(tst_onehistory, OneHistoryTest, QApplication)
#include "tst_onehistory.moc"
