// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/windowstate.h"
#include "ui/style/formats.h"
#include "ui/window/timestrip.h"
#include "ui/words/outagewords.h"

#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

#include <cmath>
#include <memory>

namespace tst_timestripgaps {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

Standing standingOf(int live, int waiting, std::optional<WallTime> heard = {}, std::optional<WallTime> broken = {})
{
    Standing standing;
    standing.live = live;
    standing.waiting = waiting;
    standing.staleSince = heard;
    standing.brokenSince = broken;
    return standing;
}

} // namespace

/// What a time strip shows of what was not seen.
class TimeStripGapsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_strip.reset();
        m_state = std::make_unique<WindowState>();
        m_history = std::make_unique<TestHistory>();
        m_strip = std::make_unique<TimeStrip>(*m_state, m_clock);
        m_strip->resize(1440, 92);
        m_strip->tick();
    }

    void namespacesNarrowWhatIsCounted()
    {
        const ObjectPtr db = shared(pod({.ns = "db", .name = "db-1"}));
        const ObjectPtr web = shared(pod({.ns = "web", .name = "web-1"}));
        m_history->append(batch({bookmark(1, 5, Now - 600s), at(added(1, db), Now - 20s)}));
        m_strip->follow(m_history->newest());
        const QImage ofDb = m_strip->grab().toImage();
        m_history->append(batch({at(added(1, web), Now - 10s)}));
        m_strip->follow(m_history->newest());
        const QImage ofAll = m_strip->grab().toImage();
        QVERIFY(ofAll != ofDb);
        m_state->setNamespaces({"db"});
        m_strip->narrow();
        QTRY_COMPARE(m_strip->grab().toImage(), ofDb);
        m_history->append(batch({at(modified(1, web, web), Now - 10s)}));
        m_strip->follow(m_history->newest());
        QCOMPARE(m_strip->grab().toImage(), ofDb);
    }

    void whatIsNotLiveIsHatchedUntilNow()
    {
        m_strip->setStanding(standingOf(1, 0));
        const QImage live = m_strip->grab().toImage();
        m_strip->setStanding(standingOf(0, 1, Now - 60s, Now - 60s));
        const QImage stale = m_strip->grab().toImage();
        const int x = static_cast<int>(m_strip->xOf(Now - 60s));
        QCOMPARE(stale.copy(0, 26, x - 1, 40), live.copy(0, 26, x - 1, 40));
        QVERIFY(stale.copy(x + 1, 26, 12, 40) != live.copy(x + 1, 26, 12, 40));
        QVERIFY(stale.copy(1400, 26, 20, 40) != live.copy(1400, 26, 20, 40));
        QVERIFY2(stale.copy(1200, 4, 200, 16) != live.copy(1200, 4, 200, 16), "the word is another");
    }

    void whereOnlySomeAreMissingIsPaler()
    {
        m_strip->setStanding(standingOf(0, 2, Now - 600s, Now - 600s));
        const QImage all = m_strip->grab().toImage();
        m_strip->setStanding(standingOf(0, 2, Now - 600s, Now - 60s));
        const QImage some = m_strip->grab().toImage();
        const int x = static_cast<int>(m_strip->xOf(Now - 300s));
        QVERIFY(all.copy(x, 26, 12, 40) != some.copy(x, 26, 12, 40));
    }

    void whatIsInDoubtIsPalerThanWhatIsLost()
    {
        const QImage calm = m_strip->grab().toImage();
        auto broken = std::make_shared<Entry>(*gap(2, 7, 9, Now - 30s));
        broken->gap.since = Now - 600s;
        broken->gap.broke = Now - 60s;
        add(batch({broken}));
        const QImage image = m_strip->grab().toImage();
        const auto inkAt = [&](WallTime time) { // of a whole slant of the hatch
            const int x = static_cast<int>(m_strip->xOf(time));
            int away = 0;
            for (int i = 0; i < 10; ++i)
                away += std::abs(qGray(image.pixel(x + i, 40)) - qGray(calm.pixel(x + i, 40)));
            return away;
        };
        QVERIFY(inkAt(Now - 300s) > 0);
        QVERIFY(inkAt(Now - 55s) > 2 * inkAt(Now - 300s));
        QCOMPARE(inkAt(Now - 700s), 0);
    }

    void aBandIsAsWideAsItsOutageWasLong_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::newRow("18.6 s across bins") << -50'300 << -31'700;
        QTest::newRow("within a bin") << -53'900 << -51'000;
        QTest::newRow("half an hour") << -1'290'000 << -90'000;
    }

    /// A bin is of 5 s and 5 px.
    void aBandIsAsWideAsItsOutageWasLong()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        const WallTime begin = Now + std::chrono::milliseconds(from);
        const WallTime end = Now + std::chrono::milliseconds(to);
        const QImage calm = m_strip->grab().toImage();
        auto broken = std::make_shared<Entry>(*gap(2, 7, 9, end));
        broken->gap.since = broken->gap.broke = begin;
        add(batch({broken}));
        const QImage image = m_strip->grab().toImage();
        const auto isHatched = [&](int x) { return image.copy(x, 40, 1, 10) != calm.copy(x, 40, 1, 10); };
        int left = 0;
        while (left < image.width() && !isHatched(left))
            ++left;
        int right = image.width();
        while (right > 0 && !isHatched(right - 1))
            --right;
        QVERIFY2(std::abs(left - m_strip->xOf(begin)) <= 1, qPrintable(QString::number(left)));
        QVERIFY2(std::abs(right - m_strip->xOf(end)) <= 1, qPrintable(QString::number(right)));
    }

    /// In the words, and with the times, of everything else that tells of it.
    void theTipSaysWhatWasNotSeen()
    {
        add(batch({bookmark(1, 5, Now - 600s)}));
        auto broken = std::make_shared<Entry>(*gap(2, 7, 9, Now - 381'400ms));
        broken->gap.since = Now - 450s;
        broken->gap.broke = Now - 400s;
        add(batch({broken}));
        m_strip->setStanding(standingOf(0, 2, Now - 100s, Now - 50s));
        const auto tipAt = [this](WallTime time) {
            const QPoint at(int(std::ceil(m_strip->xOf(time))) + 1, 40);
            QHelpEvent help(QEvent::ToolTip, at, m_strip->mapToGlobal(at));
            QCoreApplication::sendEvent(m_strip.get(), &help);
            return QToolTip::text();
        };
        const auto says = [&](WallTime time, const QString &words) {
            return tipAt(time).contains(QStringLiteral("Changes may be missing: %1.").arg(words));
        };
        QVERIFY(says(Now - 430s, inDoubtWords(Now - 450s, Now - 400s, Now)));
        QVERIFY(says(Now - 390s, notSeenWords(Now - 400s, Now - 381'400ms, Now)));
        QVERIFY(!tipAt(Now - 200s).contains(QStringLiteral("missing")));
        QVERIFY(says(Now - 80s, inDoubtWords(Now - 100s, Now - 50s, Now)));
        QVERIFY(says(Now - 30s, outageWords({Now - 100s, Now - 50s, {}}, Now - 30s, Now)));
        QCOMPARE(standingWord(m_strip->standing(), Now), staleWords(Now - 50s, Now));
        m_strip->setStanding(standingOf(1, 1, Now - 100s, Now - 50s));
        QVERIFY(says(Now - 30s, QStringLiteral("in doubt since %1").arg(format::clock(Now - 100s))));
    }

    void barsStandInAGapOfOtherWatches()
    {
        add(batch({gap(2, 7, 9, Now - 30s)}));
        const QImage before = m_strip->grab().toImage();
        add(batch({at(added(1, shared(pod({.name = "web-1"}))), Now - 30s)}));
        const QImage after = m_strip->grab().toImage();
        const int x = static_cast<int>(m_strip->xOf(Now - 30s));
        QVERIFY(before.copy(x - 6, 26, 12, 40) != after.copy(x - 6, 26, 12, 40));
    }

private:
    void add(const Batch &batch)
    {
        m_history->append(batch);
        m_strip->follow(m_history->newest());
    }

    ManualClock m_clock;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TestHistory> m_history;
    std::unique_ptr<TimeStrip> m_strip;
};

} // namespace tst_timestripgaps

WK_TEST(tst_timestripgaps, TimeStripGapsTest, QApplication)
#include "tst_timestripgaps.moc"
