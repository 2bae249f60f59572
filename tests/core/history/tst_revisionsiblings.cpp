// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionstore.h"
#include "tests/support/editedtext.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_revisionsiblings {

using namespace wk;
using namespace wk::test;

/// Objects of a list that are kept as what makes them of the one before.
class TestRevisionSiblings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsLikeTheOneBeforeIsItsSplice();
    void anEventIsNobodysSibling();
    void siblingsSurviveAsTheyAre();
    void aLonelySurvivorIsWrittenOut();
};

namespace {

const RevisionStore::Options Small{.recentBytes = 2 * limits::MiB, .chunkBytes = 64 * limits::KiB};

/// Of one workload.
std::vector<std::string> alike(std::size_t count)
{
    EditedText texts(1);
    const std::string first = texts.fresh(0, 20);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i)
        all.push_back("{\"name\":\"web-" + std::to_string(1000 + 7 * i) + "\"," + first.substr(1));
    return all;
}

struct Store {
    RevisionStore store{Small};
    EditedText texts{2};
    std::vector<std::string> lines;
    std::vector<RevisionRef> refs;

    void list(const std::vector<std::string> &objects)
    {
        for (const std::string &object : objects) {
            lines.push_back(object);
            refs.push_back(store.append(0, {}, RevisionLine::ofObject(lines.back())));
        }
    }
    void fillChunks(std::uint32_t count)
    {
        const std::uint32_t goal = store.lastChunk() + count;
        while (store.lastChunk() < goal)
            store.append(1, {}, RevisionLine::ofObject(texts.fresh(texts.below(4), 60)));
    }
    /// Its depth, or why it cannot be read as it was.
    std::string depth(std::size_t at) const
    {
        const RevisionSnapshot now = store.snapshot();
        const auto text = now.read(refs[at]);
        if (!text)
            return text.error().kind == ErrorKind::NotFound ? "gone" : text.error().text;
        return text->line == lines[at] ? std::to_string(now.facts(refs[at])->depth) : "another";
    }
    std::string depths() const
    {
        std::string all;
        for (std::size_t at = 0; at < refs.size(); ++at)
            all += depth(at) + ' ';
        return all;
    }
};

} // namespace

void TestRevisionSiblings::whatIsLikeTheOneBeforeIsItsSplice()
{
    Store held;
    held.list(alike(3));
    held.list({EditedText(9).fresh(5, 20)});
    held.list(alike(2));
    QCOMPARE(held.depths(), std::string("0 1 1 0 0 1 "));
    QVERIFY(held.store.snapshot().facts(held.refs[1])->heldBytes < 100);
    // Its own revisions go on from there.
    held.lines.push_back(held.lines[2] + ' ');
    held.refs.push_back(held.store.append(0, held.refs[2], RevisionLine::ofObject(held.lines.back())));
    QCOMPARE(held.depths(), std::string("0 1 1 0 0 1 2 "));
    // In another family nothing is like it.
    held.refs.push_back(held.store.append(7, {}, RevisionLine::ofObject(held.lines.back())));
    QCOMPARE(held.store.snapshot().facts(held.refs.back())->depth, 0U);
}

void TestRevisionSiblings::anEventIsNobodysSibling()
{
    Store held;
    const std::vector<std::string> lines = alike(3);
    for (const std::string &line : lines) {
        held.lines.push_back(line);
        held.refs.push_back(held.store.append(0, {}, {held.lines.back(), 1, line.size() - 2}));
    }
    QCOMPARE(held.depths(), std::string("0 0 0 "));
}

void TestRevisionSiblings::siblingsSurviveAsTheyAre()
{
    Store held;
    held.list(alike(4));
    for (int round = 0; round < 3; ++round) {
        held.fillChunks(2);
        held.store.forget(held.store.lastChunk(), std::span(held.refs).subspan(1, 2));
        QCOMPARE(held.depths(), std::string("0 1 1 gone "));
    }
    held.store.forget(UINT32_MAX, {});
    held.fillChunks(2);
    held.store.forget(held.store.lastChunk(), {});
    QCOMPARE(held.depths(), std::string("gone gone gone gone "));
}

void TestRevisionSiblings::aLonelySurvivorIsWrittenOut()
{
    Store held;
    held.list(alike(4));
    held.fillChunks(2);
    held.store.forget(held.store.lastChunk(), std::span(held.refs).subspan(2, 1));
    QCOMPARE(held.depths(), std::string("gone gone 0 gone "));
    // Nothing more stands on what is gone.
    held.list(alike(2));
    QCOMPARE(held.depths(), std::string("gone gone 0 gone 0 1 "));
}

} // namespace tst_revisionsiblings

WK_TEST(tst_revisionsiblings, TestRevisionSiblings, NoApplication)
#include "tst_revisionsiblings.moc"
