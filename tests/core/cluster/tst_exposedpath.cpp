// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/exposedpath.h"

#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_exposedpath {

using namespace wk;

class TestExposedPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatOthersCanReplaceIsFound_data();
    void whatOthersCanReplaceIsFound();
    void aLinkIsFollowedAndItsPlaceLookedAt();
    void whatIsAnothersIsExposed();
    void programsOfTheSystemAreNot();

private:
    std::string path(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)).toStdString(); }
    void mode(const char *name, mode_t bits) const { QCOMPARE(::chmod(path(name).c_str(), bits), 0); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestExposedPath::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("a/b")));
    QFile program(m_folder->filePath(QStringLiteral("a/b/p")));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.close();
    mode("a", 0755);
    mode("a/b", 0755);
    mode("a/b/p", 0755);
}

void TestExposedPath::whatOthersCanReplaceIsFound_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("bits");
    QTest::addColumn<QByteArray>("exposed");
    QTest::newRow("nothing") << QByteArray("a") << 0755 << QByteArray();
    QTest::newRow("the program, by all") << QByteArray("a/b/p") << 0757 << QByteArray("a/b/p");
    QTest::newRow("its folder, by all") << QByteArray("a/b") << 0757 << QByteArray("a/b");
    QTest::newRow("a folder above it, by all") << QByteArray("a") << 0757 << QByteArray("a");
    QTest::newRow("a folder where what is another's stays") << QByteArray("a") << 01777 << QByteArray();
    QTest::newRow("a program with that bit, which means nothing there")
        << QByteArray("a/b/p") << 01757 << QByteArray("a/b/p");
}

void TestExposedPath::whatOthersCanReplaceIsFound()
{
    QFETCH(QByteArray, name);
    QFETCH(int, bits);
    QFETCH(QByteArray, exposed);
    mode(name.constData(), mode_t(bits));
    QCOMPARE(exposedPart(path("a/b/p")), exposed.isEmpty() ? std::string() : path(exposed.constData()));
}

void TestExposedPath::aLinkIsFollowedAndItsPlaceLookedAt()
{
    QVERIFY(QFile::link(QStringLiteral("a/b/p"), m_folder->filePath(QStringLiteral("link"))));
    QCOMPARE(exposedPart(path("link")), std::string());
    mode("a/b", 0777);
    QCOMPARE(exposedPart(path("link")), path("a/b"));
    mode("a/b", 0755);
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("open")));
    mode("open", 0777);
    QVERIFY(QFile::link(QStringLiteral("../a/b/p"), m_folder->filePath(QStringLiteral("open/link"))));
    QCOMPARE(exposedPart(path("open/link")), path("open"));
}

void TestExposedPath::whatIsAnothersIsExposed()
{
    if (::geteuid() != 0)
        QSKIP("only root can give a file away");
    constexpr uid_t Nobody = 65534;
    QCOMPARE(::chown(path("a/b/p").c_str(), Nobody, Nobody), 0);
    QCOMPARE(exposedPart(path("a/b/p")), path("a/b/p"));
    QCOMPARE(::chown(path("a/b/p").c_str(), 0, Nobody), 0);
    QCOMPARE(exposedPart(path("a/b/p")), std::string());
    mode("a/b", 0775); // by root's own group, which has nobody else
    QCOMPARE(exposedPart(path("a/b/p")), std::string());
    QCOMPARE(::chown(path("a/b").c_str(), 0, Nobody), 0);
    QCOMPARE(exposedPart(path("a/b/p")), path("a/b"));
    QVERIFY(QFile::link(QStringLiteral("a/b/p"), m_folder->filePath(QStringLiteral("link"))));
    mode("a/b", 0755);
    QCOMPARE(::lchown(path("link").c_str(), Nobody, Nobody), 0);
    QCOMPARE(exposedPart(path("link")), path("link"));
}

void TestExposedPath::programsOfTheSystemAreNot()
{
    QCOMPARE(exposedPart("/bin/sh"), std::string());
    QCOMPARE(exposedPart("/usr/bin/env"), std::string());
}

} // namespace tst_exposedpath

WK_TEST(tst_exposedpath, TestExposedPath, QCoreApplication)
#include "tst_exposedpath.moc"
