// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/outputformat.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_outputformat {

using namespace wk;

class TestOutputFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void formatsAreNamedAsKubectlNamesThem_data();
    void formatsAreNamedAsKubectlNamesThem();
    void mistakesAreSaidInItsWords_data();
    void mistakesAreSaidInItsWords();
    void columnsHaveHeadingsAndPaths();
    void templatesAndColumnsMayBeInAFile();
    void aFileThatCannotBeReadIsSaid();

private:
    QString file(const QByteArray &bytes)
    {
        QFile made(m_folder.filePath(QStringLiteral("file")));
        if (made.open(QIODevice::WriteOnly))
            made.write(bytes);
        return made.fileName();
    }
    QTemporaryDir m_folder;
};

void TestOutputFormat::formatsAreNamedAsKubectlNamesThem_data()
{
    QTest::addColumn<QString>("templateText");
    QTest::addColumn<int>("format");
    const auto row = [](const char *name, OutputFormat format, const char *templateText = "") {
        QTest::newRow(name) << QString::fromLatin1(templateText) << int(format);
    };
    row("", OutputFormat::Table);
    row("wide", OutputFormat::Wide);
    row("json", OutputFormat::Json);
    row("yaml", OutputFormat::Yaml);
    row("name", OutputFormat::Name);
    row("jsonpath={.kind}", OutputFormat::JsonPath);
    row("jsonpath", OutputFormat::JsonPath, "{.kind}");
    row("jsonpath-as-json={.kind}", OutputFormat::JsonPathArrays);
    row("custom-columns=KIND:.kind", OutputFormat::CustomColumns);
    row("custom-columns", OutputFormat::CustomColumns, "KIND:.kind");
    row("json", OutputFormat::Json, "ignored");
}

void TestOutputFormat::formatsAreNamedAsKubectlNamesThem()
{
    QFETCH(const QString, templateText);
    GetArguments get;
    const auto done = readOutputFormat(get, QString::fromLatin1(QTest::currentDataTag()), templateText);
    QVERIFY2(done, done ? "" : done.error().text.c_str());
    QTEST(int(get.format), "format");
    if (get.format == OutputFormat::JsonPath)
        QCOMPARE(get.templateText, std::string("{.kind}"));
}

void TestOutputFormat::mistakesAreSaidInItsWords_data()
{
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *format, const char *sentence) {
        QTest::newRow(format) << QString::fromLatin1(sentence);
    };
    constexpr char Unmatched[] = "unable to match a printer suitable for the output format";
    row("xml", Unmatched);
    row("json=x", Unmatched);
    row("wide=x", Unmatched);
    row("go-template={{.kind}}", "Go templates are not read here");
    row("template", "Go templates are not read here");
    row("jsonpath", "template format specified but no template given");
    row("jsonpath=", "template format specified but no template given");
    row("custom-columns=", "custom-columns format specified but no custom columns given");
    row("jsonpath={.a", "error parsing jsonpath {.a, unclosed action");
    row("custom-columns=N", "unexpected custom-columns spec: N, expected <header>:<json-path-expr>");
    row("custom-columns=A:.a,,", "unexpected custom-columns spec: , expected <header>:<json-path-expr>");
    row("custom-columns=A:.a{", "unexpected path string, expected a 'name1.name2'");
    row("custom-columns=A:.a[b]", "invalid array index b");
}

void TestOutputFormat::mistakesAreSaidInItsWords()
{
    QFETCH(const QString, sentence);
    GetArguments get;
    const auto done = readOutputFormat(get, QString::fromLatin1(QTest::currentDataTag()), {});
    QVERIFY(!done);
    QCOMPARE(done.error().kind, ErrorKind::Invalid);
    QVERIFY2(done.error().text.starts_with("error: " + sentence.toStdString()), done.error().text.c_str());
}

void TestOutputFormat::columnsHaveHeadingsAndPaths()
{
    GetArguments get;
    QVERIFY(readOutputFormat(get, QStringLiteral("custom-columns=A:.a,B:{.b.c},:d"), {}));
    QCOMPARE(get.customColumns.size(), 3u);
    QCOMPARE(get.customColumns[0].heading, std::string("A"));
    QCOMPARE(get.customColumns[1].path.size(), 2u);
    QCOMPARE(get.customColumns[2].heading, std::string());
    QCOMPARE(get.customColumns[2].path[0].text, std::string("d"));
}

void TestOutputFormat::templatesAndColumnsMayBeInAFile()
{
    GetArguments get;
    QVERIFY(readOutputFormat(get, QString(QStringLiteral("jsonpath-file=") + file("{.kind}\n")), {}));
    QCOMPARE(get.templateText, std::string("{.kind}\n"));
    QVERIFY(readOutputFormat(get, QStringLiteral("jsonpath-file"), file("{.kind}")));
    QCOMPARE(get.templateText, std::string("{.kind}"));
    QVERIFY(readOutputFormat(
        get, QString(QStringLiteral("custom-columns-file=") + file("NAME   X\n.metadata.name {.x}\nmore\n")), {}));
    QCOMPARE(get.customColumns.size(), 2u);
    QCOMPARE(get.customColumns[0].heading, std::string("NAME"));
    QCOMPARE(get.customColumns[1].path[0].text, std::string("x"));
    const auto mistakeIn = [&](const QByteArray &bytes) {
        const auto done = readOutputFormat(get, QString(QStringLiteral("custom-columns-file=") + file(bytes)), {});
        return done ? std::string() : done.error().text;
    };
    QVERIFY(mistakeIn("").starts_with("error: invalid template, missing header line."));
    QVERIFY(mistakeIn("A\n").starts_with("error: invalid template, missing spec line."));
    QCOMPARE(mistakeIn("A B\n.a\n"),
             std::string("error: number of headers (2) and field specifications (1) don't match"));
}

void TestOutputFormat::aFileThatCannotBeReadIsSaid()
{
    GetArguments get;
    for (const char *format : {"jsonpath-file=", "custom-columns-file="}) {
        const auto done =
            readOutputFormat(get, QString(QString::fromLatin1(format) + m_folder.filePath(QStringLiteral("none"))), {});
        QVERIFY(!done);
        QCOMPARE(done.error().kind, ErrorKind::FileUnreadable);
    }
}

} // namespace tst_outputformat

WK_TEST(tst_outputformat, TestOutputFormat, QCoreApplication)
#include "tst_outputformat.moc"
