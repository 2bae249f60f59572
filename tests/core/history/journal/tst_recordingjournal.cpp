// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/recordingjournal.h"

#include "core/history/journal/recordingseal.h"
#include "core/history/journal/recordingstart.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_recordingjournal {

using namespace wk;
using namespace wk::test;

namespace {

constexpr EventLog::Bounds Boundless{.rows = SIZE_MAX, .bytes = SIZE_MAX};

/// A log that is recorded, without a thread for it: when write() says so.
struct Recorded {
    explicit Recorded(const std::string &path, const EventLog::Bounds &bounds = Boundless, std::uint64_t fileBytes = 0)
        : log(bounds)
        , journal({.path = path, .cluster = "uid:1", .note = {true, "kind:Pod"}, .fileBytes = fileBytes})
    {
        log.setHasJournal();
    }
    void write()
    {
        const HistoryPtr now = log.snapshot();
        journal.write(now, time);
        RowJournal::Sealed sealed = journal.takeSealed();
        for (const EventLog::Filed &filed : sealed.rows)
            log.move(filed);
        for (RowJournal::Sealed::Bodies &some : sealed.bodies)
            file(some.store, std::move(some.revisions));
    }
    void sync() { journal.sync(log.snapshot(), time); }

    EventLog log;
    RecordingJournal journal;
    WallTime time{};
};

/// A recording that is opened again.
struct Opened {
    explicit Opened(const std::string &path)
        : log(Boundless)
        , recording(restoreRecording(path, log))
    {}
    EventLog log;
    Result<RestoredRecording> recording;
};

QByteArray bytesOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const std::string &path, const QByteArray &bytes)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

/// A small recording, of some rows in pieces.
void recordALittle(const std::string &path)
{
    HistoryTeller teller(7);
    Recorded recorded(path);
    for (int piece = 0; piece < 4; ++piece) {
        for (int i = 0; i < 4; ++i)
            teller.tell(recorded.log);
        recorded.write();
    }
    recorded.sync();
}

} // namespace

class TestRecordingJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasRecordedIsThereWheneverItIsRead();
    void itIsNobodyElsesAndHasOneWriter();
    void everyPrefixOpens();
    void noBitThatFlipsMakesAnotherObject();
    void eachFileOfARingIsComplete();

private:
    std::string path(const char *name) const { return m_directory.filePath(QString::fromLatin1(name)).toStdString(); }

    QTemporaryDir m_directory;
};

void TestRecordingJournal::whatWasRecordedIsThereWheneverItIsRead()
{
    HistoryTeller teller(seed());
    const std::string file = path("all.wklog");
    const std::string part = RecordingJournal::partOf(file);
    Recorded recorded(file);
    const auto isThere = [&](const std::string &in) {
        const Opened opened(in);
        if (!opened.recording || !opened.recording->damages.empty() || !opened.recording->note->isRedacted)
            return QStringLiteral("it does not open whole");
        const HistoryPtr now = recorded.log.snapshot();
        if (opened.log.now().end() != now->end())
            return QStringLiteral("%1 rows of %2").arg(opened.log.now().end()).arg(now->end());
        return difference(*now, opened.log.now(), 10 + teller.below(200), teller.below(1000));
    };
    for (int round = 0, end = rounds(30); round < end; ++round) {
        for (std::size_t i = teller.below(teller.below(3) == 0 ? 5000 : 300); i > 0; --i)
            teller.tell(recorded.log);
        recorded.write();
        QVERIFY(!recorded.journal.error());
        if (teller.below(4) == 0)
            recorded.sync();
        if (teller.below(6) > 0)
            continue;
        const QString wrong = isThere(part);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    recorded.sync();
    const auto before = QFileInfo(QString::fromStdString(part)).size();
    QVERIFY(sealRecording(part, file));
    QVERIFY(!QFile::exists(QString::fromStdString(part)));
    QVERIFY(QFileInfo(QString::fromStdString(file)).size() < before);
    const QString wrong = isThere(file);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestRecordingJournal::itIsNobodyElsesAndHasOneWriter()
{
    const std::string file = path("one.wklog");
    HistoryTeller teller(seed());
    Recorded first(file);
    teller.tell(first.log);
    first.write();
    QVERIFY(!first.journal.error());
    const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(QString::fromStdString(RecordingJournal::partOf(file))) & others));
    Recorded second(file);
    teller.tell(second.log);
    second.write();
    QVERIFY(second.journal.error());
    QCOMPARE(second.journal.error()->kind, ErrorKind::FileWriteFailed);
}

void TestRecordingJournal::everyPrefixOpens()
{
    const std::string file = path("prefix.wklog");
    recordALittle(file);
    const QByteArray all = bytesOf(RecordingJournal::partOf(file));
    const Opened whole(RecordingJournal::partOf(file));
    QVERIFY(whole.recording && whole.log.now().end() > 20);
    const std::string cut = path("cut.wklog");
    RowId last = 0;
    for (qsizetype size = 0; size <= all.size(); ++size) {
        QVERIFY(write(cut, all.left(size)));
        const Opened opened(cut);
        QCOMPARE(opened.recording.ok(), size >= qsizetype(segment::Magic.size()));
        if (!opened.recording)
            continue;
        const HistorySnapshot &now = opened.log.now();
        QVERIFY(now.end() >= last && now.end() <= whole.log.now().end());
        if (now.end() > last) {
            for (RowId row = 0; row < now.end(); ++row)
                QCOMPARE(now.version(row), whole.log.now().version(row));
        }
        last = now.end();
    }
    QCOMPARE(last, whole.log.now().end());
}

/// CRC-32C finds each of them.
void TestRecordingJournal::noBitThatFlipsMakesAnotherObject()
{
    const std::string file = path("bits.wklog");
    recordALittle(file);
    const QByteArray all = bytesOf(RecordingJournal::partOf(file));
    const Opened whole(RecordingJournal::partOf(file));
    QVERIFY2(all.size() <= 16 * 1024, qPrintable(QString::number(all.size())));
    std::vector<std::string> jsons;
    for (RowId row = 0; row < whole.log.now().end(); ++row) {
        if (const ObjectPtr object = whole.log.now().object(row))
            jsons.push_back(whole.log.now().json(*object));
    }
    const std::string flipped = path("flipped.wklog");
    const qsizetype apart = rounds(1) > 1 ? 1 : 7; // all of them when there is time
    for (qsizetype bit = qsizetype(seed() % std::uint64_t(apart)); bit < all.size() * 8; bit += apart) {
        QByteArray bytes = all;
        bytes[bit / 8] = char(bytes[bit / 8] ^ (1 << bit % 8));
        QVERIFY(write(flipped, bytes));
        const Opened opened(flipped);
        if (!opened.recording)
            continue;
        const HistorySnapshot &now = opened.log.now();
        for (RowId row = now.begin(); row < now.end(); ++row) {
            if (const ObjectPtr object = now.object(row)) {
                const std::string json = now.json(*object);
                QVERIFY(json.empty() || std::ranges::find(jsons, json) != jsons.end());
            }
        }
    }
}

void TestRecordingJournal::eachFileOfARingIsComplete()
{
    HistoryTeller teller(seed());
    const std::string file = path("ring.wklog");
    Recorded recorded(file, {.rows = 8 * EventLog::ChunkRows, .bytes = SIZE_MAX}, 64 * limits::KiB);
    for (int round = 0; round < 60; ++round) {
        for (std::size_t i = 0; i < 600; ++i)
            teller.tell(recorded.log);
        while (recorded.log.step()) {
        }
        recorded.write();
        QVERIFY(!recorded.journal.error());
    }
    recorded.sync();
    const QStringList files =
        QDir(m_directory.path()).entryList({QStringLiteral("ring.*.wklog*")}, QDir::Files, QDir::Name);
    QVERIFY2(files.size() > 2 && !files.first().contains(QStringLiteral("000001")), qPrintable(files.join(u' ')));
    RowId next = 0;
    for (const QString &name : files) {
        const Opened opened(m_directory.filePath(name).toStdString());
        QVERIFY2(opened.recording, qPrintable(name));
        const HistorySnapshot &found = opened.log.now();
        QVERIFY2(next == 0 || found.begin() == next, qPrintable(name));
        next = found.end();
        const HistorySnapshot &now = recorded.log.now();
        for (const auto &[watch, scope] : found.scopes()) {
            for (const RowId at : {found.begin() + (found.begin() == now.begin() ? 1 : 0), found.end()}) {
                if (at < now.begin())
                    continue;
                const auto textOf = [](const ObjectList &objects) {
                    std::vector<std::string> texts;
                    for (const ObjectPtr &object : *objects)
                        texts.push_back(std::string(object->name.view()) + ' ' + object->version.text());
                    std::ranges::sort(texts);
                    return texts;
                };
                QCOMPARE(textOf(found.objectsAt(watch, at)), textOf(now.objectsAt(watch, at)));
            }
        }
    }
    QCOMPARE(next, recorded.log.now().end());
}

} // namespace tst_recordingjournal

WK_TEST(tst_recordingjournal, TestRecordingJournal, QCoreApplication)
#include "tst_recordingjournal.moc"
