// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/facetmodel.h"
#include "ui/models/factsmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace tst_factsmodel {

using namespace wk;

namespace {

Fact fact(const QString &label, const QString &value)
{
    Fact made;
    made.label = label;
    made.value = value;
    return made;
}

} // namespace

class tst_factsmodel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void factsThatStayAreOnlyChanged()
    {
        FactsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        std::vector<Fact> facts{fact(QStringLiteral("Node"), QStringLiteral("n1")),
                                fact(QStringLiteral("a"), QStringLiteral("b"))};
        model.setFacts(facts);
        QCOMPARE(reset.size(), 1);
        model.setFacts(facts);
        facts[0].count = 3;
        model.setFacts(facts);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(changed.size(), 1);
        facts.pop_back();
        model.setFacts(facts);
        QCOMPARE(reset.size(), 2);
        QCOMPARE(model.rowCount(), 1);
    }

    void agesTick()
    {
        FactsModel model;
        Fact since = fact(QStringLiteral("Created"), QStringLiteral("x"));
        since.since = sample::Now;
        since.count = 12;
        model.setFacts({fact(QStringLiteral("a"), QStringLiteral("b")), since});
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setNow(sample::Now + std::chrono::minutes(22));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(model.rightText(1).replace(QChar(0xa0), u' '), QStringLiteral("×12 · 22 m"));
    }

    void messagesKeepTheirLines()
    {
        QCOMPARE(factText("one\ntwo\x1b"), QStringLiteral("one\ntwo‹U+001B›"));
        QCOMPARE(factText(""), QString());
        QVERIFY(factText(std::string(1'000'000, '\n')).size() <= qsizetype(limits::LineChars));
    }

    void facetsKeepTheirRowsWhileOnlyCountsMove()
    {
        FacetModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        const auto sections = [](qint64 count, const QString &other) {
            return std::vector<FacetSection>{
                {Facet::Type, {{QStringLiteral("ADDED"), count, FilterChoice::Only}, {other, 5, FilterChoice::None}}},
                {Facet::Kind, {}}};
        };
        model.setSections(sections(10, QStringLiteral("GAP")));
        model.setSections(sections(20, QStringLiteral("GAP")));
        QCOMPARE(reset.size(), 1);
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(model.isHeading(0));
        QCOMPARE(model.index(1).data(FacetModel::CountRole).toInt(), 20);
        QCOMPARE(model.index(2).data(FacetModel::ShareRole).toDouble(), 0.25);
        QCOMPARE(model.glyph(2), std::optional(EntryType::Gap));
        model.setSections(sections(20, QStringLiteral("LIST")));
        QCOMPARE(reset.size(), 2);
    }
};

} // namespace tst_factsmodel

WK_TEST(tst_factsmodel, tst_factsmodel, QApplication)
#include "tst_factsmodel.moc"
