// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recentlines.h"

#include "core/base/limits.h"
#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <list>

namespace tst_recentlines {

using namespace wk;
using namespace wk::test;

class TestRecentLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineIsFoundUntilItsSuccessorComes();
    void whatWasFoundStaysWhileItsSuccessorComes();
    void whatWasUsedLeastLatelyGoesFirst();
    void aGiantDoesNotPushTheOthersOut();
    void fewLinesTakeLittle();
    void aRoomOfNothingHoldsNothing();
    void anyUseKeepsTheLinesUsedLast();
};

namespace {

std::string found(RecentLines &lines, RevisionRef ref)
{
    const auto line = lines.find(ref);
    return line ? std::string(line->line) + '@' + std::to_string(line->depth) : "gone";
}

} // namespace

void TestRecentLines::aLineIsFoundUntilItsSuccessorComes()
{
    RecentLines lines(limits::MiB);
    lines.put({}, {1, 0}, RevisionLine::ofObject("first"), 0);
    QCOMPARE(found(lines, {1, 0}), std::string("first@0"));
    lines.put({1, 0}, {1, 5}, RevisionLine::ofObject(std::string(5000, 'x')), 1);
    QCOMPARE(found(lines, {1, 0}), std::string("gone"));
    QCOMPARE(found(lines, {1, 5}), std::string(5000, 'x') + "@1");
    lines.put({1, 5}, {1, 9}, RevisionLine::ofObject(""), 2);
    QCOMPARE(found(lines, {1, 9}), std::string("@2"));
    lines.put({}, {1, 20}, {"[{\"a\":1}]", 1, 7}, 0);
    QCOMPARE(std::string(lines.find({1, 20})->object), std::string("{\"a\":1}"));
}

void TestRecentLines::whatWasFoundStaysWhileItsSuccessorComes()
{
    RecentLines lines(limits::MiB);
    const std::string text(60'000, 'x');
    for (std::uint32_t i = 0; i < 17; ++i)
        lines.put({}, {1, i}, RevisionLine::ofObject(text), 0);
    const auto before = lines.find({1, 10});
    QVERIFY(before);
    // It makes others go, for want of room.
    lines.put({1, 10}, {1, 20}, RevisionLine::ofObject(std::string(120'000, 'y')), 1);
    QVERIFY(!lines.find({1, 0}));
    QVERIFY(before->line == text);
}

void TestRecentLines::whatWasUsedLeastLatelyGoesFirst()
{
    RecentLines lines(limits::MiB);
    for (std::uint32_t i = 0; i < 16; ++i)
        lines.put({}, {1, i}, RevisionLine::ofObject(std::string(64 * limits::KiB, char('a' + i))), 0);
    QVERIFY(lines.find({1, 0}));
    lines.put({}, {1, 16}, RevisionLine::ofObject("one more"), 0);
    QVERIFY(lines.find({1, 0}));
    QVERIFY(!lines.find({1, 1}));
    QVERIFY(lines.find({1, 2}));
}

void TestRecentLines::aGiantDoesNotPushTheOthersOut()
{
    RecentLines lines(limits::MiB);
    lines.put({}, {1, 0}, RevisionLine::ofObject("small"), 0);
    lines.put({}, {1, 1}, RevisionLine::ofObject(std::string(200 * limits::KiB, 'x')), 0);
    QVERIFY(lines.find({1, 0}));
    QVERIFY(!lines.find({1, 1}));
    // Not even the one it follows.
    lines.put({1, 0}, {1, 2}, RevisionLine::ofObject(std::string(200 * limits::KiB, 'x')), 0);
    QVERIFY(!lines.find({1, 0}));
}

void TestRecentLines::fewLinesTakeLittle()
{
    RecentLines lines(64 * limits::MiB);
    QVERIFY(lines.memoryBytes() < 1000);
    lines.put({}, {1, 0}, RevisionLine::ofObject("small"), 0);
    QVERIFY(lines.memoryBytes() < 2 * limits::MiB);
}

void TestRecentLines::aRoomOfNothingHoldsNothing()
{
    RecentLines lines(0);
    lines.put({}, {1, 0}, RevisionLine::ofObject("small"), 0);
    lines.put({1, 0}, {1, 1}, RevisionLine::ofObject(""), 0);
    QVERIFY(!lines.find({1, 0}));
}

void TestRecentLines::anyUseKeepsTheLinesUsedLast()
{
    EditedText texts(seed());
    for (int round = 0; round < rounds(10); ++round) {
        RecentLines lines(limits::MiB);
        std::list<std::pair<RevisionRef, std::string>> model; // the newest first; more than there is room for
        for (std::uint32_t i = 0; i < 3000; ++i) {
            auto used = model.begin();
            if (!model.empty())
                std::advance(used, static_cast<std::ptrdiff_t>(texts.below(std::min<std::size_t>(model.size(), 60))));
            if (used != model.end() && texts.below(3) == 0) {
                const auto line = lines.find(used->first);
                QVERIFY(line && line->line == used->second);
                model.splice(model.begin(), model, used);
                continue;
            }
            const bool follows = used != model.end() && texts.below(2) == 0;
            const RevisionRef predecessor = follows ? used->first : RevisionRef();
            const std::string text(texts.below(15'000), static_cast<char>('a' + i % 26));
            lines.put(predecessor, {2, i}, RevisionLine::ofObject(text), i);
            if (follows)
                model.erase(used);
            model.emplace_front(RevisionRef{2, i}, text);
        }
        // Sixty of at most 15,000 bytes have room.
        auto last = model.begin();
        for (int i = 0; i < 60 && last != model.end(); ++i, ++last)
            QVERIFY(lines.find(last->first)->line == last->second);
        QVERIFY(lines.memoryBytes() < 2 * limits::MiB);
    }
}

} // namespace tst_recentlines

WK_TEST(tst_recentlines, TestRecentLines, NoApplication)
#include "tst_recentlines.moc"
