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
        row("what is no field", "nginx:1.25", "nginx[plain] :[op] 1.25[number]");
        row("beyond ASCII", "name:命名 ns:web", "name[field] :[op] 命名[value] ns[field] :[op] web[value]");
    }
    void everyPieceHasItsInk()
    {
        QFETCH(QString, text);
        QTEST(inked(text), "inked");
    }

    void aComparisonIsAnsweredWithWhatCanBeAsked()
    {
        const FilterParse parsed = parseFilter("restarts>3");
        const QString words = filterErrorWords(parsed.error);
        QVERIFY2(words.contains(QStringLiteral("cannot be asked yet")), qPrintable(words));
        const QString example = QStringLiteral("phase:Running");
        QVERIFY2(words.contains(example), qPrintable(words));
        QVERIFY(parseFilter(example.toStdString()).filter);
    }

    void anUnfinishedTextIsNoMistake_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("unfinished");
        QTest::newRow("a field without its value") << QStringLiteral("ns:web manager:") << true;
        QTest::newRow("an and with nothing behind") << QStringLiteral("web and ") << true;
        QTest::newRow("a quote that is open") << QStringLiteral("name == \"we") << true;
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
};

} // namespace tst_filterwords

WK_TEST(tst_filterwords, FilterWordsTest, QCoreApplication)
#include "tst_filterwords.moc"
