// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/unifieddiff.h"

#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_unifieddiff {

using namespace wk;

namespace {

std::string randomText(std::mt19937_64 &random)
{
    std::string text;
    for (std::uint64_t i = 0, end = random() % 60; i < end; ++i)
        text += std::string(1, static_cast<char>('a' + random() % 6)) + '\n';
    return text;
}

/// What the diff makes of a text; empty where it does not fit.
QStringList applied(const QStringList &before, const QStringList &diff)
{
    QStringList after;
    qsizetype at = 0;
    for (const QString &line : diff.mid(2)) {
        if (line.startsWith(u"@@")) {
            const QStringList range = line.section(u' ', 1, 1).mid(1).split(u',');
            const qsizetype first = range.value(0).toInt() - (range.value(1) == u"0" ? 0 : 1);
            for (; at < first; ++at)
                after << before.value(at);
            continue;
        }
        if (!line.startsWith(u'+') && before.value(at++) != line.mid(1))
            return {};
        if (!line.startsWith(u'-'))
            after << line.mid(1);
    }
    return after + before.mid(at);
}

QStringList linesOf(const std::string &text)
{
    QStringList lines = QString::fromStdString(text).split(u'\n');
    lines.removeLast();
    return lines;
}

} // namespace

class TestUnifiedDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itReadsAsDiffWritesIt();
    void whatDidNotExistHasNoLines();
    void equalTextsHaveNone();
    void itMakesTheSecondTextOfTheFirst();
    void patchReadsIt();
};

void TestUnifiedDiff::itReadsAsDiffWritesIt()
{
    const auto diff = unifiedDiff("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\n",
                                  {"web.yaml\trv 1", "web.yaml\trv 2"});
    QVERIFY(diff);
    QCOMPARE(QString::fromStdString(*diff), QStringLiteral("--- web.yaml\trv 1\n+++ web.yaml\trv 2\n"
                                                           "@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n d\n e\n"
                                                           "@@ -8,4 +8,3 @@\n h\n i\n j\n-k\n"));
}

void TestUnifiedDiff::whatDidNotExistHasNoLines()
{
    QCOMPARE(QString::fromStdString(*unifiedDiff({}, "a\nb\n", {"/dev/null", "x"})),
             QStringLiteral("--- /dev/null\n+++ x\n@@ -0,0 +1,2 @@\n+a\n+b\n"));
}

void TestUnifiedDiff::equalTextsHaveNone()
{
    QCOMPARE(*unifiedDiff("a\n", "a\n", {"x", "y"}), std::string());
}

void TestUnifiedDiff::itMakesTheSecondTextOfTheFirst()
{
    std::mt19937_64 random(test::seed());
    for (int i = 0, end = test::rounds(2000); i < end; ++i) {
        const std::string before = randomText(random);
        const std::string after = randomText(random);
        const auto diff = unifiedDiff(before, after, {"x", "y"});
        QVERIFY(diff);
        if (before != after)
            QCOMPARE(applied(linesOf(before), linesOf(*diff)), linesOf(after));
    }
}

void TestUnifiedDiff::patchReadsIt()
{
    const QString patch = QStandardPaths::findExecutable(QStringLiteral("patch"));
    if (patch.isEmpty())
        QSKIP("patch is not installed");
    const std::string before = "a: 1\nb:\n- x\n- y\nc: 1\nd: 1\ne: 1\nf: 1\ng: 1\n";
    const std::string after = "b:\n- x\n- z\n- y\nc: 1\nd: 1\ne: 1\nf: 1\ng: 2\nh: 1\n";
    const QTemporaryDir folder;
    const auto write = [&folder](const char *name, const std::string &text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text.data(), qint64(text.size())) == qint64(text.size());
    };
    QVERIFY(write("web.yaml", before));
    QVERIFY(write("diff", *unifiedDiff(before, after, {"web.yaml\tresourceVersion 7", "web.yaml\tresourceVersion 8"})));
    QProcess program;
    program.setWorkingDirectory(folder.path());
    program.start(patch, {QStringLiteral("-i"), QStringLiteral("diff")});
    QVERIFY(program.waitForFinished());
    QVERIFY2(program.exitCode() == 0, program.readAllStandardOutput().constData());
    QFile file(folder.filePath(QStringLiteral("web.yaml")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray::fromStdString(after));
}

} // namespace tst_unifieddiff

WK_TEST(tst_unifieddiff, TestUnifiedDiff, QCoreApplication)
#include "tst_unifieddiff.moc"
