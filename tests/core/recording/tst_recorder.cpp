// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorder.h"

#include "core/history/journal/recordingjournal.h"
#include "core/history/journal/recordingstart.h"
#include "core/recording/redactor.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_recorder {

using namespace wk;
using namespace wk::test;
using Secrets = EntryCopier::Secrets;

namespace {

constexpr EventLog::Bounds Boundless{.rows = SIZE_MAX, .bytes = SIZE_MAX};

/// As a HistoryTeller knows a log: both are told the same.
struct Both {
    Recorder &recorder;
    EventLog &log;
    EntryCopier copier{Secrets::Kept};
    bool isEqual = true;

    void setWatch(WatchId watch, const WatchScope &scope)
    {
        recorder.opened(watch, {}, scope);
        copier.setWatch(watch, scope);
        log.setWatch(watch, scope);
    }
    void closeWatch(WatchId watch, WallTime time)
    {
        recorder.closed(watch, time);
        log.closeWatch(watch, time);
    }
    void append(const EntryPtr &entry)
    {
        recorder.told({entry});
        const EntryPtr copy = copier.copy(*entry);
        isEqual = isEqual && isCopyOf(*copy, *entry);
        log.append(copy);
    }
    static bool isCopyOf(const Entry &copy, const Entry &entry)
    {
        const auto isSame = [](const ObjectPtr &one, const ObjectPtr &other) {
            return !one == !other &&
                   (!one || (one->name == other->name && one->uid == other->uid && one->version == other->version &&
                             one->cells == other->cells && one->body.object() == other->body.object()));
        };
        const bool areLists = !copy.objects == !entry.objects;
        return areLists && isSame(copy.object, entry.object) && isSame(copy.previous, entry.previous) &&
               copy.type == entry.type && (!copy.objects || std::ranges::equal(*copy.objects, *entry.objects, isSame));
    }
};

EntryPtr podEntry(RevisionBodies &bodies, int number, EntryType type, const std::string &secret)
{
    auto pod = object("web", "pod-" + std::to_string(number), std::to_string(number + 1));
    const std::string json =
        "{\"metadata\":{\"name\":\"pod\"},\"spec\":{\"containers\":[{\"env\":[{\"name\":\"A\",\"value\":\"" + secret +
        "\"}],\"args\":[\"--password=" + secret + "\"]}]}}";
    pod->body = bodies.writer({"", "v1", "pods"})->keep({pod->uid, json, json});
    pod->cells = Cells{std::string_view("pod"), std::string_view("token=" + secret)};
    auto made = entry(1, type, pod);
    made->line = "{\"token\":\"x\", token=" + secret + "}";
    return made;
}

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsToldIsInTheFile();
    void anyMomentIsAsItWas_data();
    void anyMomentIsAsItWas();
    void noSecretIsInAnyFile();
    void aRingKeepsTheNewest();
    void aFileThatIsThereIsLeftAlone();
    void aFileThatIsMadeShorterWhileItIsOpenIsDamaged();

private:
    std::string path(const char *name) const { return m_directory.filePath(QString::fromLatin1(name)).toStdString(); }

    QTemporaryDir m_directory;
};

void TestRecorder::whatIsToldIsInTheFile()
{
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    {
        Recorder recorder({.path = path("all.wklog"), .secrets = Secrets::Kept});
        Both both{recorder, log};
        for (int i = 0, end = rounds(9000); i < end; ++i)
            teller.tell(both);
        const auto finished = recorder.finish();
        QVERIFY2(finished, finished ? "" : finished.error().text.c_str());
        QCOMPARE(recorder.progress().rows, std::uint64_t(log.now().end()));
        QVERIFY(both.isEqual);
    }
    QCOMPARE(QDir(m_directory.path()).entryList({QStringLiteral("all*")}, QDir::Files),
             QStringList{QStringLiteral("all.wklog")});
    EventLog opened(Boundless);
    const auto recording = restoreRecording(path("all.wklog"), opened);
    QVERIFY(recording && !recording->note->isRedacted);
    const QString wrong = difference(*log.snapshot(), opened.now(), 7, 3);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestRecorder::anyMomentIsAsItWas_data()
{
    QTest::addColumn<bool>("isRedacted");
    QTest::newRow("all that came") << false;
    QTest::newRow("but for what was replaced") << true;
}

/// Rows, what stood in tables, lives and counts, at a hundred times.
void TestRecorder::anyMomentIsAsItWas()
{
    QFETCH(const bool, isRedacted);
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    const std::string file = path(isRedacted ? "redacted-moments.wklog" : "moments.wklog");
    {
        Recorder recorder({.path = file, .secrets = isRedacted ? Secrets::Redacted : Secrets::Kept});
        Both both{recorder, log};
        for (int i = 0, end = rounds(6000); i < end; ++i)
            teller.tell(both);
        QVERIFY(recorder.finish());
        QCOMPARE(recorder.replaced() > 0, isRedacted);
    }
    EventLog opened(Boundless);
    QVERIFY(restoreRecording(file, opened));
    const HistoryPtr live = log.snapshot();
    const HistoryPtr recorded = opened.snapshot();
    std::vector<RowId> before;
    std::vector<RowId> after;
    const auto first = live->time(0);
    const auto length = std::size_t((live->time(live->end() - 1) - first).count()) + 1;
    for (int i = 0; i < 100; ++i) {
        const WallTime time = first + WallTime::duration(teller.below(length));
        before.push_back(live->rowAfter(time));
        after.push_back(recorded->rowAfter(time));
    }
    QCOMPARE(before, after);
    Redactor redactor;
    // Which of the values it is depends on what was replaced before.
    const auto withoutNumbers = [](const std::string &json) {
        static const QRegularExpression Number(QStringLiteral("·[0-9]+›"));
        return QString::fromStdString(json).replace(Number, QStringLiteral("›")).toStdString();
    };
    const auto redacted = [&](const std::string &json) {
        return withoutNumbers(isRedacted ? redactor.ofObject(json).value_or(json) : json);
    };
    const QString wrong =
        difference(HistoryDigest(*live, before, redacted), HistoryDigest(*recorded, after, withoutNumbers));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestRecorder::noSecretIsInAnyFile()
{
    RevisionBodies bodies;
    QStringList secrets;
    Recorder recorder({.path = path("redacted.wklog"), .filter = "kind:Pod"});
    recorder.opened(1, {}, scope("Pod"));
    for (int i = 0; i < 40; ++i) {
        secrets << QStringLiteral("s3cr3t-%1-of-mine").arg(i);
        recorder.told(
            {podEntry(bodies, i / 2, i % 2 ? EntryType::Modified : EntryType::Added, secrets.last().toStdString())});
    }
    auto broken = entry(1, EntryType::Gap);
    broken->gap.reason = "GET https://robot:" + secrets.last().toStdString() + "@host failed";
    recorder.told({broken});
    const auto contents = [this] {
        QByteArray all;
        for (const QFileInfo &info :
             QDir(m_directory.path()).entryInfoList({QStringLiteral("redacted*")}, QDir::Files)) {
            QFile file(info.filePath());
            if (file.open(QIODevice::ReadOnly))
                all += file.readAll();
        }
        return all;
    };
    const auto isAnyIn = [&](const QByteArray &bytes) {
        return std::ranges::any_of(secrets, [&](const QString &secret) { return bytes.contains(secret.toUtf8()); });
    };
    QTRY_VERIFY(contents().size() > 1000);
    QVERIFY(!isAnyIn(contents()));
    QVERIFY(recorder.finish());
    QVERIFY(!isAnyIn(contents()));
    EventLog opened(Boundless);
    const auto recording = restoreRecording(path("redacted.wklog"), opened);
    QVERIFY(recording);
    QCOMPARE(*recording->note, (RecordingNote{true, "kind:Pod"}));
    const HistorySnapshot &now = opened.now();
    QCOMPARE(now.end(), RowId(41));
    for (RowId row = 0; row < 40; ++row) {
        const std::string json = now.json(*now.object(row));
        QVERIFY2(json.find("‹redacted:") != std::string::npos && !isAnyIn(QByteArray::fromStdString(json)),
                 json.c_str());
        const ObjectPtr object = now.object(row);
        for (const Cell cell : object->cells)
            QVERIFY(!isAnyIn(QByteArray::fromStdString(cellText(cell))));
        if (row % 2 == 1) // another value is another text
            QVERIFY(json != now.json(*now.object(row - 1)));
    }
}

void TestRecorder::aRingKeepsTheNewest()
{
    HistoryTeller teller(seed());
    EventLog log(Boundless);
    Recorder recorder({.path = path("ring.wklog"), .secrets = Secrets::Kept, .ringBytes = 10 * limits::MiB});
    Both both{recorder, log};
    for (int i = 0; i < 90'000; ++i)
        teller.tell(both);
    QVERIFY(recorder.finish());
    const QDir folder(m_directory.path(), QStringLiteral("ring*"), QDir::Name, QDir::Files);
    const QStringList files = folder.entryList();
    QVERIFY2(files.size() > 1 && !files.first().contains(QStringLiteral("000001")), qPrintable(files.join(u' ')));
    EventLog last(Boundless);
    QVERIFY(restoreRecording(folder.filePath(files.last()).toStdString(), last));
    QCOMPARE(last.now().end(), log.now().end());
    qint64 bytes = 0;
    for (const QFileInfo &info : folder.entryInfoList())
        bytes += info.size();
    qInfo("%lld bytes in %lld files, of %llu rows", bytes, qint64(files.size()),
          static_cast<unsigned long long>(log.now().end()));
    QVERIFY2(bytes < qint64(13 * limits::MiB), qPrintable(QString::number(bytes)));
}

void TestRecorder::aFileThatIsThereIsLeftAlone()
{
    const std::string file = path("there.wklog");
    QFile part(QString::fromStdString(RecordingJournal::partOf(file)));
    QVERIFY(part.open(QIODevice::WriteOnly) && part.write("another's") == 9);
    part.close();
    Recorder recorder({.path = file});
    recorder.opened(1, {}, scope("Pod"));
    recorder.told({entry(1, EntryType::Added, object("web", "a"))});
    QTRY_VERIFY(recorder.progress().error);
    const auto finished = recorder.finish();
    QVERIFY(!finished);
    QCOMPARE(finished.error().kind, ErrorKind::FileWriteFailed);
    QVERIFY(part.open(QIODevice::ReadOnly));
    QCOMPARE(part.readAll(), QByteArray("another's"));
}

/// And ends nobody who looks at it.
void TestRecorder::aFileThatIsMadeShorterWhileItIsOpenIsDamaged()
{
    HistoryTeller teller(seed());
    {
        Recorder recorder({.path = path("short.wklog"), .secrets = Secrets::Kept});
        EventLog log(Boundless);
        Both both{recorder, log};
        for (int i = 0; i < 3000; ++i)
            teller.tell(both);
        QVERIFY(recorder.finish());
    }
    EventLog opened(Boundless);
    const auto recording = restoreRecording(path("short.wklog"), opened);
    QVERIFY(recording);
    QFile file(QString::fromStdString(path("short.wklog")));
    QVERIFY(file.resize(file.size() / 3));
    const HistorySnapshot &now = opened.now();
    int damaged = 0;
    for (RowId row = 0; row < now.end(); ++row) {
        const ObjectPtr object = now.object(row);
        if (object && !now.revision(row).isNull() && now.json(*object).find("\"version\"") == std::string::npos)
            ++damaged;
        (void)now.changes(row);
    }
    QVERIFY(damaged > 0 && damaged < int(now.end()));
}

} // namespace tst_recorder

WK_TEST(tst_recorder, TestRecorder, QCoreApplication)
#include "tst_recorder.moc"
