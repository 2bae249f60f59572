// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/cells.h"
#include "core/resource/sharedlist.h"
#include "core/resource/text.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <limits>
#include <string>
#include <vector>

/// What objects share: texts, lists, rows of cells.
namespace tst_shared {

using namespace wk;

class TestShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesOfATextAreTheSameBytes();
    void textsCompareByWhatTheySay();
    void aListKeepsItsItemsAsLongAsACopyLives();
    void anEmptyListHasNothing();
    void cellsComeBackAsTheyWere();
    void longTextsAndNoneComeBackToo();
    void equalCellsAreEqual();
};

void TestShared::copiesOfATextAreTheSameBytes()
{
    Text text = std::string("kube-controller-manager");
    const Text copy = text;
    QVERIFY(copy.view().data() == text.view().data());
    text = Text("kubelet");
    QCOMPARE(copy.view(), std::string_view("kube-controller-manager"));
    const Text moved = std::move(text);
    QVERIFY(text.empty());
    QCOMPARE(moved.view(), std::string_view("kubelet"));
}

void TestShared::textsCompareByWhatTheySay()
{
    QVERIFY(Text("a") == Text("a"));
    QVERIFY(Text("a") != Text("b"));
    QVERIFY(Text("a") < Text("b"));
    QVERIFY(Text() == "" && Text("").empty() && Text().size() == 0);
    QVERIFY(Text("a") == std::string("a") && Text("a") == std::string_view("a"));
    QCOMPARE(Text("app") + "=" + Text("web"), std::string("app=web"));
}

void TestShared::aListKeepsItsItemsAsLongAsACopyLives()
{
    const auto watched = std::make_shared<int>(7);
    SharedList<std::shared_ptr<int>> list{watched, watched};
    SharedList<std::shared_ptr<int>> copy = list;
    QCOMPARE(watched.use_count(), 3L);
    list = {};
    QCOMPARE(watched.use_count(), 3L);
    QCOMPARE(**copy.begin(), 7);
    copy = {};
    QCOMPARE(watched.use_count(), 1L);
}

void TestShared::anEmptyListHasNothing()
{
    const SharedList<int> list;
    QVERIFY(list.empty() && list.size() == 0 && list.begin() == list.end());
    QVERIFY(list == SharedList<int>(std::vector<int>()));
    QVERIFY(list != SharedList<int>{1});
    QVERIFY((SharedList<int>{1, 2}.vector() == std::vector<int>{1, 2}));
}

void TestShared::cellsComeBackAsTheyWere()
{
    const std::vector<Cell> values{Cell(),
                                   true,
                                   false,
                                   std::int64_t(-7),
                                   std::numeric_limits<std::int64_t>::max(),
                                   0.25,
                                   std::string_view("web-1"),
                                   std::string_view("")};
    const Cells cells = values;
    QCOMPARE(cells.size(), values.size());
    QVERIFY(cells.vector() == values);
    for (std::size_t i = 0; i < values.size(); ++i)
        QVERIFY(cells[i] == values[i]);
    QVERIFY(Cells().empty() && Cells().size() == 0);
}

void TestShared::longTextsAndNoneComeBackToo()
{
    for (const std::size_t length : {254u, 255u, 256u, 70'000u}) {
        const std::string text(length, 'x');
        Cells::Builder builder;
        builder.add(std::string_view("<none>"));
        builder.add(text);
        builder.add(std::int64_t(3));
        const Cells cells = builder.cells();
        QCOMPARE(cells.size(), 3u);
        QCOMPARE(std::get<std::string_view>(cells[0]), std::string_view("<none>"));
        QVERIFY(std::get<std::string_view>(cells[1]) == text);
        QCOMPARE(std::get<std::int64_t>(cells[2]), 3);
    }
}

void TestShared::equalCellsAreEqual()
{
    QVERIFY((Cells{std::string_view("a"), true} == Cells{std::string_view("a"), true}));
    QVERIFY((Cells{std::string_view("a"), true} != Cells{std::string_view("a"), false}));
    QVERIFY((Cells{std::string_view("a")} != Cells{std::string_view("a"), Cell()}));
    QVERIFY((Cells{Cell()} != Cells{std::string_view("<none>")}));
}

} // namespace tst_shared

WK_TEST(tst_shared, tst_shared::TestShared, NoApplication)

#include "tst_shared.moc"
