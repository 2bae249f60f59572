// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"
#include "ui/style/formats.h"
#include "ui/style/nowchip.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"

#include <QDir>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

namespace tst_timelineview {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;
using timeline::Bench;

namespace {

void save(QWidget &widget, const QString &name)
{
    const QString folder = QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots");
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(widget.grab().save(folder + u'/' + name + u".png"));
}

} // namespace

class tst_TimelineView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = new Theme(this); }

    void podsStandUnderTheirOwners()
    {
        Bench bench;
        bench.play(rollout::picture());
        bench.state.setResource(sample::podInfo());
        QStringList names;
        for (const LaneRow &row : bench.canvas().chosen().rows)
            names << QString(row.depth, u'-') + QString::fromStdString(row.name);
        QCOMPARE(names.mid(0, 5), (QStringList{u"api"_s, u"-api-5f7b8d4c9"_s, u"--api-5f7b8d4c9-2xvhq"_s,
                                               u"--api-5f7b8d4c9-8mlpd"_s, u"--api-5f7b8d4c9-c4znw"_s}));
        QVERIFY(names.contains(u"--web-7c9f4d5b6-q8k4m"_s));
    }

    void lanesAreTheSameWhicheverKindIsShown()
    {
        Bench bench;
        bench.play(rollout::picture());
        const auto names = [&bench] {
            QStringList names;
            for (const LaneRow &row : bench.canvas().chosen().rows)
                names << QString::fromStdString(row.kind + ' ' + row.name);
            return names.join(u',');
        };
        const QString before = names(); // no kind at all
        QVERIFY(before.contains(u"Deployment web,ReplicaSet web-5d8c6b97f4,Pod web-5d8c6b97f4-4tqpz"_s));
        for (const ResourceInfo &kind : {sample::podInfo(), sample::deploymentInfo(), sample::eventInfo()}) {
            bench.state.setResource(kind);
            QCOMPARE(names(), before);
        }
    }

    void aBigListIsReadInThePoolWhileWhatWasShownStands()
    {
        Bench bench;
        bench.show();
        bench.play(rollout::picture());
        const std::size_t before = bench.canvas().chosen().rows.size();
        std::vector<EntryPtr> many;
        for (const ObjectPtr &pod : sample::manyPods(1000))
            many.push_back(sample::added(rollout::Pods, pod));
        bench.history.append(sample::batch(many));
        QCOMPARE(bench.canvas().chosen().rows.size(), before);
        QTRY_VERIFY_WITH_TIMEOUT((bench.clock.advance(1s), bench.canvas().chosen().rows.size() > 500), 5000);
        // It goes on behind that, and has heard what was said meanwhile.
        bench.history.append(sample::batch(many));
        WatchStatus waiting = sample::live(rollout::Pods);
        waiting.state = WatchState::Waiting;
        bench.view.applyBatch(sample::batch({}, {waiting}));
        QTRY_VERIFY(bench.view.data().track(rollout::Pods)->status.state == WatchState::Waiting &&
                    bench.view.data().behind() == 0);
    }

    void whatNobodySeesDoesNotFollowAndIsThereWhenSomebodyLooks()
    {
        Bench bench;
        QWidget window;
        bench.view.setParent(&window);
        window.show();
        bench.view.hide();
        bench.history.append(rollout::picture());
        QVERIFY(bench.canvas().chosen().rows.empty());
        bench.view.show();
        QTRY_VERIFY(!bench.canvas().chosen().rows.empty());
        bench.view.setParent(nullptr);
    }

    void onlyTheNamespacesLookedAtHaveLanes()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.state.setNamespaces({"payments"});
        QCOMPARE(bench.canvas().chosen().rows.size(), 5U);
    }

    void theWindowsFilterChoosesLanes()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.state.setFilter(u"name:q8k4m"_s);
        QCOMPARE(bench.canvas().chosen().rows.size(), 3U); // the pod and its owners
        bench.state.setFilter(u"name:q8k4m and"_s);
        QCOMPARE(bench.canvas().chosen().rows.size(), 3U); // not finished: the last one stays
        bench.state.setFilter(u"name:nobody"_s);
        QCOMPARE(bench.canvas().accessibleDescription(),
                 u"The filter hides all lanes\n14 objects do not match it. Esc clears it."_s);
        bench.state.setFilter(QString());
        QVERIFY(bench.canvas().chosen().rows.size() > 10);
    }

    void aClickSelectsTheObjectEverywhere()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const int row = bench.rowOf(u"web-7c9f4d5b6-q8k4m"_s);
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, bench.canvas().rowPoint(row, rollout::at(30)));
        QCOMPARE(bench.state.selection().name, std::string("web-7c9f4d5b6-q8k4m"));
        QCOMPARE(bench.state.selection().resource.resource, std::string("pods"));
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {},
                          {150, bench.canvas().rowPoint(bench.rowOf(u"web"_s), {}).y()});
        QCOMPARE(bench.state.selection().resource.resource, std::string("deployments"));
    }

    void theWheelZoomsAtThePointer()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const TimeAxis before = bench.canvas().axis();
        bench.wheel({400, 200}, 3);
        const TimeAxis after = bench.canvas().axis();
        QVERIFY(after.span() < before.span());
        QVERIFY(std::chrono::abs(timeAt(after, 400) - timeAt(before, 400)) <= Micros(2));
        QVERIFY(!bench.canvas().follows());
        QTest::mouseDClick(bench.viewport(), Qt::LeftButton, {}, {400, 200});
        QVERIFY(bench.canvas().follows());
        QCOMPARE(bench.canvas().axis(), before);
    }

    void whereItEndsBeforeNowAChipLeadsBack()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        auto *chip = bench.view.filterBar()->findChild<NowChip *>();
        QVERIFY(chip->isHidden());
        bench.wheel({400, 200}, 3);
        QVERIFY(!chip->isHidden());
        bench.state.setTimeRange(TimeRange{sample::Now - 60s, sample::Now - 30s});
        QVERIFY2(chip->isHidden(), "the range's own chip leads back then");
        bench.state.setTimeRange({});
        bench.wheel({400, 200}, 3);
        chip->click();
        QVERIFY(bench.canvas().follows());
        QVERIFY(chip->isHidden());
    }

    void theWheelOverTheNamesScrolls()
    {
        Bench bench;
        bench.view.resize(800, 150);
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const TimeAxis before = bench.canvas().axis();
        bench.wheel({50, 100}, -1);
        QVERIFY(bench.canvas().verticalScrollBar()->value() > 0);
        bench.wheel({400, 100}, -1, Qt::ShiftModifier);
        QCOMPARE(bench.canvas().axis(), before);
    }

    void draggingMovesTime_data()
    {
        QTest::addColumn<Qt::MouseButton>("button");
        QTest::addColumn<Qt::KeyboardModifier>("modifier");
        QTest::newRow("with Shift") << Qt::LeftButton << Qt::ShiftModifier;
        QTest::newRow("with the middle button") << Qt::MiddleButton << Qt::NoModifier;
    }
    void draggingMovesTime()
    {
        QFETCH(Qt::MouseButton, button);
        QFETCH(Qt::KeyboardModifier, modifier);
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const WallTime grabbed = timeAt(bench.canvas().axis(), 400);
        QTest::mousePress(bench.viewport(), button, modifier, {400, 200});
        QTest::mouseMove(bench.viewport(), {450, 200});
        QTest::mouseMove(bench.viewport(), {520, 200});
        QTest::mouseRelease(bench.viewport(), button, modifier, {520, 200});
        QVERIFY(std::chrono::abs(timeAt(bench.canvas().axis(), 520) - grabbed) <= Micros(1000));
        QVERIFY(!bench.state.timeRange());
        QVERIFY(bench.state.selection().isEmpty());
    }

    void theKeyboardDoesWhatTheMouseDoes()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const TimeAxis usual = bench.canvas().axis();
        QTest::keyClick(&bench.canvas(), Qt::Key_Plus);
        QVERIFY(bench.canvas().axis().span() < usual.span());
        QVERIFY(bench.canvas().follows());
        QTest::keyClick(&bench.canvas(), Qt::Key_Left);
        QVERIFY(!bench.canvas().follows());
        QTest::keyClick(&bench.canvas(), Qt::Key_End);
        QVERIFY(bench.canvas().follows());
        QTest::keyClick(&bench.canvas(), Qt::Key_Minus);
        QCOMPARE(bench.canvas().axis().span(), usual.span());
        QTest::keyClick(&bench.canvas(), Qt::Key_Home);
        QCOMPARE(bench.canvas().axis().to, sample::Now); // all of two minutes fits into the usual span
        QTest::keyClick(&bench.canvas(), Qt::Key_Down);
        QCOMPARE(bench.state.selection().name, std::string("api"));
        QTest::keyClick(&bench.canvas(), Qt::Key_Down);
        QTest::keyClick(&bench.canvas(), Qt::Key_Down);
        QCOMPARE(bench.state.selection().name, std::string("api-5f7b8d4c9-2xvhq"));
        QTest::keyClick(&bench.canvas(), Qt::Key_Up);
        QCOMPARE(bench.state.selection().name, std::string("api-5f7b8d4c9"));
    }

    void itFollowsNowAndStandsWhilePaused()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        bench.clock.advance(5s);
        QCOMPARE(bench.canvas().axis().to, sample::Now + 5s);
        bench.state.setPaused(true);
        bench.clock.advance(5s);
        QCOMPARE(bench.canvas().axis().to, sample::Now + 5s);
        bench.state.setPaused(false);
        QCOMPARE(bench.canvas().axis().to, sample::Now + 10s);
    }

    void anUnseenViewDoesNotTick()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.clock.advance(1s);
        QVERIFY(bench.clock.isIdle());
        QSignalSpy events(&bench.view, &TimelineView::eventsWanted);
        bench.show();
        QVERIFY(!bench.clock.isIdle());
        bench.view.hide();
        bench.clock.advance(1s);
        QVERIFY(bench.clock.isIdle());
        QCOMPARE(events.size(), 2);
    }

    void aTimeRangeOfTheWindowIsShown()
    {
        Bench bench;
        bench.show();
        bench.state.setTimeRange(TimeRange{rollout::at(10), rollout::at(20)});
        QCOMPARE(bench.canvas().axis().from, rollout::at(10));
        QCOMPARE(bench.canvas().axis().to, rollout::at(20));
        bench.state.setTimeRange({});
        QVERIFY(bench.canvas().follows());
    }

    void hoveringExplains_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<double>("at");
        QTest::addColumn<QString>("says");
        QTest::newRow("a mark") << u"web-7c9f4d5b6-q8k4m"_s << 25.0 << u"MODIFIED"_s;
        QTest::newRow("what changed") << u"web-7c9f4d5b6-q8k4m"_s << 25.0 << u"phase Pending → Running"_s;
        QTest::newRow("who did it") << u"web-7c9f4d5b6-q8k4m"_s << 25.0 << u"by kubelet"_s;
        QTest::newRow("a life") << u"web-7c9f4d5b6-q8k4m"_s << 39.5 << u"Failing"_s;
        QTest::newRow("a gap in a life") << u"web-5d8c6b97f4-jx9fk"_s << 20.0
                                         << u"of which not seen: "_s + format::clock(rollout::at(22.2));
        QTest::newRow("a gap") << u"web-5d8c6b97f4-jx9fk"_s << 24.0 << u"not seen 3.2"_s;
        QTest::newRow("a time that was not watched") << u"web-5d8c6b97f4-jx9fk"_s << -200.0 << u"not watched before"_s;
        QTest::newRow("an event of the cluster") << u"api-5f7b8d4c9-c4znw"_s << 4.8 << u"Warning BackOff"_s;
    }
    void hoveringExplains()
    {
        QFETCH(QString, row);
        QFETCH(double, at);
        QFETCH(QString, says);
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const double span = at < 0 ? 300 : 50;
        bench.canvas().showTime(rollout::at(50 - span), rollout::at(50));
        const bool isNote = says.startsWith(u"Warning"_s);
        const QPoint point = bench.canvas().rowPoint(bench.rowOf(row), rollout::at(at)) + QPoint(0, isNote ? 9 : 0);
        const QString tip = bench.canvas().toolTipAt(point);
        QVERIFY2(tip.contains(says), qPrintable(tip));
    }

    void noTimeOnTheRulerIsCut()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const int right = bench.viewport()->width() - 1;
        const auto inked = [&bench, right] { // beside the last tick
            const QImage image = bench.viewport()->grab(QRect(right - 5, 2, 5, 14)).toImage();
            const QColor ground = tokens(bench.viewport()->palette()).header;
            for (int i = 0; i < image.width() * image.height(); ++i) {
                if (image.pixelColor(i % image.width(), i / image.width()) != ground)
                    return true;
            }
            return false;
        };
        const WallTime minute = std::chrono::floor<std::chrono::minutes>(rollout::at(0));
        bench.canvas().showTime(minute - 59s, minute + 1s);
        QVERIFY(!inked());
        bench.canvas().showTime(minute - 55s, minute + 5s);
        QVERIFY2(inked() || xOf(bench.canvas().axis(), minute) + 60 < right, "where there is room it is told");
    }

    void collapsingHidesWhatIsOwned()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const int y = bench.canvas().rowPoint(0, {}).y();
        const auto before = bench.canvas().chosen().rows.size();
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, {18, y});
        QCOMPARE(bench.canvas().chosen().rows.size(), before - 4);
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, {18, y});
        QCOMPARE(bench.canvas().chosen().rows.size(), before);
    }

    void itLooksLikeThePicture_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void itLooksLikeThePicture()
    {
        QFETCH(bool, dark);
        m_theme->setScheme(dark ? ColourScheme::Dark : ColourScheme::Light);
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.view.resize(912, 500);
        bench.show();
        bench.canvas().showTime(rollout::at(0), rollout::at(50));
        bench.state.select({sample::podInfo().gvr, "web", "web-7c9f4d5b6-q8k4m", "uid-web-7c9f4d5b6-q8k4m"});
        const QString suffix = dark ? u"-dark"_s : u"-light"_s;
        save(bench.view, u"timeline"_s + suffix);
        bench.canvas().showUsual();
        save(bench.view, u"timeline-quarter-hour"_s + suffix);
        m_theme->setScheme(ColourScheme::System);
    }

private:
    Theme *m_theme = nullptr;
};

} // namespace tst_timelineview

WK_TEST(tst_timelineview, tst_TimelineView, QApplication)
#include "tst_timelineview.moc"
