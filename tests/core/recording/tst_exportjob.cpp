// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/exportjob.h"

#include "core/history/eventlog.h"
#include "core/recording/loglines.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

namespace tst_exportjob {

using namespace wk;
using namespace wk::test;

class TestExportJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aTableIsWrittenWholeWithProgress();
    void aTableWithoutRowsHasItsHead();
    void rowsOfTheStreamAreWrittenAsLines();
    void aStopLeavesNoFile();
    void anotherThreadMayStop();
    void whatWasThereStaysWhenItFails();
    void aPlaceThatCannotBeWrittenIsToldInWords();

private:
    std::string path() const { return m_dir->filePath(QStringLiteral("out")).toStdString(); }

    QByteArray content() const
    {
        QFile file(QString::fromStdString(path()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

CsvSource numbers(std::size_t rows)
{
    return {{"n", "square"}, rows, [](std::size_t row) {
                return CsvSource::Cells{std::to_string(row), std::to_string(row * row)};
            }};
}

} // namespace

void TestExportJob::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void TestExportJob::aTableIsWrittenWholeWithProgress()
{
    CsvSource source = numbers(1200);
    std::vector<std::size_t> told;
    const auto done =
        exportToFile(source, path(), {}, [&told](const ExportProgress &state) { told.push_back(state.done); });
    QVERIFY(done);
    QCOMPARE(done->done, std::size_t(1200));
    QCOMPARE(told, (std::vector<std::size_t>{500, 1000, 1200}));
    const QByteArray text = content();
    QCOMPARE(std::uint64_t(text.size()), done->bytes);
    QVERIFY(text.startsWith("n,square\r\n0,0\r\n1,1\r\n") && text.endsWith("\r\n1199,1437601\r\n"));
    QCOMPARE(QFile::permissions(QString::fromStdString(path())) & (QFile::ReadGroup | QFile::ReadOther),
             QFile::Permissions());
}

void TestExportJob::aTableWithoutRowsHasItsHead()
{
    CsvSource source = numbers(0);
    const auto done = exportToFile(source, path(), {}, {});
    QVERIFY(done);
    QCOMPARE(done->total, std::size_t(0));
    QCOMPARE(done->done, std::size_t(0));
    QCOMPARE(content(), QByteArray("n,square\r\n"));
    QCOMPARE(done->bytes, std::uint64_t(content().size()));
}

void TestExportJob::rowsOfTheStreamAreWrittenAsLines()
{
    EventLog log;
    log.setWatch(1, scope("Pod"));
    log.append(batch(
        {listEntry(1, {object("web", "a"), object("web", "b")}), entry(1, EntryType::Deleted, object("web", "a"))}));
    LogLinesSource source(log.snapshot(), {0, 2, 3});
    QVERIFY(exportToFile(source, path(), {}, {}));
    QStringList types;
    for (const QByteArray &line : content().trimmed().split('\n'))
        types += QString::fromUtf8(line).section(u'"', 3, 3) + (line.contains("\"name\":\"b\"") ? u'b' : u'a');
    QCOMPARE(types, (QStringList{QStringLiteral("ADDEDb"), QStringLiteral("DELETEDa")}));
}

void TestExportJob::aStopLeavesNoFile()
{
    CsvSource source = numbers(1'000'000);
    std::stop_source stop;
    const auto done =
        exportToFile(source, path(), stop.get_token(), [&stop](const ExportProgress &) { stop.request_stop(); });
    QVERIFY(!done);
    QCOMPARE(int(done.error().kind), int(ErrorKind::Cancelled));
    QVERIFY(QDir(m_dir->path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestExportJob::anotherThreadMayStop()
{
    CsvSource source = numbers(100'000'000);
    std::stop_source stop;
    Result<ExportProgress> done = ExportProgress{};
    std::thread worker([&] { done = exportToFile(source, path(), stop.get_token(), {}); });
    stop.request_stop();
    worker.join();
    QVERIFY(!done);
    QVERIFY(content().isEmpty());
}

void TestExportJob::whatWasThereStaysWhenItFails()
{
    QFile before(QString::fromStdString(path()));
    QVERIFY(before.open(QIODevice::WriteOnly) && before.write("before") > 0);
    before.close();
    CsvSource source = numbers(2000);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!exportToFile(source, path(), stop.get_token(), {}));
    QCOMPARE(content(), QByteArray("before"));
}

void TestExportJob::aPlaceThatCannotBeWrittenIsToldInWords()
{
    CsvSource source = numbers(1);
    const auto done = exportToFile(source, m_dir->filePath(QStringLiteral("no/such/place")).toStdString(), {}, {});
    QVERIFY(!done);
    QCOMPARE(int(done.error().kind), int(ErrorKind::FileWriteFailed));
    QVERIFY(!done.error().text.empty());
}

} // namespace tst_exportjob

WK_TEST(tst_exportjob, TestExportJob, QCoreApplication)
#include "tst_exportjob.moc"
