// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/framesplitter.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <string>
#include <vector>

namespace tst_framesplitter {

using namespace wk;

namespace {

std::vector<std::string> drain(FrameSplitter &splitter)
{
    std::vector<std::string> lines;
    while (const auto line = splitter.next())
        lines.emplace_back(*line);
    return lines;
}

void feed(FrameSplitter &splitter, std::string_view bytes, std::vector<std::string> &lines)
{
    splitter.append(bytes);
    for (std::string &line : drain(splitter))
        lines.push_back(std::move(line));
}

} // namespace

class TestFrameSplitter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C24_everySplitPointGivesTheSameLines();
    void C24_oneByteAtATimeGivesTheSameLines();
    void blankLinesAreLeftOut();
    void theTailIsCounted();
    void C24_theLimitIsTheLongestLine_data();
    void C24_theLimitIsTheLongestLine();
    void C24_aLineOfEightMegabytesPasses();
};

void TestFrameSplitter::C24_everySplitPointGivesTheSameLines()
{
    const std::string stream = "{\"a\":1}\n{\"type\":\"x\"}\n{}\n";
    const std::vector<std::string> whole{"{\"a\":1}", "{\"type\":\"x\"}", "{}"};
    for (std::size_t i = 0; i <= stream.size(); ++i) {
        for (std::size_t j = i; j <= stream.size(); ++j) {
            FrameSplitter splitter(64);
            std::vector<std::string> lines;
            feed(splitter, std::string_view(stream).substr(0, i), lines);
            feed(splitter, std::string_view(stream).substr(i, j - i), lines);
            feed(splitter, std::string_view(stream).substr(j), lines);
            QVERIFY(lines == whole);
            QCOMPARE(splitter.tailBytes(), 0u);
        }
    }
}

void TestFrameSplitter::C24_oneByteAtATimeGivesTheSameLines()
{
    FrameSplitter splitter(64);
    std::vector<std::string> lines;
    for (const char c : std::string("one\ntwo\nthree\n"))
        feed(splitter, std::string_view(&c, 1), lines);
    QVERIFY((lines == std::vector<std::string>{"one", "two", "three"}));
}

void TestFrameSplitter::blankLinesAreLeftOut()
{
    FrameSplitter splitter(64);
    splitter.append("\n\r\n a\r\n \t\nb\n");
    QVERIFY((drain(splitter) == std::vector<std::string>{" a\r", "b"}));
}

void TestFrameSplitter::theTailIsCounted()
{
    FrameSplitter splitter(64);
    splitter.append("one\ntw");
    drain(splitter);
    QCOMPARE(splitter.tailBytes(), 2u);
    splitter.append("o\n");
    QVERIFY((drain(splitter) == std::vector<std::string>{"two"}));
    QCOMPARE(splitter.tailBytes(), 0u);
}

void TestFrameSplitter::C24_theLimitIsTheLongestLine_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("ended");
    QTest::addColumn<bool>("tooLong");
    QTest::newRow("one below") << 9 << true << false;
    QTest::newRow("at the limit") << 10 << true << false;
    QTest::newRow("one above") << 11 << true << true;
    QTest::newRow("at the limit, not ended") << 10 << false << false;
    QTest::newRow("one above, not ended") << 11 << false << true;
}

void TestFrameSplitter::C24_theLimitIsTheLongestLine()
{
    QFETCH(int, length);
    QFETCH(bool, ended);
    FrameSplitter splitter(10);
    splitter.append("ok\n" + std::string(std::size_t(length), 'x') + (ended ? "\nmore\n" : ""));
    const auto lines = drain(splitter);
    QTEST(splitter.isTooLong(), "tooLong");
    QCOMPARE(lines.size(), splitter.isTooLong() || !ended ? 1u : 3u);
}

void TestFrameSplitter::C24_aLineOfEightMegabytesPasses()
{
    FrameSplitter splitter(16 * 1024 * 1024);
    const std::string line(8 * 1024 * 1024, 'x');
    const std::string stream = line + "\nsmall\n";
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < stream.size(); at += 2048)
        feed(splitter, std::string_view(stream).substr(at, 2048), lines);
    QCOMPARE(lines.size(), 2u);
    QVERIFY(lines[0] == line);
}

} // namespace tst_framesplitter

WK_TEST(tst_framesplitter, TestFrameSplitter, QCoreApplication)
#include "tst_framesplitter.moc"
