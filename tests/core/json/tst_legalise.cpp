// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/legalise.h"
#include "tests/support/testregistry.h"

#include <QByteArray>
#include <QTest>

#include <simdjson.h>

namespace tst_legalise {

using namespace wk;

class TestLegalise : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oddJsonBecomesLegal_data();
    void oddJsonBecomesLegal();
    void whatCannotBeMendedIsRefused_data();
    void whatCannotBeMendedIsRefused();
};

void TestLegalise::oddJsonBecomesLegal_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("legal");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &legal) {
        QTest::newRow(name) << text << legal;
    };
    row("legal stays as it is", R"({"a": [1, -2.5e3, true, null, "x\n\u00e9é\ud83d\ude00"]})",
        R"({"a": [1, -2.5e3, true, null, "x\n\u00e9é\ud83d\ude00"]})");
    row("largest signed", "[9223372036854775807,-9223372036854775808]", "[9223372036854775807,-9223372036854775808]");
    row("largest unsigned", "[18446744073709551615]", "[18446744073709551615]");
    row("one above", "[18446744073709551616]", R"(["18446744073709551616"])");
    row("too large a power", "[1e400,-1e400]", R"(["1e400","-1e400"])");
    row("leading zero", "[01]", R"(["01"])");
    row("plus", "[+1]", R"(["+1"])");
    row("half a number", "[1.,-,.5,1e]", R"(["1.","-",".5","1e"])");
    row("what JavaScript prints", "[NaN,Infinity]", R"(["NaN","Infinity"])");
    row("lone high surrogate", R"(["\ud800x"])", "[\"\xEF\xBF\xBDx\"]");
    row("lone low surrogate", R"(["\udc00"])", "[\"\xEF\xBF\xBD\"]");
    row("two high surrogates", R"(["\ud800\ud800"])", "[\"\xEF\xBF\xBD\xEF\xBF\xBD\"]");
    row("NUL as an escape stays", R"(["\u0000"])", R"(["\u0000"])");
    row("raw control characters", QByteArray("[\"a\x1b\n\x00z\"]", 9), R"(["a\u001b\u000a\u0000z"])");
    row("invalid bytes", "[\"\xff\xc0\xaf\"]", "[\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"]");
    row("overlong", "[\"\xe0\x80\xaf\"]", "[\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"]");
    row("surrogate in UTF-8", "[\"\xed\xa0\x80\"]", "[\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"]");
    row("cut sequence", "[\"\xe2\x82\"]", "[\"\xEF\xBF\xBD\xEF\xBF\xBD\"]");
    row("byte order mark", "\xEF\xBB\xBF[]", "[]");
    row("a thousand digits", "[" + QByteArray(1000, '7') + "]", "[\"" + QByteArray(1000, '7') + "\"]");
}

void TestLegalise::oddJsonBecomesLegal()
{
    QFETCH(QByteArray, text);
    const auto legal = json::legalised(std::string_view(text.constData(), std::size_t(text.size())));
    QVERIFY(legal.has_value());
    QTEST(QByteArray::fromStdString(*legal), "legal");
    simdjson::dom::parser parser;
    QCOMPARE(int(parser.parse(*legal).error()), int(simdjson::SUCCESS));
}

void TestLegalise::whatCannotBeMendedIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a string without end") << QByteArray(R"(["a)");
    QTest::newRow("ends in an escape") << QByteArray(R"(["a\)");
    QTest::newRow("an escape JSON has not") << QByteArray(R"(["\x41"])");
    QTest::newRow("an escape of three digits") << QByteArray(R"(["\u041"])");
}

void TestLegalise::whatCannotBeMendedIsRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY(!json::legalised(std::string_view(text.constData(), std::size_t(text.size()))));
}

} // namespace tst_legalise

WK_TEST(tst_legalise, TestLegalise, QCoreApplication)
#include "tst_legalise.moc"
