// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historyretelling.h"

#include "core/history/logsink.h"
#include "core/query/filterparser.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace tst_historyretelling {

using namespace wk;
using namespace wk::test;

namespace {

constexpr EventLog::Bounds Boundless{.rows = SIZE_MAX, .bytes = SIZE_MAX};

/// Writes a history of what it is told, and notes what.
struct ToldLog {
    EventLog log{Boundless};
};
struct Told : ToldLog, LogSink {
    Told()
        : LogSink(log)
    {}
    std::vector<std::string> said;

    void opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope) override
    {
        said.push_back("open " + std::to_string(watch));
        LogSink::opened(watch, cluster, scope);
    }
};

std::string jsonOf(const HistorySnapshot &history, const Object &object)
{
    return object.body.isNull() ? std::string() : history.json(object);
}

/// The watches that had listed by then; others tell of objects all the same, which no server's does.
std::set<WatchId> listedBy(const HistorySnapshot &history, RowId at)
{
    std::set<WatchId> listed;
    for (const auto &[watch, scope] : history.scopes()) {
        if (const auto known = history.knowledge(watch); known && known->from <= at)
            listed.insert(watch);
    }
    return listed;
}

/// Of each object that some watches have at a row: which, and of which revision.
std::vector<std::string> standing(const HistorySnapshot &history, RowId at, const std::set<WatchId> &watches)
{
    std::vector<std::string> all;
    for (const WatchId watch : watches) {
        if (history.closedBefore(watch, at))
            continue;
        const ObjectList objects = history.objectsAt(watch, at);
        for (const ObjectPtr &object : *objects)
            all.push_back(std::to_string(watch) + ' ' + object->ns + '/' + object->name + ' ' + object->version.text() +
                          ' ' + jsonOf(history, *object));
    }
    std::ranges::sort(all);
    return all;
}

EntryPtr podEntry(EntryType type, const std::string &name, const std::string &version)
{
    return entry(1, type, object("web", name, version));
}

} // namespace

class TestHistoryRetelling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsToldAgainIsTheSameHistory();
    void fromAMomentOnWhatStoodIsThereFirst();
    void whatIsNotAskedForIsLeftOut();
};

void TestHistoryRetelling::whatIsToldAgainIsTheSameHistory()
{
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    Told again;
    HistoryRetelling retelling(again);
    for (int i = 0, end = rounds(9000); i < end; ++i) {
        teller.tell(log);
        if (teller.below(50) == 0)
            retelling.tell(log.now(), log.now().end());
    }
    retelling.tell(log.now(), log.now().end());
    QCOMPARE(again.log.now().end(), log.now().end());
    for (RowId row = 0; row < log.now().end(); ++row) {
        const ObjectPtr one = log.now().object(row);
        const ObjectPtr other = again.log.now().object(row);
        QVERIFY2(log.now().time(row) == again.log.now().time(row) && log.now().type(row) == again.log.now().type(row) &&
                     log.now().origin(row) == again.log.now().origin(row) &&
                     log.now().name(row) == again.log.now().name(row) &&
                     log.now().version(row) == again.log.now().version(row) &&
                     log.now().pathsId(row) == again.log.now().pathsId(row) && !one == !other &&
                     (!one || jsonOf(log.now(), *one) == jsonOf(again.log.now(), *other)),
                 qPrintable(QStringLiteral("row %1").arg(row)));
    }
    // One that was opened and closed between two looks, and has told nothing, is not told of.
    const auto isTold = [&](const auto &closing) { return again.log.now().scope(closing.watch) != nullptr; };
    QCOMPARE(std::ptrdiff_t(again.log.now().closings().size()),
             std::ranges::count_if(log.now().closings(), isTold));
    for (RowId at = 0; at <= log.now().end(); at += 1 + teller.below(600))
        QCOMPARE(standing(again.log.now(), at, listedBy(log.now(), at)),
                 standing(log.now(), at, listedBy(log.now(), at)));
}

void TestHistoryRetelling::fromAMomentOnWhatStoodIsThereFirst()
{
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    for (int i = 0, end = rounds(6000); i < end; ++i)
        teller.tell(log);
    const HistorySnapshot &all = log.now();
    for (int round = 0; round < 20; ++round) {
        RowId at = teller.below(all.end());
        at = all.rowsOfEntry(at).first;
        Told part;
        HistoryRetelling retelling(part);
        retelling.begin(all, at, all.time(at));
        const std::set<WatchId> listed = listedBy(all, at);
        QCOMPARE(standing(part.log.now(), part.log.now().end(), listed), standing(all, at, listed));
        RowId end = at + teller.below(all.end() - at + 1);
        end = end < all.end() ? all.rowsOfEntry(end).first : end;
        retelling.tell(all, end);
        QCOMPARE(retelling.next(), end);
        QCOMPARE(standing(part.log.now(), part.log.now().end(), listed), standing(all, end, listed));
    }
}

void TestHistoryRetelling::whatIsNotAskedForIsLeftOut()
{
    EventLog log(Boundless);
    WatchScope pods;
    pods.resource.gvr = {"", "v1", "pods"};
    pods.resource.kind = "Pod";
    WatchScope nodes;
    nodes.resource.gvr = {"", "v1", "nodes"};
    nodes.resource.kind = "Node";
    log.setWatch(1, pods);
    log.setWatch(2, nodes);
    log.append(podEntry(EntryType::Added, "a", "1"));
    log.append(podEntry(EntryType::Added, "b", "2"));
    log.append(entry(2, EntryType::Added, object("", "node", "3")));
    auto gap = std::make_shared<Entry>();
    gap->watch = 1;
    gap->type = EntryType::Gap;
    log.append(gap);
    log.append(podEntry(EntryType::Modified, "b", "4"));
    RetoldRows rows;
    rows.kinds = {pods.resource.gvr};
    rows.query.filter = *parseFilter("name:b").filter;
    Told told;
    HistoryRetelling(told, rows).tell(log.now(), log.now().end());
    QCOMPARE(told.said, std::vector<std::string>{"open 1"});
    QCOMPARE(told.log.now().end(), RowId(3));
    QCOMPARE(told.log.now().type(1), EntryType::Gap);
    QCOMPARE(told.log.now().name(2), std::string_view("b"));

    // By their state: one that no longer answers has gone, as for a server's selector; one that comes to is added.
    RetoldRows first;
    first.query.filter = *parseFilter("rv:1,4,2").filter;
    Told left;
    log.append(podEntry(EntryType::Modified, "a", "5"));
    log.append(podEntry(EntryType::Modified, "b", "6"));
    log.append(podEntry(EntryType::Modified, "a", "1"));
    HistoryRetelling(left, first).tell(log.now(), log.now().end());
    std::vector<std::string> rows2;
    for (RowId row = 0; row < left.log.now().end(); ++row)
        rows2.push_back(std::string(left.log.now().typeName(row)) + ' ' + std::string(left.log.now().name(row)));
    QCOMPARE(rows2, (std::vector<std::string>{"ADDED a", "ADDED b", "GAP ", "MODIFIED b", "DELETED a", "DELETED b",
                                              "ADDED a"}));
}

} // namespace tst_historyretelling

WK_TEST(tst_historyretelling, TestHistoryRetelling, QCoreApplication)
#include "tst_historyretelling.moc"
