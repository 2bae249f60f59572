// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbodies.h"

#include "core/resource/bodystore.h"
#include "tests/support/editedtext.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_revisionbodies {

using namespace wk;
using namespace wk::test;

namespace {

const GroupVersionResource Pods{"", "v1", "pods"};
const GroupVersionResource Nodes{"", "v1", "nodes"};

BodyLine whole(std::string_view uid, std::string_view text)
{
    return {uid, text, text};
}

/// As an event brings it: nothing but its own revisions is like it.
BodyLine told(std::string_view uid, const std::string &line)
{
    return {uid, line, std::string_view(line).substr(1, line.size() - 2)};
}

/// Chunks of a few records.
RevisionBodies small()
{
    return RevisionBodies(RevisionStore::Options{.recentBytes = 0, .chunkBytes = 4096});
}

/// Until another chunk begins.
void fillChunk(const RevisionBodies &bodies, BodyWriter &writer, EditedText &texts)
{
    const std::uint32_t chunk = bodies.store().lastChunk();
    while (bodies.store().lastChunk() == chunk)
        QVERIFY(!writer.keep(whole({}, texts.fresh())).isNull());
}

} // namespace

class TestRevisionBodies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBodyReadsAsItCame();
    void aBodyOutlivesItsKeeper();
    void theNextRevisionIsADelta();
    void theRevisionBeforeIsAtHand_data();
    void theRevisionBeforeIsAtHand();
    void aDraftThatDoesNotFollowIsRefused();
    void theFormsOfAnObjectHaveChainsOfTheirOwn();
    void objectsWithoutAUidStandAlone();
    void whatIsForgottenReadsAsEmpty();
    void theNewestOfEachObjectStays();
    void whatIsGoneDoesNotStay();
    void survivorsStay();
    void bodiesKeptElsewhereAreNoRevisions();
};

void TestRevisionBodies::aBodyReadsAsItCame()
{
    RevisionBodies bodies;
    const std::string line = R"({"type":"ADDED","object":{"kind":"Pod"}})";
    const Body body = bodies.writer(Pods)->keep({"u", line, std::string_view(line).substr(25, 14)});
    QCOMPARE(body.line(), line);
    QCOMPARE(body.object(), std::string(R"({"kind":"Pod"})"));
    QCOMPARE(body.objectBytes(), std::size_t(14));
    QVERIFY(body.heldBytes() > line.size() && body.heldBytes() < 100);
    QVERIFY(!revisionOf(body).isNull());
}

void TestRevisionBodies::aBodyOutlivesItsKeeper()
{
    Body body;
    {
        RevisionBodies bodies;
        body = bodies.writer(Pods)->keep(whole("u", "{}"));
    }
    QCOMPARE(body.object(), std::string("{}"));
}

void TestRevisionBodies::theNextRevisionIsADelta()
{
    RevisionBodies bodies;
    const auto pods = bodies.writer(Pods);
    const auto others = bodies.writer(Pods); // another watch of the same
    EditedText texts(1);
    std::string text = texts.fresh();
    QVERIFY(pods->keep(whole("u", text)).heldBytes() > 200);
    text.insert(text.size() / 2, "x");
    const Body next = others->keep(whole("u", text));
    QVERIFY2(next.heldBytes() < 40, QByteArray::number(qulonglong(next.heldBytes())).constData());
    QVERIFY(next.object() == text);
    QVERIFY(pods->keep(told("another", '{' + text + '}')).heldBytes() > 200);
}

void TestRevisionBodies::theRevisionBeforeIsAtHand_data()
{
    QTest::addColumn<qulonglong>("recentBytes");
    QTest::newRow("among the recent lines") << qulonglong(4 * limits::MiB);
    QTest::newRow("unpacked") << qulonglong(0);
}

void TestRevisionBodies::theRevisionBeforeIsAtHand()
{
    QFETCH(qulonglong, recentBytes);
    RevisionBodies bodies(RevisionStore::Options{.recentBytes = std::size_t(recentBytes), .keyframeEvery = 3});
    const auto pods = bodies.writer(Pods);
    const auto others = bodies.writer(Pods);
    EditedText texts(9);
    std::string object = texts.fresh();
    Body last;
    for (int i = 0; i < 8; ++i) {
        const std::string line = "{\"type\":\"ADDED\",\"object\":" + object + "}";
        const BodyLine told{"u", line, std::string_view(line).substr(25, object.size())};
        const auto &writer = i % 3 == 1 ? others : pods;
        const auto draft = writer->draft("u");
        QVERIFY(draft->before().text == last.object());
        QCOMPARE(draft->before().values.size(), i > 0 && recentBytes > 0 ? std::size_t(i) : 0u);
        draft->make(told, json::ReadValues(std::size_t(i) + 1));
        const auto kept = writer->keepDraft(told, *draft);
        QVERIFY(kept && kept->body.line() == line);
        QCOMPARE(revisionOf(kept->before), revisionOf(last));
        last = kept->body;
        object.insert(object.size() / 2, std::to_string(i));
    }
    for (const char *uid : {"another", ""}) {
        const auto draft = pods->draft(uid);
        QVERIFY(draft->before().text.empty());
        draft->make(whole(uid, object), {});
        const auto kept = pods->keepDraft(whole(uid, object), *draft);
        QVERIFY(kept && kept->before.isNull() && kept->body.object() == object);
    }
}

/// What was made ready for another object, or before another revision came, is not kept.
void TestRevisionBodies::aDraftThatDoesNotFollowIsRefused()
{
    RevisionBodies bodies = small();
    const auto pods = bodies.writer(Pods);
    const auto nodes = bodies.writer({"", "v1", "nodes"});
    EditedText texts(3);
    const std::string text = texts.fresh();
    const std::string next = text + " ";
    const std::string third = next + " ";
    const Body first = pods->keep(whole("u", text));
    const auto late = pods->draft("u");
    const auto early = pods->draft("u"); // what it follows is in the other's hands: it reads that
    QVERIFY(late->before().text == text && early->before().text == text);
    early->make(whole("u", next), {});
    late->make(whole("u", third), {});
    QVERIFY(!pods->keepDraft(whole("another", next), *early));
    const auto second = pods->keepDraft(whole("u", next), *early);
    QVERIFY(second && revisionOf(second->before) == revisionOf(first));
    QVERIFY(!pods->keepDraft(whole("u", third), *late));
    QVERIFY(!nodes->keepDraft(whole("u", third), *late));
    QVERIFY(second->body.object() == next && first.object() == text);
    QVERIFY(pods->keep(whole("u", third)).heldBytes() < 40);
}

/// As a Kubernetes Event is told in two groups.
void TestRevisionBodies::theFormsOfAnObjectHaveChainsOfTheirOwn()
{
    RevisionBodies bodies = small();
    const auto core = bodies.writer({"", "v1", "events"});
    const auto group = bodies.writer({"events.k8s.io", "v1", "events"});
    EditedText texts(7);
    const std::string one = texts.fresh(1);
    const std::string other = texts.fresh(2);
    const Body first = core->keep(whole("u", one));
    const Body second = group->keep(whole("u", other));
    QVERIFY(core->keep(whole("u", one)).heldBytes() < 40);
    fillChunk(bodies, *core, texts);
    bodies.forget({bodies.store().lastChunk()});
    QVERIFY(second.object() == other);
    QVERIFY(first.object().empty());
}

void TestRevisionBodies::objectsWithoutAUidStandAlone()
{
    RevisionBodies bodies;
    const auto pods = bodies.writer(Pods);
    EditedText texts(2);
    const std::string text = texts.fresh();
    const Body one = pods->keep(told({}, '{' + text + '}'));
    const Body two = pods->keep(told({}, '{' + text + '}'));
    QCOMPARE(two.heldBytes(), one.heldBytes());
    QVERIFY(one.object() == text && two.object() == text);
}

void TestRevisionBodies::whatIsForgottenReadsAsEmpty()
{
    RevisionBodies bodies = small();
    const auto pods = bodies.writer(Pods);
    EditedText texts(3);
    const std::string text = texts.fresh();
    const Body first = pods->keep(whole("u", text));
    const Body second = pods->keep(whole("u", text + " "));
    const std::size_t held = first.heldBytes();
    QCOMPARE(held, bodies.store().snapshot().facts(revisionOf(first))->heldBytes);
    QCOMPARE(second.heldBytes(), bodies.store().snapshot().facts(revisionOf(second))->heldBytes);
    fillChunk(bodies, *pods, texts);
    bodies.forget({bodies.store().lastChunk()});
    QCOMPARE(first.heldBytes(), held); // so that who has counted it can take it off again
    QVERIFY(!first.isNull() && first.object().empty() && first.line().empty() && first.objectBytes() == 0);
    QVERIFY(second.object() == text + " ");
}

void TestRevisionBodies::theNewestOfEachObjectStays()
{
    RevisionBodies bodies = small();
    const auto pods = bodies.writer(Pods);
    const auto nodes = bodies.writer(Nodes);
    EditedText texts(4);
    std::map<std::string, Body> live;
    std::map<std::string, std::string> wanted;
    for (int i = 0; i < 300; ++i) {
        const std::string uid = std::to_string(texts.below(17));
        wanted[uid] = texts.fresh();
        live[uid] = (i % 2 ? pods : nodes)->keep(whole(uid, wanted[uid]));
        if (i % 50 == 49)
            bodies.forget({bodies.store().lastChunk()});
    }
    QVERIFY(bodies.store().firstChunk() > 1);
    for (const auto &[uid, body] : live)
        QVERIFY(body.object() == wanted[uid]);
}

void TestRevisionBodies::whatIsGoneDoesNotStay()
{
    RevisionBodies bodies = small();
    const auto pods = bodies.writer(Pods);
    EditedText texts(5);
    const std::string text = texts.fresh();
    BodyLine last = whole("u", text);
    last.isLast = true;
    const Body body = pods->keep(last);
    fillChunk(bodies, *pods, texts);
    bodies.forget({bodies.store().lastChunk()});
    QVERIFY(body.object().empty());
}

void TestRevisionBodies::survivorsStay()
{
    RevisionBodies bodies = small();
    const auto pods = bodies.writer(Pods);
    EditedText texts(6);
    const std::string text = texts.fresh();
    const Body first = pods->keep(whole("u", text));
    pods->keep(whole("u", texts.fresh()));
    fillChunk(bodies, *pods, texts);
    bodies.forget({bodies.store().lastChunk(), {revisionOf(first)}});
    QVERIFY(first.object() == text);
}

void TestRevisionBodies::bodiesKeptElsewhereAreNoRevisions()
{
    BodyStore store;
    QVERIFY(revisionOf(store.keep("{}")).isNull());
    QVERIFY(revisionOf(Body()).isNull());
}

} // namespace tst_revisionbodies

WK_TEST(tst_revisionbodies, TestRevisionBodies, NoApplication)
#include "tst_revisionbodies.moc"
