// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/servernotes.h"

#include "core/cluster/transport.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_servernotes {

using namespace wk;
using namespace std::chrono_literals;

class TestServerNotes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theClocksLeadIsNotedFromHalfAMinuteOn_data();
    void theClocksLeadIsNotedFromHalfAMinuteOn();
    void aLeadDoesNotWobble();
    void warningsAreTheirTexts_data();
    void warningsAreTheirTexts();
    void warningsAreNotedOnceAndNotWithoutEnd();
};

const WallTime Noon{std::chrono::seconds(1795252867)};

HttpHead headOf(std::chrono::seconds lead)
{
    HttpHead head;
    head.date = Noon + lead;
    return head;
}

void TestServerNotes::theClocksLeadIsNotedFromHalfAMinuteOn_data()
{
    QTest::addColumn<int>("lead");
    QTest::addColumn<bool>("isNoted");
    QTest::newRow("none") << 0 << false;
    QTest::newRow("the network's") << 20 << false;
    QTest::newRow("a minute ahead") << 60 << true;
    QTest::newRow("an hour behind") << -3600 << true;
    QTest::newRow("ten years ahead") << 315'360'000 << true;
}

void TestServerNotes::theClocksLeadIsNotedFromHalfAMinuteOn()
{
    QFETCH(int, lead);
    ServerNotes notes;
    notes.hear(headOf(std::chrono::seconds(lead)), Noon);
    QTEST(notes.clockLead.has_value(), "isNoted");
    if (notes.clockLead)
        QVERIFY(std::chrono::abs(*notes.clockLead - std::chrono::seconds(lead)) <= 1s);
    notes.hear(headOf(0s), Noon);
    QVERIFY(!notes.clockLead);
}

void TestServerNotes::aLeadDoesNotWobble()
{
    ServerNotes notes;
    notes.hear(headOf(1h), Noon);
    const ServerNotes first = notes;
    notes.hear(headOf(1h + 3s), Noon);
    notes.hear(HttpHead{}, Noon);
    QVERIFY(notes == first);
    notes.hear(headOf(1h + 10s), Noon);
    QVERIFY(!(notes == first));
}

void TestServerNotes::warningsAreTheirTexts_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<std::string>("text");
    QTest::newRow("as Kubernetes writes them")
        << QByteArray("299 - \"v1 is deprecated\"") << std::string("v1 is deprecated");
    QTest::newRow("escaped quotes") << QByteArray(R"(299 - "a \"b\" \\ c")") << std::string(R"(a "b" \ c)");
    QTest::newRow("without its last quote") << QByteArray("299 - \"a") << std::string("a");
    QTest::newRow("without quotes") << QByteArray("299 a") << std::string("299 a");
    QTest::newRow("of 60 kB") << QByteArray("299 - \"" + QByteArray(60'000, 'w'))
                              << std::string(ServerNotes::WarningBytes, 'w');
}

void TestServerNotes::warningsAreTheirTexts()
{
    QFETCH(QByteArray, header);
    QFETCH(std::string, text);
    HttpHead head;
    head.warnings = {header};
    ServerNotes notes;
    notes.hear(head, Noon);
    QCOMPARE(notes.warnings, std::vector{text});
}

void TestServerNotes::warningsAreNotedOnceAndNotWithoutEnd()
{
    ServerNotes notes;
    for (int i = 0; i < 50; ++i) {
        HttpHead head;
        head.warnings = {"299 - \"same\"", "299 - \"" + QByteArray::number(i) + "\""};
        notes.hear(head, Noon);
    }
    QCOMPARE(notes.warnings.size(), ServerNotes::MostWarnings);
    QCOMPARE(std::count(notes.warnings.begin(), notes.warnings.end(), "same"), 1);
}

} // namespace tst_servernotes

WK_TEST(tst_servernotes, TestServerNotes, NoApplication)
#include "tst_servernotes.moc"
