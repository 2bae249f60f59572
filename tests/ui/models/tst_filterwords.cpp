// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/filterwords.h"

#include <QTest>

namespace tst_filterwords {

using namespace wk;

namespace {

/// "kind[field] :[op] Pod[value]".
QString inked(const QString &text)
{
    static const char *const names[] = {"field", "op", "value", "keyword", "number", "plain"};
    QStringList words;
    for (const FilterSpan &span : filterSpans(text))
        words.append(text.mid(span.start, span.length) + QLatin1Char('[') + QLatin1String(names[int(span.ink)]) +
                     QLatin1Char(']'));
    return words.join(QLatin1Char(' '));
}

} // namespace

class FilterWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPieceHasItsInk_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("inked");
        const auto row = [](const char *name, const char *text, const char *inked) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(inked);
        };
        row("a field and its values", "ns:web,payments", "ns[field] :[op] web[value] ,[op] payments[value]");
        row("a comparison", "phase == Failed", "phase[field] ==[op] Failed[value]");
        row("keywords", "not web and kind:Pod", "not[keyword] web[plain] and[keyword] kind[field] :[op] Pod[value]");
        row("a number", "rv:8123", "rv[field] :[op] 8123[number]");
        row("an order", "restarts>3", "restarts[field] >[op] 3[number]");
        row("a choice", "(a or kind:b)", "([op] a[plain] or[keyword] kind[field] :[op] b[value] )[op]");
        row("what is no field", "nginx:1.25", "nginx[plain] :[op] 1.25[number]");
        row("beyond ASCII", "name:命名 ns:web", "name[field] :[op] 命名[value] ns[field] :[op] web[value]");
    }
    void everyPieceHasItsInk()
    {
        QFETCH(QString, text);
        QTEST(inked(text), "inked");
    }

    void whatIsPointedAtHasChoices_data()
    {
        QTest::addColumn<FilterPoint>("point");
        QTest::addColumn<QString>("choices");
        const auto row = [](const char *what, FilterPoint point, const char *choices) {
            QTest::newRow(what) << std::move(point) << QString::fromUtf8(choices);
        };
        row("a text", {FilterField::Namespace, {}, "web"},
            "Only this: web [x ns == \"web\"], Not this: web [x ns != \"web\"]");
        row("a cell that says nothing", {FilterField::Class, {}, {}},
            "Only this: none [x !class], Not this: none [x class]");
        row("a writer in doubt, whatever the cell calls them", {FilterField::Manager, {}, "?"},
            "Only this: ? in doubt: no managedFields entry says who [x manager == \"?\"], "
            "Not this: ? in doubt: no managedFields entry says who [x manager != \"?\"]");
        row("a writer", {FilterField::Manager, {}, "kubelet"},
            "Only this writer: kubelet [x manager == \"kubelet\"], "
            "Not this writer: kubelet [x manager != \"kubelet\"]");
        row("what the server keeps itself", {FilterField::Manager, {}, "(server)"},
            "Only this writer: the server itself [x manager == \"(server)\"], "
            "Not this writer: the server itself [x manager != \"(server)\"]");
        row("what nobody is known to have written", {FilterField::Manager, {}, "(nobody)"},
            "Only this writer: nobody known [x manager == \"(nobody)\"], "
            "Not this writer: nobody known [x manager != \"(nobody)\"]");
        row("a number", {FilterField::Restarts, {}, "7"},
            "Only this: 7 [x restarts == \"7\"], Not this: 7 [x restarts != \"7\"], At least this: 7 [x restarts >= 7], "
            "At most this: 7 [x restarts <= 7]");
        row("a cell that is text", {FilterField::Column, "IP", "10.0.0.7"},
            "Only this: 10.0.0.7 [x column[\"IP\"] == \"10.0.0.7\"], "
            "Not this: 10.0.0.7 [x column[\"IP\"] != \"10.0.0.7\"]");
        row("an age", {FilterField::Age, {}, "5m"},
            "Only this: 5m [x age == \"5m\"], Not this: 5m [x age != \"5m\"], At least this old: 5m [x age >= 5m], "
            "At most this old: 5m [x age <= 5m]");
    }
    void whatIsPointedAtHasChoices()
    {
        QFETCH(FilterPoint, point);
        QStringList choices;
        for (const PointChoice &choice : choicesFor(*parseFilter("x").filter, point))
            choices.append(choice.text + QStringLiteral(" [") + QString::fromStdString(print(choice.filter)) + u']');
        QTEST(choices.join(QStringLiteral(", ")), "choices");
    }

    void anUnfinishedTextIsNoMistake_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("unfinished");
        QTest::newRow("a field without its value") << QStringLiteral("ns:web manager:") << true;
        QTest::newRow("an and with nothing behind") << QStringLiteral("web and ") << true;
        QTest::newRow("a quote that is open") << QStringLiteral("name == \"we") << true;
        QTest::newRow("a duration whose unit is still to come") << QStringLiteral("age < 5") << true;
        QTest::newRow("a bracket that is open") << QStringLiteral("(web or") << true;
        QTest::newRow("texts have no order") << QStringLiteral("kind > 3") << false;
        QTest::newRow("a field that is none") << QStringLiteral("nginx:1.25") << false;
        QTest::newRow("a value missing in the middle") << QStringLiteral("ns:,web name:x") << false;
    }
    void anUnfinishedTextIsNoMistake()
    {
        QFETCH(QString, text);
        const FilterParse parsed = parseFilter(text.toStdString());
        QVERIFY(!parsed.filter);
        QVERIFY(!filterErrorWords(parsed.error).isEmpty());
        QTEST(isUnfinished(parsed.error, text), "unfinished");
    }

    void oneSignOfEqualityIsToldOfTwo()
    {
        const FilterParse parsed = parseFilter("kind = Pod");
        QVERIFY2(filterErrorWords(parsed.error).contains(QStringLiteral("==")),
                 qPrintable(filterErrorWords(parsed.error)));
    }
};

} // namespace tst_filterwords

WK_TEST(tst_filterwords, FilterWordsTest, QCoreApplication)
#include "tst_filterwords.moc"
