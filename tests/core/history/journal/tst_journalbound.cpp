// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mappedbytes.h"
#include "core/history/journal/journalbound.h"
#include "core/history/journal/journalusage.h"
#include "tests/core/history/journal/journalrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <unistd.h>

namespace tst_journalbound {

using namespace wk;
using test::isThere;
using test::JournalRig;
using test::journalTime;
using test::production;
using test::put;
using test::staging;

namespace {

const std::string Kilobyte(1000, 'x');

} // namespace

class TestJournalBound : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_rig = std::make_unique<JournalRig>(); }
    void withinTheBoundAllStays();
    void theOldestOfAllClustersGoesFirst();
    void theDeadGoBeforeTheLiving();
    void theLastSegmentOfTheLivingStays();
    void whatIsTooOldGoes();
    void onlyTheFrontOfASetGoes();
    void ofADeadSetNothingIsLeft();
    void whoReadsItGoesOnReading();
    void whatIsGoneAlreadyIsNoError();
    void deletedIsWhatNobodyWrites_data();
    void deletedIsWhatNobodyWrites();
    void usageSaysWhoseAndSinceWhen();
    void usageOfNothingIsNothing();

private:
    JournalFreed enforce(std::uint64_t bytes, std::optional<std::chrono::seconds> age = {}, int seconds = 100) const
    {
        const auto freed = enforceBound(m_rig->root(), {bytes, age}, journalTime(seconds));
        return freed ? *freed : JournalFreed{};
    }

    std::unique_ptr<JournalRig> m_rig;
};

void TestJournalBound::withinTheBoundAllStays()
{
    auto claim = m_rig->claim(0);
    JournalRig::segment(*claim, Kilobyte, 1);
    claim.reset();
    QVERIFY((enforce(1000) == JournalFreed{0, 1000, 0}));
    QVERIFY((enforce(UINT64_MAX, std::chrono::seconds(99)) == JournalFreed{0, 1000, 0}));
}

void TestJournalBound::theOldestOfAllClustersGoesFirst()
{
    auto one = m_rig->claim(0);
    auto two = m_rig->claim(0, production());
    std::vector<std::string> paths;
    for (int i = 1; i <= 6; ++i) {
        JournalClaim &claim = i % 2 == 0 ? *two : *one;
        paths.push_back(claim.segmentPath(claim.next));
        JournalRig::segment(claim, Kilobyte, i);
    }
    one.reset();
    two.reset();
    for (std::size_t gone = 0; gone < paths.size(); ++gone) {
        QVERIFY(isThere(paths[gone]));
        const std::uint64_t left = 1000 * (paths.size() - gone);
        QVERIFY((enforce(left - 1) == JournalFreed{1000, left - 1000, 0}));
        QVERIFY(!isThere(paths[gone]));
    }
}

void TestJournalBound::theDeadGoBeforeTheLiving()
{
    auto living = m_rig->claim(0);
    JournalRig::segment(*living, Kilobyte, 1);
    JournalRig::segment(*living, Kilobyte, 2);
    auto dead = m_rig->claim(3, production());
    JournalRig::segment(*dead, Kilobyte, 4);
    const std::string path = dead->segmentPath(1);
    dead.reset();
    QVERIFY((enforce(2000) == JournalFreed{1000, 2000, 1}));
    QVERIFY(!isThere(path));
    QVERIFY((enforce(1999) == JournalFreed{1000, 1000, 1}));
    QVERIFY(!isThere(living->segmentPath(1)));
}

void TestJournalBound::theLastSegmentOfTheLivingStays()
{
    auto claim = m_rig->claim(0);
    put(claim->tailPath(claim->next++), Kilobyte, journalTime(1)); // was killed, and was gone on with
    JournalRig::segment(*claim, Kilobyte, 2);
    JournalRig::segment(*claim, Kilobyte, 3);
    put(claim->tailPath(claim->next), Kilobyte, journalTime(4));
    QVERIFY((enforce(0) == JournalFreed{2000, 2000, 1}));
    QVERIFY((enforce(0, std::chrono::seconds(0)) == JournalFreed{0, 2000, 1}));
    QVERIFY(isThere(claim->segmentPath(3)) && isThere(claim->tailPath(4)));
}

void TestJournalBound::whatIsTooOldGoes()
{
    auto claim = m_rig->claim(0);
    for (int i = 1; i <= 5; ++i)
        JournalRig::segment(*claim, Kilobyte, 10 * i);
    QVERIFY((enforce(UINT64_MAX, std::chrono::seconds(80), 100) == JournalFreed{1000, 4000, 1})); // 20 is 80 s old
    QVERIFY((enforce(UINT64_MAX, std::chrono::seconds(80), 1000) == JournalFreed{3000, 1000, 1}));
    claim.reset();
    QVERIFY((enforce(UINT64_MAX, std::chrono::seconds(80), 1000) == JournalFreed{1000, 0, 0}));
}

/// A clock that was wrong once does not keep what lies behind for ever, nor does it make a hole.
void TestJournalBound::onlyTheFrontOfASetGoes()
{
    auto claim = m_rig->claim(0);
    JournalRig::segment(*claim, Kilobyte, 1'000'000);
    JournalRig::segment(*claim, Kilobyte, 10);
    JournalRig::segment(*claim, Kilobyte, 20);
    auto other = m_rig->claim(0, production());
    JournalRig::segment(*other, Kilobyte, 15);
    JournalRig::segment(*other, Kilobyte, 25);
    QVERIFY((enforce(4999) == JournalFreed{1000, 4000, 2}));
    QVERIFY(!isThere(claim->segmentPath(1)));
    QVERIFY(isThere(claim->segmentPath(2)) && isThere(claim->segmentPath(3)));
}

void TestJournalBound::ofADeadSetNothingIsLeft()
{
    auto living = m_rig->claim(0);
    JournalRig::segment(*living, Kilobyte, 1);
    put(living->tailPath(2), Kilobyte, journalTime(2));
    auto dead = m_rig->claim(3); // has a base, and a copy of the tail
    JournalRig::segment(*dead, Kilobyte, 4);
    put(dead->tailPath(2), Kilobyte, journalTime(5));
    put(dead->segmentPath(2) + ".aB3xY0", Kilobyte, journalTime(5));
    dead.reset();
    enforce(2000);
    QCOMPARE(test::sizesIn(living->folder).size(), std::size_t(4)); // cluster, lock, segment, tail
    living.reset();
    const ClusterId here = *ClusterId::fromText("at https://127.0.0.1:6443 ca  name ");
    QVERIFY(m_rig->root().remember(here, staging().id).ok());
    QCOMPARE(enforce(0).bytesLeft, std::uint64_t(0));
    QCOMPARE(test::sizesIn(m_rig->path()).size(), std::size_t(1)); // the lock
}

void TestJournalBound::whoReadsItGoesOnReading()
{
    auto claim = m_rig->claim(0);
    JournalRig::segment(*claim, Kilobyte, 1);
    const FileDescriptor file(::open(claim->segmentPath(1).c_str(), O_RDONLY | O_CLOEXEC));
    const auto mapped = MappedBytes::of(file.get(), Kilobyte.size(), "segment");
    claim.reset();
    QCOMPARE(enforce(0).bytes, std::uint64_t(1000));
    QVERIFY(mapped->bytes() == Kilobyte);
}

void TestJournalBound::whatIsGoneAlreadyIsNoError()
{
    QVERIFY(enforceBound(m_rig->root(), {0, {}}, journalTime()).ok());
    auto claim = m_rig->claim(0);
    JournalRig::segment(*claim, Kilobyte, 1);
    JournalRig::segment(*claim, Kilobyte, 2);
    QCOMPARE(::unlink(claim->segmentPath(1).c_str()), 0);
    claim.reset();
    QVERIFY((enforce(0) == JournalFreed{1000, 0, 0}));
}

void TestJournalBound::deletedIsWhatNobodyWrites_data()
{
    QTest::addColumn<bool>("ofAll");
    QTest::newRow("of a cluster") << false;
    QTest::newRow("of all") << true;
}

void TestJournalBound::deletedIsWhatNobodyWrites()
{
    QFETCH(bool, ofAll);
    auto living = m_rig->claim(0);
    JournalRig::segment(*living, Kilobyte, 1);
    auto dead = m_rig->claim(2);
    JournalRig::segment(*dead, Kilobyte, 3);
    auto other = m_rig->claim(4, production());
    JournalRig::segment(*other, Kilobyte, 5);
    dead.reset();
    other.reset();
    const auto freed = deleteHistory(m_rig->root(), ofAll ? std::nullopt : std::optional(staging().id));
    QVERIFY(freed.ok());
    QCOMPARE(freed->livingLeft, std::size_t(1));
    QCOMPARE(freed->bytesLeft, std::uint64_t(1000));
    QVERIFY(freed->bytes > (ofAll ? 2000U : 1000U)); // and what belongs to a set
    QVERIFY(isThere(living->segmentPath(1)));
    QCOMPARE(isThere(m_rig->folder(production())), !ofAll);
    living.reset();
    QVERIFY(deleteHistory(m_rig->root(), staging().id).ok());
    QVERIFY(!isThere(m_rig->folder()));
}

void TestJournalBound::usageSaysWhoseAndSinceWhen()
{
    auto one = m_rig->claim(10);
    JournalRig::segment(*one, Kilobyte, 11);
    JournalRig::segment(*one, Kilobyte, 12);
    auto two = m_rig->claim(20, production());
    put(two->tailPath(1), Kilobyte, journalTime(21));
    const auto usage = usageOf(m_rig->root(), journalTime(100));
    QVERIFY(usage.ok());
    QCOMPARE(usage->bytes, std::uint64_t(3000));
    QCOMPARE(usage->clusters.size(), std::size_t(2));
    const JournalUsage::Cluster &newest = usage->clusters.front();
    QVERIFY(newest.cluster->id == production().id);
    QCOMPARE(newest.cluster->name, std::string("production"));
    QCOMPARE(newest.bytes, std::uint64_t(1000));
    QVERIFY(newest.first == journalTime(20) && newest.last == journalTime(21));
    const JournalUsage::Cluster &oldest = usage->clusters.back();
    QCOMPARE(oldest.bytes, std::uint64_t(2000));
    QVERIFY(oldest.first == journalTime(10) && oldest.last == journalTime(12));
    enforce(2000); // the front of it goes
    const auto rest = usageOf(m_rig->root(), journalTime(100));
    QVERIFY(rest->clusters.back().first == journalTime(12));
    QCOMPARE(::unlink((m_rig->folder() + "/cluster").c_str()), 0);
    QVERIFY(!usageOf(m_rig->root(), journalTime(100))->clusters.back().cluster);
}

void TestJournalBound::usageOfNothingIsNothing()
{
    const auto claim = m_rig->claim(0);
    const auto usage = usageOf(m_rig->root(), journalTime(0));
    QVERIFY(usage.ok() && usage->clusters.empty());
    QCOMPARE(usage->bytes, std::uint64_t(0));
}

} // namespace tst_journalbound

WK_TEST(tst_journalbound, TestJournalBound, NoApplication)
#include "tst_journalbound.moc"
