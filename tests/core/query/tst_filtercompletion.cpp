// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filtercompletion.h"

#include "core/query/filterparser.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_filtercompletion {

using namespace wk;

namespace {

/// "value kind of `Po`, replacing 2 at 5"; the cursor stands at the |.
QString print(const FilterPlace &place)
{
    const QString field = QString::fromUtf8(fieldName(place.field).data(), qsizetype(fieldName(place.field).size()));
    const QString span =
        QStringLiteral(" `%1` %2+%3").arg(QString::fromStdString(place.typed)).arg(place.offset).arg(place.length);
    switch (place.wants) {
    case FilterPlace::Wants::Nothing: return QStringLiteral("nothing");
    case FilterPlace::Wants::Term: return QStringLiteral("term") + span;
    case FilterPlace::Wants::Key: return QStringLiteral("key") + span;
    case FilterPlace::Wants::Value:
        return QStringLiteral("value of ") + field +
               (place.key.empty() ? QString() : u'[' + QString::fromStdString(place.key) + u']') + span;
    }
    return {};
}

} // namespace

class TestFilterCompletion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPlaceKnowsWhatBelongsThere_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        const auto row = [](const char *what, const char *text, const char *place) {
            QTest::newRow(what) << QString::fromUtf8(text) << QString::fromUtf8(place);
        };
        row("an empty text", "|", "term `` 0+0");
        row("a word begun", "ki|", "term `ki` 0+2");
        row("within a word the whole of it goes", "ki|nd", "term `ki` 0+4");
        row("behind a blank", "web |", "term `` 4+0");
        row("behind and", "web and n|", "term `n` 8+1");
        row("behind not", "!n|", "term `n` 1+1");
        row("behind a colon", "kind:|", "value of kind `` 5+0");
        row("a value begun", "kind:Po|", "value of kind `Po` 5+2");
        row("behind a comma", "ns:web,|", "value of ns `` 7+0");
        row("the third value", "ns:web,\"a b\",pay|", "value of ns `pay` 13+3");
        row("behind ==", "phase == |", "value of phase `` 9+0");
        row("behind !=", "phase != Run|", "value of phase `Run` 9+3");
        row("a quote that is open", "phase == \"Run|", "value of phase `Run` 9+4");
        row("in a set", "kind in {\"Pod\", |", "value of kind `` 16+0");
        row("a label's key", "label[|", "key `` 6+0");
        row("a label's key in a quote", "label[\"ap|", "key `ap` 6+3");
        row("a label's value", "label[\"app\"]:|", "value of label[app] `` 13+0");
        row("behind a closed quote", "phase == \"Running\"|", "nothing");
        row("behind no field", "nginx:|", "nothing");
        row("behind an operator that is none", "kind =|", "nothing");
        row("behind an order that texts do not have", "kind <|", "nothing");
        row("behind an order", "restarts > |", "value of restarts `` 11+0");
        row("behind or", "web or ki|", "term `ki` 7+2");
        row("in brackets", "(ki|", "term `ki` 1+2");
        row("behind brackets", "(web) |", "term `` 6+0");
        row("a column's key", "column[\"Re|", "key `Re` 7+3");
        row("a column's value", "column[\"Ready\"] == |", "value of column[Ready] `` 19+0");
    }
    void aPlaceKnowsWhatBelongsThere()
    {
        QFETCH(QString, text);
        const qsizetype cursor = text.indexOf(u'|');
        QFETCH(QString, place);
        QCOMPARE(print(filterPlaceAt(text.remove(u'|').toStdString(), std::size_t(cursor))), place);
    }

    void anyCutOfAnyTextHasAPlaceWithinIt()
    {
        const std::string text = "kind:Pod,\"ä b\" and label[\"app\"] == x -node in {a, \"b\"} (< \"open";
        for (std::size_t cursor = 0; cursor <= text.size(); ++cursor) {
            for (std::size_t end = cursor; end <= text.size(); ++end) {
                const FilterPlace place = filterPlaceAt(std::string_view(text).substr(0, end), cursor);
                QVERIFY(place.offset + place.length <= end);
            }
        }
    }

    void whatIsInsertedCanBeRead()
    {
        FilterPlace place;
        place.wants = FilterPlace::Wants::Value;
        for (const char *value : {"kubelet", "two words", "and", "a\"b\\c", "-3", "", "x,y"}) {
            const FilterParse parse = parseFilter("name:" + insertedValue(place, value));
            QVERIFY2(parse.filter || !*value, value);
            if (parse.filter)
                QCOMPARE(parse.filter->clauses()[0].term.values()[0], std::string(value));
        }
        place.wants = FilterPlace::Wants::Key;
        const FilterParse parse =
            parseFilter(insertedField(FilterField::Label) + insertedValue(place, "k8s.io/x") + "y");
        QVERIFY(parse.filter);
        QCOMPARE(parse.filter->clauses()[0].term.key(), std::string("k8s.io/x"));
    }

    void fieldsAreFoundByTheirBeginning()
    {
        QCOMPARE(fieldsBeginning("N"),
                 (std::vector<FilterField>{FilterField::Namespace, FilterField::Name, FilterField::Node}));
        QVERIFY(fieldsBeginning("x").empty());
        QCOMPARE(fieldsBeginning("").size(), std::size_t(FilterField::Text));
    }
};

} // namespace tst_filtercompletion

WK_TEST(tst_filtercompletion, TestFilterCompletion, QCoreApplication)
#include "tst_filtercompletion.moc"
