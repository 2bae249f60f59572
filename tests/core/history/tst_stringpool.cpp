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
    void aCopySaysWhatANumberMeantWhenItWasMade();
    void aCopyStaysWhenThePoolIsGone();
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
    const StringPool copy = pool;
    pool.release(a);
    const auto c = pool.acquire("c", a);
    QVERIFY2(c == a, "a number without uses is nobody's text, whatever a copy says");
    QCOMPARE(pool.text(a), std::string_view("c"));
    QCOMPARE(copy.text(a), std::string_view("a"));
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

void TestStringPool::aCopySaysWhatANumberMeantWhenItWasMade()
{
    StringPool pool;
    const auto a = pool.acquire("a text too long to stand in the string itself");
    const auto b = pool.acquire("b");
    const auto first = std::make_unique<const StringPool>(pool);
    const StringPool copy = *first;
    pool.release(a);
    QCOMPARE(pool.find("a text too long to stand in the string itself"), StringPool::Empty);
    QVERIFY2(pool.acquire("another") == a, "it is free at once, though copies live");
    QCOMPARE(pool.reuses(), std::uint64_t(1));
    const StringPool second = pool;
    pool.release(a);
    pool.release(b);
    pool.acquire("c");
    pool.acquire("d");
    for (const StringPool *one : {first.get(), &copy}) {
        QCOMPARE(one->text(a), std::string_view("a text too long to stand in the string itself"));
        QCOMPARE(one->text(b), std::string_view("b"));
        QCOMPARE(one->size(), std::size_t(3));
        QCOMPARE(one->reuses(), std::uint64_t(0));
    }
    QCOMPARE(second.text(a), std::string_view("another"));
    QCOMPARE(second.text(b), std::string_view("b"));
    QCOMPARE(second.reuses(), std::uint64_t(1));
}

/// Its texts are found by views of themselves, which a copy has, too.
void TestStringPool::aCopyStaysWhenThePoolIsGone()
{
    auto pool = std::make_unique<StringPool>();
    std::vector<StringPool::Id> ids;
    for (int i = 0; i < 100; ++i)
        ids.push_back(pool->acquire(std::to_string(i)));
    auto copy = std::make_unique<const StringPool>(*pool);
    pool->release(ids[7]);
    const auto other = pool->acquire("other");
    QCOMPARE(other, ids[7]);
    copy.reset();
    for (int i = 0; i < 100; ++i)
        QCOMPARE(pool->find(std::to_string(i)), i == 7 ? StringPool::Empty : ids[std::size_t(i)]);
    copy = std::make_unique<const StringPool>(*pool);
    pool.reset();
    for (int i = 0; i < 100; ++i)
        QCOMPARE(copy->text(ids[std::size_t(i)]), std::string_view(i == 7 ? "other" : std::to_string(i)));
}

} // namespace tst_stringpool

WK_TEST(tst_stringpool, TestStringPool, QCoreApplication)
#include "tst_stringpool.moc"
