// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbody.h"

#include "core/history/revisionstore.h"
#include "tests/support/editedtext.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_revisionbody {

using namespace wk;
using namespace wk::test;

class TestRevisionBody : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAsTheRevision();
    void isEmptyOnceForgotten();
    void ofNothingIsNull();
};

void TestRevisionBody::readsAsTheRevision()
{
    auto store = std::make_shared<RevisionStore>();
    const std::string line = R"({"type":"ADDED","object":{"kind":"Pod"}})";
    const RevisionRef ref = store->append(0, {}, {line, 25, 14});
    const Body body = revisionBody(store, ref, 14);
    store.reset();
    QCOMPARE(body.line(), line);
    QCOMPARE(body.object(), std::string(R"({"kind":"Pod"})"));
    QCOMPARE(body.objectBytes(), std::size_t(14));
    QVERIFY(body.heldBytes() > line.size() && body.heldBytes() < 100);
}

void TestRevisionBody::isEmptyOnceForgotten()
{
    auto store = std::make_shared<RevisionStore>(RevisionStore::Options{0, 4096, 16, true});
    EditedText texts(1);
    const std::string text = texts.fresh();
    const RevisionRef ref = store->append(0, {}, RevisionLine::ofObject(text));
    const Body body = revisionBody(store, ref, text.size());
    while (store->lastChunk() == 1)
        QVERIFY(!store->append(0, {}, RevisionLine::ofObject(texts.fresh())).isNull());
    QVERIFY(body.object() == text);
    store->forget(2, {});
    QVERIFY(!body.isNull() && body.object().empty() && body.line().empty());
}

void TestRevisionBody::ofNothingIsNull()
{
    QVERIFY(revisionBody(std::make_shared<RevisionStore>(), {}, 0).isNull());
}

} // namespace tst_revisionbody

WK_TEST(tst_revisionbody, TestRevisionBody, NoApplication)
#include "tst_revisionbody.moc"
