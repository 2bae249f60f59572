// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recordingjournal.h"
#include "core/history/journal/recordingstart.h"
#include "core/history/rows/historywriter.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/fixtures.h"
#include "tests/support/testprocess.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <sstream>
#include <thread>

namespace tst_historykilled {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

/// What a history may lack that was killed: what waits for the next snapshot (WriteEvery), and for a busy machine.
constexpr auto Lost = 2s; // on a machine that does much else; the figure says how much it is

std::int64_t nowMicroseconds()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// As a HistoryTeller knows a log.
struct Told {
    HistoryWriter &writer;

    void setWatch(WatchId watch, const WatchScope &scope) { writer.opened(watch, {}, scope); }
    void closeWatch(WatchId watch, WallTime time) { writer.closed(watch, time); }
    void append(const EntryPtr &entry) { writer.told({entry}); }
};

std::string recordingIn(const QString &folder)
{
    return folder.toStdString() + "/all.wklog";
}

HistoryFiles filesFor(const QString &folder, bool isRecorded)
{
    if (!isRecorded)
        return filesIn(folder);
    HistoryFiles files;
    files.recording = RecordingOptions{.path = recordingIn(folder)};
    return files;
}

/// Tells a history that is kept for ever, some 20,000 rows a second, and how much of it when.
void writeForEver(TestProcess::Line &line, std::uint64_t seed, const QString &folder, bool isRecorded)
{
    HistoryWriter writer({}, [](const HistoryPtr &) {});
    writer.keepIn([&]() -> Result<HistoryFiles> { return filesFor(folder, isRecorded); });
    HistoryTeller teller(seed);
    Told told{writer};
    for (std::uint64_t count = 0;;) {
        for (int i = 0; i < 60; ++i, ++count)
            teller.tell(told);
        line.say(std::to_string(count) + ' ' + std::to_string(nowMicroseconds()));
        std::this_thread::sleep_for(4ms);
    }
}

/// How much had been told when.
struct Report {
    std::uint64_t count = 0;
    std::int64_t time = 0;
};

std::optional<Report> reportOf(const std::string &line)
{
    std::istringstream words(line);
    Report report;
    return words >> report.count >> report.time ? std::optional(report) : std::nullopt;
}

/// What was lost when it was killed.
struct Loss {
    QString wrong{};
    RowId rows = 0;
    std::int64_t microseconds = 0;
};

/// What was told, and what is there again.
Loss lossOf(std::uint64_t seed, const std::vector<Report> &reports, std::int64_t killed, const HistorySnapshot &found)
{
    HistoryTeller teller(seed);
    EventLog told;
    std::vector<HistoryPtr> same{told.snapshot()}; // of as many rows; a watch may have been opened in between
    Loss loss;
    std::uint64_t count = 0;
    for (const Report &report : reports) {
        for (; count < report.count; ++count) {
            teller.tell(told);
            if (told.now().end() == found.end())
                same.push_back(told.snapshot());
        }
        if (told.now().end() > found.end())
            loss.microseconds = std::max(loss.microseconds, killed - report.time);
    }
    if (told.now().end() <= found.end()) { // it was told, and not reported
        for (int i = 0; i < 60 && told.now().end() <= found.end(); ++i) {
            teller.tell(told);
            same.push_back(told.snapshot());
        }
    }
    loss.rows = told.now().end() - std::min(found.end(), told.now().end());
    // That a watch was opened is said before the rows that were told behind it, of which the last may be lost.
    std::erase_if(
        same, [&found](const HistoryPtr &one) { return one->end() != found.end() || one->scopes() != found.scopes(); });
    for (const HistoryPtr &one : same) {
        loss.wrong = difference(*one, found, 31, 7);
        if (loss.wrong.isEmpty())
            break;
    }
    const HistoryPtr all = told.snapshot();
    for (RowId row = 0; row < found.end() && loss.wrong.isEmpty(); ++row) {
        const ObjectPtr object = all->object(row);
        const ObjectPtr again = found.object(row);
        const bool isKept = object && !all->revision(row).isNull();
        const bool isSame = all->time(row) == found.time(row) && all->type(row) == found.type(row) &&
                            all->name(row) == found.name(row) && all->version(row) == found.version(row) &&
                            all->watch(row) == found.watch(row) && !object == !again &&
                            (!object || object->uid == again->uid) &&
                            (!isKept || all->json(*object) == found.json(*again));
        if (!isSame)
            loss.wrong = QStringLiteral("row %1").arg(row);
    }
    return loss;
}

} // namespace

class TestHistoryKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasToldAMomentBeforeIsThereAgain_data();
    void whatWasToldAMomentBeforeIsThereAgain();

private:
    QTemporaryDir m_directory;
};

void TestHistoryKilled::whatWasToldAMomentBeforeIsThereAgain_data()
{
    QTest::addColumn<bool>("isRecorded");
    QTest::newRow("a set of files") << false;
    QTest::newRow("a recording") << true;
}

void TestHistoryKilled::whatWasToldAMomentBeforeIsThereAgain()
{
    QFETCH(bool, isRecorded);
    std::mt19937_64 random(seed());
    Loss worst;
    RowId most = 0;
    for (int kill = 0, end = std::min(rounds(50), 500); kill < end; ++kill) {
        const QString folder = m_directory.filePath(QString::number(kill));
        QVERIFY(QDir().mkdir(folder));
        const std::uint64_t seed = random();
        const std::int64_t time = nowMicroseconds() + std::int64_t(60'000 + random() % 300'000);
        std::vector<Report> reports;
        TestProcess process([&](TestProcess::Line &line) { writeForEver(line, seed, folder, isRecorded); });
        while (nowMicroseconds() < time) {
            const auto report = reportOf(process.hear());
            QVERIFY2(report, "it ended by itself");
            reports.push_back(*report);
        }
        const std::int64_t killed = nowMicroseconds();
        process.kill();
        while (const auto report = reportOf(process.hear()))
            reports.push_back(*report);
        EventLog found;
        std::vector<HistoryRecovery::Damage> damages;
        std::vector<std::unique_ptr<RevisionBodies>> bodies;
        if (isRecorded) {
            // That nothing can be opened is a loss like another: right where it began a moment before.
            auto opened = restoreRecording(RecordingJournal::partOf(recordingIn(folder)), found);
            if (opened) {
                RestoredRecording recording = std::move(opened).value();
                damages = std::move(recording.damages);
                bodies = std::move(recording.bodies);
            }
        } else {
            JournalStart start = startJournal(filesIn(folder), found);
            QVERIFY(start.unread.empty());
            damages = std::move(start.damages);
            for (auto &[cluster, kept] : start.bodies)
                bodies.push_back(std::move(kept));
        }
        QVERIFY(damages.empty());
        const Loss loss = lossOf(seed, reports, killed, *found.snapshot());
        QVERIFY2(loss.wrong.isEmpty(), qPrintable(loss.wrong));
        QVERIFY2(loss.microseconds < std::chrono::microseconds(Lost).count(),
                 qPrintable(QStringLiteral("%1 µs, %2 rows").arg(loss.microseconds).arg(loss.rows)));
        worst.rows = std::max(worst.rows, loss.rows);
        worst.microseconds = std::max(worst.microseconds, loss.microseconds);
        most = std::max(most, found.now().end());
        QVERIFY(QDir(folder).removeRecursively());
    }
    qInfo("of up to %llu rows at most the last %llu were missing, of the last %.1f ms",
          static_cast<unsigned long long>(most), static_cast<unsigned long long>(worst.rows),
          double(worst.microseconds) / 1000);
}

} // namespace tst_historykilled

WK_TEST(tst_historykilled, TestHistoryKilled, QCoreApplication)
#include "tst_historykilled.moc"
