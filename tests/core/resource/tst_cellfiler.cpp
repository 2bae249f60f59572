// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/cellfiler.h"
#include "core/resource/printedcells.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_cellfiler {

using namespace wk;

namespace {

Columns columnsOf(std::vector<Column> columns)
{
    return std::make_shared<const std::vector<Column>>(std::move(columns));
}

Column column(const char *name, const char *type = "string")
{
    return {name, type, {}, {}, 0};
}

ObjectPtr rowOf(std::vector<Cell> cells)
{
    auto object = makeCounted<Object>();
    object->name = "web-1";
    object->version = ResourceVersion("7");
    object->cells = std::move(cells);
    return object;
}

QString texts(const ObjectPtr &object)
{
    QStringList words;
    for (const Cell &cell : object->cells)
        words << QString::fromStdString(cellText(cell));
    return words.join(u' ');
}

const Columns Pods = columnsOf({column("Name"), column("Ready"), column("Status"), column("Restarts", "integer")});

} // namespace

class TestCellFiler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatComesUnderTheSameColumnsIsLeftAlone();
    void aCellGoesUnderItsOwnColumn();
    void aColumnOfAnotherTypeIsAnother();
    void theColumnsStayThoseOfWhatFollows();
    void withoutColumnsTheFirstThatComeCount();
    void whatIsUnknownIsNoWord();
};

void TestCellFiler::whatComesUnderTheSameColumnsIsLeftAlone()
{
    CellFiler filer;
    filer.begin(Pods);
    const ObjectPtr row = rowOf({"web-1", "1/1", "Running", std::int64_t(2)});
    QVERIFY(filer.filed(row, nullptr) == row);
    QVERIFY(filer.filed(row, columnsOf(*Pods)) == row); // told again by a new stream
    QVERIFY(filer.filed(nullptr, Pods) == nullptr);
}

void TestCellFiler::aCellGoesUnderItsOwnColumn()
{
    CellFiler filer;
    filer.begin(Pods);
    const Columns plain = columnsOf({column("Name"), column("Created At", "date")});
    const ObjectPtr filed = filer.filed(rowOf({"web-1", "2026-11-21T10:41:07Z"}), plain);
    QCOMPARE(texts(filed), QStringLiteral("web-1 <unknown> <unknown> <unknown>"));
    QCOMPARE(filed->version.text(), std::string("7"));
    const Columns moved = columnsOf({column("Status"), column("New"), column("Name")});
    QCOMPARE(texts(filer.filed(rowOf({"Running", "x", "web-1"}), moved)),
             QStringLiteral("web-1 <unknown> Running <unknown>"));
    QCOMPARE(texts(filer.filed(rowOf({"Running"}), moved)), // a row may be short
             QStringLiteral("<unknown> <unknown> Running <unknown>"));
}

void TestCellFiler::aColumnOfAnotherTypeIsAnother()
{
    CellFiler filer;
    filer.begin(columnsOf({column("Name"), column("Size", "integer")}));
    QCOMPARE(texts(filer.filed(rowOf({"web-1", "large"}), columnsOf({column("Name"), column("Size")}))),
             QStringLiteral("web-1 <unknown>"));
}

void TestCellFiler::theColumnsStayThoseOfWhatFollows()
{
    CellFiler filer;
    filer.begin(Pods);
    filer.filed(nullptr, columnsOf({column("Status")})); // a bookmark may bring them
    QCOMPARE(texts(filer.filed(rowOf({"Running"}), nullptr)), QStringLiteral("<unknown> <unknown> Running <unknown>"));
    const ObjectPtr whole = rowOf({"web-1", "1/1", "Running", std::int64_t(2)});
    QVERIFY(filer.filed(whole, Pods) == whole);
    QVERIFY(filer.columns() == Pods);
}

void TestCellFiler::withoutColumnsTheFirstThatComeCount()
{
    CellFiler filer;
    const ObjectPtr row = rowOf({"web-1"});
    QVERIFY(filer.filed(row, nullptr) == row);
    QVERIFY(filer.filed(row, Pods) == row);
    QVERIFY(filer.columns() == Pods);
}

void TestCellFiler::whatIsUnknownIsNoWord()
{
    auto object = makeCounted<Object>();
    object->phase = "Running";
    object->cells = {Cell(UnknownCell)};
    QVERIFY(isUnknown(object->cells[0]));
    QVERIFY(!isUnknown(Cell(std::string_view("<none>"))));
    QVERIFY(!isUnknown(Cell(std::monostate{})));
    QCOMPARE(phaseWord(*object, 0), std::string_view("Running"));
}

} // namespace tst_cellfiler

WK_TEST(tst_cellfiler, TestCellFiler, NoApplication)
#include "tst_cellfiler.moc"
