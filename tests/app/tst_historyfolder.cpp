// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historyfolder.h"

#include "tests/support/testregistry.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_historyfolder {

using namespace wk;

class HistoryFolderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_before = qgetenv("XDG_CACHE_HOME"); }
    void cleanup() { qputenv("XDG_CACHE_HOME", m_before); }

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

private:
    QByteArray m_before;
};

} // namespace tst_historyfolder

WK_TEST(tst_historyfolder, HistoryFolderTest, NoApplication)
#include "tst_historyfolder.moc"
