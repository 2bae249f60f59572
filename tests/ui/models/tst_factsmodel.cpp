// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/facetmodel.h"
#include "ui/models/factsmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <random>

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
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        std::vector<Fact> facts{fact(QStringLiteral("Node"), QStringLiteral("n1")),
                                fact(QStringLiteral("a"), QStringLiteral("b"))};
        model.setFacts(facts);
        QCOMPARE(inserted.size(), 1);
        model.setFacts(facts);
        QCOMPARE(changed.size(), 0);
        facts[0].count = 3;
        model.setFacts(facts);
        QCOMPARE(changed.size(), 1);
        facts.pop_back();
        model.setFacts(facts);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(model.rowCount(), 1);
    }

    void anyFactsBecomeAnyOthers()
    {
        FactsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::mt19937_64 random(test::seed());
        for (int round = 0; round < 300; ++round) {
            std::vector<Fact> facts;
            for (auto rows = random() % 8; rows > 0; --rows) {
                facts.push_back(fact(QString::number(random() % 3), {}));
                if (random() % 2 == 0)
                    facts.back().key = QString::number(random() % 4);
            }
            model.setFacts(facts);
            QCOMPARE(model.rowCount(), int(facts.size()));
            for (int row = 0; row < model.rowCount(); ++row)
                QVERIFY(model.fact(row) == facts[std::size_t(row)]);
        }
    }

    void aFactThatHasAKeyStaysWhateverItSays()
    {
        FactsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Fact event = fact(QStringLiteral("BackOff"), QStringLiteral("×2"));
        event.key = QStringLiteral("uid");
        event.disclosure = Disclosure::Closed;
        model.setFacts({event, fact(QStringLiteral("a"), QStringLiteral("b"))});
        const QPersistentModelIndex index = model.index(0);
        event.value = QStringLiteral("×3");
        event.disclosure = Disclosure::Open;
        event.word = QStringLiteral("expired");
        event.tip = QStringLiteral("<b>why</b>");
        Fact inner = fact(QStringLiteral("14:03:22"), {});
        inner.isInner = true;
        model.setFacts({event, inner, fact(QStringLiteral("a"), QStringLiteral("b"))});
        QVERIFY(index.isValid());
        QCOMPARE(model.rowOf(QStringLiteral("uid")), 0);
        QCOMPARE(model.rowOf(QString()), -1);
        QVERIFY(model.hasDisclosures());
        QCOMPARE(model.rightText(0), QStringLiteral("expired"));
        QCOMPARE(index.data(Qt::AccessibleTextRole).toString(), QStringLiteral("BackOff, ×3, expired, expanded"));
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b&gt;why")));
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

    void theWriterInDoubtIsCalledSo()
    {
        FacetModel model;
        model.setSections({{Facet::Type, {{QStringLiteral("?"), 1, FilterChoice::None}}},
                           {Facet::Manager, {{QStringLiteral("?"), 5, FilterChoice::None}}}});
        QCOMPARE(model.index(1).data().toString(), QStringLiteral("?"));
        QCOMPARE(model.index(3).data().toString(), QStringLiteral("? in doubt"));
        QCOMPARE(model.index(3).data(FacetModel::ValueRole).toString(), QStringLiteral("?"));
        QVERIFY(model.index(3).data(Qt::ToolTipRole).toString().contains(QStringLiteral("question mark")));
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
