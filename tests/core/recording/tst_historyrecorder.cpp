// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/historyrecorder.h"

#include "core/history/journal/recordingjournal.h"
#include "core/history/journal/recordingstart.h"
#include "core/history/logsink.h"
#include "core/recording/recordingfollower.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>

namespace tst_historyrecorder {

using namespace wk;
using namespace wk::test;

namespace {

constexpr EventLog::Bounds Boundless{.rows = SIZE_MAX, .bytes = SIZE_MAX};

/// A history that a recording was read into, with what keeps it.
struct Opened {
    explicit Opened(const std::string &path)
        : file(restoreRecording(path, log))
    {}
    const HistorySnapshot &now() const { return log.now(); }

    EventLog log{Boundless};
    Result<RestoredRecording> file;
};

/// What the rows of a history say.
std::vector<std::string> rowsOf(const HistorySnapshot &history, RowId first)
{
    std::vector<std::string> rows;
    for (RowId row = first; row < history.end(); ++row) {
        const ObjectPtr object = history.object(row);
        rows.push_back(std::string(history.typeName(row)) + ' ' + std::string(history.name(row)) + ' ' +
                       history.version(row) + ' ' +
                       (object && !object->body.isNull() ? history.json(*object) : std::string()));
    }
    return rows;
}

} // namespace

class TestHistoryRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatComesIsInTheFileBehindWhatStood();
    void aRangeIsWhatCameInIt();
    void whatFellOffBeforeItWasWrittenIsAGap();
    void aFileThatCannotBeWrittenIsSaid();
    void whatIsBeingWrittenIsFollowedToItsEnd();

private:
    std::string path(const char *name) const { return m_directory.filePath(QString::fromLatin1(name)).toStdString(); }

    QTemporaryDir m_directory;
};

void TestHistoryRecorder::whatComesIsInTheFileBehindWhatStood()
{
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    for (int i = 0; i < 500; ++i)
        teller.tell(log);
    const RowId begin = log.now().end();
    std::atomic<bool> hasEnded = false;
    HistoryRecorder recorder({.path = path("all.wklog"), .secrets = EntryCopier::Secrets::Kept}, {},
                             {log.snapshot(), begin, teller.time()}, [&] { hasEnded = true; });
    for (int i = 0, end = rounds(3000); i < end; ++i) {
        teller.tell(log);
        if (teller.below(20) == 0)
            recorder.follow(log.snapshot());
    }
    recorder.finish(log.snapshot(), log.now().end(), teller.time());
    recorder.wait();
    QVERIFY(hasEnded);
    const auto progress = recorder.progress();
    QVERIFY2(progress.result && *progress.result, "it failed");
    QCOMPARE(progress.next, log.now().end());
    const Opened opened(path("all.wklog"));
    QVERIFY(opened.file);
    const RowId stood = opened.now().end() - (log.now().end() - begin);
    QCOMPARE(rowsOf(opened.now(), stood), rowsOf(log.now(), begin));
    for (RowId row = 0; row < stood; ++row)
        QVERIFY(opened.now().isListed(row) || opened.now().type(row) == EntryType::List);
    QVERIFY(opened.now().openWatches().empty());
}

void TestHistoryRecorder::aRangeIsWhatCameInIt()
{
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    for (int i = 0, end = rounds(3000); i < end; ++i)
        teller.tell(log);
    const WallTime from = log.now().time(log.now().end() / 3);
    const WallTime to = log.now().time(log.now().end() / 3 * 2);
    const RowId first = log.now().rowAfter(from - std::chrono::microseconds(1));
    const RowId end = log.now().rowAfter(to);
    HistoryRecorder recorder({.path = path("range.wklog"), .secrets = EntryCopier::Secrets::Kept}, {},
                             {log.snapshot(), first, from}, [] {});
    recorder.finish(log.snapshot(), end, to);
    recorder.follow(log.snapshot()); // it is over
    recorder.wait();
    const Opened opened(path("range.wklog"));
    QVERIFY(opened.file);
    auto expected = rowsOf(log.now(), first);
    expected.resize(end - first);
    QCOMPARE(rowsOf(opened.now(), opened.now().end() - (end - first)), expected);
    QVERIFY(opened.now().time(0) == from);
}

void TestHistoryRecorder::whatFellOffBeforeItWasWrittenIsAGap()
{
    EventLog log({.rows = 2 * EventLog::ChunkRows});
    WatchScope pods;
    pods.resource.gvr = {"", "v1", "pods"};
    pods.resource.kind = "Pod";
    log.setWatch(1, pods);
    log.append(listEntry(1, {object("web", "a", "1")}));
    HistoryRecorder recorder({.path = path("lost.wklog")}, {}, {log.snapshot(), log.now().end(), Start}, [] {});
    QTRY_VERIFY(recorder.progress().rows > 0); // what stood
    for (int version = 2; version < int(4 * EventLog::ChunkRows); ++version) {
        log.append(entry(1, EntryType::Modified, object("web", "a", std::to_string(version))));
        while (log.step()) {
        }
    }
    QVERIFY(log.now().begin() > 0);
    recorder.finish(log.snapshot(), log.now().end(), Start);
    recorder.wait();
    const Opened opened(path("lost.wklog"));
    std::vector<std::string> words;
    for (RowId row = 0; row < 5; ++row)
        words.emplace_back(opened.now().typeName(row));
    QCOMPARE(words, (std::vector<std::string>{"LIST", "LISTED", "GAP", "LIST", "LISTED"}));
    QCOMPARE(opened.now().entry(2)->gap.reason, std::string("the disk was too slow"));
    QCOMPARE(opened.now().end() - 5, log.now().end() - log.now().begin());
}

void TestHistoryRecorder::aFileThatCannotBeWrittenIsSaid()
{
    EventLog log(Boundless);
    HistoryRecorder recorder({.path = path("no/such/folder.wklog")}, {}, {log.snapshot(), 0, Start}, [] {});
    recorder.finish(log.snapshot(), 0, Start);
    recorder.wait();
    const auto progress = recorder.progress();
    QVERIFY(progress.result && !*progress.result);
    QCOMPARE(progress.result->error().kind, ErrorKind::FileWriteFailed);
}

void TestHistoryRecorder::whatIsBeingWrittenIsFollowedToItsEnd()
{
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    for (int i = 0; i < 300; ++i)
        teller.tell(log);
    HistoryRecorder recorder({.path = path("grows.wklog"), .secrets = EntryCopier::Secrets::Kept}, {},
                             {log.snapshot(), log.now().end(), teller.time()}, [] {});
    const std::string part = RecordingJournal::partOf(path("grows.wklog"));
    const auto hasBegun = [&part] { // its head is there
        EventLog log(Boundless);
        return restoreRecording(part, log, {.end = RecordingReading::End::Present}).ok();
    };
    QTRY_VERIFY(hasBegun());
    EventLog followed(Boundless);
    LogSink sink(followed);
    const auto begun = restoreRecording(part, followed, {.end = RecordingReading::End::Present});
    QVERIFY(begun);
    RecordingFollower follower(part, followed.now(), sink);
    for (int i = 0, end = rounds(3000); i < end; ++i) {
        teller.tell(log);
        if (teller.below(100) == 0) {
            recorder.follow(log.snapshot());
            QVERIFY(follower.look());
        }
    }
    recorder.finish(log.snapshot(), log.now().end(), teller.time());
    recorder.wait();
    QVERIFY(!follower.look());
    QCOMPARE(follower.path(), path("grows.wklog"));
    const Opened opened(path("grows.wklog"));
    QCOMPARE(followed.now().end(), opened.now().end());
    const auto told = rowsOf(followed.now(), 0);
    const auto there = rowsOf(opened.now(), 0);
    for (std::size_t row = 0; row < told.size(); ++row)
        QCOMPARE(told[row], there[row]);
    QVERIFY(!followed.now().openWatches().empty()); // for whoever looks at it it is the present
}

} // namespace tst_historyrecorder

WK_TEST(tst_historyrecorder, TestHistoryRecorder, QCoreApplication)
#include "tst_historyrecorder.moc"
