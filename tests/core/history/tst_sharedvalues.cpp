// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/cowblocks.h"
#include "core/history/rows/growingarray.h"
#include "core/history/rows/writersown.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <memory>
#include <random>
#include <string>
#include <vector>

/// What a snapshot shares with whoever writes on.
namespace tst_sharedvalues {

using namespace wk;
using namespace wk::test;

namespace {

using Texts = std::vector<std::string>;

Texts textsOf(const CowBlocks<std::string> &blocks)
{
    Texts texts;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        texts.push_back(blocks[i]);
    return texts;
}

Texts textsOf(const GrowingArray<std::string> &array)
{
    return {array.begin(), array.end()};
}

/// A copy, and what it said at first.
template <class Values>
struct Copy {
    explicit Copy(const Values &of)
        : values(of)
        , said(textsOf(of))
    {}
    bool isAsItWas() const { return textsOf(values) == said; }

    Values values;
    Texts said;
};

} // namespace

class TestSharedValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocksBeginAsTheTypeDoes();
    void aCopyOfBlocksStaysAsItWas();
    void blocksAreCopiedWhenTheyAreWrittenToAndOthersHaveThem();
    void whatIsWrittenToACopyIsNotInTheOriginal();
    void aCopyOfAnArrayStaysAsItWas();
    void anArrayIsMovedByNoAppendThatFits();
    void whatIsAppendedToACopyIsNotInTheOriginal();
    void spansAreAppendedWhole();
    void aCopyHasNothingOfTheWriters();
};

void TestSharedValues::blocksBeginAsTheTypeDoes()
{
    CowBlocks<int> blocks;
    QCOMPARE(blocks.size(), std::size_t(0));
    for (int i = 0; i < 100; ++i) {
        blocks.grow();
        QCOMPARE(blocks[std::size_t(i)], 0);
        blocks.edit(std::size_t(i)) = i;
        if (i % 10 == 5)
            (void)CowBlocks<int>(blocks); // whose blocks are shared for a moment
    }
    for (int i = 0; i < 100; ++i)
        QCOMPARE(blocks[std::size_t(i)], i);
}

void TestSharedValues::aCopyOfBlocksStaysAsItWas()
{
    std::mt19937_64 random(seed());
    CowBlocks<std::string> blocks;
    Texts truth;
    std::vector<std::unique_ptr<Copy<CowBlocks<std::string>>>> copies;
    for (int i = 0, end = rounds(4000); i < end; ++i) {
        const std::string text = "a text of some length, number " + std::to_string(i);
        if (truth.empty() || random() % 8 == 0) {
            blocks.grow();
            truth.emplace_back();
        } else {
            const std::size_t number = random() % truth.size();
            blocks.edit(number) = truth[number] = text;
        }
        if (random() % 20 == 0)
            copies.push_back(std::make_unique<Copy<CowBlocks<std::string>>>(blocks));
        if (copies.size() > 5)
            copies.erase(copies.begin() + std::ptrdiff_t(random() % copies.size()));
        if (random() % 40 == 0) {
            QCOMPARE(textsOf(blocks), truth);
            for (const auto &copy : copies)
                QVERIFY(copy->isAsItWas());
        }
    }
}

void TestSharedValues::blocksAreCopiedWhenTheyAreWrittenToAndOthersHaveThem()
{
    CowBlocks<int> blocks;
    for (int i = 0; i < 100; ++i)
        blocks.grow();
    const int *alone = &blocks[3];
    blocks.edit(3) = 1;
    QCOMPARE(&blocks[3], alone);
    const CowBlocks<int> copy = blocks;
    QCOMPARE(&copy[3], alone);
    QCOMPARE(&copy[99], &blocks[99]);
    blocks.edit(3) = 2;
    QVERIFY(&blocks[3] != alone);
    QCOMPARE(&copy[3], alone);
    QCOMPARE(copy[3], 1);
    QCOMPARE(&copy[99], &blocks[99]); // of another block
    const int *own = &blocks[3];
    blocks.edit(3) = 3;
    QCOMPARE(&blocks[3], own); // once is enough
    const CowBlocks<int> other = copy;
    blocks.edit(3) = 4;
    QCOMPARE(&blocks[3], own); // a copy of the copy is none of it
    QCOMPARE(other[3], 1);
}

void TestSharedValues::whatIsWrittenToACopyIsNotInTheOriginal()
{
    CowBlocks<int> blocks;
    blocks.grow();
    CowBlocks<int> copy = blocks;
    copy.edit(0) = 1;
    copy.grow();
    copy.edit(1) = 2;
    QCOMPARE(blocks.size(), std::size_t(1));
    QCOMPARE(blocks[0], 0);
    blocks.grow();
    QCOMPARE(blocks[1], 0);
    blocks.edit(1) = 3;
    QCOMPARE(copy[0], 1);
    QCOMPARE(copy[1], 2);
}

void TestSharedValues::aCopyOfAnArrayStaysAsItWas()
{
    std::mt19937_64 random(seed());
    GrowingArray<std::string> array;
    Texts truth;
    std::vector<std::unique_ptr<Copy<GrowingArray<std::string>>>> copies;
    for (int i = 0, end = rounds(1000); i < end; ++i) {
        const std::string text = "a text of some length, number " + std::to_string(i);
        array.append(text);
        truth.push_back(text);
        if (random() % 10 == 0)
            copies.push_back(std::make_unique<Copy<GrowingArray<std::string>>>(array));
        if (copies.size() > 5)
            copies.erase(copies.begin() + std::ptrdiff_t(random() % copies.size()));
        if (random() % 40 == 0) {
            QCOMPARE(textsOf(array), truth);
            QCOMPARE(array.back(), text);
            for (const auto &copy : copies)
                QVERIFY(copy->isAsItWas());
        }
    }
}

void TestSharedValues::anArrayIsMovedByNoAppendThatFits()
{
    GrowingArray<int> array;
    QVERIFY(array.empty());
    QCOMPARE(array.roomBytes(), std::size_t(0));
    array.append(1);
    const int *const place = array.begin();
    const GrowingArray<int> copy = array;
    QCOMPARE(copy.begin(), place);
    const std::size_t room = array.roomBytes() / sizeof(int);
    while (array.size() < room)
        array.append(2);
    QCOMPARE(array.begin(), place);
    QCOMPARE(copy.size(), std::size_t(1));
    array.append(3);
    QVERIFY(array.begin() != place);
    QCOMPARE(copy.begin(), place);
    QCOMPARE(copy[0], 1);
}

void TestSharedValues::whatIsAppendedToACopyIsNotInTheOriginal()
{
    GrowingArray<int> array;
    array.append(1);
    GrowingArray<int> copy = array;
    QCOMPARE(copy.roomBytes(), sizeof(int)); // what lies behind is the original's
    copy.append(2);
    array.append(3);
    copy.append(4);
    array.append(5);
    QVERIFY(std::ranges::equal(array, std::vector{1, 3, 5}));
    QVERIFY(std::ranges::equal(copy, std::vector{1, 2, 4}));
}

void TestSharedValues::spansAreAppendedWhole()
{
    std::mt19937_64 random(seed());
    GrowingArray<char> array;
    std::string truth;
    std::string said;
    GrowingArray<char> copy;
    for (int i = 0; i < 300; ++i) {
        const std::string text(random() % 40, char('a' + i % 26));
        array.append(std::span<const char>(text));
        truth += text;
        QVERIFY(array.roomBytes() <= truth.size() + truth.size() / 8 + 4);
        QVERIFY(std::ranges::equal(array, truth) && std::ranges::equal(copy, said));
        if (random() % 4 == 0) {
            copy = GrowingArray<char>(array);
            said = truth;
        }
    }
}

void TestSharedValues::aCopyHasNothingOfTheWriters()
{
    WritersOwn<std::vector<int>> own;
    own->push_back(1);
    const WritersOwn<std::vector<int>> copy = own;
    QVERIFY(copy->empty());
    (*own).push_back(2);
    QCOMPARE(*own, (std::vector{1, 2}));
    QVERIFY((*copy).empty());
}

} // namespace tst_sharedvalues

WK_TEST(tst_sharedvalues, TestSharedValues, NoApplication)
#include "tst_sharedvalues.moc"
