// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/segment.h"

#include "core/base/crc32c.h"
#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

namespace tst_segment {

using namespace wk;
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
    void cutAnywhereNothingWrongIsRead();
    void damagedAnywhereNothingWrongIsRead();
    void strangersFramesDoNoHarm();
    void whatIsNoSegmentIsRefused_data();
    void whatIsNoSegmentIsRefused();
    void aKilledWriterLosesNothingItHandedOver();

private:
    std::string path(const char *name) const { return m_directory.filePath(QLatin1String(name)).toStdString(); }

    QTemporaryDir m_directory;
};

namespace {

struct Read {
    std::vector<std::string> texts;
    bool isWhole = false;
    std::uint64_t validBytes = 0;
};

/// Type and bytes of every record.
Read readAll(const std::string &path)
{
    Read read;
    auto reader = SegmentReader::open(path);
    if (!reader)
        return read;
    SegmentReader segment = std::move(reader).value();
    while (const auto records = segment.next()) {
        for (const SegmentRecord &record : *records)
            read.texts.push_back(std::to_string(record.type) + ':' + std::string(record.bytes));
    }
    read.isWhole = segment.isWhole();
    read.validBytes = segment.validBytes();
    return read;
}

void put(const std::string &path, const QByteArray &bytes)
{
    QFile file(QString::fromStdString(path));
    file.remove(); // ext4 brings a file that is written over to the disk
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray contentOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Records of several frames; what they are is in `texts`.
std::vector<std::string> writeSome(const std::string &path, std::uint64_t seed, int frames)
{
    EditedText texts(seed);
    std::vector<std::string> written;
    SegmentWriter writer = SegmentWriter::create(path).value();
    for (int frame = 0; frame < frames; ++frame) {
        for (std::size_t i = 0; i <= texts.below(4); ++i) {
            const std::string text = texts.fresh(0, texts.below(2)).substr(texts.below(100));
            const auto type = static_cast<std::uint32_t>(texts.below(300));
            if (!writer.add({type, text}))
                return {};
            written.push_back(std::to_string(type) + ':' + text);
        }
        if (!writer.flush())
            return {};
    }
    return writer.close() ? written : std::vector<std::string>();
}

bool isBeginningOf(const std::vector<std::string> &some, const std::vector<std::string> &all)
{
    return some.size() <= all.size() && std::equal(some.begin(), some.end(), all.begin());
}

QByteArray number(quint32 value)
{
    value = qToLittleEndian(value);
    return QByteArray(reinterpret_cast<const char *>(&value), sizeof value);
}

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

void TestSegment::cutAnywhereNothingWrongIsRead()
{
    const std::vector<std::string> written = writeSome(path("whole"), 2, 12);
    const QByteArray whole = contentOf(path("whole"));
    QVERIFY(written.size() > 12 && whole.size() < 20'000);
    std::size_t most = 0;
    for (qsizetype cut = 0; cut < whole.size(); ++cut) {
        put(path("cut"), whole.left(cut));
        const Read read = readAll(path("cut"));
        QVERIFY(isBeginningOf(read.texts, written));
        QVERIFY(read.texts.size() >= most && read.texts.size() < written.size());
        QVERIFY(read.validBytes <= std::uint64_t(cut));
        most = read.texts.size();
    }
    // What a crash may leave behind the end: zeros, or what was there before.
    for (const QByteArray &behind : {QByteArray(5000, '\0'), whole.right(3000), QByteArray(100, '\xff')}) {
        put(path("behind"), whole + behind);
        const Read read = readAll(path("behind"));
        QVERIFY(read.texts == written && !read.isWhole && read.validBytes == std::uint64_t(whole.size()));
    }
}

void TestSegment::damagedAnywhereNothingWrongIsRead()
{
    EditedText draw(seed());
    const std::vector<std::string> written = writeSome(path("sound"), 3, 12);
    const QByteArray sound = contentOf(path("sound"));
    for (int round = 0; round < rounds(2000); ++round) {
        QByteArray damaged = sound;
        const auto at = qsizetype(draw.below(std::size_t(sound.size())));
        damaged[at] = char(damaged[at] ^ char(1 << draw.below(8)));
        put(path("damaged"), damaged);
        const Read read = readAll(path("damaged"));
        QVERIFY(isBeginningOf(read.texts, written) && read.texts.size() < written.size());
    }
}

/// Their checksums are right.
void TestSegment::strangersFramesDoNoHarm()
{
    EditedText draw(seed());
    const QByteArray magic(segment::Magic.data(), segment::Magic.size());
    for (int round = 0; round < rounds(300); ++round) {
        std::string junk;
        for (std::size_t i = draw.below(300); i > 0; --i)
            junk += static_cast<char>(draw.below(draw.below(2) == 0 ? 4 : 256));
        const QByteArray count = number(static_cast<quint32>(draw.below(4)));
        const QByteArray size = number(static_cast<quint32>(junk.size()));
        const quint32 sum = crc32c(junk, crc32c(count.toStdString(), crc32c(size.toStdString())));
        put(path("strange"), magic + size + number(sum) + count + QByteArray::fromStdString(junk));
        const Read read = readAll(path("strange"));
        QVERIFY(read.texts.size() < 4);
        QVERIFY(read.validBytes <= std::uint64_t(contentOf(path("strange")).size()));
    }
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
