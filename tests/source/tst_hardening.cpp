// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"

#include <QProcess>
#include <QTest>

namespace tst_hardening {

namespace {

QByteArray readelf(const QStringList &options)
{
    QProcess process;
    process.start(QStringLiteral("readelf"),
                  options +
                      QStringList{QStringLiteral("-W"), QStringLiteral(WATCHKEEPER_BINARY_DIR "/app/watchkeeper")});
    process.waitForFinished(60'000);
    return process.readAllStandardOutput();
}

} // namespace

/// The program is built as SECURITY.md's rule S31 says.
class TestHardening : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isPositionIndependentAndBoundAtStart();
    void noMemoryIsBothWritableAndExecutable();
    void stackAndCopiesAreChecked();
    void branchesAreMarked();
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

void TestHardening::branchesAreMarked()
{
    if (!readelf({QStringLiteral("-h")}).contains("X86-64"))
        QSKIP("branch marks: not an x86-64 build");
    if (readelf({QStringLiteral("-p"), QStringLiteral(".comment")}).contains("mold"))
        QSKIP("branch marks: linked by mold, which leaves them out; a release is not");
    QVERIFY(readelf({QStringLiteral("-n")}).contains("IBT"));
}

} // namespace tst_hardening

WK_TEST(tst_hardening, TestHardening, QCoreApplication)
#include "tst_hardening.moc"
