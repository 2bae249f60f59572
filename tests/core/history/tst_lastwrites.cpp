// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lastwrites.h"

#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <array>
#include <random>

namespace tst_lastwrites {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

LifeRevision revision(int step, const std::string &body, EntryClass origin = EntryClass::Live,
                      EntryType type = EntryType::Modified)
{
    auto made = object("web", "a", std::to_string(step));
    made->body = plainBody(body);
    return {RowId(step), Start + std::chrono::seconds(step), type, origin, made};
}

/// Who owns what, by the entries of two managers and the second of their last writes.
std::string owned(int kubectl, int kubelet, const std::string &rest)
{
    const auto at = [](int second) { return formatTime(Start + std::chrono::seconds(second)); };
    return "{'metadata':{'managedFields':[{'manager':'kubectl','operation':'Update','time':'" + at(kubectl) +
           "','fieldsV1':{'f:spec':{'f:replicas':{},'f:paused':{},'f:list':{'k:{\\'name\\':\\'a\\'}':{'.':{},'f:name':{},"
           "'f:image':{}},'k:{\\'name\\':\\'b\\'}':{'.':{},'f:name':{},'f:image':{}}}}}},{'manager':'kubelet','operation':"
           "'Update','subresource':'status','time':'" +
           at(kubelet) + "','fieldsV1':{'f:status':{'f:phase':{}}}}]}," + rest + "}";
}

QString said(const LastWrites &writes, std::string_view pointer)
{
    const FieldWrite *write = writes.of(pointer);
    if (!write)
        return QStringLiteral("-");
    const auto *certain = std::get_if<CertainWriter>(&write->by);
    const QString who = certain ? QString::fromStdString(certain->writer.manager) : QStringLiteral("?");
    return who + QStringLiteral(" %1").arg((write->arrived - Start) / 1s);
}

} // namespace

class TestLastWrites : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsEachFieldsOwnWrite()
    {
        const std::vector<LifeRevision> revisions{
            revision(1, owned(0, 0, "'spec':{'replicas':1,'paused':true},'status':{'phase':'Pending'}")),
            revision(2, owned(2, 0, "'spec':{'replicas':2,'paused':true},'status':{'phase':'Pending'}")),
            revision(5, owned(2, 5, "'spec':{'replicas':2,'paused':true},'status':{'phase':'Running'}")),
            revision(9, owned(9, 5, "'spec':{'replicas':2,'paused':false},'status':{'phase':'Running'}"))};
        const LastWrites writes(revisions);
        QCOMPARE(said(writes, "/spec/replicas"), QStringLiteral("kubectl 2"));
        QCOMPARE(said(writes, "/status/phase"), QStringLiteral("kubelet 5"));
        QCOMPARE(said(writes, "/spec/paused"), QStringLiteral("kubectl 9"));
        QCOMPARE(said(writes, "/spec"), QStringLiteral("-"));
        QCOMPARE(said(writes, "/status/phaseless"), QStringLiteral("-"));
        QVERIFY(writes.since() == Start + 1s);
        QVERIFY(!writes.isSinceCreation());
    }

    void aValueThatCameBackIsAsOldAsItsReturn()
    {
        const LastWrites writes(std::array{revision(1, owned(0, 0, "'spec':{'replicas':1}")),
                                           revision(2, owned(2, 0, "'spec':{'replicas':7}")),
                                           revision(3, owned(3, 0, "'spec':{'replicas':1}")),
                                           revision(4, owned(4, 0, "'spec':{'replicas':1,'paused':true}"))});
        QCOMPARE(said(writes, "/spec/replicas"), QStringLiteral("kubectl 3"));
    }

    void anElementIsFollowedWhereItsListShifts()
    {
        const std::string a = "{'name':'a','image':'old'}";
        const LastWrites writes(
            std::array{revision(1, owned(0, 0, "'spec':{'list':[" + a + ",{'name':'b','image':'old'}]}")),
                       revision(2, owned(2, 0, "'spec':{'list':[" + a + ",{'name':'b','image':'new'}]}")),
                       revision(3, owned(3, 0, "'spec':{'list':[{'name':'b','image':'new'}]}"))});
        QCOMPARE(said(writes, "/spec/list/0/image"), QStringLiteral("kubectl 2"));
        QCOMPARE(said(writes, "/spec/list/0/name"), QStringLiteral("-"));
    }

    void whatIsInsideOfWhatCameIsAsOld()
    {
        const LastWrites writes(std::array{revision(1, owned(0, 0, "'spec':{'replicas':1}")),
                                           revision(2, owned(0, 2, "'spec':{'replicas':1},'status':{'phase':'P'}"))});
        QCOMPARE(said(writes, "/status/phase"), QStringLiteral("kubelet 2"));
    }

    void doubtsWhatAListBrought()
    {
        const LastWrites writes(std::array{revision(1, owned(0, 0, "'spec':{'replicas':1}")),
                                           revision(2, owned(2, 0, "'spec':{'replicas':2}"), EntryClass::Inferred)});
        QCOMPARE(said(writes, "/spec/replicas"), QStringLiteral("? 2"));
    }

    void knowsACreationThatItSaw()
    {
        const auto first = [](EntryClass origin) {
            return LastWrites(std::array{revision(1, "{'spec':{}}", origin, EntryType::Added)});
        };
        QVERIFY(first(EntryClass::Live).isSinceCreation());
        QVERIFY(!first(EntryClass::Initial).isSinceCreation());
        QVERIFY(!LastWrites().since());
        QVERIFY(!LastWrites().of("/spec"));
    }

    void stopsWhereNothingIsHeld()
    {
        std::vector<LifeRevision> revisions{revision(1, "{'a':1}"), revision(2, "{'a':2}"), revision(3, "{'a':3}")};
        auto gone = object("web", "a", "1");
        revisions[0].object = gone;
        QVERIFY(LastWrites(revisions).since() == Start + 2s);
    }

    void looksAtSoMuchOnly()
    {
        const std::string filler(LastWrites::BytesRead / 4, 'x');
        std::vector<LifeRevision> revisions;
        for (int step = 0; step < 10; ++step)
            revisions.push_back(revision(step, "{'a':" + std::to_string(step) + ",'b':'" + filler + "'}"));
        QVERIFY(LastWrites(revisions).since() == Start + 5s);
    }

    /// Against looking each field up in each revision.
    void equalsANaiveSearch()
    {
        std::mt19937_64 random(seed());
        const auto below = [&random](std::uint64_t bound) { return random() % bound; };
        const std::array<std::string, 4> keys{"a", "b", "c", "d"};
        for (int round = 0; round < rounds(200); ++round) {
            std::map<std::string, std::map<std::string, int>> model;
            std::vector<std::string> bodies;
            std::vector<LifeRevision> revisions;
            for (int step = 0, end = 1 + int(below(30)); step < end; ++step) {
                for (auto edits = below(3); edits-- > 0;) {
                    auto &inner = model[keys[below(4)]];
                    if (below(4) == 0)
                        inner.clear();
                    else
                        inner[keys[below(4)]] = int(below(3));
                }
                std::erase_if(model, [](const auto &pair) { return pair.second.empty(); });
                std::string body;
                for (const auto &[key, inner] : model) {
                    std::string text;
                    for (const auto &[name, value] : inner)
                        text += (text.empty() ? "'" : ",'") + name + "':" + std::to_string(value);
                    body += (body.empty() ? "'" : ",'") + key + "':{" + text + "}";
                }
                bodies.push_back(quotedJson("{" + body + "}"));
                revisions.push_back(revision(step, bodies.back()));
            }
            const LastWrites writes(revisions);
            for (const std::string &outer : keys) {
                for (const std::string &inner : keys) {
                    const std::string pointer = "/" + outer + "/" + inner;
                    const auto value = valueAt(bodies.back(), pointer);
                    if (!value)
                        continue;
                    std::size_t same = bodies.size() - 1;
                    while (same > 0 && valueAt(bodies[same - 1], pointer) == value)
                        --same;
                    const FieldWrite *write = writes.of(pointer);
                    QCOMPARE(write != nullptr, same > 0);
                    if (write)
                        QVERIFY(write->arrived == Start + std::chrono::seconds(same));
                }
            }
        }
    }
};

} // namespace tst_lastwrites

WK_TEST(tst_lastwrites, TestLastWrites, QCoreApplication)
#include "tst_lastwrites.moc"
