// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"
#include "tests/ui/support/painted.h"

#include <QScreen>

#include <utility>

namespace tst_streamgrowth {

using namespace wk;
using namespace wk::sample;
using namespace wk::streambench;
using namespace std::chrono_literals;

/// What is painted of a stream that grows, and that it is what would be seen if all were painted anew.
class tst_streamgrowth : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { m_view.reset(); }

    void onlyWhatCameIsPainted_data()
    {
        QTest::addColumn<bool>("follows");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("rows");
        QTest::newRow("nothing of what comes below what is looked at") << false << 300 << 0;
        QTest::newRow("what comes into sight as the newest is followed") << true << 300 << 3;
    }
    void onlyWhatCameIsPainted()
    {
        QFETCH(bool, follows);
        QFETCH(int, before);
        QFETCH(int, rows);
        fill(before);
        look(follows);
        test::Painted painted(*m_table->viewport());
        grow(3);
        const int row = m_table->rowHeight(0);
        QVERIFY2(painted.height() >= rows * row && painted.height() <= (rows + 1) * row * (rows > 0),
                 qPrintable(QString::number(painted.height())));
        QCOMPARE(bar()->value(), follows ? bar()->maximum() : 0);
        QVERIFY(test::isAsPaintedAnew(*m_table->viewport()));
    }

    void onlyTheRowsThatThePointerLeavesAndComesToArePainted()
    {
        fill(300);
        look(false);
        const int row = m_table->rowHeight(0);
        const auto pointAt = [this, row](int number) {
            QTest::mouseMove(m_table->viewport(), {100, number * row + row / 2});
            settle();
        };
        pointAt(2);
        const QImage before = m_table->viewport()->grab().toImage();
        test::Painted painted(*m_table->viewport());
        pointAt(9);
        QCOMPARE(painted.height(), 2 * row);
        QVERIFY(m_table->viewport()->grab().toImage() != before);
        QVERIFY(test::isAsPaintedAnew(*m_table->viewport()));
    }

    void whatIsSeenIsWhatThereIs_data()
    {
        QTest::addColumn<bool>("follows");
        QTest::addColumn<int>("before");
        QTest::newRow("the newest of many is followed") << true << 300;
        QTest::newRow("old ones are looked at") << false << 300;
        QTest::newRow("they fill the view only by and by") << true << 1;
        QTest::newRow("at first there is none") << true << 0;
    }
    void whatIsSeenIsWhatThereIs()
    {
        QFETCH(bool, follows);
        QFETCH(int, before);
        fill(before);
        look(follows);
        for (const int count : {1, 2, 3, 30, 1, 5}) {
            grow(count);
            QVERIFY(test::isAsPaintedAnew(*m_table->viewport()));
        }
        m_state->setFilter(QStringLiteral("name:new3"));
        QTRY_VERIFY(!model().isBehind());
        grow(4);
        QVERIFY(test::isAsPaintedAnew(*m_table->viewport()));
        m_state->setFilter(QString());
        QTRY_VERIFY(!model().isBehind());
        look(follows);
        QVERIFY(test::isAsPaintedAnew(*m_table->viewport()));
    }

    void rowsThatFallOffAreGone()
    {
        fill(int(EventLog::ChunkRows));
        look(false);
        m_log->setBounds({.rows = EventLog::ChunkRows});
        grow(5);
        QTRY_COMPARE(model().rowCount(), 5);
        grow(1);
        QVERIFY(test::isAsPaintedAnew(*m_table->viewport()));
    }

private:
    void settle()
    {
        for (int turn = 0; turn < 5 || model().isBehind(); ++turn)
            QCoreApplication::processEvents();
    }
    void look(bool atNewest)
    {
        m_table->setFollowing(atNewest);
        if (!atNewest)
            bar()->setValue(0);
        m_clock.advance(1s); // counts
        settle();
    }
    void grow(int count)
    {
        std::vector<EntryPtr> entries;
        for (int i = 0; i < count; ++i)
            entries.push_back(added(Pods, web("new" + std::to_string(m_grown++))));
        apply(batch(entries));
        settle();
    }
    int m_grown = 0;
};

} // namespace tst_streamgrowth

WK_TEST(tst_streamgrowth, tst_streamgrowth, QApplication)
#include "tst_streamgrowth.moc"
