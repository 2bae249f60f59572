// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"

#include <QScrollBar>
#include <QTest>

namespace tst_timelineselection {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;
using timeline::Bench;

namespace {

void showPicture(Bench &bench)
{
    bench.state.setResource(sample::podInfo());
    bench.play(rollout::picture());
    bench.show();
}

} // namespace

/// Where the timeline scrolls to when an object is selected.
class tst_TimelineSelection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSelectionMadeElsewhereComesIntoSight()
    {
        Bench bench;
        bench.view.resize(800, 150);
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const LaneRow last = bench.canvas().chosen().rows.back();
        QCOMPARE(bench.view.selectedCount(), 0);
        bench.state.select({sample::podInfo().gvr, last.ns, last.name, last.uid});
        QCOMPARE(bench.view.selectedCount(), 1);
        const int y = bench.canvas().rowPoint(int(bench.canvas().chosen().rows.size()) - 1, {}).y();
        QVERIFY(y > 0 && y < bench.viewport()->height());
    }

    void whatIsSelectedHasALaneHoweverManyThereAre()
    {
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        LaneChoice choice;
        choice.most = 3;
        bench.canvas().setChoice(choice);
        const LaneRow shown = bench.canvas().chosen().rows.back();
        const auto isShown = [&bench] { return bench.rowOf(u"web-7c9f4d5b6-q8k4m"_s) >= 0; };
        QVERIFY(bench.canvas().chosen().cut);
        QVERIFY(!isShown());
        bench.state.select({sample::podInfo().gvr, "web", "web-7c9f4d5b6-q8k4m", "uid-web-7c9f4d5b6-q8k4m"});
        QVERIFY(isShown());
        QVERIFY(bench.canvas().chosen().cut);
        bench.state.select({sample::podInfo().gvr, shown.ns, shown.name, shown.uid});
        QVERIFY2(isShown(), "what is shown anyway puts nothing in order anew");
        bench.canvas().setChoice(choice);
        QVERIFY(!isShown());
    }

    void aSelectionMadeElsewhereComesIntoSightWhenItCan_data()
    {
        QTest::addColumn<bool>("isShown");
        QTest::addColumn<bool>("hasCome");
        QTest::addColumn<bool>("isFolded");
        QTest::addColumn<bool>("isNamed");
        QTest::newRow("the view is behind another and becomes smaller") << false << true << false << false;
        QTest::newRow("its lane comes later") << true << false << false << false;
        QTest::newRow("a folded row hides it") << true << true << true << false;
        QTest::newRow("only its name is known") << true << true << false << true;
    }
    void aSelectionMadeElsewhereComesIntoSightWhenItCan()
    {
        QFETCH(bool, isShown);
        QFETCH(bool, hasCome);
        QFETCH(bool, isFolded);
        QFETCH(bool, isNamed);
        Bench bench;
        bench.view.resize(800, isShown ? 150 : 620);
        bench.state.setResource(sample::podInfo());
        if (hasCome)
            bench.play(rollout::picture());
        bench.show();
        bench.view.setVisible(isShown);
        if (isFolded) {
            bench.canvas().verticalScrollBar()->setValue(bench.canvas().verticalScrollBar()->maximum());
            const int y = bench.canvas().rowPoint(bench.rowOf(u"web-7c9f4d5b6"_s), {}).y();
            QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, {34, y});
            QCOMPARE(bench.rowOf(u"web-7c9f4d5b6-q8k4m"_s), -1);
            bench.canvas().verticalScrollBar()->setValue(0);
        }
        bench.state.select({sample::podInfo().gvr, "web", "web-7c9f4d5b6-q8k4m",
                            isNamed ? std::string() : std::string("uid-web-7c9f4d5b6-q8k4m")});
        if (!hasCome)
            bench.play(rollout::picture());
        bench.view.resize(800, 150);
        bench.show();
        const QPoint lane = bench.canvas().rowPoint(bench.rowOf(u"web-7c9f4d5b6-q8k4m"_s), {});
        const int header = scaled(measure::Header);
        QVERIFY2(lane.y() > header && lane.y() < bench.viewport()->height(), qPrintable(QString::number(lane.y())));
    }

    void aClickOnAMarkChoosesItsEvent()
    {
        Bench bench;
        showPicture(bench);
        const int row = bench.rowOf(u"web-7c9f4d5b6-x2x8k"_s);
        const auto click = [&](double seconds) {
            QTest::mouseClick(bench.viewport(), Qt::LeftButton, {},
                              bench.canvas().rowPoint(row, rollout::at(seconds)) + QPoint(0, 6));
            QCOMPARE(bench.state.selection().name, "web-7c9f4d5b6-x2x8k");
        };
        click(13.9);
        QVERIFY(bench.state.chosenEvent());
        QCOMPARE(bench.history.now().time(*bench.state.chosenEvent()), rollout::at(13.9));
        click(25);
        QVERIFY2(!bench.state.chosenEvent(), "where nothing happened the object alone is chosen");
    }

    void theChosenMarkStandsOut_data()
    {
        QTest::addColumn<ColourScheme>("scheme");
        QTest::addColumn<bool>("isFolded");
        QTest::newRow("dark") << ColourScheme::Dark << false;
        QTest::newRow("light") << ColourScheme::Light << false;
        QTest::newRow("its lane is folded into another") << ColourScheme::Dark << true;
    }
    void theChosenMarkStandsOut()
    {
        QFETCH(ColourScheme, scheme);
        QFETCH(bool, isFolded);
        Theme theme;
        theme.setScheme(scheme);
        Bench bench;
        showPicture(bench);
        const WallTime time = rollout::at(25);
        const auto place = [&](const QString &name) { return bench.canvas().rowPoint(bench.rowOf(name), time); };
        const auto ringAround = [&](QPoint middle) { // how many points of a ring have its colour
            const QImage image = bench.viewport()->grab().toImage();
            const QColor accent = tokens(bench.viewport()->palette()).accent;
            int points = 0;
            for (const QPoint &way : {QPoint(0, -10), QPoint(9, 0), QPoint(0, 9), QPoint(-10, 0)})
                points += image.pixelColor(middle + way) == accent;
            return points;
        };
        QCOMPARE(ringAround(place(u"web-7c9f4d5b6-q8k4m"_s)), 0);
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, place(u"web-7c9f4d5b6-q8k4m"_s));
        QVERIFY(bench.state.chosenEvent());
        QVERIFY(bench.canvas().accessibleDescription().contains(u"MODIFIED"_s));
        if (isFolded)
            QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, {34, place(u"web-7c9f4d5b6"_s).y()});
        const QPoint chosen = place(isFolded ? u"web-7c9f4d5b6"_s : u"web-7c9f4d5b6-q8k4m"_s);
        QCOMPARE(ringAround(chosen), 4);
        bench.state.select(bench.state.selection());
        QCOMPARE(ringAround(chosen), 0);
    }

    void whatStandsAroundTheLaneComesIntoSightToo_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("around");
        QTest::newRow("two on each side") << 200 << 2;
        QTest::newRow("one where there is room for three") << 120 << 1;
        QTest::newRow("none where there is room for one") << 64 << 0;
    }
    void whatStandsAroundTheLaneComesIntoSightToo()
    {
        QFETCH(int, height);
        QFETCH(int, around);
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        const auto &rows = bench.canvas().chosen().rows;
        const int count = int(rows.size());
        bench.view.resize(800, bench.view.height() - bench.viewport()->height() + height);
        QCoreApplication::processEvents();
        QVERIFY(count >= 8);
        QScrollBar &bar = *bench.canvas().verticalScrollBar();
        for (const int from : {0, bar.maximum()}) {
            bar.setValue(from);
            const int row = from == 0 ? count - 4 : 3;
            const LaneRow chosen = rows[std::size_t(row)];
            bench.state.select({sample::podInfo().gvr, chosen.ns, chosen.name, chosen.uid});
            const int side = (from == 0 ? around : -around) * 24;
            const int y = bench.canvas().rowPoint(row, {}).y() + scaled(side);
            QVERIFY2(y > scaled(measure::Header) && y < height, qPrintable(QString::number(y)));
        }
    }

    void whereTheUserLooksNothingScrolls()
    {
        Bench bench;
        bench.view.resize(800, 150);
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.show();
        QScrollBar &bar = *bench.canvas().verticalScrollBar();
        const auto lane = [&bench](int row) { return bench.canvas().rowPoint(row, rollout::at(30)); };
        const auto select = [&bench](int row) {
            const LaneRow chosen = bench.canvas().chosen().rows[std::size_t(row)];
            bench.state.select({sample::podInfo().gvr, chosen.ns, chosen.name, chosen.uid});
        };
        bar.setValue(36); // half of the second lane is hidden
        select(3);
        QCOMPARE(bar.value(), 36);
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, lane(1) + QPoint(0, 6));
        QCOMPARE(bench.state.selection().name, bench.canvas().chosen().rows[1].name);
        QVERIFY2(bar.value() == 36, "it was clicked where it is");
        bench.view.hide();
        select(int(bench.canvas().chosen().rows.size()) - 1);
        bench.show();
        QVERIFY(bar.value() > 36);
        bench.wheel({50, 100}, 100);
        bench.play(sample::batch({}, {sample::live(rollout::Pods)}));
        bench.view.resize(800, 151);
        QVERIFY2(bar.value() == 0, "the user has scrolled away from it");
    }
};

} // namespace tst_timelineselection

WK_TEST(tst_timelineselection, tst_TimelineSelection, QApplication)
#include "tst_timelineselection.moc"
