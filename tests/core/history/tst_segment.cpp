// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/segment.h"

#include "tests/core/history/segmentfiles.h"
#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace tst_segment {

using namespace wk;
using namespace wk::segmentfiles;
using namespace wk::test;
using namespace std::chrono_literals;

class TestSegment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsWrittenIsRead();
    void anEmptySegmentIsWhole();
    void theFileIsPrivateAndTakesItsNameLast();
    void framesAreWrittenEveryFiftyMilliseconds();
    void aGiantIsRefused();
    void whatIsAddedAloneIsARecordLikeOthers();
    void aNamelessSegmentIsReadThroughItsMap();
    void whatIsNoSegmentIsRefused_data();
    void whatIsNoSegmentIsRefused();
    void aKilledWriterLosesNothingItHandedOver();

private:
    std::string path(const char *name) const { return m_directory.filePath(QLatin1String(name)).toStdString(); }

    QTemporaryDir m_directory;
};

namespace {

/// The child of aKilledWriterLosesNothingItHandedOver: numbers, until it is killed; says how far it has come.
[[noreturn]] void writeForEver(const std::string &path)
{
    SegmentWriter writer = SegmentWriter::create(path).value();
    Instant now{};
    for (int number = 0;; ++number, now += 1ms) {
        const bool ok = writer.add({7, std::to_string(number) + std::string(std::size_t(number % 3000), 'x')}).ok() &&
                        writer.tick(now).ok() && (number % 100 != 0 || writer.flush().ok());
        if (!ok)
            std::exit(1);
        if (number % 100 == 0) {
            std::printf("%d\n", number);
            std::fflush(stdout);
        }
    }
}

} // namespace

void TestSegment::initTestCase()
{
    const std::string child = qgetenv("WATCHKEEPER_SEGMENT").toStdString();
    if (!child.empty())
        writeForEver(child);
    QVERIFY(m_directory.isValid());
}

void TestSegment::whatIsWrittenIsRead()
{
    const std::string name = path("some");
    SegmentWriter writer = SegmentWriter::create(name).value();
    std::vector<std::string> written;
    EditedText texts(1);
    for (int i = 0; i < 2000; ++i) {
        const std::string text = i == 1000 ? std::string(2'000'000, 'x') : i == 5 ? std::string() : texts.fresh(0, 1);
        QVERIFY(writer.add({std::uint32_t(i), text}));
        written.push_back(std::to_string(i) + ':' + text);
    }
    QVERIFY(writer.close());
    const Read read = readAll(name);
    QVERIFY(read.texts == written);
    QVERIFY(read.isWhole);
    QCOMPARE(read.validBytes, std::uint64_t(contentOf(name).size()));
}

void TestSegment::anEmptySegmentIsWhole()
{
    const std::string name = path("empty");
    QVERIFY(SegmentWriter::create(name)->temporaryPath() != name);
    QVERIFY(!QFile::exists(QString::fromStdString(name)));
    QCOMPARE(writeSome(name, 1, 0).size(), std::size_t(0));
    const Read read = readAll(name);
    QVERIFY(read.texts.empty() && read.isWhole);
}

void TestSegment::theFileIsPrivateAndTakesItsNameLast()
{
    const QString name = QString::fromStdString(path("private"));
    SegmentWriter writer = SegmentWriter::create(name.toStdString()).value();
    const QString temporary = QString::fromStdString(writer.temporaryPath());
    QVERIFY(writer.add({1, "text"}) && writer.flush());
    QVERIFY(!QFile::exists(name) && QFile::exists(temporary));
    const auto ours = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    QCOMPARE(QFile::permissions(temporary), ours);
    QVERIFY(readAll(temporary.toStdString()).texts == std::vector<std::string>{"1:text"});
    QVERIFY(writer.close());
    QVERIFY(QFile::exists(name) && !QFile::exists(temporary));
    QCOMPARE(QFile::permissions(name), ours);
}

void TestSegment::framesAreWrittenEveryFiftyMilliseconds()
{
    SegmentWriter writer = SegmentWriter::create(path("ticks")).value();
    const auto there = [&writer] { return readAll(writer.temporaryPath()).texts.size(); };
    const Instant start{};
    QVERIFY(writer.tick(start));
    QVERIFY(writer.add({1, "a"}) && writer.tick(start + 49ms));
    QCOMPARE(there(), std::size_t(0));
    QVERIFY(writer.tick(start + 50ms));
    QCOMPARE(there(), std::size_t(1));
    QVERIFY(writer.add({1, "b"}) && writer.tick(start + 99ms));
    QCOMPARE(there(), std::size_t(1));
    QVERIFY(writer.tick(start + 1100ms));
    QCOMPARE(there(), std::size_t(2));
}

void TestSegment::aGiantIsRefused()
{
    SegmentWriter writer = SegmentWriter::create(path("giant")).value();
    const char little = 'x';
    // Nobody looks at its bytes.
    QCOMPARE(writer.add({1, {&little, segment::MostRecordBytes + 1}}).error().kind, ErrorKind::TooLarge);
    QVERIFY(writer.add({1, "small"}) && writer.close());
    QVERIFY(readAll(path("giant")).texts == std::vector<std::string>{"1:small"});
}

void TestSegment::whatIsAddedAloneIsARecordLikeOthers()
{
    const std::string large(300'000, 'y');
    SegmentWriter writer = SegmentWriter::create(path("alone")).value();
    QVERIFY(writer.add({1, "before"}));
    const auto small = writer.addAlone(2, "head ", "rest");
    QVERIFY(writer.add({3, "between"}));
    const auto great = writer.addAlone(1000, {}, large);
    QVERIFY(small && great);
    QVERIFY(writer.add({3, "behind"}) && writer.close());
    const Read read = readAll(path("alone"));
    const std::vector<std::string> wanted{"1:before", "2:head rest", "3:between", "1000:" + large, "3:behind"};
    QVERIFY(read.texts == wanted);
    QVERIFY(read.isWhole);
    const QByteArray content = contentOf(path("alone"));
    QCOMPARE(content.mid(qsizetype(*small), 4), QByteArray("rest"));
    QVERIFY(content.mid(qsizetype(*great), 300'000) == QByteArray::fromStdString(large));
    SegmentWriter other = SegmentWriter::create(path("giant")).value();
    const std::string giant(segment::MostRecordBytes, 'x');
    QCOMPARE(other.addAlone(1, "x", giant).error().kind, ErrorKind::TooLarge);
    QVERIFY(other.addAlone(1, {}, giant) && other.close());
    QCOMPARE(readAll(path("giant")).texts.size(), std::size_t(1));
}

void TestSegment::aNamelessSegmentIsReadThroughItsMap()
{
    SegmentWriter writer = SegmentWriter::createNameless(m_directory.path().toStdString()).value();
    const MappedBytes mapped = writer.map(limits::MiB).value();
    const auto first = writer.addAlone(1, "1 ", "first");
    const auto second = writer.addAlone(1, "2 ", std::string(100'000, 's'));
    QVERIFY(first && second);
    QCOMPARE(std::string(mapped.bytes().substr(0, segment::Magic.size())), std::string(segment::Magic));
    QCOMPARE(std::string(mapped.bytes().substr(*first, 5)), std::string("first"));
    QVERIFY(mapped.bytes().substr(*second, 100'000) == std::string(100'000, 's'));
    QVERIFY(!writer.close());
}

void TestSegment::whatIsNoSegmentIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("nothing") << QByteArray() << QByteArray("It is no recording of Watchkeeper.");
    QTest::newRow("JSON") << QByteArray("{\"type\":\"ADDED\"}") << QByteArray("It is no recording of Watchkeeper.");
    QTest::newRow("a later version") << QByteArray("WKLOG\r\n\x02") + "whatever"
                                     << QByteArray("It was written by a later version of Watchkeeper.");
}

void TestSegment::whatIsNoSegmentIsRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, error);
    put(path("other"), bytes);
    const auto reader = SegmentReader::open(path("other"));
    QVERIFY(!reader);
    QCOMPARE(reader.error().kind, ErrorKind::BrokenFrame);
    QCOMPARE(QByteArray::fromStdString(reader.error().text), error);
    QCOMPARE(SegmentReader::open(path("missing")).error().kind, ErrorKind::FileUnreadable);
    QCOMPARE(SegmentReader::open(m_directory.path().toStdString()).error().kind, ErrorKind::FileUnreadable);
}

void TestSegment::aKilledWriterLosesNothingItHandedOver()
{
    QTemporaryDir directory;
    QProcess child;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("WATCHKEEPER_SEGMENT"), directory.filePath(QStringLiteral("killed.wklog")));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("tst_segment")});
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += child.readAllStandardOutput()).count('\n') > 20, 30'000);
    child.kill();
    QVERIFY(child.waitForFinished());
    said += child.readAllStandardOutput();
    const QList<QByteArray> lines = said.left(said.lastIndexOf('\n')).split('\n');
    const QStringList left = QDir(directory.path()).entryList(QDir::Files);
    QCOMPARE(left.size(), 1);
    QVERIFY(left[0].startsWith(QStringLiteral("killed.wklog.")));
    const Read read = readAll(directory.filePath(left[0]).toStdString());
    QVERIFY2(read.texts.size() > std::size_t(lines.last().toInt()), lines.last().constData());
    for (std::size_t number = 0; number < read.texts.size(); ++number)
        QVERIFY(read.texts[number] == "7:" + std::to_string(number) + std::string(number % 3000, 'x'));
}

} // namespace tst_segment

WK_TEST(tst_segment, TestSegment, QCoreApplication)
#include "tst_segment.moc"
