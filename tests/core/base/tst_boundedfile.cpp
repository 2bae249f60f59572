// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/boundedfile.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_boundedfile {

using namespace wk;

class TestBoundedFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aFileIsReadUpToItsLimit_data();
    void aFileIsReadUpToItsLimit();
    void whatIsNoFileIsRefusedAtOnce_data();
    void whatIsNoFileIsRefusedAtOnce();
    void onlyWhatIsNotThereIsMissing();

private:
    std::string path(const char *name) const { return m_directory.filePath(QString::fromLatin1(name)).toStdString(); }

    QTemporaryDir m_directory;
};

void TestBoundedFile::initTestCase()
{
    QCOMPARE(::mkfifo(path("fifo").c_str(), 0600), 0);
    QVERIFY(QDir(m_directory.path()).mkdir(QStringLiteral("folder")));
    QFile file(m_directory.filePath(QStringLiteral("ten")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("0123456789");
    QVERIFY(QFile::link(QStringLiteral("ten"), m_directory.filePath(QStringLiteral("link"))));
}

void TestBoundedFile::aFileIsReadUpToItsLimit_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("limit");
    QTest::addColumn<bool>("fits");
    QTest::newRow("limit above the size") << QByteArray("ten") << 11 << true;
    QTest::newRow("limit at the size") << QByteArray("ten") << 10 << true;
    QTest::newRow("limit below the size") << QByteArray("ten") << 9 << false;
    QTest::newRow("through a link") << QByteArray("link") << 10 << true;
}

void TestBoundedFile::aFileIsReadUpToItsLimit()
{
    QFETCH(QByteArray, name);
    QFETCH(int, limit);
    const auto bytes = readBoundedFile(path(name.constData()), std::size_t(limit));
    QTEST(bytes.ok(), "fits");
    if (bytes)
        QCOMPARE(*bytes, QByteArray("0123456789"));
    else
        QCOMPARE(bytes.error().kind, ErrorKind::FileUnreadable);
}

void TestBoundedFile::whatIsNoFileIsRefusedAtOnce_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("a pipe nobody writes to") << QByteArray::fromStdString(path("fifo")) << QByteArray("a named pipe");
    QTest::newRow("a directory") << QByteArray::fromStdString(path("folder")) << QByteArray("a directory");
    QTest::newRow("a device") << QByteArray("/dev/zero") << QByteArray("a device");
    QTest::newRow("nothing") << QByteArray::fromStdString(path("absent")) << QByteArray("No such file");
    QTest::newRow("a path with a NUL in it") << QByteArray("/etc/hosts\0x", 12) << QByteArray("NUL");
    QTest::newRow("a file without a size that does not end soon")
        << QByteArray("/proc/kallsyms") << QByteArray("larger than 1 KiB");
}

void TestBoundedFile::whatIsNoFileIsRefusedAtOnce()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, word);
    if (path.startsWith("/proc") && !QFile::exists(QString::fromUtf8(path)))
        QSKIP("no such file on this machine");
    const auto bytes = readBoundedFile(path.toStdString(), 1024);
    QVERIFY(!bytes.ok());
    QCOMPARE(bytes.error().kind, ErrorKind::FileUnreadable);
    QCOMPARE(bytes.error().place, path.toStdString());
    QVERIFY2(bytes.error().text.find(word.toStdString()) != std::string::npos, bytes.error().text.c_str());
}

void TestBoundedFile::onlyWhatIsNotThereIsMissing()
{
    QVERIFY(isMissingFile(path("absent")));
    QVERIFY(!isMissingFile(path("ten")));
    QVERIFY(!isMissingFile(path("folder")));
}

} // namespace tst_boundedfile

WK_TEST(tst_boundedfile, TestBoundedFile, QCoreApplication)
#include "tst_boundedfile.moc"
