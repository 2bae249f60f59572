// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/cells.h"
#include "core/resource/managers.h"
#include "core/resource/sharedlist.h"
#include "core/resource/text.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <limits>
#include <string>
#include <vector>

/// What objects share: texts, lists, rows of cells, managers.
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
    void aShortTextTakesAByteMoreAndAWordOneAlone();
    void equalCellsAreEqual();
    void cellsHoldTheObjectsOwnTexts();
    void cellsReadAsKubectlPrintsThem_data();
    void cellsReadAsKubectlPrintsThem();
    void managersComeBackAsTheyWere();
    void managersOfOneWriterShareItsNames();
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
    for (const std::size_t length : {127u, 128u, 233u, 234u, 255u, 256u, 70'000u}) {
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

void TestShared::aShortTextTakesAByteMoreAndAWordOneAlone()
{
    const std::size_t none = Cells{Cell()}.heldBytes() - 1;
    QCOMPARE(Cells{std::string_view("10.0.0.1")}.heldBytes(), none + 9);
    for (const std::string_view word : {"<none>", "Running", "1/1", "ClusterIP"}) {
        const Cells cells{word, true};
        QCOMPARE(cells.heldBytes(), none + 2);
        QVERIFY(std::get<std::string_view>(cells[0]) == word && std::get<bool>(cells[1]));
    }
}

void TestShared::equalCellsAreEqual()
{
    QVERIFY((Cells{std::string_view("a"), true} == Cells{std::string_view("a"), true}));
    QVERIFY((Cells{std::string_view("a"), true} != Cells{std::string_view("a"), false}));
    QVERIFY((Cells{std::string_view("a")} != Cells{std::string_view("a"), Cell()}));
    QVERIFY((Cells{Cell()} != Cells{std::string_view("<none>")}));
}

void TestShared::cellsHoldTheObjectsOwnTexts()
{
    Text name("checkout-6d4cf56db6-x2x8k");
    const Text node("worker-17.example");
    Cells::Builder builder(name, node);
    for (const std::string_view text :
         {"10.0.0.1", "worker-17.example", "checkout-6d4cf56db6-x2x8k", "worker-17.example"})
        builder.add(text);
    builder.add(std::int64_t(255));
    builder.add(std::int64_t(256));
    const Cells cells = builder.cells();
    const Cells copy = cells;
    QVERIFY(std::get<std::string_view>(cells[2]).data() == name.view().data());
    QVERIFY(std::get<std::string_view>(cells[1]).data() == std::get<std::string_view>(cells[3]).data());
    name = {};
    QVERIFY(copy == (Cells{std::string_view("10.0.0.1"), std::string_view("worker-17.example"),
                           std::string_view("checkout-6d4cf56db6-x2x8k"), std::string_view("worker-17.example"),
                           std::int64_t(255), std::int64_t(256)}));
    QCOMPARE(copy.size(), 6u);
}

void TestShared::cellsReadAsKubectlPrintsThem_data()
{
    QTest::addColumn<Cell>("cell");
    QTest::addColumn<QString>("text");
    QTest::newRow("null") << Cell() << QString();
    QTest::newRow("a word for nothing") << Cell(std::string_view("<none>")) << QStringLiteral("<none>");
    QTest::newRow("true") << Cell(true) << QStringLiteral("true");
    QTest::newRow("a whole number") << Cell(std::int64_t(10'000'000)) << QStringLiteral("10000000");
    QTest::newRow("a fraction") << Cell(123456.5) << QStringLiteral("123456.5");
    QTest::newRow("a large one") << Cell(10'000'000.5) << QStringLiteral("1.00000005e+07");
    QTest::newRow("a larger one") << Cell(1e21) << QStringLiteral("1e+21");
    QTest::newRow("a small one") << Cell(0.0001) << QStringLiteral("0.0001");
    QTest::newRow("a smaller one") << Cell(0.00001) << QStringLiteral("1e-05");
}

/// As kubectl 1.32 prints them of a custom resource's columns.
void TestShared::cellsReadAsKubectlPrintsThem()
{
    QFETCH(Cell, cell);
    QTEST(QString::fromStdString(cellText(cell)), "text");
}

void TestShared::managersComeBackAsTheyWere()
{
    using namespace std::chrono_literals;
    const WallTime second(1'800'000'000s);
    const std::vector<ManagedFields> entries{
        {"kubelet", "Update", "status", second, 0xffffff, 0},
        {"kubectl", "Apply", "", {}, 0, 127},
        {"", "", "", second + 1us, 7, 128},
        {"", "", "", second - 1s, 0x123456, 1},
        {"before-1970", "Update", "", WallTime(-5s), 1, UINT32_MAX},
        {"year 9999", "Update", "", parseTime("9999-12-31T23:59:59Z"), 1, 300},
    };
    const Managers managers = entries;
    QCOMPARE(managers.size(), entries.size());
    QVERIFY(managers.vector() == entries);
    QVERIFY(managers[2] == entries[2]);
    QVERIFY(Managers(entries) == managers);
    // A pod's two take a block of 32 bytes, as malloc gives them.
    const Managers ofPod{{"kube-controller-manager", "Update", "", second, 0xabcdef, 90},
                         {"kubelet", "Update", "status", second + std::chrono::hours(60), 0xfedcba, 55}};
    QVERIFY(ofPod.heldBytes() <= 16);
    QVERIFY(Managers().empty() && Managers().begin() == Managers().end());
}

void TestShared::managersOfOneWriterShareItsNames()
{
    const FieldsWriters writers{{"kubelet", "Update", "status"}};
    const std::vector<ManagedFields> first{{"kubelet", "Update", "status", {}, 1, 1}};
    const std::vector<ManagedFields> second{{"kubelet", "Update", "status", {}, 2, 2}};
    const Managers one(writers, first);
    const Managers two(writers, second);
    QVERIFY(one != two);
    QVERIFY(one.front().manager.data() == two.front().manager.data());
}

} // namespace tst_shared

WK_TEST(tst_shared, tst_shared::TestShared, NoApplication)

#include "tst_shared.moc"
