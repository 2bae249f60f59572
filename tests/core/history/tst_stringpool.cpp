// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/stringpool.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_stringpool {

using namespace wk;

class TestStringPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalTextsShareANumber();
    void aLikelyNumberIsTakenWhereItIsTheTexts();
    void theEmptyTextIsNumberZero();
    void aNumberWithoutUsesIsGivenAnew();
    void aTextStaysAtItsNumberForASnapshot();
    void whatIsParkedLaterWaitsForEarlierSnapshots();
};

void TestStringPool::equalTextsShareANumber()
{
    StringPool pool;
    const auto a = pool.acquire("a");
    QCOMPARE(pool.acquire("a"), a);
    QVERIFY(pool.acquire("b") != a);
    QCOMPARE(pool.text(a), std::string_view("a"));
    QCOMPARE(pool.find("a"), a);
    QCOMPARE(pool.find("c"), StringPool::Empty);
}

void TestStringPool::aLikelyNumberIsTakenWhereItIsTheTexts()
{
    StringPool pool;
    const auto a = pool.acquire("a");
    QCOMPARE(pool.acquire("a", a), a);
    pool.release(a);
    QVERIFY2(pool.find("a") == a, "it was used twice");
    const auto b = pool.acquire("b", a);
    QVERIFY(b != a);
    QCOMPARE(pool.text(b), std::string_view("b"));
    QCOMPARE(pool.acquire("b", StringPool::Empty), b);
    QCOMPARE(pool.acquire("", b), StringPool::Empty);
    const StringPool::Snapshot taken = pool.snapshot();
    pool.release(a);
    QVERIFY2(pool.acquire("a", a) != a, "its text is there for the snapshot alone");
    QCOMPARE(taken.text(a), std::string_view("a"));
}

void TestStringPool::theEmptyTextIsNumberZero()
{
    StringPool pool;
    QCOMPARE(pool.acquire(""), StringPool::Empty);
    pool.release(StringPool::Empty);
    QCOMPARE(pool.text(StringPool::Empty), std::string_view());
}

void TestStringPool::aNumberWithoutUsesIsGivenAnew()
{
    StringPool pool;
    const auto a = pool.acquire("a text too long to stand in the string itself");
    pool.acquire("a text too long to stand in the string itself");
    pool.release(a);
    QCOMPARE(pool.reuses(), std::uint64_t(0));
    QVERIFY(pool.find("a text too long to stand in the string itself") == a);
    pool.release(a);
    QCOMPARE(pool.find("a text too long to stand in the string itself"), StringPool::Empty);
    QCOMPARE(pool.acquire("another"), a);
    QCOMPARE(pool.reuses(), std::uint64_t(1));
    QCOMPARE(pool.find("another"), a);
}

void TestStringPool::aTextStaysAtItsNumberForASnapshot()
{
    StringPool pool;
    const auto a = pool.acquire("a text too long to stand in the string itself");
    auto taken = std::make_unique<StringPool::Snapshot>(pool.snapshot());
    const auto copy = std::make_unique<StringPool::Snapshot>(*taken);
    pool.release(a);
    QCOMPARE(pool.parked(), std::size_t(1));
    QCOMPARE(pool.find("a text too long to stand in the string itself"), StringPool::Empty);
    QVERIFY(pool.acquire("a text too long to stand in the string itself") != a);
    taken.reset();
    pool.takeBack(9);
    QVERIFY(pool.acquire("b") != a);
    QCOMPARE(pool.reuses(), std::uint64_t(0));
    QCOMPARE(copy->text(a), std::string_view("a text too long to stand in the string itself"));
}

void TestStringPool::whatIsParkedLaterWaitsForEarlierSnapshots()
{
    StringPool pool;
    const auto a = pool.acquire("a");
    const auto b = pool.acquire("b");
    const auto c = pool.acquire("c");
    auto first = std::make_unique<StringPool::Snapshot>(pool.snapshot());
    pool.release(a);
    auto second = std::make_unique<StringPool::Snapshot>(pool.snapshot());
    pool.release(b);
    second.reset();
    pool.release(c);
    pool.takeBack(9);
    QCOMPARE(pool.parked(), std::size_t(3));
    QCOMPARE(first->text(b), std::string_view("b"));
    second = std::make_unique<StringPool::Snapshot>(pool.snapshot());
    first.reset();
    pool.takeBack(2);
    QCOMPARE(pool.parked(), std::size_t(1));
    pool.takeBack(9);
    QCOMPARE(pool.parked(), std::size_t(0)); // the one that lives was taken later
    pool.acquire("d");
    QCOMPARE(pool.reuses(), std::uint64_t(1));
}

} // namespace tst_stringpool

WK_TEST(tst_stringpool, TestStringPool, QCoreApplication)
#include "tst_stringpool.moc"
