// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/linediff.h"

#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_linediff {

using namespace wk;

class TestLineDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void diffs_data();
    void diffs();
    void words_data();
    void words();
    void numbersAndCountsAreTold();
    void equalLinesOfOtherPlacesAreOthers();
    void quietChangesAreSkippedWithTheirLines_data();
    void quietChangesAreSkippedWithTheirLines();
    void bothTextsCanBeHadBack();
    void bothTextsCanBeHadBackFromBehindTheFolds();
    void noShorterWayExists();
    void tooLargeTextsAreRefusedInWords();
    void aWholeOtherTextIsToldAtOnce();
};

namespace {

/// A line each: " same", "+added", "-removed", "~3" for three skipped, "@heading".
QString told(const LineDiff &diff)
{
    QStringList lines;
    for (const DiffLine &line : diff.lines) {
        const QString text = QString::fromStdString(line.text);
        switch (line.kind) {
        case DiffLine::Kind::Same: lines += u' ' + text; break;
        case DiffLine::Kind::Added: lines += u'+' + text; break;
        case DiffLine::Kind::Removed: lines += u'-' + text; break;
        case DiffLine::Kind::Skipped: {
            lines += u'~' + QString::number(line.count);
            if (!line.hidden.empty())
                lines.last() += u'(' + told({line.hidden}).replace(u'\n', u' ') + u')';
            break;
        }
        case DiffLine::Kind::Heading: lines += u'@' + text; break;
        }
    }
    return lines.join(u'\n');
}

std::string randomText(std::mt19937_64 &random, int lines)
{
    std::string text;
    for (int i = 0; i < lines; ++i)
        text += std::string(1, static_cast<char>('a' + random() % 5)) + '\n';
    return text;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    for (const QString &line : QString::fromStdString(text).split(u'\n', Qt::SkipEmptyParts))
        lines.push_back(line.toStdString());
    return lines;
}

std::string oneSide(const LineDiff &diff, DiffLine::Kind other)
{
    std::string text;
    for (const DiffLine &line : diff.lines) {
        if (line.kind != other)
            text += line.text + '\n';
    }
    return text;
}

/// The length of the longest common subsequence of lines of one character.
int longestCommon(const std::string &a, const std::string &b)
{
    std::vector<std::vector<int>> best(a.size() / 2 + 1, std::vector<int>(b.size() / 2 + 1));
    for (std::size_t i = a.size() / 2; i-- > 0;) {
        for (std::size_t j = b.size() / 2; j-- > 0;)
            best[i][j] = a[2 * i] == b[2 * j] ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
    }
    return best[0][0];
}

const char *const Pod = "metadata:\n"
                        "  name: web\n"
                        "status:\n"
                        "  conditions:\n"
                        "  - lastProbeTime: null\n"
                        "    lastTransitionTime: \"2026\"\n"
                        "    message: m\n"
                        "    status: \"False\"\n"
                        "    type: Ready\n"
                        "  - lastProbeTime: null\n"
                        "    lastTransitionTime: \"2026\"\n"
                        "    status: \"False\"\n"
                        "    type: ContainersReady\n"
                        "  phase: Running\n";

} // namespace

void TestLineDiff::diffs_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("lines");
    const auto row = [](const char *name, const char *before, const char *after, int context, const char *lines) {
        QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(after) << context
                            << QString::fromUtf8(lines);
    };
    row("equal texts have no lines", "a\nb\n", "a\nb\n", 3, "");
    row("from nothing", "", "a\nb\n", 3, "+a\n+b");
    row("to nothing", "a\n", "", 3, "-a");
    row("a newline at the end does not matter", "a\nb", "a\nb\n", 3, "");
    row("a changed line: removed, then added", "a\nb\nc\n", "a\nx\nc\n", 3, " a\n-b\n+x\n c");
    row("far lines are skipped", "1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nx\n5\n6\n7\n", 1, "~2\n 3\n-4\n+x\n 5\n~2");
    row("near changes share their context", "1\n2\n3\n4\n5\n", "x\n2\n3\n4\ny\n", 2, "-1\n+x\n 2\n 3\n 4\n-5\n+y");
    row("all context", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\ny\n", -1, " 1\n 2\n 3\n 4\n-5\n+y");
    const std::string pod = Pod;
    std::string ready = pod;
    ready.replace(ready.find("False"), 5, "True");
    QTest::newRow("a change is told with its parents and the element's name")
        << QString::fromStdString(pod) << QString::fromStdString(ready) << 0
        << QStringLiteral(
               "~7\n@status:\n@  conditions:\n@  - type: Ready\n-    status: \"False\"\n+    status: \"True\"\n~6");
    std::string both = ready;
    both.replace(both.find("False"), 5, "True");
    QTest::newRow("a second element does not tell its parents again")
        << QString::fromStdString(pod) << QString::fromStdString(both) << 0
        << QStringLiteral(
               "~7\n@status:\n@  conditions:\n@  - type: Ready\n-    status: \"False\"\n+    status: \"True\"\n~3\n"
               "@  - type: ContainersReady\n-    status: \"False\"\n+    status: \"True\"\n~2");
    std::string fewer = pod;
    fewer.erase(fewer.find("  - lastProbeTime"),
                fewer.find("  - lastProbeTime", fewer.find("type: Ready")) - fewer.find("  - lastProbeTime"));
    QTest::newRow("a removed element is removed whole")
        << QString::fromStdString(pod) << QString::fromStdString(fewer) << 0
        << QStringLiteral("~4\n@status:\n@  conditions:\n-  - lastProbeTime: null\n-    lastTransitionTime: \"2026\"\n"
                          "-    message: m\n-    status: \"False\"\n-    type: Ready\n~5");
    row("a list at the root", "- name: a\n  x: 1\n- name: b\n  x: 1\n", "- name: a\n  x: 1\n- name: b\n  x: 2\n", 0,
        "~3\n@- name: b\n-  x: 1\n+  x: 2");
    row("lists in lists", "a:\n- - name: x\n    b:\n      c: 1\n      d: 1\n",
        "a:\n- - name: x\n    b:\n      c: 1\n      d: 2\n", 0,
        "~4\n@a:\n@  - name: x\n@    b:\n-      d: 1\n+      d: 2");
    row("a mapping in the first field of an element", "l:\n- m:\n    x: 1\n    y: 1\n  name: n\n",
        "l:\n- m:\n    x: 1\n    y: 2\n  name: n\n", 0, "~3\n@l:\n@- name: n\n@  m:\n-    y: 1\n+    y: 2\n~1");
    row("an added element of a list of equals begins at its dash", "c:\n- n: a\n  i: x\n- n: b\n  i: x\n",
        "c:\n- n: a\n  i: x\n- n: new\n  i: x\n- n: b\n  i: x\n", 0, "~3\n@c:\n+- n: new\n+  i: x\n~2");
}

void TestLineDiff::diffs()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(int, context);
    QFETCH(QString, lines);
    const auto diff = diffLines(before.toStdString(), after.toStdString(), {context, true});
    QVERIFY(diff);
    QCOMPARE(told(*diff), lines);
}

void TestLineDiff::words_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("marked"); // the changed words in [ ]
    const auto row = [](const char *name, const char *before, const char *after, const char *marked) {
        QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(after) << QString::fromUtf8(marked);
    };
    row("a value in quotes", "  status: \"False\"", "  status: \"True\"",
        "-  status: \"[False]\"\n+  status: \"[True]\"");
    row("a part of a name", "image: shop/web:1", "image: shop/web:8", "-image: shop/web:[1]\n+image: shop/web:[8]");
    row("a word that came", "a: x z", "a: x y z", "-a: x z\n+a: x [y ]z");
    row("keys find each other", "a: 1\nb: 1", "new: 7\na: 2\nb: 3", "-a: [1]\n-b: [1]\n+new: 7\n+a: [2]\n+b: [3]");
    row("lines with nothing in common are not marked", "- abc", "- xyz", "-- abc\n+- xyz");
    row("elements without keys go by their place", "- a=1\n- b=1", "- a=2\n- b=2",
        "-- a=[1]\n-- b=[1]\n+- a=[2]\n+- b=[2]");
    row("letters beyond ASCII stay whole", "m: schöne Grüße", "m: schöne Grütze",
        "-m: schöne [Grüße]\n+m: schöne [Grütze]");
}

void TestLineDiff::words()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, marked);
    const auto diff = diffLines(before.toStdString(), after.toStdString());
    QVERIFY(diff);
    QStringList lines;
    for (const DiffLine &line : diff->lines) {
        std::string text = line.text;
        for (auto range = line.changed.rbegin(); range != line.changed.rend(); ++range)
            text.insert(range->begin + range->length, "]").insert(range->begin, "[");
        lines += QChar(line.kind == DiffLine::Kind::Added ? u'+' : u'-') + QString::fromStdString(text);
    }
    QCOMPARE(lines.join(u'\n'), marked);
}

void TestLineDiff::numbersAndCountsAreTold()
{
    const auto diff = diffLines("a\nb\nc\nd\n", "a\nc\nx\ny\nd\n", {0, false});
    QVERIFY(diff);
    QCOMPARE(diff->added, 2);
    QCOMPARE(diff->removed, 1);
    QStringList numbers;
    for (const DiffLine &line : diff->lines)
        numbers += QStringLiteral("%1/%2").arg(line.before).arg(line.after);
    QCOMPARE(numbers.join(u' '), QStringLiteral("1/1 2/0 3/2 0/3 0/4 4/5"));
}

void TestLineDiff::equalLinesOfOtherPlacesAreOthers()
{
    const char *const before = "last: none\nname: main\nstate:\n  code: 1\n  reason: Error\n";
    const char *const after = "last:\n  code: 1\n  reason: Error\nname: main\nstate:\n  reason: BackOff\n";
    const LinePlaces places{{"last", "name", "state", "state.code", "state.reason"},
                            {"last", "last.code", "last.reason", "name", "state", "state.reason"}};
    QCOMPARE(told(*diffLines(before, after, {0, false}, places)),
             QStringLiteral("-last: none\n+last:\n+  code: 1\n+  reason: Error\n~2\n-  code: 1\n-  reason: Error\n"
                            "+  reason: BackOff"));
    QVERIFY(told(*diffLines(before, after, {0, false})).contains(QStringLiteral("-name: main")));
}

/// Lines that begin with q are quiet.
std::vector<bool> quietOnes(const std::string &text)
{
    std::vector<bool> quiet;
    for (const QString &line : QString::fromStdString(text).split(u'\n', Qt::SkipEmptyParts))
        quiet.push_back(line.startsWith(u'q'));
    return quiet;
}

void TestLineDiff::quietChangesAreSkippedWithTheirLines_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("lines");
    const auto row = [](const char *name, const char *before, const char *after, const char *lines) {
        QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(after) << QString::fromLatin1(lines);
    };
    row("beside what is not quiet", "a: 1\nb\nq: 1\nc\n", "a: 2\nb\nq: 2\nc\n", "-a: 1\n+a: 2\n~4( b -q: 1 +q: 2  c)");
    row("where nothing else differs they are shown", "b\nq: 1\nc\n", "b\nq: 2\nc\n", "~1\n-q: 1\n+q: 2\n~1");
    row("a change that begins quietly", "q: 1\na: 1\n", "q: 2\na: 2\n", "~2(-q: 1 +q: 2)\n-a: 1\n+a: 2");
    row("a change that ends quietly", "a: 1\nq: 1\n", "a: 2\nq: 2\n", "-a: 1\n+a: 2\n~2(-q: 1 +q: 2)");
    row("what is quiet between others stays with them", "a: 1\nq: 1\nc: 1\n", "a: 2\nq: 2\nc: 2\n",
        "-a: 1\n-q: 1\n-c: 1\n+a: 2\n+q: 2\n+c: 2");
    row("one that came quietly", "a: 1\nb\n", "a: 2\nb\nq: 2\n", "-a: 1\n+a: 2\n~2( b +q: 2)");
    row("equal ones are counted alone", "a: 1\nb\nq: 1\n", "a: 2\nb\nq: 1\n", "-a: 1\n+a: 2\n~2");
}

void TestLineDiff::quietChangesAreSkippedWithTheirLines()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    const std::string old = before.toStdString();
    const std::string now = after.toStdString();
    QTEST(told(*diffLines(old, now, {0, false}, {{}, {}, quietOnes(old), quietOnes(now)})), "lines");
}

void TestLineDiff::bothTextsCanBeHadBackFromBehindTheFolds()
{
    std::mt19937_64 random(test::seed());
    const auto make = [&] {
        std::string text = randomText(random, static_cast<int>(random() % 40));
        std::ranges::replace(text, 'e', 'q');
        return text;
    };
    for (int i = 0, end = test::rounds(2000); i < end; ++i) {
        const std::string before = make();
        const std::string after = make();
        const auto diff = diffLines(before, after, {0, false}, {{}, {}, quietOnes(before), quietOnes(after)});
        QVERIFY(diff);
        if (before == after)
            continue;
        const std::vector<std::string> olds = linesOf(before);
        LineDiff whole;
        for (const DiffLine &line : diff->lines) {
            whole.lines.insert(whole.lines.end(), line.hidden.begin(), line.hidden.end());
            for (int skipped = 0; line.hidden.empty() && line.kind == DiffLine::Kind::Skipped && skipped < line.count;
                 ++skipped)
                whole.lines.emplace_back().text = olds[std::size_t(line.before - 1 + skipped)];
            if (line.kind != DiffLine::Kind::Skipped)
                whole.lines.push_back(line);
        }
        QCOMPARE(oneSide(whole, DiffLine::Kind::Added), before);
        QCOMPARE(oneSide(whole, DiffLine::Kind::Removed), after);
    }
}

void TestLineDiff::bothTextsCanBeHadBack()
{
    std::mt19937_64 random(test::seed());
    for (int i = 0, end = test::rounds(2000); i < end; ++i) {
        const std::string before = randomText(random, static_cast<int>(random() % 40));
        const std::string after = randomText(random, static_cast<int>(random() % 40));
        const auto diff = diffLines(before, after, {-1, false});
        QVERIFY(diff);
        if (before == after)
            continue;
        QCOMPARE(oneSide(*diff, DiffLine::Kind::Added), before);
        QCOMPARE(oneSide(*diff, DiffLine::Kind::Removed), after);
    }
}

void TestLineDiff::noShorterWayExists()
{
    std::mt19937_64 random(test::seed());
    for (int i = 0, end = test::rounds(2000); i < end; ++i) {
        const std::string before = randomText(random, 30);
        const std::string after = randomText(random, 30);
        const auto diff = diffLines(before, after);
        QVERIFY(diff);
        QCOMPARE(30 - diff->removed, longestCommon(before, after));
        QCOMPARE(diff->added, diff->removed);
    }
}

void TestLineDiff::tooLargeTextsAreRefusedInWords()
{
    const std::string many(40'002, '\n');
    const auto diff = diffLines(many, "a\n");
    QVERIFY(!diff);
    QCOMPARE(int(diff.error().kind), int(ErrorKind::TooLarge));
    QVERIFY(!diff.error().text.empty());
    QVERIFY(!diffLines("a", std::string(9 << 20, 'x')));
}

void TestLineDiff::aWholeOtherTextIsToldAtOnce()
{
    std::string before;
    std::string after;
    for (int i = 0; i < 5000; ++i) {
        before += "same\n  before: " + std::to_string(i) + '\n';
        after += "  after: " + std::to_string(i % 2500) + "\nsame\n";
        if (i % 3 == 0)
            after += "  before: " + std::to_string(4999 - i) + '\n';
    }
    const auto diff = diffLines(before, after, {-1, false});
    QVERIFY(diff);
    QCOMPARE(oneSide(*diff, DiffLine::Kind::Added), before);
    QCOMPARE(oneSide(*diff, DiffLine::Kind::Removed), after);
}

} // namespace tst_linediff

WK_TEST(tst_linediff, TestLineDiff, QCoreApplication)
#include "tst_linediff.moc"
