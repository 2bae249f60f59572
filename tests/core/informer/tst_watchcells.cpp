// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/sharedinformer.h"
#include "tests/core/informer/informerrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

/// Under which columns the cells stand that an informer tells.
namespace tst_watchcells {

using namespace wk;
using Rig = InformerRig;
using namespace std::chrono_literals;

namespace {

Columns columnsOf(const std::vector<const char *> &names)
{
    std::vector<Column> columns;
    for (const char *name : names)
        columns.push_back({name, "string", {}, {}, 0});
    return std::make_shared<const std::vector<Column>>(std::move(columns));
}

ObjectPtr withCells(const ObjectPtr &object, std::vector<Cell> cells)
{
    Object made = *object;
    made.cells = std::move(cells);
    return makeCounted<const Object>(std::move(made));
}

} // namespace

class TestWatchCells : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsStandUnderTheColumnsOfTheList();
    void whatAListDiffersByStandsUnderItsColumns();
    void aListWithOtherColumnsIsToldWhole();
};

void TestWatchCells::cellsStandUnderTheColumnsOfTheList()
{
    Rig rig;
    std::vector<EntryPtr> told;
    rig.informer.addListener(
        [&told](const std::vector<EntryPtr> &entries) { told.insert(told.end(), entries.begin(), entries.end()); });
    const Columns ofList = columnsOf({"Name", "Status"});
    const ObjectPtr a = makeObject("n", "a", "ua", "3");
    ListPage first = Rig::page({withCells(a, {"a", "Pending"})}, "7", "more");
    first.columns = ofList;
    ListPage last = Rig::page({withCells(makeObject("n", "b", "ub", "5"), {"b"})}, "7"); // this one came plainly
    last.columns = columnsOf({"Name"});
    rig.informer.start();
    (*rig.source)->listed(std::move(first));
    (*rig.source)->listed(std::move(last));
    QVERIFY((rig.informer.store().find("n", "b")->cells == std::vector<Cell>{"b", UnknownCell}));
    (*rig.source)->watchOpened();
    WatchEvent event = makeEvent(EventType::Modified, withCells(makeObject("n", "a", "ua", "8"), {"a", "2026"}));
    event.columns = columnsOf({"Name", "Created At"});
    (*rig.source)->eventsArrived({event});
    QVERIFY((told.back()->object->cells == std::vector<Cell>{"a", UnknownCell}));
    QVERIFY(told.back()->columns == ofList);
    // A stream says its columns once; one that repeats itself says them with what is no news.
    (*rig.source)->watchEnded(std::nullopt);
    (*rig.source)->watchOpened();
    event.columns = ofList;
    (*rig.source)
        ->eventsArrived(
            {event, makeEvent(EventType::Modified, withCells(makeObject("n", "a", "ua", "9"), {"a", "Running"}))});
    QVERIFY((told.back()->object->cells == std::vector<Cell>{"a", "Running"}));
}

/// Also what is looked at now and then is told by nothing else.
void TestWatchCells::whatAListDiffersByStandsUnderItsColumns()
{
    Rig rig;
    std::vector<EntryPtr> told;
    rig.informer.addListener(
        [&told](const std::vector<EntryPtr> &entries) { told.insert(told.end(), entries.begin(), entries.end()); });
    const Columns columns = columnsOf({"Name", "Status"});
    const auto list = [&](const char *status, const char *version) {
        ListPage page = Rig::page({withCells(makeObject("n", "a", "ua", version), {"a", status})}, version);
        page.columns = columns;
        (*rig.source)->listed(std::move(page));
    };
    rig.informer.start();
    list("Pending", "7");
    (*rig.source)->watchOpened();
    rig.clock.advance(5min);
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    list("Running", "8");
    QVERIFY(told.back()->origin == EntryClass::Inferred);
    QVERIFY(told.back()->columns == columns);
}

void TestWatchCells::aListWithOtherColumnsIsToldWhole()
{
    Rig rig;
    rig.informer.start();
    const auto list = [&rig](const Columns &columns, std::vector<Cell> cells, const char *version) {
        ListPage page = Rig::page({withCells(makeObject("n", "a", "ua", "3"), std::move(cells))}, version);
        page.columns = columns;
        (*rig.source)->listed(std::move(page));
        (*rig.source)->watchOpened();
        rig.clock.advance(5min);
    };
    list(columnsOf({"Name"}), {"a"}, "7");
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    list(columnsOf({"Name"}), {"a"}, "8");
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    list(columnsOf({"Name", "Status"}), {"a", "Running"}, "9");
    QCOMPARE(rig.heard,
             QStringList({QStringLiteral("LIST 1@7"), QStringLiteral("GAP 7-8"), QStringLiteral("RELIST@8"),
                          QStringLiteral("GAP 8-9"), QStringLiteral("RELIST@9"), QStringLiteral("LIST/replayed 1@9")}));
}

} // namespace tst_watchcells

WK_TEST(tst_watchcells, TestWatchCells, QCoreApplication)
#include "tst_watchcells.moc"
