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
    void aLineIsFoundUntilItIsTaken();
    void aTextUsesItsMemoryAgain();
    void whatIsKnownOfATextStaysWithIt();
    void whatWasUsedLeastLatelyGoesFirst();
    void aGiantDoesNotPushTheOthersOut();
    void fewLinesTakeLittle();
    void aRoomOfNothingHoldsNothing();
    void anyUseKeepsTheLinesUsedLast();
};

namespace {

RecentText textOf(const RevisionLine &line, std::uint32_t depth = 0)
{
    RecentText text;
    text.assign(line, depth);
    return text;
}

void put(RecentLines &lines, RevisionRef ref, std::string_view object, std::uint32_t depth = 0)
{
    lines.put(ref, textOf(RevisionLine::ofObject(object), depth));
}

std::string told(const RecentText *text)
{
    return text ? std::string(text->line()) + '@' + std::to_string(text->depth()) : "gone";
}

} // namespace

void TestRecentLines::aLineIsFoundUntilItIsTaken()
{
    RecentLines lines(limits::MiB);
    put(lines, {1, 0}, "first");
    QCOMPARE(told(lines.find({1, 0})), std::string("first@0"));
    const auto taken = lines.take({1, 0});
    QVERIFY(taken && taken->line() == "first");
    QCOMPARE(told(lines.find({1, 0})), std::string("gone"));
    QVERIFY(!lines.take({1, 0}));
    put(lines, {1, 5}, std::string(5000, 'x'), 1);
    QCOMPARE(told(lines.find({1, 5})), std::string(5000, 'x') + "@1");
    put(lines, {1, 9}, "", 2);
    QCOMPARE(told(lines.find({1, 9})), std::string("@2"));
    lines.put({1, 20}, textOf({"[{\"a\":1}]", 1, 7}));
    QCOMPARE(std::string(lines.find({1, 20})->object()), std::string("{\"a\":1}"));
}

/// A revision is most often written where the one before it was.
void TestRecentLines::aTextUsesItsMemoryAgain()
{
    RecentText text = textOf(RevisionLine::ofObject(std::string(8000, 'x')));
    const char *where = text.line().data();
    text.assign(RevisionLine::ofObject(std::string(8100, 'y')), 3);
    QCOMPARE(static_cast<const void *>(text.line().data()), static_cast<const void *>(where));
    QCOMPARE(told(&text), std::string(8100, 'y') + "@3");
    text.assign(RevisionLine::ofObject(std::string(20'000, 'z')), 4);
    QCOMPARE(told(&text), std::string(20'000, 'z') + "@4");
    text.assign({"[{\"a\":1}]", 1, 7}, 0); // a short one does not hold much
    QCOMPARE(std::string(text.object()), std::string("{\"a\":1}"));
    QVERIFY(text.roomBytes() < 200);
}

void TestRecentLines::whatIsKnownOfATextStaysWithIt()
{
    RecentText text = textOf(RevisionLine::ofObject("{}"));
    QVERIFY(text.readObject().values.empty());
    const std::size_t without = text.roomBytes();
    text.assign({"[{\"a\":{}}]", 1, 8}, 1, {{.begin = 5, .size = 2}, {.begin = 9, .size = 1}});
    QVERIFY(text.roomBytes() >= without + 2 * sizeof(json::ReadValue));
    RecentLines lines(limits::MiB);
    lines.put({1, 0}, std::move(text));
    auto taken = lines.take({1, 0});
    QVERIFY(taken && taken->readObject().text == "{\"a\":{}}");
    QCOMPARE(taken->readObject().values.size(), 2u);
    QCOMPARE(taken->readObject().valueEnd(5), 7u);
    taken->assign(RevisionLine::ofObject("{}"), 2);
    QVERIFY(taken->readObject().values.empty());
}

void TestRecentLines::whatWasUsedLeastLatelyGoesFirst()
{
    RecentLines lines(limits::MiB);
    for (std::uint32_t i = 0; i < 16; ++i)
        put(lines, {1, i}, std::string(62 * limits::KiB, char('a' + i)));
    QVERIFY(lines.find({1, 0}));
    put(lines, {1, 16}, std::string(62 * limits::KiB, 'x'));
    QVERIFY(lines.find({1, 0}));
    QVERIFY(!lines.find({1, 1}));
    QVERIFY(lines.find({1, 2}));
}

void TestRecentLines::aGiantDoesNotPushTheOthersOut()
{
    RecentLines lines(limits::MiB);
    put(lines, {1, 0}, "small");
    put(lines, {1, 1}, std::string(200 * limits::KiB, 'x'));
    QVERIFY(lines.find({1, 0}));
    QVERIFY(!lines.find({1, 1}));
}

void TestRecentLines::fewLinesTakeLittle()
{
    RecentLines lines(64 * limits::MiB);
    QVERIFY(lines.memoryBytes() < 1000);
    put(lines, {1, 0}, "small");
    QVERIFY(lines.memoryBytes() < 2 * limits::MiB);
}

void TestRecentLines::aRoomOfNothingHoldsNothing()
{
    RecentLines lines(0);
    put(lines, {1, 0}, "small");
    put(lines, {1, 1}, "");
    QVERIFY(!lines.find({1, 0}));
    QVERIFY(!lines.find({1, 1}));
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
                const RecentText *line = lines.find(used->first);
                QVERIFY(line && line->line() == used->second);
                model.splice(model.begin(), model, used);
                continue;
            }
            const bool follows = used != model.end() && texts.below(2) == 0;
            RecentText next;
            if (follows) {
                auto taken = lines.take(used->first);
                QVERIFY(taken && taken->line() == used->second);
                next = *std::move(taken);
            }
            const std::string text(texts.below(15'000), static_cast<char>('a' + i % 26));
            next.assign(RevisionLine::ofObject(text), i);
            lines.put({2, i}, std::move(next));
            if (follows)
                model.erase(used);
            model.emplace_front(RevisionRef{2, i}, text);
        }
        // Sixty of at most 15,000 bytes have room.
        auto last = model.begin();
        for (int i = 0; i < 60 && last != model.end(); ++i, ++last)
            QVERIFY(lines.find(last->first)->line() == last->second);
        QVERIFY(lines.memoryBytes() < 2 * limits::MiB);
    }
}

} // namespace tst_recentlines

WK_TEST(tst_recentlines, TestRecentLines, NoApplication)
#include "tst_recentlines.moc"
