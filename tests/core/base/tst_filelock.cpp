// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filelock.h"
#include "tests/support/testprocess.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/stat.h>

namespace tst_filelock {

using namespace wk;
using wk::test::TestProcess;

class TestFileLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void oneAtATimeHoldsIt();
    void aKilledHolderHasItNoLonger();
    void whoWaitsGetsItNext();
    void whoWaitedForARemovedOneHoldsTheNewOne();
    void aStartedProgramDoesNotInheritIt();
    void itsFileIsNobodyElses();
    void whatIsNoFileIsRefused_data();
    void whatIsNoFileIsRefused();

private:
    std::string path(const char *name = "lock") const
    {
        return m_folder->filePath(QString::fromLatin1(name)).toStdString();
    }
    /// Whether it is free now.
    bool isFree() const
    {
        const auto taken = FileLock::tryTake(path());
        return taken.ok() && taken->has_value();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFileLock::oneAtATimeHoldsIt()
{
    {
        auto held = FileLock::tryTake(path());
        QVERIFY(held.ok() && held->has_value());
        QVERIFY(!isFree()); // not even in this program
        FileLock moved = std::move(held).value().value();
        QVERIFY(!isFree());
        TestProcess other([&](TestProcess::Line &line) { line.say(isFree() ? "free" : "held"); });
        QCOMPARE(other.hear(), std::string("held"));
    }
    QVERIFY(isFree());
    QVERIFY(FileLock::take(path()).ok());
}

void TestFileLock::aKilledHolderHasItNoLonger()
{
    TestProcess holder([&](TestProcess::Line &line) {
        const auto held = FileLock::take(path());
        line.say(held ? "held" : "failed");
        line.hear(); // for ever
    });
    QCOMPARE(holder.hear(), std::string("held"));
    QVERIFY(!isFree());
    holder.kill();
    QVERIFY(isFree());
}

void TestFileLock::whoWaitsGetsItNext()
{
    TestProcess waiter([&](TestProcess::Line &line) { // begun before it is held here: a copy of a process shares locks
        line.hear();
        line.say("waits");
        line.say(FileLock::take(path()).ok() ? "held" : "failed");
    });
    auto held = std::make_unique<FileLock>(FileLock::take(path()).value());
    QCOMPARE(waiter.ask("take it"), std::string("waits"));
    held.reset();
    QCOMPARE(waiter.hear(), std::string("held"));
}

void TestFileLock::whoWaitedForARemovedOneHoldsTheNewOne()
{
    TestProcess waiter([&](TestProcess::Line &line) {
        line.hear();
        line.say("waits");
        const auto held = FileLock::take(path());
        line.say(held ? "held" : "failed");
        line.hear();
    });
    auto held = std::make_unique<FileLock>(FileLock::take(path()).value());
    QCOMPARE(waiter.ask("take it"), std::string("waits"));
    QTRY_VERIFY(waiter.isBlocked());
    QCOMPARE(::unlink(path().c_str()), 0);
    held.reset();
    QCOMPARE(waiter.hear(), std::string("held"));
    QVERIFY(!isFree());
}

void TestFileLock::aStartedProgramDoesNotInheritIt()
{
    TestProcess holder([&](TestProcess::Line &line) {
        const auto held = FileLock::take(path());
        line.say(held ? "held" : "failed");
        ::execl("/bin/sleep", "sleep", "60", nullptr);
    });
    QCOMPARE(holder.hear(), std::string("held"));
    QTRY_VERIFY(isFree()); // while it sleeps
}

void TestFileLock::itsFileIsNobodyElses()
{
    ::umask(0);
    QVERIFY(isFree());
    struct stat status = {};
    QCOMPARE(::lstat(path().c_str(), &status), 0);
    QCOMPARE(int(status.st_mode & 07777), 0600);
}

void TestFileLock::whatIsNoFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("a folder") << QByteArray("folder");
    QTest::newRow("a pipe") << QByteArray("pipe");
    QTest::newRow("a link") << QByteArray("link");
    QTest::newRow("in a folder that is not there") << QByteArray("absent/lock");
}

void TestFileLock::whatIsNoFileIsRefused()
{
    QFETCH(QByteArray, name);
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("folder")));
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    QCOMPARE(::symlink("elsewhere", path("link").c_str()), 0);
    for (const Error &error :
         {FileLock::take(path(name.constData())).error(), FileLock::tryTake(path(name.constData())).error()}) {
        QCOMPARE(error.kind, ErrorKind::FileWriteFailed);
        QCOMPARE(error.place, path(name.constData()));
        QVERIFY(!error.text.empty());
    }
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("elsewhere"))));
}

} // namespace tst_filelock

WK_TEST(tst_filelock, TestFileLock, NoApplication)
#include "tst_filelock.moc"
