// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QTest>

namespace tst_timelineaim {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;
using timeline::Bench;

/// What a pointer hits on a timeline that follows the present: 25 pixels a second.
class tst_TimelineAim : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<Bench>();
        m_bench->state.setResource(sample::podInfo());
        m_bench->play(rollout::picture());
        m_bench->show();
        canvas().showTime(rollout::at(20), rollout::at(50));
        QVERIFY(canvas().follows());
        m_bench->viewport()->repaint();
    }
    void cleanup() { m_bench.reset(); }

    void whatThePointerIsOnStaysUnderIt()
    {
        const QPoint mark = markPoint();
        movePointer(mark);
        advance(1s);
        QCOMPARE(markPoint(), mark);
        click(mark);
        QCOMPARE(chosenTime(), std::optional(rollout::at(40)));
    }

    void aPressHitsWhatWasPaintedLast()
    {
        movePointer({5, 5});
        const QPoint mark = markPoint();
        m_bench->clock.advance(1s); // and a busy window has not painted it
        click(mark);
        QCOMPARE(chosenTime(), std::optional(rollout::at(40)));
    }

    void aButtonThatIsDownHoldsTime()
    {
        const QPoint mark = markPoint();
        QTest::mousePress(m_bench->viewport(), Qt::LeftButton, {}, mark);
        advance(20s);
        QTest::mouseRelease(m_bench->viewport(), Qt::LeftButton, {}, mark);
        QCOMPARE(chosenTime(), std::optional(rollout::at(40)));
        advance(2s);
        QCOMPARE(canvas().axis().to, sample::Now + 22s);
    }

    void aPointerAtRestHoldsTimeForAsLongAsOneReads()
    {
        movePointer(markPoint());
        advance(2s);
        QCOMPARE(canvas().axis().to, sample::Now + 2s);
        const WallTime shown = canvas().axis().to;
        const QPoint mark = markPoint();
        QHelpEvent help(QEvent::ToolTip, mark, m_bench->viewport()->mapToGlobal(mark));
        QCoreApplication::sendEvent(m_bench->viewport(), &help);
        advance(9s);
        QCOMPARE(canvas().axis().to, shown);
        advance(2s);
        QCOMPARE(canvas().axis().to, sample::Now + 13s);
    }

    void whoGoesAwayLetsTimeGoOn_data()
    {
        QTest::addColumn<int>("way");
        QTest::newRow("the pointer leaves") << 0;
        QTest::newRow("a key shows the newest") << 1;
        QTest::newRow("a double click does") << 2;
    }
    void whoGoesAwayLetsTimeGoOn()
    {
        QFETCH(int, way);
        movePointer(markPoint());
        advance(1s);
        QCOMPARE(canvas().axis().to, sample::Now);
        if (way == 0) {
            QEvent leave(QEvent::Leave);
            QCoreApplication::sendEvent(m_bench->viewport(), &leave);
        } else if (way == 1) {
            QTest::keyClick(&canvas(), Qt::Key_End);
        } else {
            QTest::mouseDClick(m_bench->viewport(), Qt::LeftButton, {}, markPoint());
        }
        QCOMPARE(canvas().axis().to, sample::Now + 1s);
        advance(1s);
        QCOMPARE(canvas().axis().to, sample::Now + 2s);
    }

    void aPauseShowsWhatWasHeld()
    {
        movePointer(markPoint());
        advance(1s);
        m_bench->state.setPaused(true);
        QCOMPARE(canvas().axis().to, sample::Now);
        advance(5s);
        QCOMPARE(canvas().axis().to, sample::Now);
        m_bench->state.setPaused(false);
        QCOMPARE(canvas().axis().to, sample::Now + 6s);
    }

    void lanesComeWhenThePointerHasGone()
    {
        const auto rows = canvas().chosen().rows.size();
        movePointer(markPoint());
        rollout::Story story;
        story.added(rollout::Pods, 49, rollout::podOf("api-5f7b8d4c9", "aaaaa", "Pending", "payments"));
        m_bench->play(sample::batch(story.batch(-120).entries));
        QCOMPARE(canvas().chosen().rows.size(), rows);
        advance(2s);
        QCOMPARE(canvas().chosen().rows.size(), rows + 1);
    }

    void theRowUnderAPointerAtRestStaysWhereItIs_data()
    {
        QTest::addColumn<int>("x");
        QTest::addColumn<bool>("follows");
        QTest::newRow("over the lanes") << 600 << true;
        QTest::newRow("over the names") << 100 << true;
        QTest::newRow("over lanes of a time that stands") << 600 << false;
    }
    void theRowUnderAPointerAtRestStaysWhereItIs()
    {
        QFETCH(int, x);
        QFETCH(bool, follows);
        if (!follows)
            canvas().showRange(rollout::at(20), rollout::at(50));
        const QString pod = u"web-7c9f4d5b6-hv7jd"_s;
        const int before = m_bench->rowOf(pod);
        const QPoint at(x, markPoint().y());
        movePointer(at);
        advance(2s); // it rests
        rollout::Story story;
        story.added(rollout::Pods, 49, rollout::podOf("api-5f7b8d4c9", "aaaaa", "Pending", "payments"));
        m_bench->play(sample::batch(story.batch(-120).entries));
        advance(2s);
        QCOMPARE(m_bench->rowOf(pod), before + 1);
        QCOMPARE(markPoint().y(), at.y());
        click({x, at.y()});
        QCOMPARE(m_bench->state.selection().name, pod.toStdString());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(m_bench->viewport(), &leave);
        QCOMPARE(markPoint().y(), canvas().rowPoint(0, rollout::at(40)).y() + (before + 1) * 24);
        QVERIFY2(canvas().rowPoint(0, rollout::at(40)).y() > 24, "all rows are in sight again");
    }

    void aClickActsOnWhatWasThereWhenTheButtonWentDown()
    {
        const QPoint mark = markPoint();
        QTest::mousePress(m_bench->viewport(), Qt::LeftButton, {}, mark);
        m_bench->state.setFilter(u"ns:payments"_s);
        QCOMPARE(m_bench->rowOf(u"web-7c9f4d5b6-hv7jd"_s), -1);
        QTest::mouseRelease(m_bench->viewport(), Qt::LeftButton, {}, mark);
        QCOMPARE(m_bench->state.selection().name, std::string("web-7c9f4d5b6-hv7jd"));
        QCOMPARE(chosenTime(), std::optional(rollout::at(40)));
    }

    void theMenuOfAMarkIsOfItsMoment()
    {
        QObject::disconnect(&canvas(), &TimelineCanvas::menuWanted, &m_bench->view, nullptr);
        std::vector<std::optional<WallTime>> said;
        connect(&canvas(), &TimelineCanvas::menuWanted, this,
                [&said](int, const QPoint &, std::optional<WallTime> time) { said.push_back(time); });
        const QPoint mark = markPoint();
        for (const QPoint &at : {mark + QPoint(-3, 0), mark + QPoint(3, 0), QPoint(5, mark.y())}) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_bench->viewport()->mapToGlobal(at));
            QCoreApplication::sendEvent(m_bench->viewport(), &event);
        }
        QCOMPARE(said.size(), std::size_t(3));
        QVERIFY(said[0] == rollout::at(40) && said[1] == rollout::at(40));
        QVERIFY2(!said[2], "a name is of no moment");
    }

private:
    TimelineCanvas &canvas() { return m_bench->canvas(); }
    /// Where web-7c9f4d5b6-hv7jd began to run.
    QPoint markPoint() { return canvas().rowPoint(m_bench->rowOf(u"web-7c9f4d5b6-hv7jd"_s), rollout::at(40)); }
    std::optional<WallTime> chosenTime() const
    {
        const std::optional<RowId> &event = m_bench->state.chosenEvent();
        return event ? std::optional(m_bench->history.now().time(*event)) : std::nullopt;
    }
    void advance(std::chrono::milliseconds time)
    {
        m_bench->clock.advance(time);
        m_bench->viewport()->repaint();
    }
    void movePointer(QPoint to)
    {
        QMouseEvent move(QEvent::MouseMove, to, m_bench->viewport()->mapToGlobal(to), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(m_bench->viewport(), &move);
    }
    void click(QPoint at) { QTest::mouseClick(m_bench->viewport(), Qt::LeftButton, {}, at); }

    std::unique_ptr<Bench> m_bench;
};

} // namespace tst_timelineaim

WK_TEST(tst_timelineaim, tst_TimelineAim, QApplication)
#include "tst_timelineaim.moc"
