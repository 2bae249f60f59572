// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/csvwriter.h"

#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_csvwriter {

using namespace wk;

class TestCsvWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cells_data();
    void cells();
    void recordsEndAsRfc4180Says();
    void noCellIsAFormulaAndEachReadsBack();
};

void TestCsvWriter::cells_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("cell");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &cell) {
        QTest::newRow(name) << text << cell;
    };
    row("plain", "web-7c9f", "web-7c9f");
    row("empty", "", "");
    row("a comma", "a,b", "\"a,b\"");
    row("a quote is doubled", "say \"hi\"", "\"say \"\"hi\"\"\"");
    row("lines", "a\nb\r\nc", "\"a\nb\r\nc\"");
    row("blanks at an edge are kept", " a", "\" a\"");
    row("equals", "=1+1", "'=1+1");
    row("equals with a comma", "=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    row("plus", "+a1", "'+a1");
    row("minus", "-a1", "'-a1");
    row("a number below nought is one", "-10", "-10");
    row("and one with a plus, a fraction and an exponent", "+3.5e2", "+3.5e2");
    row("and one with a small exponent", "-3E-07", "-3E-07");
    row("a sum is none", "-2+3", "'-2+3");
    row("nor a command behind a number", "-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0");
    row("nor a difference of exponents", "-1e5-2", "'-1e5-2");
    row("nor two signs", "--1", "'--1");
    row("nor a sign alone", "-", "'-");
    row("nor a quantity", "-250m", "'-250m");
    row("nor groups of digits", "-1,234", "\"'-1,234\"");
    row("nor a number behind a blank", " -1", "' -1");
    row("nor half a fraction", "-1.", "'-1.");
    row("nor half an exponent", "-1e", "'-1e");
    row("at", "@SUM(A1)", "'@SUM(A1)");
    row("tab", "\t=1", "'\t=1");
    row("carriage return", "\r=1", "\"'\r=1\"");
    row("line feed", "\n=1", "\"'\n=1\"");
    row("NUL", QByteArray("\0=1", 3), QByteArray("'\0=1", 4));
    row("full-width equals", "＝1", "'＝1");
    row("full-width plus", "＋1", "'＋1");
    row("full-width minus", "－1", "'－1");
    row("full-width at", "＠x", "'＠x");
    row("behind blanks", "  =1", "'  =1");
    row("behind a no-break space", "\u00a0=1", "'\u00a0=1");
    row("behind an ideographic space", "\u3000 -1", "'\u3000 -1");
    row("behind a vertical tab", "\v=1", "'\v=1");
    row("behind Unicode's own spaces", "\u2003\u200b@SUM(A1)", "'\u2003\u200b@SUM(A1)");
    row("behind a byte order mark", "\ufeff+1+2", "'\ufeff+1+2");
    row("an equals inside is none", "a=1", "a=1");
    row("a pod that waits", "0/1", "0/1");
}

void TestCsvWriter::cells()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, cell);
    QCOMPARE(QByteArray::fromStdString(csvCell(text.toStdString())), cell);
}

void TestCsvWriter::recordsEndAsRfc4180Says()
{
    QCOMPARE(csvRecord({"a", "", "b,c"}), std::string("a,,\"b,c\"\r\n"));
    QCOMPARE(csvRecord({"a", "a"}), std::string("a,a\r\n"));
}

namespace {

/// A cell as a reader by RFC 4180 takes it.
std::string readBack(const std::string &cell)
{
    if (!cell.starts_with('"'))
        return cell;
    std::string text;
    for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
        text += cell[i];
        if (cell[i] == '"')
            ++i;
    }
    return text;
}

} // namespace

void TestCsvWriter::noCellIsAFormulaAndEachReadsBack()
{
    std::mt19937_64 random(test::seed());
    const std::vector<std::string> atoms{"=",      "+",  "-", "@", "\t", "\r", "\n", " ",
                                         "\u00a0", "\"", ",", "a", "1",  "＝", "é",  "'"};
    for (int i = 0, end = test::rounds(20'000); i < end; ++i) {
        std::string text;
        for (std::size_t count = random() % 6; count > 0; --count)
            text += atoms[random() % atoms.size()];
        const std::string value = readBack(csvCell(text));
        QVERIFY(value == text || value == "'" + text);
        const std::size_t first = value.find_first_not_of(' ');
        const bool isNumber = value.find_first_not_of("1", 1) == std::string::npos && value.size() > 1;
        QVERIFY(first == std::string::npos || (isNumber && (value[0] == '-' || value[0] == '+')) ||
                std::string_view("=+-@\t\r\n").find(value[first]) == std::string_view::npos);
    }
}

} // namespace tst_csvwriter

WK_TEST(tst_csvwriter, TestCsvWriter, QCoreApplication)
#include "tst_csvwriter.moc"
