// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"

#include <QDirIterator>
#include <QProcess>
#include <QTest>

namespace tst_hardening {

namespace {

QByteArray readelf(const QStringList &options,
                   const QString &file = QStringLiteral(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"))
{
    QProcess process;
    process.start(QStringLiteral("readelf"), options + QStringList{QStringLiteral("-W"), file});
    process.waitForFinished(60'000);
    return process.readAllStandardOutput();
}

/// The libraries that the program is linked of.
QStringList ownArchives()
{
    QStringList archives;
    for (const char *module : {"app", "core", "ui"}) {
        QDirIterator each(QStringLiteral(WATCHKEEPER_BINARY_DIR "/") + QLatin1String(module),
                          {QStringLiteral("libwk_*.a")}, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext())
            archives.append(each.next());
    }
    return archives;
}

/// Those objects of an archive that are not marked for indirect branches (IBT) and for the shadow stack (SHSTK).
QByteArrayList unmarkedOf(const QString &archive)
{
    QByteArrayList unmarked;
    const QByteArrayList objects = readelf({QStringLiteral("-n")}, archive).split('\n');
    QByteArray object;
    for (const QByteArray &line : objects) {
        if (line.startsWith("File: ")) {
            object = line.mid(6);
            unmarked.append(object);
        } else if (line.contains("x86 feature: IBT, SHSTK")) {
            unmarked.removeAll(object);
        }
    }
    return unmarked;
}

} // namespace

/// The program is built as SECURITY.md says (“How it is built”).
class TestHardening : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isPositionIndependentAndBoundAtStart();
    void noMemoryIsBothWritableAndExecutable();
    void stackAndCopiesAreChecked();
    void eachObjectOfOursMarksItsBranches();
};

void TestHardening::isPositionIndependentAndBoundAtStart()
{
    QVERIFY(readelf({QStringLiteral("-h")}).contains("DYN"));
    const QByteArray dynamic = readelf({QStringLiteral("-d")});
    QVERIFY(dynamic.contains("BIND_NOW") || dynamic.contains("NOW"));
    QVERIFY(readelf({QStringLiteral("-l")}).contains("GNU_RELRO"));
}

void TestHardening::noMemoryIsBothWritableAndExecutable()
{
    const QByteArray segments = readelf({QStringLiteral("-l")});
    QVERIFY(segments.contains("GNU_STACK"));
    QVERIFY(!segments.contains("RWE"));
}

void TestHardening::stackAndCopiesAreChecked()
{
    const QByteArray symbols = readelf({QStringLiteral("--dyn-syms")});
    QVERIFY(symbols.contains("__stack_chk_fail"));
    QVERIFY(symbols.contains("_chk@"));
}

/// A linker marks the program where all that it links is marked. Debian 12's start file (Scrt1.o of glibc 2.36) is not,
/// so the program cannot be; what we compile is, and where the start file is, so is the program.
void TestHardening::eachObjectOfOursMarksItsBranches()
{
    if (!readelf({QStringLiteral("-h")}).contains("X86-64"))
        QSKIP("branch marks: not an x86-64 build");
    const QStringList archives = ownArchives();
    QVERIFY2(archives.size() > 20, "all libraries are looked at");
    for (const QString &archive : archives) {
        const QByteArrayList unmarked = unmarkedOf(archive);
        QVERIFY2(unmarked.isEmpty(), unmarked.join(", ").constData());
    }
}

} // namespace tst_hardening

WK_TEST(tst_hardening, TestHardening, QCoreApplication)
#include "tst_hardening.moc"
