// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/base/time.h"
#include "core/json/yamlwriter.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "ui/code/rawdocument.h"
#include "ui/code/yamldocument.h"
#include "ui/style/formats.h"

#include <QDate>
#include <QTest>

#include <algorithm>

namespace tst_documents {

using namespace wk;
using namespace std::chrono_literals;

namespace {

QString text(const CodeDocument &document)
{
    QStringList lines;
    for (const CodeLine &line : document.lines)
        lines << line.text;
    return lines.join(u'\n');
}

QString places(std::string_view yaml)
{
    QStringList lines;
    for (const YamlPlace &place : yamlPlaces(yaml))
        lines << QString::fromStdString(place.path) + (place.isContinuation ? QStringLiteral("+") : QString()) +
                     QStringLiteral("^%1").arg(place.parent);
    return lines.join(u' ');
}

} // namespace

class tst_documents : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void blameNamesTheOwnersOfEachLine()
    {
        const std::string json = QByteArray("{'metadata':{'managedFields':["
                                            "{'manager':'alice','operation':'Apply','time':'2026-11-21T10:00:00Z',"
                                            "'fieldsV1':{'f:data':{'f:a':{},'f:b':{}}}},"
                                            "{'manager':'bob','operation':'Apply','time':'2026-11-21T10:00:09Z',"
                                            "'fieldsV1':{'f:data':{'f:b':{}}}}]},'data':{'a':1,'b':2,'c':3}}")
                                     .replace('\'', '"')
                                     .toStdString();
        const std::string yaml = "data:\n  a: 1\n  b: 2\n  c: 3\n";
        const WallTime wrote = parseTime("2026-11-21T10:00:09Z").value();
        const CodeDocumentPtr made = blamedDocument(yaml, FieldOwners(json), LastWrites(), wrote + 1min);
        const auto signature = [&made](std::size_t line) -> QString {
            return made->lines[line].gutter + u'|' + made->lines[line].gutterEnd;
        };
        QCOMPARE(signature(0), QStringLiteral("|"));
        // A run of one line has no other for its time.
        QCOMPARE(signature(1), QStringLiteral("alice|≤ %1").arg(format::clock(wrote - 9s)));
        QCOMPARE(signature(2), QStringLiteral("bob +1|≤ %1").arg(format::clock(wrote)));
        QCOMPARE(signature(3), QStringLiteral("–|"));
        QVERIFY(made->lines[2].hint.contains(QStringLiteral("alice (Apply, ")));
        QVERIFY(made->lines[2].hint.contains(QStringLiteral("bob (Apply, ")));
        QVERIFY(made->lines[3].hint.isEmpty()); // nobody's
        QCOMPARE(made->lines[2].writer, std::string("bob"));
        QVERIFY(made->lines[3].writer.empty());
        const CodeDocumentPtr later = blamedDocument(yaml, FieldOwners(json), LastWrites(), wrote + 48h);
        QCOMPARE(later->lines[2].gutterEnd, QStringLiteral("≤ 2026-11-21"));
        QVERIFY(later->lines[2].hint.contains(format::moment(wrote, wrote + 48h)));
    }

    void aRunGoesOnThroughWhatHoldsItsLines()
    {
        const std::string json =
            QByteArray(
                "{'metadata':{'managedFields':[{'manager':'alice','operation':'Apply','time':"
                "'2026-11-21T10:00:00Z','fieldsV1':{'f:a':{'f:x':{}},'f:b':{'f:y':{}}}}]},'a':{'x':1},'b':{'y':2}}")
                .replace('\'', '"')
                .toStdString();
        const std::string yaml = "a:\n  x: 1\nb:\n  y: 2\nuid: 1\nb:\n  y: 3\n";
        const WallTime wrote = parseTime("2026-11-21T10:00:00Z").value();
        const CodeDocumentPtr made = blamedDocument(yaml, FieldOwners(json), LastWrites(), wrote);
        QStringList lines;
        for (int line = 0; line < int(made->lines.size()); ++line)
            lines << made->lines[std::size_t(line)].gutter + QString::number(namingLine(*made, line));
        const QString time = QStringLiteral("≤ ") + format::clock(wrote);
        QCOMPARE(lines, (QStringList{QStringLiteral("0"), QStringLiteral("alice1"), time + u'1', QStringLiteral("1"),
                                     QStringLiteral("–4"), QStringLiteral("5"), QStringLiteral("alice6")}));
        QCOMPARE(made->lines.back().gutterEnd, time);
    }

    void blameTellsTheWriteOfEachLineThatWasSeen()
    {
        const auto revision = [](const char *wrote, int a, EntryClass origin, const char *arrived, EntryType type) {
            const std::string json = QByteArray("{'metadata':{'managedFields':[{'manager':'alice','operation':'Apply',"
                                                "'time':'%1','fieldsV1':{'f:data':{'f:a':{},'f:b':{}}}}]},"
                                                "'data':{'a':%2,'b':2}}")
                                         .replace("%1", wrote)
                                         .replace("%2", QByteArray::number(a))
                                         .toStdString();
            auto made = makeCounted<Object>();
            made->body = plainBody(json);
            return LifeRevision{0, parseTime(arrived).value(), type, origin, made};
        };
        const std::string yaml = "data:\n  a: 7\n  b: 2\n";
        const auto told = [&yaml](const std::vector<LifeRevision> &revisions) {
            const FieldOwners owners(revisions.back().object->body.object());
            const WallTime now = parseTime("2026-11-21T11:00:00Z").value();
            QStringList lines;
            const CodeDocumentPtr document = blamedDocument(yaml, owners, LastWrites(revisions), now);
            for (const CodeLine &line : document->lines)
                lines << line.gutter + u'|' + line.gutterEnd;
            return lines.join(u' ');
        };
        const auto clock = [](const char *time) { return format::clock(parseTime(time).value()); };
        const char *began = "2026-11-21T10:00:00Z";
        const char *wrote = "2026-11-21T10:05:00Z";
        const auto first = revision(began, 1, EntryClass::Initial, "2026-11-21T10:02:00Z", EntryType::Added);
        QCOMPARE(told({first, revision(wrote, 7, EntryClass::Live, "2026-11-21T10:05:01Z", EntryType::Modified)}),
                 QStringLiteral("| alice|%1 alice|≤ %2").arg(clock(wrote), clock("2026-11-21T10:02:00Z")));
        // A list says when at the latest, and perhaps who.
        QCOMPARE(told({first, revision(wrote, 7, EntryClass::Inferred, "2026-11-21T10:09:00Z", EntryType::Modified)}),
                 QStringLiteral("| ? alice|%1 alice|≤ %2")
                     .arg(clock("2026-11-21T10:09:00Z"), clock("2026-11-21T10:02:00Z")));
        QCOMPARE(told({revision(began, 7, EntryClass::Live, "2026-11-21T10:00:01Z", EntryType::Added)}),
                 QStringLiteral("| alice| %1|").arg(clock("2026-11-21T10:00:01Z")));
    }

    void theTimeStandsRightUnderTheName()
    {
        const auto made = makeCounted<Object>();
        made->body = plainBody("{'metadata':{'managedFields':[{'manager':'alice','operation':'Apply',"
                               "'time':'2026-11-21T10:00:00Z','fieldsV1':{'f:a':{},'f:b':{'f:c':{'f:d':{}}}}}]},"
                               "'a':1,'b':{'c':{'d':2}}}");
        const FieldOwners owners(made->body.object());
        const LifeRevision only{0, parseTime("2026-11-21T10:02:00Z").value(), EntryType::Added, EntryClass::Initial,
                                made};
        const CodeDocumentPtr document =
            blamedDocument("a: 1\nb:\n  c:\n    d: 2\n", owners, LastWrites(std::vector{only}), only.arrived);
        QStringList gutters;
        for (const CodeLine &line : document->lines)
            gutters << line.gutter;
        QCOMPARE(gutters.value(0), QStringLiteral("alice"));
        QVERIFY2(gutters.value(1).startsWith(u'≤'), qPrintable(gutters.join(u'|')));
        QCOMPARE(gutters.value(3), QString());
    }

    void everyLineOfARunIsNamedByItsFirst()
    {
        CodeDocument document;
        const auto add = [&document](const char *hint, bool isFirst) {
            CodeLine line;
            line.hint = QString::fromLatin1(hint);
            line.gutterStrong = isFirst;
            document.lines.push_back(line);
        };
        add("", false);
        add("alice", true);
        add("alice", false);
        add("alice", false);
        add("bob", true);
        add("", false);
        add("bob", false); // named above, but not of this run
        QString named;
        for (int line = 0; line < int(document.lines.size()); ++line)
            named += QString::number(namingLine(document, line));
        QCOMPARE(named, QStringLiteral("0111456"));
    }

    void everyLineOfYamlHasItsPlace_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a mapping") << QByteArray("a:\n  b: 1\n  c: 2\nd: 3") << "/a^-1 /a/b^0 /a/c^0 /d^-1";
        QTest::newRow("a sequence at its key's depth")
            << QByteArray("a:\n- x: 1\n  y: 2\n- x: 3\nb: 4") << "/a^-1 /a/0/x^0 /a/0/y^1 /a/1/x^0 /b^-1";
        QTest::newRow("a sequence of scalars") << QByteArray("a:\n- x\n- y\nb: 1") << "/a^-1 /a/0^0 /a/1^0 /b^-1";
        QTest::newRow("sequences in sequences")
            << QByteArray("a:\n- - x\n  - y\n- - z") << "/a^-1 /a/0/0^0 /a/0/1^1 /a/1/0^0";
        QTest::newRow("a key below an item's key")
            << QByteArray("a:\n- x:\n    y: 1\n  z: 2") << "/a^-1 /a/0/x^0 /a/0/x/y^1 /a/0/z^1";
        QTest::newRow("a block scalar that looks like YAML")
            << QByteArray("a: |\n  b: 1\n\n  - c\nd: 2") << "/a^-1 /a+^0 /a+^0 /a+^0 /d^-1";
        QTest::newRow("a folded scalar") << QByteArray("a: one\n  two: 2\nb: 1") << "/a^-1 /a+^0 /b^-1";
        QTest::newRow("a folded item") << QByteArray("a:\n- one\n  two\n- b") << "/a^-1 /a/0^0 /a/0+^1 /a/1^0";
        QTest::newRow("quoted keys") << QByteArray("\"a: b\":\n  'c': 1") << "/a: b^-1 /a: b/c^0";
        QTest::newRow("a key with a slash") << QByteArray("x.io/a: 1") << "/x.io~1a^-1";
    }

    void everyLineOfYamlHasItsPlace()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QString, expected);
        QCOMPARE(places(std::string_view(yaml.data(), std::size_t(yaml.size()))), expected);
    }

    void managedFieldsAreClosedAtFirst()
    {
        const CodeDocumentPtr document =
            yamlDocument("metadata:\n  managedFields:\n  - manager: a\n    operation: Update\n  name: web\n");
        QCOMPARE(document->folds.size(), std::size_t(3));
        QCOMPARE(document->folds[1], (CodeFold{1, 2, true, false}));
        QVERIFY(!document->folds[0].closed);
    }

    void theWritersOwnTextHasOneLineALeaf()
    {
        const auto yaml =
            yaml::fromJson("{\"a\":{\"t\":\"x\\ny\\n\",\"q\":\"true\",\"e\":[],\"o\":{}},\"l\":[{\"n\":1},[2]]}");
        QVERIFY(yaml.ok());
        QStringList paths;
        for (const YamlPlace &place : yamlPlaces(*yaml)) {
            if (!place.isContinuation)
                paths << QString::fromStdString(place.path);
        }
        for (const char *leaf : {"/a/t", "/a/q", "/a/e", "/a/o", "/l/0/n", "/l/1/0"})
            QVERIFY2(paths.contains(QLatin1String(leaf)), qPrintable(paths.join(u' ')));
    }

    void aRawLineIsBrokenButNotChanged_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a short event stays on a line") << QByteArray("{'type':'BOOKMARK'}") << "{'type':'BOOKMARK'}";
        QTest::newRow("objects open on a line of their own")
            << QByteArray("{'type':'ADDED','object':{'kind':'Pod','metadata':{'name':'web'}}}")
            << "{\n  'type':'ADDED',\n  'object':{\n    'kind':'Pod',\n    'metadata':{'name':'web'}\n  }\n}";
        QTest::newRow("numbers keep their digits") << QByteArray("{'a':{'b':1.0e400}}") << "{\n  'a':{'b':1.0e400}\n}";
        QTest::newRow("braces in a string are text")
            << QByteArray("{'a':{'b':'},{\\''}}") << "{\n  'a':{'b':'},{\\''}\n}";
        QTest::newRow("a line that was cut")
            << QByteArray("{'a':{'b':{'c':'x") << "{\n  'a':{\n    'b':{\n      'c':'x";
        QTest::newRow("too many ends") << QByteArray("]]}") << "]\n]\n}";
        QTest::newRow("no JSON at all") << QByteArray("<html> 502") << "<html>502";
        QTest::newRow("nothing") << QByteArray() << "";
    }

    void aRawLineIsBrokenButNotChanged()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, expected);
        const std::string bytes = line.replace('\'', '"').toStdString();
        QCOMPARE(text(*rawDocument(bytes)), expected.replace(u'\'', u'"'));
    }

    void aLineOfAMebibyteIsCutAndCounted()
    {
        const std::string line = "{\"data\":\"" + std::string(limits::MiB, 'x') + "\"}";
        const CodeDocumentPtr document = rawDocument(line);
        for (const CodeLine &shown : document->lines)
            QVERIFY(shown.text.size() <= qsizetype(limits::LineChars));
        const auto isCut = [](const CodeLine &shown) { return shown.cut > 0; };
        const auto cut = std::ranges::find_if(document->lines, isCut);
        QVERIFY(cut != document->lines.end());
        QCOMPARE(cut->text.size() + cut->cut, qsizetype(limits::MiB) + 11);
    }

    void aDocumentHasBounds()
    {
        std::string line = "[[";
        for (int i = 0; i < CodeLinesMax + 100; ++i)
            line += "[1,[2]],";
        const CodeDocumentPtr document = rawDocument(line);
        QCOMPARE(document->lines.size(), std::size_t(CodeLinesMax));
        QVERIFY(document->linesLeftOut > 0);
        rawDocument(std::string(limits::MiB, '['));
    }

    void controlAndTurningCharactersAreMadeVisible()
    {
        const std::string hostile = "{\"a\":\"\xE2\x80\xAE\x1b[31m\"}";
        QCOMPARE(text(*rawDocument(hostile)), QStringLiteral("{\"a\":\"‹U+202E›‹U+001B›[31m\"}"));
        QCOMPARE(text(*yamlDocument("a: \xE2\x80\xAE")), QStringLiteral("a: ‹U+202E›"));
    }

    void bytesAreShownSixteenALine()
    {
        QCOMPARE(text(*bytesDocument("ABCDEFGHIJKLMNOP\n")),
                 QStringLiteral("000000   41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50   ABCDEFGHIJKLMNOP\n"
                                "000010   0a                                                 ."));
        QCOMPARE(bytesDocument(std::string(BytesShown + 17, 'x'))->linesLeftOut, 2);
    }
};

} // namespace tst_documents

WK_TEST(tst_documents, tst_documents, QCoreApplication)
#include "tst_documents.moc"
