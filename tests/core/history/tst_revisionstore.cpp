// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionstore.h"

#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <utility>
#include <vector>

namespace tst_revisionstore {

using namespace wk;
using namespace wk::test;

class TestRevisionStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lineAndObjectComeBack();
    void oddLinesComeBack_data();
    void oddLinesComeBack();
    void aChainHasAKeyframeEverySoOften();
    void aTextAtHandGivesTheNextOne();
    void anotherObjectIsAKeyframe();
    void dictionariesMakeRevisionsSmall();
    void manyKeyframesTeachAnew();
    void whatWasForgottenTeachesNothing();
    void familiesLearnForThemselves();
    void aGiantIsNotKept();
    void whatIsNotThereIsNotFound();
    void survivorsKeepTheirNames();
    void whatDidNotSurviveIsForgotten();
    void whatStaysCanBeRead();
    void snapshotsOutliveWhatTheyShow();
    void memoryIsBounded();
};

namespace {

constexpr std::size_t ChunkBytes = 64 * limits::KiB;
const RevisionStore::Options Small{2 * limits::MiB, ChunkBytes, 16, true};

std::string readLine(const RevisionSnapshot &snapshot, RevisionRef ref)
{
    const auto text = snapshot.read(ref);
    return text ? text->line : describe(text.error());
}

RevisionRef append(RevisionStore &store, RevisionRef previous, const std::string &text, std::uint32_t family = 0)
{
    return store.append(family, previous, RevisionLine::ofObject(text));
}

/// Appends objects until as many more chunks have begun.
void fillChunks(RevisionStore &store, EditedText &texts, std::uint32_t count)
{
    const std::uint32_t goal = store.lastChunk() + count;
    while (store.lastChunk() < goal)
        append(store, {}, texts.fresh(texts.below(4), 60));
}

} // namespace

void TestRevisionStore::lineAndObjectComeBack()
{
    RevisionStore store(Small);
    const std::string added = R"({"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"web","rv":"5"}}})";
    const std::string modified = R"({"type":"MODIFIED","object":{"kind":"Pod","metadata":{"name":"web","rv":"6"}}})";
    const RevisionRef first = store.append(0, {}, {added, 25, added.size() - 26});
    const RevisionRef second = store.append(0, first, {modified, 28, modified.size() - 29});
    const RevisionSnapshot snapshot = store.snapshot();
    QCOMPARE(readLine(snapshot, first), added);
    const auto text = snapshot.read(second);
    QVERIFY(text);
    QCOMPARE(text->line, modified);
    QCOMPARE(std::string(text->object()), std::string(R"({"kind":"Pod","metadata":{"name":"web","rv":"6"}})"));
    QCOMPARE(snapshot.facts(second)->objectBytes, text->objectLength);
    QCOMPARE(snapshot.facts(second)->lineBytes, modified.size());
    QCOMPARE(snapshot.facts(second)->depth, 1U);
    QVERIFY(snapshot.facts(second)->heldBytes < 40);
}

void TestRevisionStore::oddLinesComeBack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("one byte") << QByteArray("x");
    QTest::newRow("what cannot be made smaller") << QByteArray::fromHex("00ff17a3c4e5b6879a");
    QTest::newRow("longer than a chunk") << QByteArray::fromStdString(EditedText(1).fresh(0, 5000));
    QTest::newRow("zero bytes") << QByteArray(1000, '\0');
}

void TestRevisionStore::oddLinesComeBack()
{
    QFETCH(QByteArray, text);
    const std::string odd = text.toStdString();
    EditedText texts(2);
    const std::string other = texts.fresh();
    RevisionStore store(Small);
    RevisionRef tip;
    std::vector<std::pair<RevisionRef, std::string>> story;
    for (const std::string &line : {odd, odd, other, odd, odd + "x", odd}) {
        tip = append(store, tip, line);
        story.emplace_back(tip, line);
    }
    for (const auto &[ref, line] : story)
        QVERIFY(readLine(store.snapshot(), ref) == line);
}

void TestRevisionStore::aChainHasAKeyframeEverySoOften()
{
    RevisionStore store({limits::MiB, ChunkBytes, 4, true});
    EditedText texts(3);
    std::string text = texts.fresh();
    RevisionRef tip;
    std::string depths;
    for (int i = 0; i < 10; ++i) {
        tip = append(store, tip, text);
        depths += std::to_string(store.snapshot().facts(tip)->depth);
        text[text.size() / 2] = static_cast<char>('a' + i);
    }
    QCOMPARE(depths, std::string("0123012301"));
}

/// Whatever it is thought to be made of; of what it is made of, damaged, comes nothing that is taken for it.
void TestRevisionStore::aTextAtHandGivesTheNextOne()
{
    RevisionStore store({limits::MiB, ChunkBytes, 4, true});
    EditedText texts(3);
    std::vector<std::pair<RevisionRef, std::string>> told;
    std::string text = texts.fresh(2, 60);
    for (int i = 0; i < 200; ++i) {
        told.emplace_back(append(store, told.empty() ? RevisionRef() : told.back().first, text), text);
        text[texts.below(text.size())] = static_cast<char>('a' + i % 26);
    }
    const RevisionSnapshot snapshot = store.snapshot();
    for (std::size_t i = 1; i < told.size(); ++i) {
        for (const std::size_t before : {i - 1, std::size_t(texts.below(told.size()))}) {
            const auto next = snapshot.readBehind(told[before].first, told[before].second, told[i].first);
            QVERIFY(next && next->line == told[i].second && next->object() == told[i].second);
        }
        const auto cut = snapshot.readBehind(told[i - 1].first, "", told[i].first);
        QVERIFY(!cut || snapshot.facts(told[i].first)->depth == 0);
    }
    QVERIFY(!snapshot.readBehind({}, {}, {7, 7}));
}

void TestRevisionStore::anotherObjectIsAKeyframe()
{
    RevisionStore store(Small);
    const RevisionRef first = append(store, {}, std::string(1000, 'a') + std::string(1000, 'b'));
    const RevisionRef second = append(store, first, std::string(1500, 'b') + std::string(800, 'c'));
    QCOMPARE(store.snapshot().facts(second)->depth, 0U);
}

void TestRevisionStore::dictionariesMakeRevisionsSmall()
{
    RevisionStore store(Small);
    RevisionStore plain({2 * limits::MiB, ChunkBytes, 16, false});
    EditedText texts(5);
    std::size_t early = 0;
    std::size_t late = 0;
    for (int object = 0; object < 1000; ++object) {
        std::string text = texts.fresh();
        RevisionRef tip = append(store, {}, text);
        RevisionRef plainTip = append(plain, {}, text);
        (object < 500 ? early : late) += store.snapshot().facts(tip)->heldBytes;
        for (int revision = 0; revision < 5; ++revision) {
            text = texts.edited(text);
            tip = append(store, tip, text);
            plainTip = append(plain, plainTip, text);
            QVERIFY(readLine(store.snapshot(), tip) == text);
            QVERIFY(readLine(plain.snapshot(), plainTip) == text);
        }
    }
    qInfo("bytes: a keyframe %zu, then %zu; all %zu, without packed deltas %zu", early / 500, late / 500,
          store.memory().records, plain.memory().records);
    QVERIFY(late * 4 < early * 3);
    QVERIFY(store.memory().records < plain.memory().records);
}

void TestRevisionStore::manyKeyframesTeachAnew()
{
    RevisionStore store(Small);
    EditedText texts(9);
    std::size_t bytesBefore = 0;
    std::size_t bytesAfter = 0;
    std::vector<std::pair<RevisionRef, std::string>> kept;
    std::vector<std::string> workloads(20);
    for (std::string &workload : workloads) {
        while (workload.size() < 600)
            workload += static_cast<char>('a' + texts.below(26));
    }
    const auto next = [&](std::size_t workload) {
        const std::string text = workloads[workload] + texts.fresh(0, 4);
        const RevisionRef ref = append(store, {}, text);
        if (texts.below(50) == 0)
            kept.emplace_back(ref, text);
        return store.snapshot().facts(ref)->heldBytes;
    };
    for (int i = 0; i < 500; ++i)
        next(0);
    for (int i = 0; i < 4000; ++i)
        bytesBefore += next(texts.below(20));
    for (int i = 0; i < 1000; ++i)
        bytesAfter += next(texts.below(20));
    qInfo("bytes: a keyframe %zu, then %zu", bytesBefore / 4000, bytesAfter / 1000);
    QVERIFY(bytesAfter / 1000 * 4 < bytesBefore / 4000 * 3);
    QCOMPARE(store.snapshot().directory()->dictionaryCount(), std::size_t(2));
    for (const auto &[ref, text] : kept)
        QVERIFY(readLine(store.snapshot(), ref) == text);
}

void TestRevisionStore::whatWasForgottenTeachesNothing()
{
    RevisionStore store(Small);
    EditedText texts(10);
    for (int i = 0; i < 4600; ++i) {
        const std::string text = texts.fresh(texts.below(3), 2);
        const RevisionRef ref = append(store, {}, text);
        if (i == 4000)
            store.forget(store.lastChunk(), {});
        if (i % 100 == 0)
            QVERIFY(readLine(store.snapshot(), ref) == text);
    }
    QCOMPARE(store.snapshot().directory()->dictionaryCount(), std::size_t(2));
}

void TestRevisionStore::familiesLearnForThemselves()
{
    RevisionStore store(Small);
    EditedText texts(6);
    for (int i = 0; i < 600; ++i)
        append(store, {}, texts.fresh(1), 1);
    const std::string other = texts.fresh(2);
    const RevisionRef stranger = append(store, {}, other, 0);
    const RevisionRef relative = append(store, {}, texts.fresh(1), 1);
    const auto strange = store.snapshot().record(stranger);
    const auto related = store.snapshot().record(relative);
    QCOMPARE(strange->dictionary, 0U);
    QCOMPARE(related->dictionary, 1U);
    QVERIFY(readLine(store.snapshot(), stranger) == other);
}

void TestRevisionStore::aGiantIsNotKept()
{
    RevisionStore store(Small);
    const char little = 'x';
    // Nobody looks at its bytes.
    QVERIFY(store.append(0, {}, RevisionLine::ofObject({&little, limits::ListPageBytes + 1})).isNull());
    QCOMPARE(store.lastChunk(), 0U);
}

void TestRevisionStore::whatIsNotThereIsNotFound()
{
    RevisionStore store(Small);
    const RevisionSnapshot empty = store.snapshot();
    const RevisionRef first = append(store, {}, "{\"first\":1}");
    const RevisionSnapshot early = store.snapshot();
    const RevisionRef second = append(store, first, "{\"second\":2}");
    const auto kindOf = [](const RevisionSnapshot &snapshot, RevisionRef ref) {
        return snapshot.read(ref).error().kind;
    };
    QCOMPARE(kindOf(RevisionSnapshot(), first), ErrorKind::NotFound);
    QCOMPARE(kindOf(empty, first), ErrorKind::NotFound);
    QCOMPARE(kindOf(early, second), ErrorKind::NotFound);
    QCOMPARE(kindOf(early, {}), ErrorKind::NotFound);
    QCOMPARE(kindOf(early, {1, 1'000'000}), ErrorKind::NotFound);
    QCOMPARE(kindOf(early, {1, UINT32_MAX}), ErrorKind::NotFound);
    QCOMPARE(kindOf(early, {2, 0}), ErrorKind::NotFound);
    QCOMPARE(kindOf(early, {UINT32_MAX, 0}), ErrorKind::NotFound);
    // A predecessor that is none makes a keyframe.
    const RevisionRef third = append(store, {7, 7}, "{\"third\":3}");
    QCOMPARE(readLine(store.snapshot(), third), std::string("{\"third\":3}"));
}

void TestRevisionStore::survivorsKeepTheirNames()
{
    RevisionStore store(Small);
    EditedText texts(7);
    std::vector<std::string> lines{texts.fresh()};
    std::vector<RevisionRef> refs{append(store, {}, lines[0])};
    const auto grow = [&] {
        lines.push_back(texts.edited(lines.back()));
        refs.push_back(append(store, refs.back(), lines.back()));
    };
    grow();
    fillChunks(store, texts, 2);
    store.forget(store.lastChunk(), std::span(&refs[1], 1));
    grow();
    QCOMPARE(store.snapshot().read(refs[0]).error().kind, ErrorKind::NotFound);
    QVERIFY(readLine(store.snapshot(), refs[1]) == lines[1]);
    QVERIFY(readLine(store.snapshot(), refs[2]) == lines[2]);
    // Again and again, for what does not change.
    for (int round = 0; round < 3; ++round) {
        fillChunks(store, texts, 2);
        store.forget(store.lastChunk(), std::span(&refs[1], 1));
        QVERIFY(readLine(store.snapshot(), refs[1]) == lines[1]);
    }
}

void TestRevisionStore::whatDidNotSurviveIsForgotten()
{
    RevisionStore store(Small);
    EditedText texts(8);
    const std::string text = texts.fresh();
    const RevisionRef first = append(store, {}, text);
    const RevisionRef second = append(store, first, text + " ");
    fillChunks(store, texts, 1);
    store.forget(2, {});
    QCOMPARE(store.firstChunk(), 2U);
    QCOMPARE(store.snapshot().read(first).error().kind, ErrorKind::NotFound);
    QCOMPARE(store.snapshot().read(second).error().kind, ErrorKind::NotFound);
    // It goes on with a keyframe.
    const RevisionRef next = append(store, second, text + "  ");
    QVERIFY(readLine(store.snapshot(), next) == text + "  ");
    // The last chunk stays.
    store.forget(UINT32_MAX, {});
    QCOMPARE(store.firstChunk(), store.lastChunk());
    QVERIFY(readLine(store.snapshot(), next) == text + "  ");
}

void TestRevisionStore::whatStaysCanBeRead()
{
    RevisionStore store(Small);
    EditedText texts(12);
    const std::string text = texts.fresh();
    const RevisionRef base = append(store, {}, text);
    fillChunks(store, texts, 1);
    const RevisionRef delta = append(store, base, text + " ");
    QCOMPARE(store.snapshot().facts(delta)->depth, 1U);
    store.forget(2, {});
    QVERIFY(readLine(store.snapshot(), delta) == text + " ");
    QVERIFY(readLine(store.snapshot(), base) == text);
    // With it its base goes.
    fillChunks(store, texts, 1);
    store.forget(3, {});
    QVERIFY(!store.snapshot().read(delta) && !store.snapshot().read(base));
}

void TestRevisionStore::snapshotsOutliveWhatTheyShow()
{
    EditedText texts(9);
    const std::string text = texts.fresh();
    RevisionSnapshot snapshot;
    RevisionRef ref;
    {
        RevisionStore store(Small);
        ref = append(store, {}, text);
        snapshot = store.snapshot();
        fillChunks(store, texts, 2);
        store.forget(2, {});
        QVERIFY(!store.snapshot().read(ref));
    }
    QVERIFY(readLine(snapshot, ref) == text);
}

void TestRevisionStore::memoryIsBounded()
{
    RevisionStore store(Small);
    EditedText texts(10);
    const std::size_t before = store.memory().total();
    fillChunks(store, texts, 4);
    const RevisionStore::Memory full = store.memory();
    QVERIFY(full.recent <= Small.recentBytes * 11 / 10);
    QVERIFY(full.directory >= 4 * ChunkBytes);
    QVERIFY(full.records > 2 * ChunkBytes && full.records < 4 * ChunkBytes);
    QVERIFY(full.total() > before);
    store.forget(4, {});
    QVERIFY(store.memory().directory + 3 * ChunkBytes <= full.directory);
    QVERIFY(store.memory().records < ChunkBytes);
}

} // namespace tst_revisionstore

WK_TEST(tst_revisionstore, TestRevisionStore, NoApplication)
#include "tst_revisionstore.moc"
