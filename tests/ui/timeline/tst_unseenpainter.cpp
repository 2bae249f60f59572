// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/unseenpainter.h"

#include "core/history/eventlog.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/style/tokens.h"

#include <QImage>
#include <QPainter>
#include <QTest>

namespace tst_unseenpainter {

using namespace wk;
using namespace std::chrono_literals;

namespace {

ObjectPtr podOf(int version)
{
    return sample::shared(sample::pod({.name = "a"}, version));
}

/// A row of ten pixels a second, a minute long, with a gap that ended that long ago.
class GapPicture
{
public:
    explicit GapPicture(std::vector<EntryPtr> entries = {})
    {
        m_log.setWatch(1, sample::scopeOf(sample::podInfo()));
        m_log.append(Batch{std::move(entries), {}});
        m_data.follow(m_log.snapshot(), m_log.now().end());
        while (m_data.work(100)) {
        }
        m_image.fill(Qt::white);
    }

    /// Whether anything is written for a gap that began 30 s ago.
    bool names(std::chrono::milliseconds ended, const LaneRow &row)
    {
        const QImage before = m_image.copy();
        m_painter.labelGaps({{sample::Now - 30s, sample::Now - ended, {}, {}, {}, {}, 0}}, row, QRect(0, 0, 600, 40));
        return m_image != before;
    }

    QRect whereObjectsWere(const LaneRow &row) { return m_painter.whereObjectsWere(row, QRect(0, 0, 600, 40)); }

private:
    EventLog m_log;
    TimelineData m_data;
    QImage m_image{600, 40, QImage::Format_RGB32};
    QPainter m_onto{&m_image};
    LaneScene m_scene{m_data, tokens(QPalette()), {sample::Now - 60s, sample::Now, 0, 600}, sample::Now};
    UnseenPainter m_painter{m_onto, m_scene};
};

} // namespace

class tst_UnseenPainter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// As the lanes of a Deployment, its ReplicaSets and pods are, whose watches were closed at once.
    void whatNoneOfThemSawIsNamedOnce()
    {
        GapPicture picture({sample::listed(1, sample::podColumns(), {podOf(1)}, sample::Now - 100s)});
        LaneRow row;
        row.lane = 0;
        QVERIFY(picture.names(20s, row));
        QVERIFY2(!picture.names(20s, row), "the same in another row");
        QVERIFY2(!picture.names(19990ms, row), "one that was listed a moment later");
        QVERIFY(picture.names(25s, row));
    }

    void beforeItsObjectWasMadeNothingWasMissed()
    {
        const auto born = std::make_shared<Entry>(*sample::added(1, podOf(1)));
        born->arrived = sample::Now - 20s;
        GapPicture picture({sample::listed(1, sample::podColumns(), {}, sample::Now - 100s), EntryPtr(born)});
        LaneRow row;
        row.lane = 0;
        QCOMPARE(picture.whereObjectsWere(row), QRect(400, 0, 200, 40));
        QVERIFY(!picture.names(21s, row));
    }

    void theNameOfAGapCoversNothing()
    {
        const WallTime seen = sample::Now - 100s;
        const auto event = [](std::chrono::seconds ago) {
            auto made = std::make_shared<Entry>(*sample::modified(1, podOf(1), podOf(2)));
            made->arrived = sample::Now - ago;
            return EntryPtr(std::move(made));
        };
        const EntryPtr list = sample::listed(1, sample::podColumns(), {podOf(1)}, seen);
        LaneRow row;
        row.lane = 0;
        LaneRow folded;
        folded.hidden = {0};
        QVERIFY2(GapPicture({list, event(40s)}).names(20s, row), "right of it is room");
        QVERIFY(!GapPicture({list, event(40s), event(10s)}).names(20s, row));
        QVERIFY2(!GapPicture({list, event(40s), event(10s)}).names(20s, folded), "of a folded row neither");
    }
};

} // namespace tst_unseenpainter

WK_TEST(tst_unseenpainter, tst_UnseenPainter, QApplication)
#include "tst_unseenpainter.moc"
