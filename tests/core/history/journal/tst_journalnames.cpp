// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalnames.h"
#include "tests/core/history/journal/journalrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_journalnames {

using namespace wk;
using Kind = JournalFileName::Kind;

class TestJournalNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSetIsNamedByItsBeginningAndDigits();
    void whatIsWrittenIsReadAgain();
    void whatIsNotOursIsNone_data();
    void whatIsNotOursIsNone();
    void temporariesAreKnown_data();
    void temporariesAreKnown();
};

void TestJournalNames::aSetIsNamedByItsBeginningAndDigits()
{
    const auto name = JournalSetName::begunAt(test::journalTime(), 0xAB4F3A2C);
    QCOMPARE(name.text(), std::string("20261128T204500Z-4f3a2c"));
    QVERIFY(name.begun() == test::journalTime());
    QVERIFY(JournalSetName::parse(name.text()) == name);
    QVERIFY(name < JournalSetName::begunAt(test::journalTime(1), 0));
    QVERIFY(JournalSetName::begunAt(WallTime(), 0).begun() == WallTime());
}

void TestJournalNames::whatIsWrittenIsReadAgain()
{
    const auto set = JournalSetName::begunAt(test::journalTime(), 1);
    QCOMPARE(set.segment(7), std::string("20261128T204500Z-000001.000007.wklog"));
    const auto is = [&](const std::string &text, Kind kind, std::uint32_t number) {
        const auto name = JournalFileName::parse(text);
        return name && name->set == set && name->kind == kind && name->number == number;
    };
    QVERIFY(is(set.lock(), Kind::Lock, 0));
    QVERIFY(is(set.base(), Kind::Base, 0));
    for (const std::uint32_t number : {0U, 1U, 42U, JournalSetName::MostPieces}) {
        QVERIFY(is(set.segment(number), Kind::Segment, number));
        QVERIFY(is(set.tail(number), Kind::Tail, number));
    }
}

void TestJournalNames::whatIsNotOursIsNone_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name :
         {"", "lock", "cluster", "20261128T204500Z-4f3a2c", "20261128T204500Z-4F3A2C.lock",
          "20261128T204500Z-4f3a2.lock", "20261328T204500Z-4f3a2c.lock", "20261128T256100Z-4f3a2c.lock",
          "20261128T204500Z-4f3a2c.00001.wklog", "20261128T204500Z-4f3a2c.0000001.wklog",
          "20261128T204500Z-4f3a2c.-00001.wklog", "20261128T204500Z-4f3a2c.000001.wklog ",
          "20261128T204500Z-4f3a2c.000001.json", "20261128T204500Z-4f3a2c.000001", "20261128T204500Z-4f3a2c.notes",
          "x20261128T204500Z-4f3a2c.lock"})
        QTest::newRow(name) << QByteArray(name);
}

void TestJournalNames::whatIsNotOursIsNone()
{
    QFETCH(QByteArray, name);
    QVERIFY(!JournalFileName::parse(name.toStdString()));
}

void TestJournalNames::temporariesAreKnown_data()
{
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("of a segment") << QByteArray(".000001.wklog.aZ3x_0") << false;
    QTest::newRow("of a segment, letters and digits") << QByteArray(".000001.wklog.aZ3xT0") << true;
    QTest::newRow("of a tail") << QByteArray(".000001.tail.aZ3xT0") << true;
    QTest::newRow("of a base") << QByteArray(".base.aZ3xT0") << true;
    QTest::newRow("too short") << QByteArray(".base.aZ3xT") << false;
    QTest::newRow("of nothing") << QByteArray(".aZ3xT0") << false;
    QTest::newRow("of a temporary") << QByteArray(".base.aZ3xT0.aZ3xT0") << false;
}

void TestJournalNames::temporariesAreKnown()
{
    QFETCH(QByteArray, end);
    QFETCH(bool, isKnown);
    const auto name = JournalFileName::parse("20261128T204500Z-4f3a2c" + end.toStdString());
    QCOMPARE(name && name->kind == Kind::Temporary, isKnown);
    QCOMPARE(name.has_value(), isKnown);
}

} // namespace tst_journalnames

WK_TEST(tst_journalnames, TestJournalNames, NoApplication)
#include "tst_journalnames.moc"
