// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/historyscript.h"
#include "tests/core/history/journaledlog.h"
#include "tests/core/history/toldrows.h"
#include "tests/support/fixtures.h"
#include "tests/support/testprocess.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_filesgone {

using namespace wk;
using namespace wk::test;

namespace {

constexpr RowId Rows = 6 * EventLog::ChunkRows;
constexpr RowId AtOnce = 500;
constexpr RowId Harmed = 2 * EventLog::ChunkRows + 900;
constexpr RowId Undone = 4 * EventLog::ChunkRows + 100;

/// What somebody does to a folder, and what undoes it.
struct Harm {
    void (*harm)(const QString &folder) = nullptr;
    void (*undo)(const QString &folder) = nullptr;
};

void nothing(const QString &) {}

/// Tells all, while somebody does that; the journal tries again with each step.
std::optional<Error> tellThrough(const QString &folder, const HistoryScript &script, const Harm &harm)
{
    JournaledLog kept({}, filesIn(folder), 64 * limits::MiB);
    std::optional<Error> first;
    std::size_t line = 0;
    for (RowId row = AtOnce; row < Rows + AtOnce; row += AtOnce) {
        if (kept.journal->error())
            kept.journal->tryAgain();
        script.tellTo(std::min(row, Rows), line, kept.log);
        kept.write();
        kept.sync();
        first = first ? first : kept.journal->error();
        if (row <= Harmed && row + AtOnce > Harmed)
            harm.harm(folder);
        if (row <= Undone && row + AtOnce > Undone)
            harm.undo(folder);
    }
    kept.journal->tryAgain();
    kept.write();
    kept.sync();
    return kept.journal->error() ? Error{ErrorKind::TooLarge, "It fails still.", {}} : first;
}

} // namespace

/// What becomes of a history whose files or folder somebody takes away: fault matrix D2.
class TestFilesGone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsRemovedIsSaidAndWhatComesThenIsThere_data();
    void whatIsRemovedIsSaidAndWhatComesThenIsThere();
    void aTailThatIsRemovedIsBegunAnew();
    void aFolderThatMayNotBeWrittenIsSaidAndLosesNothing();

private:
    std::optional<HistoryScript> m_script;
    HistoryPtr m_told;
};

void TestFilesGone::initTestCase()
{
    m_script.emplace(seed(), Rows);
    EventLog log;
    std::size_t line = 0;
    m_script->tellTo(Rows, line, log);
    m_told = log.snapshot();
}

void TestFilesGone::whatIsRemovedIsSaidAndWhatComesThenIsThere_data()
{
    QTest::addColumn<Harm>("harm");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<RowId>("since"); // all rows from then on are there
    const auto nothingIsLost = RowId(0);
    const QByteArray gone("Somebody has removed it.");
    QTest::newRow("nothing") << Harm{nothing, nothing} << QByteArray() << nothingIsLost;
    QTest::newRow("the segment") << Harm{[](const QString &folder) {
                                             QFile::remove(folder + QStringLiteral("/a.000001.wklog"));
                                         },
                                         nothing}
                                 << gone << 2 * EventLog::ChunkRows;
    QTest::newRow("all files") << Harm{[](const QString &folder) {
                                           for (const QString &name : QDir(folder).entryList(QDir::Files))
                                               QFile::remove(folder + QLatin1Char('/') + name);
                                       },
                                       nothing}
                               << gone << 2 * EventLog::ChunkRows;
    QTest::newRow("the folder") << Harm{[](const QString &folder) { QDir(folder).removeRecursively(); },
                                        [](const QString &folder) { QDir().mkdir(folder); }}
                                << gone << 2 * EventLog::ChunkRows;
    QTest::newRow("the folder, which comes back")
        << Harm{[](const QString &folder) { QDir().rename(folder, folder + QStringLiteral("-away")); },
                [](const QString &folder) { QDir().rename(folder + QStringLiteral("-away"), folder); }}
        << QByteArray("No such file or directory.") << nothingIsLost;
}

void TestFilesGone::whatIsRemovedIsSaidAndWhatComesThenIsThere()
{
    QFETCH(const Harm, harm);
    QFETCH(const QByteArray, says);
    QFETCH(const RowId, since);
    const QTemporaryDir directory;
    const QString folder = directory.filePath(QStringLiteral("history"));
    QVERIFY(QDir().mkdir(folder));
    const std::optional<Error> error = tellThrough(folder, *m_script, harm);
    QCOMPARE(QByteArray::fromStdString(error ? error->text : std::string()), says);
    QVERIFY(!error || (error->kind == ErrorKind::FileWriteFailed && error->place.starts_with(folder.toStdString())));
    const JournaledLog read({}, filesIn(folder));
    QVERIFY(read.unread.empty() && read.damages.empty());
    const HistorySnapshot &found = read.log.now();
    QVERIFY2(found.size() >= m_told->end() - since, qPrintable(QString::number(found.size())));
    for (RowId back = 1; back <= m_told->end() - since; ++back)
        QVERIFY(isSameRow(*m_told, m_told->end() - back, found, found.end() - back));
    const QString wrong = test::wrong(*m_told, found, 41, Texts::AreThere);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestFilesGone::aTailThatIsRemovedIsBegunAnew()
{
    const QTemporaryDir folder;
    JournaledLog kept({}, filesIn(folder.path()));
    std::size_t line = 0;
    for (RowId row = 100; row <= 300; row += 100) {
        m_script->tellTo(row, line, kept.log);
        kept.write();
        if (row == 200)
            QVERIFY(QFile::remove(folder.filePath(QStringLiteral("a.999999.tail"))));
        kept.sync();
        QVERIFY(!kept.journal->error());
        const JournaledLog read({}, filesIn(folder.path()));
        QCOMPARE(read.log.now().end(), kept.log.now().end());
    }
}

/// In a process of a user who may do less than root.
void TestFilesGone::aFolderThatMayNotBeWrittenIsSaidAndLosesNothing()
{
    constexpr uid_t Nobody = 65534;
    const QTemporaryDir directory;
    const QString folder = directory.filePath(QStringLiteral("history"));
    QVERIFY(QDir().mkdir(folder));
    const bool isRoot = ::geteuid() == 0;
    for (const QString &path : {directory.path(), folder})
        QVERIFY(!isRoot || ::chown(path.toStdString().c_str(), Nobody, Nobody) == 0);
    TestProcess program([&](TestProcess::Line &line) {
        if (isRoot && ::seteuid(Nobody) != 0)
            return line.say("may not be another");
        const Harm harm{[](const QString &path) { ::chmod(path.toStdString().c_str(), 0500); },
                        [](const QString &path) { ::chmod(path.toStdString().c_str(), 0700); }};
        const std::optional<Error> error = tellThrough(folder, *m_script, harm);
        line.say(error ? error->text : "ok");
    });
    QCOMPARE(program.hear(), std::string("Permission denied."));
    const JournaledLog read({}, filesIn(folder));
    QVERIFY(read.unread.empty() && read.damages.empty());
    QCOMPARE(read.log.now().end(), m_told->end());
    const QString wrong = test::wrong(*m_told, read.log.now(), 41, Texts::AreThere);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

} // namespace tst_filesgone

WK_TEST(tst_filesgone, TestFilesGone, QCoreApplication)
#include "tst_filesgone.moc"
