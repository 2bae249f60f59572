// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/recorddialog.h"
#include "app/recordings/windowrecorder.h"
#include "core/history/journal/recordingstart.h"
#include "core/recording/recorder.h"
#include "tests/e2e/windowdesk.h"
#include "tests/support/testregistry.h"
#include "ui/models/replay.h"
#include "ui/models/timetravel.h"
#include "ui/window/banner.h"
#include "ui/window/navigator.h"
#include "ui/window/recordingbar.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QScopeGuard>
#include <QTest>

#include <algorithm>

namespace tst_windowrecording {

using namespace wk;

namespace {

/// What the bar over the views says; empty where there is none.
QString barOf(const WindowProgram &program)
{
    const auto *bar = program.bench()->window().findChild<RecordingBar *>();
    return bar ? bar->text() : QString();
}

QString shownIn(const WindowProgram &program, std::size_t view)
{
    return program.bench()->views()[view].second->resultText();
}

bool isTold(const WindowProgram &program, const QString &words)
{
    const auto notes = program.bench()->window().findChildren<Banner *>();
    return std::ranges::any_of(notes, [&](const Banner *note) { return note->text().contains(words); });
}

/// Answers the dialog that asks what to record.
bool record(const WindowProgram &program, const QString &file)
{
    auto *dialog = program.bench()->window().findChild<RecordDialog *>();
    if (!dialog)
        return false;
    dialog->findChild<QLineEdit *>()->setText(file);
    QTest::keyClick(dialog, Qt::Key_Return);
    return !dialog->isVisible();
}

} // namespace

/// What a window sees is recorded, and looked at in a window.
class TestWindowRecording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qunsetenv("KUBECONFIG"); }
    void whatIsRecordedIsLookedAtAgain();
    void aRangeIsSaved();
    void whoOpensSomethingElseIsAskedFirst();
    void theLinesOfKubectlAreLookedAt();
    void whatCannotBeReadIsSaid();
    void whatIsNoRecordingLeavesTheWindowAsItIs();

private:
    std::unique_ptr<WindowProgram> startDemo(Desk &desk) const
    {
        WindowArguments arguments;
        arguments.cluster.demo = true;
        return desk.start(arguments);
    }
};

void TestWindowRecording::whatIsRecordedIsLookedAtAgain()
{
    Desk desk;
    const QString file = desk.folder.filePath(QStringLiteral("demo.wklog"));
    auto program = startDemo(desk);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY(barOf(*program).isEmpty());
    QVERIFY(press(program->bench()->window(), QStringLiteral("Record")));
    QVERIFY(record(*program, file));
    QTRY_VERIFY(press(program->bench()->window(), QStringLiteral("Stop recording")));
    QTRY_VERIFY_WITH_TIMEOUT(isTold(*program, file), 10'000);
    QCOMPARE(UiSettings(desk.store).recordings(), QStringList{file});

    QVERIFY(press(program->bench()->window(), QStringLiteral("Open it")));
    QTRY_VERIFY(barOf(*program).contains(QStringLiteral("demo.wklog")));
    QTRY_VERIFY(shownIn(*program, 0).contains(QStringLiteral("pods")));
    const QString pods = shownIn(*program, 0);
    EventLog log({.rows = SIZE_MAX, .bytes = SIZE_MAX});
    QVERIFY(restoreRecording(file.toStdString(), log));
    std::size_t recorded = 0;
    for (const auto &[watch, scope] : log.now().scopes())
        recorded += scope.resource.gvr.resource == "pods" ? log.now().lives().standingCount(watch) : 0;
    QVERIFY(recorded > 0);
    QCOMPARE(pods, QStringLiteral("%1 pods").arg(recorded));
    QVERIFY(barOf(*program).contains(QStringLiteral("demo.wklog")));
    QVERIFY(barOf(*program).contains(QStringLiteral("what looks like a secret is replaced")));
    QTRY_VERIFY(shownIn(*program, 1).contains(QStringLiteral("events")));
    QCOMPARE(program->bench()->window().windowTitle(), QStringLiteral("demo.wklog – Watchkeeper"));
    QCOMPARE(program->bench()->session().state(), SessionState::Idle);
    QVERIFY(!says(program->bench()->window(), QStringLiteral("Not connected")));

    // It happens again.
    MainWindow &window = program->bench()->window();
    QVERIFY(press(window, QStringLiteral("Replay")));
    QVERIFY(window.replay()->isPlaying());
    QVERIFY(window.state().playhead());
    window.replay()->setSpeed(1000);
    QTRY_VERIFY(!window.replay()->isPlaying());
    QVERIFY(!window.state().playhead());

    // A cluster is chosen again.
    program->open({QStringLiteral("demo")});
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY(barOf(*program).isEmpty());
}

void TestWindowRecording::aRangeIsSaved()
{
    Desk desk;
    const QString file = desk.folder.filePath(QStringLiteral("range.wklog"));
    auto program = startDemo(desk);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(program->bench()->history().now().facets().types[std::size_t(EntryType::Modified)] > 0,
                             20'000);
    const HistoryPtr history = program->bench()->history().newest();
    const TimeRange range{history->time(history->begin()), history->time(history->end() - 1)};
    Q_EMIT program->bench()->window().saveRangeAsked(range);
    QVERIFY(record(*program, file));
    QTRY_VERIFY_WITH_TIMEOUT(isTold(*program, file), 10'000);
    EventLog log({.rows = SIZE_MAX, .bytes = SIZE_MAX});
    QVERIFY(restoreRecording(file.toStdString(), log));
    QVERIFY(log.now().time(log.now().begin()) == range.from);
    QVERIFY(log.now().time(log.now().end() - 1) <= range.to);
    QCOMPARE(log.now().facets().types[std::size_t(EntryType::Modified)],
             history->facetsBefore(history->rowAfter(range.to)).types[std::size_t(EntryType::Modified)]);
}

void TestWindowRecording::whoOpensSomethingElseIsAskedFirst()
{
    Desk desk;
    const QString file = desk.folder.filePath(QStringLiteral("asked.wklog"));
    auto program = startDemo(desk);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    const QPointer<MainWindow> window = &program->bench()->window();
    QVERIFY(press(*window, QStringLiteral("Record")));
    QVERIFY(record(*program, file));
    QTRY_VERIFY(program->bench()->recorder().isRecording());

    Q_EMIT window->clustersChosen({QStringLiteral("demo")});
    QPointer<QMessageBox> box = window->findChild<QMessageBox *>();
    QVERIFY(box && box->text().contains(file));
    box->button(QMessageBox::Cancel)->click();
    QTRY_VERIFY(!box);
    QVERIFY(window);
    QVERIFY(program->bench()->recorder().isRecording());

    Q_EMIT window->clustersChosen({QStringLiteral("demo")});
    QVERIFY(press(*window, QStringLiteral("End the recording")));
    QTRY_VERIFY(!window);
    EventLog log({.rows = SIZE_MAX, .bytes = SIZE_MAX});
    QVERIFY(restoreRecording(file.toStdString(), log));
    QVERIFY(log.now().size() > 0);
    QVERIFY(!program->bench()->recorder().isRecording());
}

void TestWindowRecording::theLinesOfKubectlAreLookedAt()
{
    const auto line = [](const char *type, const char *name, const char *phase) -> QByteArray {
        return QByteArray(R"({"type":")") + type +
               R"(","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
               R"(","namespace":"web","uid":")" + name +
               R"(-1","resourceVersion":"7","creationTimestamp":"2026-11-20T10:00:00Z"},"status":{"phase":")" + phase +
               "\"}}}\n";
    };
    Desk desk;
    QVERIFY(QDir(desk.folder.path()).mkdir(QStringLiteral("tmp")));
    const QDir temporary(desk.folder.filePath(QStringLiteral("tmp")));
    qputenv("TMPDIR", temporary.path().toUtf8());
    const auto usual = qScopeGuard([] { qunsetenv("TMPDIR"); });
    auto program = startDemo(desk);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    const auto before = temporary.entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    program->openRecording(
        desk.write(QStringLiteral("pods.jsonl"),
                   line("ADDED", "a", "Pending") + line("ADDED", "b", "Pending") + line("MODIFIED", "a", "Running")));
    QTRY_COMPARE(shownIn(*program, 0), QStringLiteral("2 pods"));
    QTRY_COMPARE(shownIn(*program, 1), QStringLiteral("4 events")); // the list, its two objects, the change
    QVERIFY(barOf(*program).contains(QStringLiteral("pods.jsonl")));
    QVERIFY(barOf(*program).contains(QStringLiteral("do not say when they came")));
    // What was made of them has no name, and is read all the same.
    QCOMPARE(temporary.entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
    const HistorySnapshot &history = program->bench()->history().now();
    QVERIFY(history.json(*history.object(history.end() - 1)).find("Running") != std::string::npos);
}

void TestWindowRecording::whatCannotBeReadIsSaid()
{
    Desk desk;
    auto program = startDemo(desk);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    // By its beginning it could be a list.
    program->openRecording(desk.write(
        QStringLiteral("cut.json"), "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[" + QByteArray(2 << 20, ' ')));
    QTRY_VERIFY(says(program->bench()->window(), QStringLiteral("The recording cannot be read")));
    // One in which nobody told anything.
    const QString empty = desk.folder.filePath(QStringLiteral("empty.wklog"));
    QVERIFY(Recorder({.path = empty.toStdString()}).finish());
    program->openRecording(empty);
    QTRY_VERIFY(says(program->bench()->window(), QStringLiteral("There is nothing in this recording")));
}

void TestWindowRecording::whatIsNoRecordingLeavesTheWindowAsItIs()
{
    Desk desk;
    auto program = startDemo(desk);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    program->openRecording(desk.write(QStringLiteral("other.wklog"), "something else"));
    const auto *box = program->bench()->window().findChild<QMessageBox *>();
    QVERIFY(box && box->text().contains(QStringLiteral("other.wklog")));
    QCOMPARE(box->textFormat(), Qt::PlainText);
    QVERIFY(isLive(*program));
    QVERIFY(barOf(*program).isEmpty());
    QVERIFY(UiSettings(desk.store).recordings().isEmpty());
}

} // namespace tst_windowrecording

WK_TEST(tst_windowrecording, TestWindowRecording, QApplication)
#include "tst_windowrecording.moc"
