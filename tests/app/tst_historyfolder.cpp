// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historyfolder.h"

#include "core/history/journal/journalroot.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <map>

namespace tst_historyfolder {

using namespace wk;

class HistoryFolderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        for (const char *name : Names)
            m_before[name] = qgetenv(name);
    }
    void cleanup()
    {
        for (const char *name : Names)
            qputenv(name, m_before[name]);
    }

    void nobodyElseMayLookIn()
    {
        const QTemporaryDir home(QDir::current().filePath(QStringLiteral("historyfolder-XXXXXX")));
        qputenv("XDG_CACHE_HOME", home.path().toLocal8Bit());
        const QString folder = QString::fromStdString(historyFolder());
        if (folder.isEmpty())
            QSKIP("this machine has no disk of its own here");
        QVERIFY(folder.startsWith(home.path()));
        const QFileInfo info(folder);
        QVERIFY(info.isDir());
        QCOMPARE(info.permissions() & (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther),
                 QFile::Permissions());
        QCOMPARE(historyFolder(), folder.toStdString());
    }

    void whereThereCannotBeOneAllStaysInMemory()
    {
        const QTemporaryDir home;
        QFile file(home.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        qputenv("XDG_CACHE_HOME", file.fileName().toLocal8Bit());
        QCOMPARE(historyFolder(), std::string());
    }

    void whatIsKeptLiesInTheStateDirectory_data()
    {
        QTest::addColumn<QByteArray>("state"); // @: a folder of the test's
        QTest::addColumn<QByteArray>("home");
        QTest::addColumn<QByteArray>("folder");
        const QByteArray ofState("@/watchkeeper/history");
        const QByteArray ofHome("@/.local/state/watchkeeper/history");
        QTest::newRow("as the user says") << QByteArray("@") << QByteArray("/absent") << ofState;
        QTest::newRow("as usual") << QByteArray() << QByteArray("@") << ofHome;
        QTest::newRow("a relative path is none") << QByteArray("state") << QByteArray("@") << ofHome;
        QTest::newRow("without a home there is none") << QByteArray() << QByteArray() << QByteArray();
        QTest::newRow("nor in one that is no path") << QByteArray() << QByteArray("here") << QByteArray();
        QTest::newRow("nor in one that cannot be") << QByteArray() << QByteArray("/dev/null") << QByteArray();
    }

    void whatIsKeptLiesInTheStateDirectory()
    {
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, home);
        QFETCH(QByteArray, folder);
        const QTemporaryDir mine(QDir::current().filePath(QStringLiteral("historyfolder-XXXXXX")));
        const QByteArray path = mine.path().toLocal8Bit();
        qputenv("XDG_STATE_HOME", state.replace('@', path));
        qputenv("HOME", home.replace('@', path));
        const auto kept = keptHistoryFolder();
        if (folder.isEmpty()) {
            QVERIFY(!kept.ok());
            QCOMPARE(kept.error().kind, ErrorKind::FileWriteFailed);
            QVERIFY(!kept.error().text.empty() && !kept.error().place.empty());
            return;
        }
        if (!kept && kept.error().text.find("no disk of this machine") != std::string::npos)
            QSKIP("this machine has no disk of its own here");
        QVERIFY2(kept.ok(), kept.ok() ? "" : describe(kept.error()).c_str());
        QCOMPARE(QByteArray::fromStdString(*kept), folder.replace('@', path));
        const auto root = JournalRoot::open(*kept);
        QVERIFY(root.ok());
    }

    void whatIsKeptIsOnADiskOfThisMachine()
    {
        const QTemporaryDir memory(QStringLiteral("/dev/shm/historyfolder-XXXXXX"));
        if (!memory.isValid() || QStorageInfo(memory.path()).fileSystemType() != "tmpfs")
            QSKIP("there is no disk in memory here");
        qputenv("XDG_STATE_HOME", memory.path().toLocal8Bit());
        const auto kept = keptHistoryFolder();
        QVERIFY(!kept.ok());
        QCOMPARE(kept.error().text, std::string("This directory is on no disk of this machine, but on tmpfs."));
        QCOMPARE(kept.error().place, memory.path().toStdString() + "/watchkeeper/history");
    }

private:
    static constexpr std::array Names{"XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME"};
    std::map<const char *, QByteArray> m_before;
};

} // namespace tst_historyfolder

WK_TEST(tst_historyfolder, HistoryFolderTest, NoApplication)
#include "tst_historyfolder.moc"
