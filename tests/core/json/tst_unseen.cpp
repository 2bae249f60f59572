// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/unseen.h"

#include "core/base/codepoint.h"
#include "tests/support/randomjson.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <string_view>

namespace tst_unseen {

using namespace wk;

class TestUnseen : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void escapes_data();
    void escapes();
    void everyValueStaysAndNothingIsUnseen();
};

void TestUnseen::escapes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("shown");
    const auto stays = [](const char *name, const QByteArray &json) { QTest::newRow(name) << json << json; };
    stays("plain", "{\n\t\"a\": [1]\r\n}");
    stays("letters, pictures, private use", "\"é 中 \U0001F600 \ue0a0\"");
    QTest::newRow("DEL and C1") << QByteArray("\"\x7f\xc2\x80\xc2\x9f\"") << QByteArray(R"("\u007f\u0080\u009f")");
    QTest::newRow("bidi") << QByteArray("\"\u202e\u2066\u061c\"") << QByteArray(R"("\u202e\u2066\u061c")");
    QTest::newRow("no width") << QByteArray("\"\u200b\u200d\ufeff\"") << QByteArray(R"("\u200b\u200d\ufeff")");
    QTest::newRow("beyond 16 bits") << QByteArray("\"\U000E0041\"") << QByteArray(R"("\udb40\udc41")");
    QTest::newRow("raw controls") << QByteArray("\"\x1b[2J\"") << QByteArray(R"("\u001b[2J")");
    QTest::newRow("no UTF-8") << QByteArray("\"\xff\"") << QByteArray("\"\ufffd\"");
}

void TestUnseen::escapes()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(json::unseenEscaped(json.toStdString())), shown);
}

void TestUnseen::everyValueStaysAndNothingIsUnseen()
{
    test::RandomJson random(test::seed());
    for (int round = 0, end = test::rounds(500); round < end; ++round) {
        const nlohmann::json value = random.object(3);
        const std::string text = json::unseenEscaped(value.dump());
        QVERIFY(nlohmann::json::parse(text) == value);
        for (std::string_view rest = text; !rest.empty();) {
            const CodePoint point = firstCodePoint(rest);
            QVERIFY(!point.isByte && !isUnseen(point.value));
            rest.remove_prefix(point.bytes);
        }
    }
}

} // namespace tst_unseen

WK_TEST(tst_unseen, TestUnseen, QCoreApplication)
#include "tst_unseen.moc"
