// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historywriter.h"

#include "core/history/rows/historyfeed.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tst_historywriter {

using namespace wk;
using namespace wk::test;

namespace {

/// What was published, and a way to keep the writer from going on.
class Published
{
public:
    HistoryWriter::Published listener()
    {
        return [this](HistoryPtr newer) {
            std::unique_lock lock(m_mutex);
            m_all.push_back(std::move(newer));
            m_moved.notify_all();
            m_moved.wait(lock, [this] { return !m_isHeld; });
        };
    }
    HistoryPtr last() const
    {
        const std::lock_guard lock(m_mutex);
        return m_all.empty() ? HistorySnapshot::empty() : m_all.back();
    }
    std::size_t count() const
    {
        const std::lock_guard lock(m_mutex);
        return m_all.size();
    }
    void hold(bool isHeld)
    {
        const std::lock_guard lock(m_mutex);
        m_isHeld = isHeld;
        m_moved.notify_all();
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_moved;
    std::vector<HistoryPtr> m_all;
    bool m_isHeld = false;
};

std::vector<EntryPtr> some(std::size_t count, int watch = 1)
{
    std::vector<EntryPtr> entries;
    for (std::size_t i = 0; i < count; ++i)
        entries.push_back(entry(WatchId(watch), EntryType::Modified, object("web", "a", std::to_string(i + 1))));
    return entries;
}

} // namespace

class TestHistoryWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsBroughtIsPublishedInItsOrder();
    void whatComesWithinABreathIsOneSnapshot();
    void muchIsPublishedSooner();
    void aFullInboxLetsWhoeverBringsMoreWait();
    void whoeverWaitsIsLetGoAtTheEnd();
    void severalBringAtOnceAndNothingIsLost();
    void aFeedTakesTheNewestThatIsOffered();
};

void TestHistoryWriter::whatIsBroughtIsPublishedInItsOrder()
{
    Published published;
    HistoryWriter writer({}, {}, published.listener());
    writer.opened(1, {}, scope("Pod"));
    writer.told({listEntry(1, {object("web", "a")}), entry(1, EntryType::Deleted, object("web", "a"))});
    writer.closed(1, Start);
    writer.opened(2, {}, scope("Pod"));
    writer.told(some(1, 2));
    writer.flush();
    const HistoryPtr history = published.last();
    QCOMPARE(history->size(), std::size_t(4));
    QCOMPARE(history->kind(1), std::string_view("Pod"));
    QCOMPARE(history->closings().size(), std::size_t(1));
    QCOMPARE(history->closings()[0].row, RowId(3));
    QCOMPARE(history->watch(3), WatchId(2));
}

void TestHistoryWriter::whatComesWithinABreathIsOneSnapshot()
{
    Published published;
    HistoryWriter writer({}, {}, published.listener());
    writer.told(some(1));
    QTRY_COMPARE(published.count(), std::size_t(1)); // at once
    for (int i = 0; i < 20; ++i)
        writer.told(some(1));
    QTRY_COMPARE(published.last()->size(), std::size_t(21));
    QVERIFY2(published.count() <= 3, qPrintable(QString::number(published.count())));
}

void TestHistoryWriter::muchIsPublishedSooner()
{
    const auto until = [](std::size_t more) {
        Published published;
        HistoryWriter writer({}, {}, published.listener());
        writer.told(some(1));
        while (published.count() == 0) // whoever publishes has looked at the clock by now
            std::this_thread::yield();
        QElapsedTimer since;
        since.start();
        writer.told(some(more));
        while (published.count() < 2)
            std::this_thread::yield();
        return std::chrono::milliseconds(since.elapsed());
    };
    QVERIFY(until(1) > HistoryWriter::Breath - HistoryWriter::Frame);
    // … on a machine that does not let it wait. QTRY_VERIFY would ask again once it was so.
    const auto isSooner = [&] {
        return until(HistoryWriter::SnapshotRows) < HistoryWriter::Breath - HistoryWriter::Frame;
    };
    QVERIFY(QTest::qWaitFor(isSooner, 20'000));
}

void TestHistoryWriter::aFullInboxLetsWhoeverBringsMoreWait()
{
    Published published;
    published.hold(true);
    HistoryWriter writer({}, {}, published.listener());
    writer.told(some(1));
    QTRY_COMPARE(published.count(), std::size_t(1)); // and there the writer stays
    std::atomic<std::size_t> brought = 0;
    std::thread bringer([&] {
        for (std::size_t i = 0; i < 3 * HistoryWriter::InboxEntries; ++i, ++brought)
            writer.told(some(1));
    });
    QTRY_COMPARE(brought.load(), HistoryWriter::InboxEntries);
    QTest::qWait(50);
    QCOMPARE(brought.load(), HistoryWriter::InboxEntries);
    published.hold(false);
    bringer.join();
    writer.flush();
    QCOMPARE(published.last()->end(), RowId(1 + 3 * HistoryWriter::InboxEntries));
}

void TestHistoryWriter::whoeverWaitsIsLetGoAtTheEnd()
{
    Published published;
    published.hold(true);
    std::thread bringer;
    {
        HistoryWriter writer({}, {}, published.listener());
        writer.told(some(1));
        QTRY_COMPARE(published.count(), std::size_t(1));
        std::atomic<std::size_t> brought = 0;
        bringer = std::thread([&] {
            for (std::size_t i = 0; i <= HistoryWriter::InboxEntries; ++i, ++brought)
                writer.told(some(1));
        });
        QTRY_COMPARE(brought.load(), HistoryWriter::InboxEntries);
        std::thread ending([&] {
            QTest::qSleep(20);
            published.hold(false);
        });
        bringer.join();
        ending.join();
    }
}

void TestHistoryWriter::severalBringAtOnceAndNothingIsLost()
{
    Published published;
    HistoryWriter writer({}, {}, published.listener());
    constexpr std::size_t Each = 3000;
    std::vector<std::thread> bringers;
    for (int watch = 1; watch <= 3; ++watch) {
        bringers.emplace_back([&writer, watch] {
            writer.opened(WatchId(watch), {}, scope("Pod"));
            for (std::size_t i = 0; i < Each; i += 10)
                writer.told(some(10, watch));
        });
    }
    for (std::thread &bringer : bringers)
        bringer.join();
    writer.flush();
    const HistoryPtr history = published.last();
    std::map<WatchId, std::size_t> told;
    for (RowId row = 0; row < history->end(); ++row)
        ++told[history->watch(row)];
    QCOMPARE(told, (std::map<WatchId, std::size_t>{{1, Each}, {2, Each}, {3, Each}}));
}

void TestHistoryWriter::aFeedTakesTheNewestThatIsOffered()
{
    HistoryFeed feed;
    QSignalSpy moved(&feed, &HistoryFeed::moved);
    EventLog log;
    for (int i = 0; i < 3; ++i) {
        log.append(entry(1, EntryType::Bookmark));
        feed.offer(log.snapshot());
    }
    QCOMPARE(feed.end(), RowId(0));
    QTRY_COMPARE(feed.end(), RowId(3));
    QCOMPARE(moved.size(), 1);
    QCOMPARE(moved[0][0].value<RowId>(), RowId(0));
}

} // namespace tst_historywriter

WK_TEST(tst_historywriter, TestHistoryWriter, QCoreApplication)
#include "tst_historywriter.moc"
