// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/informer/mailbox.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <thread>

namespace tst_mailbox {

using namespace wk;

namespace {

EntryPtr makeEntry(const char *version)
{
    auto entry = std::make_shared<Entry>();
    entry->version = ResourceVersion(version);
    return entry;
}

} // namespace

class TestMailbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyTheFirstLetterRings();
    void statusesKeepTheNewest();
    void whatArrivesIsJoinedUntilItIsTaken();
    void whatArrivesIsTakenInPartsAndBeforeAllElse();
    void C35_aFullBoxSaysSo();
    void C35_aBoxFullOfBytesSaysSo();
    void C35_nothingIsLostBetweenThreads();
};

void TestMailbox::onlyTheFirstLetterRings()
{
    Mailbox box;
    QVERIFY(box.post({makeEntry("1")}));
    QVERIFY(!box.post({makeEntry("2"), makeEntry("3")}));
    QCOMPARE(box.take().batch.entries.size(), 3u);
    QVERIFY(box.take().batch.isEmpty());
    QVERIFY(box.post({makeEntry("4")}));
}

void TestMailbox::statusesKeepTheNewest()
{
    Mailbox box;
    WatchStatus status;
    status.watch = 1;
    status.state = WatchState::Listing;
    QVERIFY(box.post(status));
    status.state = WatchState::Live;
    QVERIFY(!box.post(status));
    const auto content = box.take();
    QCOMPARE(content.batch.statuses.size(), 1u);
    QVERIFY(content.batch.statuses.front().state == WatchState::Live);
}

void TestMailbox::whatArrivesIsJoinedUntilItIsTaken()
{
    const auto some = [](WatchId watch, std::size_t count, bool isAnew = false) {
        return Arrivals{watch, {}, std::vector<ObjectPtr>(count), isAnew};
    };
    Mailbox box;
    QVERIFY(box.post(some(1, 2)));
    QVERIFY(!box.post(some(1, 3)));
    QVERIFY(!box.post(some(2, 4)));
    Batch batch = box.take().batch;
    QCOMPARE(batch.arrivals.size(), 2u);
    QCOMPARE(batch.arrivals[0].objects.size(), 5u);
    QVERIFY(!batch.arrivals[0].isAnew);
    // A list that begins again forgets what has come of it before.
    QVERIFY(box.post(some(1, 2)));
    QVERIFY(!box.post(some(1, 0, true)));
    QVERIFY(!box.post(some(1, 1)));
    QVERIFY(!box.post(some(2, 1)));
    auto list = std::make_shared<Entry>();
    list->watch = 2;
    list->type = EntryType::List;
    QVERIFY(!box.post({list}));
    batch = box.take().batch;
    QCOMPARE(batch.arrivals.size(), 2u);
    QCOMPARE(batch.arrivals[0].watch, WatchId(1));
    QCOMPARE(batch.arrivals[0].objects.size(), 1u);
    QVERIFY(batch.arrivals[0].isAnew);
    // What a reader can take in parts is there before the List, which cannot be.
    QCOMPARE(batch.arrivals[1].objects.size(), 1u);
    QCOMPARE(batch.entries.size(), 1u);
    QVERIFY(box.take().batch.isEmpty());
}

void TestMailbox::whatArrivesIsTakenInPartsAndBeforeAllElse()
{
    Mailbox box;
    const auto post = [&box](WatchId watch, std::size_t count, bool isAnew) {
        return box.post(Arrivals{watch, {}, std::vector<ObjectPtr>(count), isAnew});
    };
    QVERIFY(post(1, 5, true));
    QVERIFY(!post(2, 4, true));
    QVERIFY(!box.post({makeEntry("1")}));
    std::vector<std::tuple<WatchId, std::size_t, bool>> taken;
    Mailbox::Content content;
    for (bool isFirst = true; isFirst || content.hasMore; isFirst = false) {
        QVERIFY(content.batch.entries.empty());
        content = box.take(3);
        for (const Arrivals &some : content.batch.arrivals)
            taken.emplace_back(some.watch, some.objects.size(), some.isAnew);
    }
    QVERIFY((taken == std::vector<std::tuple<WatchId, std::size_t, bool>>{
                          {1, 3, true}, {1, 2, false}, {2, 1, true}, {2, 3, false}}));
    QCOMPARE(content.batch.entries.size(), std::size_t(1));
    // What begins again is told from its beginning.
    QVERIFY(post(1, 5, true));
    QCOMPARE(box.take(3).batch.arrivals.front().objects.size(), std::size_t(3));
    QVERIFY(!post(1, 2, true));
    content = box.take(3);
    QVERIFY(content.batch.arrivals.front().isAnew && !content.hasMore);
    QCOMPARE(content.batch.arrivals.front().objects.size(), std::size_t(2));
}

void TestMailbox::C35_aFullBoxSaysSo()
{
    Mailbox box;
    QVERIFY(box.post(std::vector<EntryPtr>(limits::MailboxEntries, makeEntry("1"))));
    QVERIFY(!box.post({makeEntry("2")}));
    QVERIFY(!box.post({makeEntry("3")}));
    const auto content = box.take();
    QCOMPARE(content.dropped, std::uint64_t(limits::MailboxEntries + 2));
    QCOMPARE(content.batch.entries.size(), 1u);
    const Entry &gap = *content.batch.entries.front();
    QVERIFY(gap.type == EntryType::Gap && gap.watch == makeEntry("1")->watch);
    QCOMPARE(gap.gap.from.text() + " to " + gap.gap.to.text(), std::string("1 to 3"));
    QVERIFY(box.post({makeEntry("4")}));
    QCOMPARE(box.take().batch.entries.size(), 1u);
}

void TestMailbox::C35_aBoxFullOfBytesSaysSo()
{
    auto large = makeCounted<Object>();
    large->phase = std::string(limits::MiB, 'x');
    auto change = std::make_shared<Entry>();
    change->object = large;
    auto state = std::make_shared<Entry>();
    state->objects = std::make_shared<const std::vector<ObjectPtr>>(1000, large);
    Mailbox box;
    std::ignore = box.post({state}); // the store holds these anyway
    for (std::size_t i = 0; i < limits::MailboxBytes / limits::MiB - 1; ++i)
        std::ignore = box.post({change});
    QCOMPARE(box.take().dropped, 0u);
    for (std::size_t i = 0; i < limits::MailboxBytes / limits::MiB; ++i)
        std::ignore = box.post({change});
    QVERIFY(box.take().dropped > 0);
    std::ignore = box.post({change});
    QCOMPARE(box.take().dropped, 0u);
}

void TestMailbox::C35_nothingIsLostBetweenThreads()
{
    constexpr int Count = 50'000;
    Mailbox box;
    std::atomic<int> rings = 0;
    std::thread writer([&] {
        for (int i = 0; i < Count; ++i) {
            if (box.post({makeEntry(std::to_string(i + 1).c_str())}))
                ++rings;
        }
    });
    int taken = 0;
    int turns = 0;
    while (taken < Count) {
        const auto content = box.take();
        turns += content.batch.entries.empty() ? 0 : 1;
        for (const EntryPtr &entry : content.batch.entries)
            QCOMPARE(entry->version.text(), std::to_string(++taken));
    }
    writer.join();
    QVERIFY(rings >= turns);
}

} // namespace tst_mailbox

WK_TEST(tst_mailbox, TestMailbox, QCoreApplication)
#include "tst_mailbox.moc"
