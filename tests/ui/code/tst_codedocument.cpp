// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/code/codecaret.h"
#include "ui/code/codedocument.h"
#include "ui/code/codesearch.h"
#include "ui/code/highlight.h"

#include <QTest>

namespace tst_codedocument {

using namespace wk;

namespace {

CodeDocument document(const QString &text)
{
    CodeDocument document;
    for (const QString &line : text.split(u'\n')) {
        CodeLine made;
        made.text = line;
        document.lines.push_back(made);
    }
    document.folds = indentationFolds(document.lines);
    return document;
}

/// "0+2 3+1": header and count of each fold.
QString foldText(const CodeDocument &document)
{
    QStringList text;
    for (const CodeFold &fold : document.folds)
        text << QStringLiteral("%1+%2").arg(fold.header).arg(fold.count);
    return text.join(u' ');
}

/// "k:name o:: s:web": the inks of a line with what they cover.
QString inkText(CodeLanguage language, const QString &line)
{
    static constexpr QStringView letters = u"pksno";
    CodeLine content;
    content.text = line;
    QStringList text;
    for (const InkRun &run : highlight(language, content))
        text << letters.at(int(run.ink)) + QString(u'=') + line.mid(run.start, run.length);
    return text.join(u' ');
}

QString visible(const CodeRows &rows)
{
    QStringList text;
    for (int row = 0; row < rows.count(); ++row)
        text << QString::number(rows.lineAt(row));
    return text.join(u' ');
}

} // namespace

class tst_codedocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deeperLinesFoldBehindTheLineBefore_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("folds");
        QTest::newRow("a flat text has none") << "a: 1\nb: 2"
                                              << "";
        QTest::newRow("a mapping folds behind its key") << "a:\n  b: 1\n  c: 2\nd: 3"
                                                        << "0+2";
        QTest::newRow("a sequence at the key's depth belongs to the key") << "a:\n- b: 1\n  c: 2\n- d: 3\ne: 4"
                                                                          << "0+3 1+1";
        QTest::newRow("folds nest") << "a:\n  b:\n    c: 1\n  d: 2"
                                    << "0+3 1+1";
        QTest::newRow("the last lines fold too") << "a:\n  b: 1"
                                                 << "0+1";
        QTest::newRow("braces count by their depth") << "{\n  \"a\": [\n    1\n  ]\n}"
                                                     << "0+3 1+1";
    }

    void deeperLinesFoldBehindTheLineBefore()
    {
        QFETCH(QString, text);
        QFETCH(QString, folds);
        QCOMPARE(foldText(document(text)), folds);
    }

    void aClosedFoldHidesItsLinesAndAllFoldsInside()
    {
        const auto shown = std::make_shared<CodeDocument>(document(QStringLiteral("a:\n  b:\n    c: 1\n  d: 2\ne: 3")));
        CodeRows rows;
        rows.reset(shown);
        QCOMPARE(visible(rows), QStringLiteral("0 1 2 3 4"));
        rows.setClosed(1, true);
        QCOMPARE(visible(rows), QStringLiteral("0 1 3 4"));
        rows.setClosed(0, true);
        QCOMPARE(visible(rows), QStringLiteral("0 4"));
        QCOMPARE(rows.rowOf(2), 0);
        QVERIFY(rows.reveal(2));
        QCOMPARE(visible(rows), QStringLiteral("0 1 2 3 4"));
    }

    void aNewerTextKeepsWhatTheUserFolded()
    {
        CodeRows rows;
        rows.reset(std::make_shared<CodeDocument>(document(QStringLiteral("a:\n  b: 1\nc:\n  d: 1"))));
        rows.setClosed(1, true);
        rows.update(std::make_shared<CodeDocument>(document(QStringLiteral("a:\n  b: 1\n  new: 2\nc:\n  d: 2"))));
        QCOMPARE(visible(rows), QStringLiteral("0 1 2 3"));
    }

    void inksFollowTheLanguage_data()
    {
        QTest::addColumn<CodeLanguage>("language");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("inks");
        QTest::newRow("YAML key and text") << CodeLanguage::Yaml << "  name: web"
                                           << "k=name o=: s=web";
        QTest::newRow("YAML item with a key") << CodeLanguage::Yaml << "- ready: true"
                                              << "o=- k=ready o=: n=true";
        QTest::newRow("YAML number") << CodeLanguage::Yaml << "port: 8080"
                                     << "k=port o=: n=8080";
        QTest::newRow("YAML quoted number is text") << CodeLanguage::Yaml << "port: \"8080\""
                                                    << "k=port o=: s=\"8080\"";
        QTest::newRow("YAML key with a colon inside") << CodeLanguage::Yaml << "f:name: {}"
                                                      << "k=f:name o=: o={}";
        QTest::newRow("YAML quoted key") << CodeLanguage::Yaml << "\"a: b\": 1"
                                         << "k=\"a: b\" o=: n=1";
        QTest::newRow("YAML item without a key") << CodeLanguage::Yaml << "- web"
                                                 << "o=- s=web";
        QTest::newRow("JSON key and value") << CodeLanguage::Json << "  \"name\":\"web\","
                                            << "k=\"name\" o=: s=\"web\" o=,";
        QTest::newRow("JSON number") << CodeLanguage::Json << "\"a\": -1.5e3"
                                     << "k=\"a\" o=: n=-1.5e3";
        QTest::newRow("JSON escaped quote") << CodeLanguage::Json << "\"a\\\"b\""
                                            << "s=\"a\\\"b\"";
        QTest::newRow("a string that was cut runs to the end") << CodeLanguage::Json << "\"abc"
                                                               << "s=\"abc";
        QTest::newRow("neighbours of one ink are one run") << CodeLanguage::Json << "[[{"
                                                           << "o=[[{";
        QTest::newRow("plain text has none") << CodeLanguage::Plain << "name: web"
                                             << "";
    }

    void inksFollowTheLanguage()
    {
        QFETCH(CodeLanguage, language);
        QFETCH(QString, line);
        QFETCH(QString, inks);
        QCOMPARE(inkText(language, line), inks);
    }

    void copyingADiffKeepsItsSigns()
    {
        CodeDocument diff = document(QStringLiteral("status:\n  ready: false\n  ready: true"));
        diff.gutter = CodeGutter::Blame;
        diff.lines[1].kind = LineKind::Removed;
        diff.lines[2].kind = LineKind::Added;
        CodeCaret caret;
        caret.selectAll(diff);
        QCOMPARE(caret.text(diff), QStringLiteral(" status:\n-  ready: false\n+  ready: true"));
        caret.select({1, 2}, {1, 7});
        QCOMPARE(caret.text(diff), QStringLiteral("ready"));
    }

    void theCaretStepsOverFoldedLines()
    {
        const auto shown = std::make_shared<CodeDocument>(document(QStringLiteral("a:\n  b: 1\nc: 2")));
        CodeRows rows;
        rows.reset(shown);
        rows.setClosed(0, true);
        const auto at = [&](CodePosition from, CaretMove move) { return moved(from, move, *shown, rows, 10); };
        QCOMPARE(at({0, 2}, CaretMove::Down).line, 2);
        QCOMPARE(at({0, 2}, CaretMove::Right).line, 2);
        QCOMPARE(at({2, 0}, CaretMove::Left), (CodePosition{0, 2}));
        QCOMPARE(at({2, 0}, CaretMove::PageUp).line, 0);
        QCOMPARE(at({0, 0}, CaretMove::End), (CodePosition{2, 4}));
        QCOMPARE(at({0, 0}, CaretMove::Up), (CodePosition{0, 0}));
    }

    void aDoubleClickTakesAWholeName()
    {
        const CodeDocument shown = document(QStringLiteral("image: registry/web:1.2"));
        CodeCaret caret;
        caret.selectWord(shown, {0, 9});
        QCOMPARE(caret.text(shown), QStringLiteral("registry/web"));
    }

    void searchGoesRoundTheEnd()
    {
        const CodeDocument shown = document(QStringLiteral("ab Ab\naB"));
        CodeSearch search;
        search.run(&shown, QStringLiteral("ab"));
        QCOMPARE(search.count(), 3);
        CodeCaret caret;
        const auto step = [&](CodePosition at) {
            caret.select(at, {at.line, at.column + 2});
            return search.indexOf(caret);
        };
        QCOMPARE(step(search.next(caret)), 0);
        QCOMPARE(step(search.next(caret)), 1);
        QCOMPARE(step(search.next(caret)), 2);
        QCOMPARE(step(search.next(caret)), 0);
        QCOMPARE(step(search.previous(caret)), 2);
    }

    void aSelectionStaysWithItsText()
    {
        const CodeDocument before = document(QStringLiteral("a: 1\nselector:\n  b: 2"));
        CodeCaret caret;
        caret.select({1, 0}, {1, 9});
        const CodeDocument longer = document(QStringLiteral("a: 1\nmore: 0\nselector:\n  b: 2"));
        caret.follow(before, longer);
        QCOMPARE(caret.text(longer), QStringLiteral("selector:"));
        caret.follow(longer, before);
        QCOMPARE(caret.text(before), QStringLiteral("selector:"));
        const CodeDocument below = document(QStringLiteral("a: 1\nselector:\n  b: 2\n  c: 3"));
        caret.follow(before, below);
        QCOMPARE(caret.first(), (CodePosition{1, 0}));
        const CodeDocument other = document(QStringLiteral("a: 1\nmatchLabels:\n  b: 2"));
        caret.follow(below, other);
        QVERIFY(!caret.hasSelection());
        const CodeDocument shorter = document(QStringLiteral("a"));
        caret.follow(other, shorter);
        QCOMPARE(caret.position(), (CodePosition{0, 1}));
    }

    void anEmptyDocumentIsHarmless()
    {
        const CodeDocument none;
        CodeRows rows;
        rows.reset(std::make_shared<CodeDocument>(none));
        CodeCaret caret;
        caret.selectAll(none);
        QCOMPARE(caret.text(none), QString());
        caret.place(moved({}, CaretMove::Down, none, rows, 3));
        caret.selectWord(none, {});
        CodeSearch search;
        search.run(&none, QStringLiteral("x"));
        QCOMPARE(search.count(), 0);
    }
};

} // namespace tst_codedocument

WK_TEST(tst_codedocument, tst_codedocument, QCoreApplication)
#include "tst_codedocument.moc"
