// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/privatefile.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <optional>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_privatefile {

using namespace wk;

class TestPrivateFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aFileIsThereWholeOrNotAtAll();
    void nobodyElseMayReadIt();
    void whatIsThereIsReplacedAtOnce();
    void aLinkIsReplacedNotFollowed();
    void aFullDiskLeavesTheOldFile_data();
    void aFullDiskLeavesTheOldFile();
    void whatCameWholeCanBeRescued_data();
    void whatCameWholeCanBeRescued();
    void whatCannotBeMadeSaysWhere_data();
    void whatCannotBeMadeSaysWhere();
    void aMovedWriterGoesOn();
    void largeAndSmallStayInOrder();
    void aFileWithoutANameIsNobodyElses();
    void whatIsMappedOutlivesItsWriter();
    void directoriesArePrivateFromTheBeginning();

private:
    std::string path(const char *name) const { return m_directory->filePath(QString::fromLatin1(name)).toStdString(); }
    QByteArray read(const char *name) const
    {
        QFile file(m_directory->filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("nothing");
    }
    QStringList names() const
    {
        return QDir(m_directory->path()).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::Hidden, QDir::Name);
    }
    static int mode(const std::string &path)
    {
        struct stat status = {};
        return ::lstat(path.c_str(), &status) == 0 ? int(status.st_mode & 07777) : -1;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestPrivateFile::init()
{
    ::umask(0); // the worst: nothing but our own modes protects
    m_directory = std::make_unique<QTemporaryDir>();
}

void TestPrivateFile::aFileIsThereWholeOrNotAtAll()
{
    {
        auto writer = PrivateFileWriter::create(path("log"));
        QVERIFY(writer.ok());
        auto dropped = std::move(writer).value();
        QVERIFY(dropped.write(std::string(200'000, 'x')).ok());
        QVERIFY(!QFile::exists(m_directory->filePath(QStringLiteral("log"))));
        QCOMPARE(dropped.sizeBytes(), 200'000u);
    }
    QCOMPARE(names(), QStringList());
    auto made = PrivateFileWriter::create(path("log"));
    auto writer = std::move(made).value();
    QVERIFY(writer.write("one ").ok());
    QVERIFY(writer.write("two").ok());
    QVERIFY(writer.commit().ok());
    QCOMPARE(read("log"), QByteArray("one two"));
    QCOMPARE(names(), QStringList{QStringLiteral("log")});
}

void TestPrivateFile::nobodyElseMayReadIt()
{
    auto made = PrivateFileWriter::create(path("log"));
    auto writer = std::move(made).value();
    QVERIFY(writer.write("x").ok());
    QCOMPARE(names().size(), 1);
    QCOMPARE(mode(m_directory->filePath(names().first()).toStdString()), 0600);
    QVERIFY(writer.commit().ok());
    QCOMPARE(mode(path("log")), 0600);
}

void TestPrivateFile::whatIsThereIsReplacedAtOnce()
{
    QFile old(m_directory->filePath(QStringLiteral("log")));
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("old");
    old.close();
    QCOMPARE(::link(path("log").c_str(), path("hard").c_str()), 0);
    auto made = PrivateFileWriter::create(path("log"));
    auto writer = std::move(made).value();
    QVERIFY(writer.write("new").ok());
    QCOMPARE(read("log"), QByteArray("old"));
    QVERIFY(writer.commit().ok());
    QCOMPARE(read("log"), QByteArray("new"));
    QCOMPARE(read("hard"), QByteArray("old"));
    QCOMPARE(mode(path("log")), 0600);
}

void TestPrivateFile::aLinkIsReplacedNotFollowed()
{
    QVERIFY(QFile::link(m_directory->filePath(QStringLiteral("target")), m_directory->filePath(QStringLiteral("log"))));
    auto made = PrivateFileWriter::create(path("log"));
    auto writer = std::move(made).value();
    QVERIFY(writer.write("x").ok());
    QVERIFY(writer.commit().ok());
    QVERIFY(!QFileInfo(m_directory->filePath(QStringLiteral("log"))).isSymLink());
    QVERIFY(!QFile::exists(m_directory->filePath(QStringLiteral("target"))));
}

void TestPrivateFile::aFullDiskLeavesTheOldFile_data()
{
    QTest::addColumn<int>("roomBytes");
    QTest::newRow("full at the first byte") << 0;
    QTest::newRow("full inside the first flush") << 1'000;
    QTest::newRow("full between two flushes") << 65'536;
    QTest::newRow("full at the last byte") << 99'999;
}

void TestPrivateFile::aFullDiskLeavesTheOldFile()
{
    QFETCH(int, roomBytes);
    QFile old(m_directory->filePath(QStringLiteral("log")));
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("old");
    old.close();
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit before = {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small = {rlim_t(roomBytes), before.rlim_max};
    {
        auto made = PrivateFileWriter::create(path("log"));
        auto writer = std::move(made).value();
        ::setrlimit(RLIMIT_FSIZE, &small);
        bool failed = false;
        for (int i = 0; i < 100; ++i)
            failed = !writer.write(std::string(1'000, 'x')).ok() || failed;
        const auto committed = writer.commit();
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!committed.ok());
        QCOMPARE(committed.error().kind, ErrorKind::FileWriteFailed);
        QCOMPARE(committed.error().place, path("log"));
        QVERIFY(committed.error().text.find("File too large") != std::string::npos);
        QCOMPARE(failed, roomBytes <= 65'536);
    }
    std::signal(SIGXFSZ, oldHandler);
    QCOMPARE(read("log"), QByteArray("old"));
    QCOMPARE(names(), QStringList{QStringLiteral("log")});
}

void TestPrivateFile::whatCameWholeCanBeRescued_data()
{
    QTest::addColumn<int>("roomBytes");
    QTest::addColumn<int>("pieces"); // of 1 000 bytes each
    QTest::newRow("nothing") << 999 << 0;
    QTest::newRow("one") << 1'000 << 1;
    QTest::newRow("the first of a flush") << 1'999 << 1;
    QTest::newRow("a flush and the first of another") << 67'500 << 67;
    QTest::newRow("all but the last") << 99'999 << 99;
}

void TestPrivateFile::whatCameWholeCanBeRescued()
{
    QFETCH(int, roomBytes);
    QFETCH(int, pieces);
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit before = {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small = {rlim_t(roomBytes), before.rlim_max};
    {
        auto made = PrivateFileWriter::create(path("log"));
        auto writer = std::move(made).value();
        ::setrlimit(RLIMIT_FSIZE, &small);
        for (int i = 0; i < 100; ++i)
            static_cast<void>(writer.write(std::string(999, 'x') + '\n'));
        const bool isCommitted = writer.commit().ok();
        const bool isRescued = writer.rescue().ok();
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!isCommitted);
        QCOMPARE(isRescued, pieces > 0);
    }
    std::signal(SIGXFSZ, oldHandler);
    QCOMPARE(names(), pieces > 0 ? QStringList{QStringLiteral("log")} : QStringList());
    if (pieces > 0)
        QCOMPARE(read("log"), QByteArray(QByteArray(999, 'x') + '\n').repeated(pieces));
}

void TestPrivateFile::whatCannotBeMadeSaysWhere_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("a directory that is not there") << QByteArray("absent/log");
    QTest::newRow("a name that is too long") << QByteArray(300, 'x');
    QTest::newRow("a pipe, or a device") << QByteArray("pipe");
}

void TestPrivateFile::whatCannotBeMadeSaysWhere()
{
    QFETCH(QByteArray, name);
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    const auto made = PrivateFileWriter::create(path(name.constData()));
    QVERIFY(!made.ok());
    QCOMPARE(made.error().kind, ErrorKind::FileWriteFailed);
    QCOMPARE(made.error().place, path(name.constData()));
}

void TestPrivateFile::aMovedWriterGoesOn()
{
    auto first = PrivateFileWriter::create(path("log"));
    auto second = PrivateFileWriter::create(path("other"));
    auto writer = std::move(first).value();
    QVERIFY(writer.write("one").ok());
    auto target = std::move(second).value();
    target = std::move(writer);
    QVERIFY(target.write("two").ok());
    QVERIFY(target.commit().ok());
    QCOMPARE(read("log"), QByteArray("onetwo"));
    QCOMPARE(names(), QStringList{QStringLiteral("log")});
}

void TestPrivateFile::largeAndSmallStayInOrder()
{
    const std::string large(200'000, 'y');
    auto writer = PrivateFileWriter::create(path("log")).value();
    for (const std::string &piece : {std::string("x"), large, std::string("z"), large})
        QVERIFY(writer.write(piece).ok());
    QCOMPARE(writer.sizeBytes(), 400'002U);
    QVERIFY(writer.commit().ok());
    const QByteArray middle(200'000, 'y');
    QVERIFY(read("log") == 'x' + middle + 'z' + middle);
}

void TestPrivateFile::aFileWithoutANameIsNobodyElses()
{
    const std::string directory = m_directory->path().toStdString();
    auto writer = PrivateFileWriter::createNameless(directory).value();
    QVERIFY(writer.write(std::string(200'000, 'x')).ok());
    QCOMPARE(names(), QStringList());
    QVERIFY(writer.temporaryPath().empty());
    // Of all that is open the only one that lies there.
    struct stat status = {};
    for (const QFileInfo &open : QDir(QStringLiteral("/proc/self/fd")).entryInfoList(QDir::Files)) {
        if (open.symLinkTarget().startsWith(m_directory->path()))
            QCOMPARE(::stat(open.filePath().toStdString().c_str(), &status), 0);
    }
    QCOMPARE(status.st_mode & 07777, 0600U);
    QCOMPARE(status.st_nlink, nlink_t(0));
    const auto committed = writer.commit();
    QVERIFY(!committed.ok());
    QCOMPARE(committed.error().place, directory);
    QCOMPARE(names(), QStringList());
    QCOMPARE(PrivateFileWriter::createNameless(path("absent")).error().kind, ErrorKind::FileWriteFailed);
}

void TestPrivateFile::whatIsMappedOutlivesItsWriter()
{
    constexpr std::size_t Room = 1 << 20;
    std::optional<MappedBytes> mapped;
    {
        auto writer = PrivateFileWriter::createNameless(m_directory->path().toStdString()).value();
        mapped = writer.map(Room).value();
        QCOMPARE(mapped->bytes().size(), Room);
        QVERIFY(writer.write("one").ok() && writer.flush().ok());
        QCOMPARE(std::string(mapped->bytes().substr(0, 3)), std::string("one"));
        QVERIFY(writer.write(std::string(100'000, 'x')).ok());
    }
    QVERIFY(mapped->bytes().substr(0, 100'003) == "one" + std::string(100'000, 'x'));
}

void TestPrivateFile::directoriesArePrivateFromTheBeginning()
{
    QVERIFY(makePrivateDirectory(path("a/b/c")).ok());
    QCOMPARE(mode(path("a")), 0700);
    QCOMPARE(mode(path("a/b/c")), 0700);
    QVERIFY(makePrivateDirectory(path("a/b/c/")).ok());
    QVERIFY(QFile(m_directory->filePath(QStringLiteral("file"))).open(QIODevice::WriteOnly));
    QVERIFY(!makePrivateDirectory(path("file")).ok());
    QVERIFY(!makePrivateDirectory(path("file/below")).ok());
}

} // namespace tst_privatefile

WK_TEST(tst_privatefile, TestPrivateFile, QCoreApplication)
#include "tst_privatefile.moc"
