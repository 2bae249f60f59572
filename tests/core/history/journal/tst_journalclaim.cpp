// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalclaim.h"
#include "core/history/journal/journalnote.h"
#include "tests/core/history/journal/journalrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <unistd.h>

namespace tst_journalclaim {

using namespace wk;
using test::isThere;
using test::JournalRig;
using test::journalTime;
using test::production;
using test::put;
using test::readChain;
using test::TestProcess;

class TestJournalClaim : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_rig = std::make_unique<JournalRig>(); }
    void theFirstSetHasNoPast();
    void aDeadProgramsSetIsGoneOnWith();
    void theOneWrittenLastIsGoneOnWith();
    void besideALivingProgramASetIsBegun();
    void ofALivingTailThereIsWhatItHeldThen();
    void afterBothHaveDiedTheyAreReadOneBehindTheOther();
    void aChainGoesBackThroughBases();
    void aChainDoesNotReachOverWhatHasFallenOff();
    void aKilledProgramsSetIsFreeAtOnce();
    void anotherClustersSetsAreNone();
    void aTailThatHasBecomeASegmentCountsOnce();
    void aTailWithoutASegmentIsRead();
    void whatKilledProgramsLeftGoes();
    void whatALivingProgramWritesStays();
    void whatIsNotOursIsLeftAlone();
    void aBaseThatIsGoneIsMissing();
    void absurdBasesDoNoHarm_data();
    void absurdBasesDoNoHarm();
    void aClockThatWasWrongDoesNotWin();
    void aSetThatIsFullIsGoneOnBehind();
    void aLostLockIsMadeAnew();

private:
    std::unique_ptr<JournalRig> m_rig;
};

void TestJournalClaim::theFirstSetHasNoPast()
{
    const auto first = m_rig->claim(0);
    QVERIFY(first);
    QCOMPARE(first->folder, m_rig->folder());
    QVERIFY(first->set.begun() == journalTime());
    QVERIFY(first->past.empty());
    QCOMPARE(first->next, 1U);
    QVERIFY(isAlive(first->folder, first->set));
}

void TestJournalClaim::aDeadProgramsSetIsGoneOnWith()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    JournalRig::segment(*first, "two ", 2);
    const JournalSetName name = first->set;
    first.reset();
    const auto next = m_rig->claim(3);
    QVERIFY(next->set == name);
    QCOMPARE(next->next, 3U);
    QCOMPARE(readChain(next->past), std::string("one two "));
}

void TestJournalClaim::theOneWrittenLastIsGoneOnWith()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "first ", 1);
    auto second = m_rig->claim(2);
    JournalRig::segment(*second, "second ", 3);
    JournalRig::segment(*first, "first again ", 4);
    const JournalSetName name = first->set;
    first.reset();
    second.reset();
    const auto next = m_rig->claim(5);
    QVERIFY(next->set == name);
    QCOMPARE(readChain(next->past), std::string("first first again "));
}

void TestJournalClaim::besideALivingProgramASetIsBegun()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    const auto second = m_rig->claim(2);
    QVERIFY(second->set != first->set);
    QCOMPARE(second->next, 1U);
    JournalRig::segment(*first, "two ", 3);
    QCOMPARE(readChain(second->past), std::string("one "));
    const auto third = m_rig->claim(4);
    QVERIFY2(readChain(third->past) == "one two ", "the second has nothing yet");
}

void TestJournalClaim::ofALivingTailThereIsWhatItHeldThen()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    put(first->tailPath(2), "two ", journalTime(2));
    auto second = m_rig->claim(3);
    put(first->tailPath(2), "three ", journalTime(4));
    QCOMPARE(readChain(second->past), std::string("one two "));
    // The tail becomes a segment, of other bytes and no longer.
    put(first->segmentPath(2), "[2 3]", journalTime(5));
    QCOMPARE(::unlink(first->tailPath(2).c_str()), 0);
    QCOMPARE(readChain(second->past), std::string("one two "));
    JournalRig::segment(*second, "four ", 6);
    first.reset();
    second.reset();
    QCOMPARE(readChain(m_rig->claim(7)->past), std::string("one two four "));
}

void TestJournalClaim::afterBothHaveDiedTheyAreReadOneBehindTheOther()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    auto second = m_rig->claim(2);
    JournalRig::segment(*second, "two ", 3);
    JournalRig::segment(*first, "also two ", 3);
    first.reset();
    JournalRig::segment(*second, "three ", 4);
    const JournalSetName name = second->set;
    second.reset();
    const auto next = m_rig->claim(5);
    QVERIFY(next->set == name);
    QCOMPARE(next->next, 3U);
    QCOMPARE(readChain(next->past), std::string("one two three "));
}

void TestJournalClaim::aChainGoesBackThroughBases()
{
    std::vector<std::unique_ptr<JournalClaim>> all;
    for (int i = 0; i < 5; ++i) {
        all.push_back(m_rig->claim(10 * i));
        JournalRig::segment(*all.back(), std::to_string(i) + ' ', 10 * i + 1);
    }
    QCOMPARE(readChain(m_rig->claim(60)->past), std::string("0 1 2 3 4 "));
    all.clear();
    const auto next = m_rig->claim(70);
    QCOMPARE(readChain(next->past), std::string("0 1 2 3 4 "));
    QCOMPARE(next->past.size(), std::size_t(5));
}

void TestJournalClaim::aChainDoesNotReachOverWhatHasFallenOff()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    put(first->tailPath(2), "and ", journalTime(2));
    auto second = m_rig->claim(3);
    JournalRig::segment(*second, "two ", 4);
    JournalRig::segment(*second, "three ", 5);
    const std::string oldest = second->segmentPath(1);
    second.reset();
    first.reset();
    QCOMPARE(readChain(m_rig->claim(6)->past), std::string("one and two three "));
    QCOMPARE(::unlink(oldest.c_str()), 0);
    QCOMPARE(readChain(m_rig->claim(7)->past), std::string("three "));
}

void TestJournalClaim::aKilledProgramsSetIsFreeAtOnce()
{
    TestProcess holder([&](TestProcess::Line &line) {
        const auto claim = m_rig->claim(0);
        put(claim->tailPath(1), "what it had ", journalTime(1));
        line.say(claim->set.text());
        line.hear();
    });
    const auto name = JournalSetName::parse(holder.hear());
    QVERIFY(name);
    QVERIFY(isAlive(m_rig->folder(), *name));
    QVERIFY(m_rig->claim(2)->set != *name); // which is nothing but a copy
    holder.kill();
    const auto next = m_rig->claim(3);
    QVERIFY(next->set == *name);
    QCOMPARE(next->next, 2U);
    QCOMPARE(readChain(next->past), std::string("what it had "));
    QCOMPARE(test::sizesIn(next->folder).size(), std::size_t(3)); // cluster, lock, tail
}

void TestJournalClaim::anotherClustersSetsAreNone()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    const auto other = m_rig->claim(2, production());
    QVERIFY(other->folder != first->folder);
    QVERIFY(other->past.empty());
}

/// As a kill between the two steps leaves it.
void TestJournalClaim::aTailThatHasBecomeASegmentCountsOnce()
{
    auto first = m_rig->claim(0);
    put(first->tailPath(1), "one ", journalTime(1));
    put(first->segmentPath(1), "[1]", journalTime(2));
    QCOMPARE(readChain(m_rig->claim(3)->past), std::string("[1]")); // while it is being done, too
    QVERIFY(isThere(first->tailPath(1)));
    const std::string tail = first->tailPath(1);
    first.reset();
    const auto next = m_rig->claim(4);
    QCOMPARE(readChain(next->past), std::string("[1]"));
    QVERIFY(!isThere(tail));
    QCOMPARE(next->next, 2U);
}

void TestJournalClaim::aTailWithoutASegmentIsRead()
{
    auto first = m_rig->claim(0);
    put(first->tailPath(1), "one ", journalTime(1));
    first.reset();
    auto second = m_rig->claim(2);
    QCOMPARE(second->next, 2U);
    JournalRig::segment(*second, "two ", 3);
    second.reset();
    QCOMPARE(readChain(m_rig->claim(4)->past), std::string("one two "));
}

void TestJournalClaim::whatKilledProgramsLeftGoes()
{
    auto dead = m_rig->claim(0);
    JournalRig::segment(*dead, "one ", 1);
    put(dead->segmentPath(2) + ".aB3xY0", "half", journalTime(2));
    auto empty = m_rig->claim(2);
    const std::string folder = dead->folder;
    put(folder + '/' + empty->set.base() + ".aB3xY0", "half", journalTime(2));
    dead.reset();
    empty.reset();
    const auto next = m_rig->claim(3);
    QCOMPARE(test::sizesIn(folder).size(), std::size_t(3)); // cluster, lock, segment
    QCOMPARE(readChain(next->past), std::string("one "));
}

void TestJournalClaim::whatALivingProgramWritesStays()
{
    const auto first = m_rig->claim(0);
    const std::string half = first->segmentPath(1) + ".aB3xY0";
    put(half, "half", journalTime(1));
    QVERIFY(m_rig->claim(2)->past.empty());
    QVERIFY(isThere(half));
}

void TestJournalClaim::whatIsNotOursIsLeftAlone()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    const std::string folder = first->folder;
    put(folder + "/notes.txt", "mine", journalTime(2));
    QCOMPARE(::mkdir(first->segmentPath(2).c_str(), 0700), 0); // under a name of ours
    QCOMPARE(::symlink("/etc/passwd", first->segmentPath(3).c_str()), 0);
    first.reset();
    const auto next = m_rig->claim(3);
    QCOMPARE(readChain(next->past), std::string("one "));
    QVERIFY(isThere(folder + "/notes.txt"));
}

void TestJournalClaim::aBaseThatIsGoneIsMissing()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    auto second = m_rig->claim(2);
    JournalRig::segment(*second, "two ", 3);
    auto third = m_rig->claim(4);
    JournalRig::segment(*third, "three ", 5);
    QCOMPARE(::unlink(second->segmentPath(1).c_str()), 0);
    QVERIFY2(readChain(m_rig->claim(6)->past) == "one three ", "one piece of it");
    for (const std::string &name : {second->set.base(), second->set.lock()})
        QCOMPARE(::unlink((second->folder + '/' + name).c_str()), 0);
    QVERIFY2(readChain(m_rig->claim(6)->past) == "three ", "all of it, and how it went on");
}

void TestJournalClaim::absurdBasesDoNoHarm_data()
{
    QTest::addColumn<QByteArray>("set"); // @: itself, !: the other
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("read");
    QTest::newRow("itself") << QByteArray("@") << QByteArray("1") << QByteArray("4") << QByteArray("two ");
    QTest::newRow("a circle") << QByteArray("!") << QByteArray("1") << QByteArray("4") << QByteArray("one two ");
    QTest::newRow("more than there is") << QByteArray("!") << QByteArray("4294967295")
                                        << QByteArray("18446744073709551615") << QByteArray("one two ");
    QTest::newRow("less than a piece") << QByteArray("!") << QByteArray("1") << QByteArray("2") << QByteArray("ontwo ");
    QTest::newRow("nothing of it") << QByteArray("!") << QByteArray("0") << QByteArray("0") << QByteArray("two ");
    QTest::newRow("below nothing") << QByteArray("!") << QByteArray("-1") << QByteArray("4") << QByteArray("two ");
    QTest::newRow("no number") << QByteArray("!") << QByteArray("1x") << QByteArray("4") << QByteArray("two ");
    QTest::newRow("beyond all numbers") << QByteArray("!") << QByteArray("1") << QByteArray("99999999999999999999")
                                        << QByteArray("two ");
    QTest::newRow("somewhere else") << QByteArray("../../etc/passwd") << QByteArray("1") << QByteArray("4")
                                    << QByteArray("two ");
    QTest::newRow("no name") << QByteArray() << QByteArray("1") << QByteArray("4") << QByteArray("two ");
}

void TestJournalClaim::absurdBasesDoNoHarm()
{
    QFETCH(QByteArray, set);
    QFETCH(QByteArray, number);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, read);
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    auto second = m_rig->claim(2);
    JournalRig::segment(*second, "two ", 3);
    const std::string named = set == "@" ? second->set.text() : set == "!" ? first->set.text() : set.toStdString();
    QVERIFY(writeNote(second->folder + '/' + second->set.base(),
                      {{"set", named}, {"number", number.toStdString()}, {"bytes", bytes.toStdString()}})
                .ok());
    QVERIFY(writeBase(first->folder, first->set, {second->set, 1, 4}).ok()); // and back again
    first.reset();
    second.reset();
    QCOMPARE(readChain(m_rig->claim(4)->past), read.toStdString());
}

void TestJournalClaim::aClockThatWasWrongDoesNotWin()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "a day ahead ", 86'400);
    auto second = m_rig->claim(1);
    JournalRig::segment(*second, "one ", 2);
    const JournalSetName name = second->set;
    first.reset();
    second.reset();
    // Both are as old as now at the most: the one begun later goes on.
    QVERIFY(m_rig->claim(2)->set == name);
}

void TestJournalClaim::aSetThatIsFullIsGoneOnBehind()
{
    auto first = m_rig->claim(0);
    first->next = JournalSetName::MostPieces;
    JournalRig::segment(*first, "the last there can be ", 1);
    const JournalSetName name = first->set;
    first.reset();
    const auto next = m_rig->claim(2);
    QVERIFY(next->set != name);
    QCOMPARE(readChain(next->past), std::string("the last there can be "));
}

void TestJournalClaim::aLostLockIsMadeAnew()
{
    auto first = m_rig->claim(0);
    JournalRig::segment(*first, "one ", 1);
    const JournalSetName name = first->set;
    const std::string lock = first->folder + '/' + name.lock();
    first.reset();
    QCOMPARE(::unlink(lock.c_str()), 0);
    const auto next = m_rig->claim(2);
    QVERIFY(next->set == name);
    QVERIFY(isThere(lock));
    QVERIFY(m_rig->claim(3)->set != name);
}

} // namespace tst_journalclaim

WK_TEST(tst_journalclaim, TestJournalClaim, NoApplication)
#include "tst_journalclaim.moc"
