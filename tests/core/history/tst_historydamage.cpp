// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journaledlog.h"
#include "tests/core/history/toldrows.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

namespace tst_historydamage {

using namespace wk;
using namespace wk::test;

namespace {

/// Two segments, and a tail of few rows.
constexpr RowId Rows = 2 * EventLog::ChunkRows + 60;

} // namespace

class TestHistoryDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aFileThatIsCutAnywhereSaysNothingWrong_data();
    void aFileThatIsCutAnywhereSaysNothingWrong();
    void aBitThatIsFlippedIsToldAndSaysNothingWrong_data();
    void aBitThatIsFlippedIsToldAndSaysNothingWrong();
    void aLaterVersionIsRefusedInWords();
    void unknownRecordsArePassedBy();
    void rowsThatAreMissingAreAGapOfAllWatches();
    void whatIsBehindALostEndIsNotKnown();

private:
    /// Puts a file of the journal there as it is now, reads all, and as it was.
    template <class Check>
    QString withFile(const QByteArray &bytes, Check check)
    {
        put(bytes);
        const QString said = [&] {
            JournaledLog read({}, filesIn(m_folder));
            const QString found = wrong(*m_told->log.snapshot(), *read.log.snapshot(), m_every);
            return found.isEmpty() ? check(read) : found;
        }();
        put(m_bytes);
        return said;
    }
    void put(const QByteArray &bytes) const
    {
        QFile file(m_file);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("no room");
    }
    /// Where the last whole frame ends: what follows is as torn.
    qsizetype endOfFrames() const
    {
        auto opened = SegmentReader::load(m_file.toStdString());
        if (!opened)
            return 0;
        SegmentReader reader = std::move(opened).value();
        while (reader.next()) {
        }
        return qsizetype(reader.validBytes());
    }
    void eachFile();
    void fetch();
    std::vector<qsizetype> places();

    QTemporaryDir m_directory;
    QString m_folder;
    std::unique_ptr<HistoryTeller> m_teller;
    std::unique_ptr<JournaledLog> m_told;
    QString m_file;
    QByteArray m_bytes;
    RowId m_every = 1;
    std::mt19937_64 m_random;
};

void TestHistoryDamage::initTestCase()
{
    const std::uint64_t seed = test::seed();
    m_random.seed(seed);
    const QString written = m_directory.filePath(QStringLiteral("written"));
    m_folder = m_directory.filePath(QStringLiteral("damaged"));
    QVERIFY(QDir().mkdir(written) && QDir().mkdir(m_folder));
    m_teller = std::make_unique<HistoryTeller>(seed);
    m_told = std::make_unique<JournaledLog>(EventLog::Bounds{}, filesIn(written), 0, EventLog::ChunkRows);
    const auto tellTo = [this](RowId row) {
        while (m_told->log.now().end() < row)
            m_teller->tell(m_told->log);
        m_told->write();
    };
    for (RowId row = 500; row < Rows; row += 500)
        tellTo(row);
    m_told->sync(); // a tail that begins with what is in no segment
    for (RowId row = Rows; row < Rows + 20; row += 7)
        tellTo(row);
    m_told->time = m_teller->time() + std::chrono::hours(1);
    m_told->sync();
    QVERIFY(!m_told->journal->error());
    for (const QString &name : QDir(written).entryList(QDir::Files)) // what is mapped nobody may make shorter
        QVERIFY(QFile::copy(written + QLatin1Char('/') + name, m_folder + QLatin1Char('/') + name));
    QVERIFY(filesIn(m_folder).segments.size() >= 2);
}

void TestHistoryDamage::eachFile()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("the first segment") << m_folder + QStringLiteral("/a.000001.wklog");
    QTest::newRow("the last segment") << m_folder + QStringLiteral("/a.000002.wklog");
    QTest::newRow("the tail") << m_folder + QStringLiteral("/a.999999.tail");
}

void TestHistoryDamage::fetch()
{
    QFETCH(QString, file);
    m_file = file;
    QFile now(file);
    QVERIFY(now.open(QIODevice::ReadOnly));
    m_bytes = now.readAll();
    m_every = 61;
}

/// All of a small file, some of another.
std::vector<qsizetype> TestHistoryDamage::places()
{
    std::vector<qsizetype> places;
    const auto count = static_cast<qsizetype>(rounds(150));
    for (qsizetype i = 0; i < count; ++i)
        places.push_back(m_bytes.size() <= count ? i % m_bytes.size()
                                                 : qsizetype(m_random() % std::uint64_t(m_bytes.size())));
    return places;
}

void TestHistoryDamage::aFileThatIsCutAnywhereSaysNothingWrong_data()
{
    eachFile();
}

void TestHistoryDamage::aFileThatIsCutAnywhereSaysNothingWrong()
{
    fetch();
    for (const qsizetype place : places()) {
        const QString said = withFile(m_bytes.left(place), [](const JournaledLog &) { return QString(); });
        QVERIFY2(said.isEmpty(), qPrintable(QStringLiteral("cut at %1: ").arg(place) + said));
    }
}

void TestHistoryDamage::aBitThatIsFlippedIsToldAndSaysNothingWrong_data()
{
    eachFile();
}

void TestHistoryDamage::aBitThatIsFlippedIsToldAndSaysNothingWrong()
{
    fetch();
    for (const qsizetype place : places()) {
        QByteArray bytes = m_bytes;
        bytes[place] = char(bytes[place] ^ char(1U << (m_random() % 8)));
        const QString said = withFile(bytes, [&](const JournaledLog &read) {
            const bool isTold = !read.damages.empty() || !read.unread.empty();
            return isTold || endOfFrames() <= place ? QString() : QStringLiteral("nothing is told");
        });
        QVERIFY2(said.isEmpty(), qPrintable(QStringLiteral("flipped at %1: ").arg(place) + said));
    }
}

void TestHistoryDamage::aLaterVersionIsRefusedInWords()
{
    m_file = m_folder + QStringLiteral("/a.000001.wklog");
    QFile now(m_file);
    QVERIFY(now.open(QIODevice::ReadOnly));
    m_bytes = now.readAll();
    m_every = 61;
    QByteArray later = m_bytes;
    later[qsizetype(segment::Magic.size()) - 1] = '\x02';
    const QString said = withFile(later, [](const JournaledLog &read) {
        return read.unread.size() == 1 ? QString::fromStdString(read.unread.front().text) : QStringLiteral("read");
    });
    QCOMPARE(said, QStringLiteral("It was written by a later version of Watchkeeper."));
}

void TestHistoryDamage::unknownRecordsArePassedBy()
{
    const std::string path = m_folder.toStdString() + "/a.000002.wklog";
    m_file = QString::fromStdString(path);
    QFile now(m_file);
    QVERIFY(now.open(QIODevice::ReadOnly));
    m_bytes = now.readAll();
    m_every = 61;
    {
        auto opened = SegmentWriter::appendTo(path, std::uint64_t(m_bytes.size()));
        QVERIFY(opened.ok());
        SegmentWriter writer = std::move(opened).value();
        QVERIFY(writer.add({4711, "what a later version says"}).ok());
        QVERIFY(writer.sync().ok());
    }
    JournaledLog read({}, filesIn(m_folder));
    QVERIFY(read.unread.empty() && read.damages.empty());
    QCOMPARE(read.log.now().end(), m_told->log.now().end());
    const QString said = wrong(*m_told->log.snapshot(), *read.log.snapshot(), 61);
    QVERIFY2(said.isEmpty(), qPrintable(said));
    put(m_bytes);
}

void TestHistoryDamage::rowsThatAreMissingAreAGapOfAllWatches()
{
    m_file = m_folder + QStringLiteral("/a.000002.wklog");
    QFile now(m_file);
    QVERIFY(now.open(QIODevice::ReadOnly));
    m_bytes = now.readAll();
    m_every = 61;
    QByteArray bytes = m_bytes;
    for (qsizetype at = 4096; at < bytes.size() - 4096; at += 1000) // but for what stands at its end
        bytes[at] = char(bytes[at] ^ 1);
    const QString said = withFile(bytes, [](const JournaledLog &read) {
        const HistorySnapshot &found = read.log.now();
        if (found.losses().rows.size() != 1 || found.losses().pieces.empty())
            return QStringLiteral("%1 times and %2 pieces")
                .arg(found.losses().rows.size())
                .arg(found.losses().pieces.size());
        const HistoryLosses::Missing missing = found.losses().rows.front();
        const auto &piece = found.losses().pieces.front();
        if (missing.from != found.time(missing.row - 1) || !piece.missing || piece.missing->from != missing.from)
            return QStringLiteral("another time");
        for (const auto &[watch, scope] : found.openWatches()) {
            const auto known = found.knowledge(watch);
            const bool isIts = known && known->listed <= missing.to;
            const auto isIt = [&](const auto &gap) { return gap.from == missing.from && gap.to == missing.to; };
            if (isIts != std::ranges::any_of(found.gapsOf(watch, found.end()), isIt))
                return QStringLiteral("no gap of watch %1").arg(watch);
            if (isIts && !found.outagesAt(missing.row, missing.from).contains(watch))
                return QStringLiteral("no outage of watch %1").arg(watch);
        }
        return QString();
    });
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

/// The tail says up to when all is known, though it has no row: what is lost before it is not known any more.
void TestHistoryDamage::whatIsBehindALostEndIsNotKnown()
{
    const QTemporaryDir folder;
    JournaledLog told({}, filesIn(folder.path()));
    told.log.setWatch(1, scope("Pod"));
    told.log.append(listEntry(1, {}));
    while (told.log.now().end() < 2 * EventLog::ChunkRows) {
        const auto event = entry(1, EntryType::Modified, object("web", "a"));
        event->arrived = Start + std::chrono::seconds(told.log.now().end());
        told.log.append(event);
    }
    told.write();
    told.time = Start + std::chrono::hours(9);
    told.sync();
    const QTemporaryDir copies; // what is mapped nobody may make shorter
    for (const QString &name : QDir(folder.path()).entryList(QDir::Files))
        QVERIFY(QFile::copy(folder.filePath(name), copies.filePath(name)));
    {
        const JournaledLog whole({}, filesIn(copies.path()));
        for (const auto &[watch, scope] : whole.log.now().openWatches())
            QVERIFY(whole.log.now().knowledge(watch)->unknownSince == told.time);
    }
    QFile segment(copies.filePath(QStringLiteral("a.000001.wklog")));
    QVERIFY(segment.resize(segment.size() * 3 / 4));
    const JournaledLog cut({}, filesIn(copies.path()));
    const HistorySnapshot &found = cut.log.now();
    QCOMPARE(found.end(), EventLog::ChunkRows);
    QVERIFY(!found.openWatches().empty());
    for (const auto &[watch, scope] : found.openWatches())
        QVERIFY(found.knowledge(watch)->unknownSince == found.time(found.end() - 1));
}

} // namespace tst_historydamage

WK_TEST(tst_historydamage, TestHistoryDamage, QCoreApplication)
#include "tst_historydamage.moc"
