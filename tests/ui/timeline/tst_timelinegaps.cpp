// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"
#include "ui/style/formats.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_timelinegaps {

using namespace Qt::StringLiterals;
using namespace wk;
using timeline::Bench;

/// What hovering and a click over what was not seen do.
class tst_TimelineGaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsInDoubtIsTheBarAndSaysSo()
    {
        Bench bench;
        Batch story = rollout::picture();
        for (EntryPtr &entry : story.entries) {
            if (entry->type != EntryType::Gap)
                continue;
            auto broken = std::make_shared<Entry>(*entry);
            broken->gap.since = rollout::at(12);
            broken->gap.broke = rollout::at(22.2);
            entry = broken;
        }
        bench.play(story);
        bench.show();
        bench.canvas().showTime(rollout::at(0), rollout::at(50));
        const auto tipAt = [&](double at) {
            return bench.canvas().toolTipAt(
                bench.canvas().rowPoint(bench.rowOf(u"web-5d8c6b97f4-jx9fk"_s), rollout::at(at)));
        };
        const QString doubtful = tipAt(15);
        QVERIFY2(doubtful.contains(u"\nRunning"_s), qPrintable(doubtful));
        QVERIFY2(doubtful.contains(u"of which in doubt: "_s + format::clock(rollout::at(12))), qPrintable(doubtful));
        const QString lost = tipAt(24);
        QVERIFY2(lost.contains(u"\nnot seen 3.2"_s) && lost.contains(u"In doubt since "_s), qPrintable(lost));
    }

    void aClickOnAGapAsksForItsRowOfTheStream()
    {
        Bench bench;
        bench.play(rollout::picture());
        bench.show();
        QSignalSpy asked(&bench.view, &TimelineView::gapAsked);
        bench.canvas().showTime(rollout::at(0), rollout::at(50));
        const QPoint at = bench.canvas().rowPoint(bench.rowOf(u"web-5d8c6b97f4-jx9fk"_s), rollout::at(24));
        const QString tip = bench.canvas().toolTipAt(at);
        QVERIFY2(tip.contains(u"Changes to pods may have gone unseen for 3.2"_s), qPrintable(tip));
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toUInt(), WatchId(rollout::Pods));
        QTest::mouseClick(bench.viewport(), Qt::LeftButton, {}, at - QPoint(120, 0));
        QCOMPARE(asked.size(), 1);
    }
};

} // namespace tst_timelinegaps

WK_TEST(tst_timelinegaps, tst_TimelineGaps, QApplication)
#include "tst_timelinegaps.moc"
