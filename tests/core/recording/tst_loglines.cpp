// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/loglines.h"

#include "core/history/eventlog.h"
#include "core/history/revisionbodies.h"
#include "tests/support/entries.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <thread>

namespace tst_loglines {

using namespace wk;
using namespace wk::test;

namespace {

constexpr WatchId Pods = 1;
constexpr WatchId Secrets = 2;
constexpr WatchId Unknown = 3;

/// A log of all that there is.
struct MixedLog {
    MixedLog()
    {
        log.setWatch(Pods, scopeOf("v1", "pods", "Pod"));
        log.setWatch(Secrets, scopeOf("v1", "secrets", "Secret"));
        tellPods();
        tellSecrets();
        log.append(batch({entry(Unknown, EntryType::Added, kept("unknown", "{'a':1}"))}));
    }

    static WatchScope scopeOf(const char *version, const char *resource, const char *kind)
    {
        WatchScope made = scope(kind);
        made.resource.gvr = {"", version, resource};
        return made;
    }
    ObjectPtr kept(const std::string &name, const std::string &json)
    {
        auto made = object("web", name, std::to_string(++version));
        const std::string text = quotedJson(json);
        made->body = writer->keep({.uid = name, .line = text, .object = text});
        return made;
    }
    void tellPods()
    {
        const ObjectPtr a = kept("a", "{'metadata':{'name':'a'},'spec':{'z':1,'b':[1, 2]}}");
        const ObjectPtr typed = kept("b", "{ 'kind':'Pod', 'apiVersion':'v1', 'metadata':{'name':'b'}}");
        const ObjectPtr last = kept("a", "{'metadata':{'name':'a','managedFields':[{'manager':'m'}]},'spec':{'z':2}}");
        auto plain = object("web", "plain");
        plain->body = plainBody("{'metadata':{'name':'plain'}}");
        auto bookmark = entry(Pods, EntryType::Bookmark);
        bookmark->version = ResourceVersion("77");
        auto error = entry(Pods, EntryType::Error);
        error->error = {ErrorKind::Expired, "too \"old\"", {}};
        auto gone = entry(Pods, EntryType::Deleted, last);
        gone->previous = a;
        log.append(batch({listEntry(Pods, {a, typed, plain, object("web", "none")}), bookmark,
                          entry(Pods, EntryType::Modified, last), entry(Pods, EntryType::Gap), error, gone,
                          entry(Pods, EntryType::Relist), entry(Pods, EntryType::Reconnect),
                          entry(Pods, EntryType::Added, kept("broken", "{'metadata':")),
                          entry(Pods, EntryType::Added, kept("empty", "{}")), entry(Pods, EntryType::Deleted, plain),
                          entry(Pods, EntryType::Added, object("web", "none"))}));
    }
    /// With a body, which no session would give them.
    void tellSecrets()
    {
        const ObjectPtr token = kept("token", "{'metadata':{'name':'token'},'data':{'password':'aHVudGVyMg=='}}");
        log.append(batch({listEntry(Secrets, {token}), entry(Secrets, EntryType::Modified, token),
                          entry(Secrets, EntryType::Deleted, token)}));
    }
    std::vector<RowId> rows() const
    {
        std::vector<RowId> all;
        for (RowId row = log.now().begin(); row < log.now().end(); ++row)
            all.push_back(row);
        return all;
    }

    RevisionBodies bodies;
    std::unique_ptr<BodyWriter> writer = bodies.writer({"", "v1", "pods"});
    EventLog log;
    int version = 0;
};

std::string written(ExportSource &source)
{
    std::string text;
    for (std::size_t i = 0; i < source.total(); ++i)
        text += source.piece(i);
    return text;
}

/// What the rows write one by one, each as it was told.
struct ToldLines {
    ToldLines(EventLog &log, const std::vector<RowId> &rows)
    {
        WatchLines lines;
        for (const auto &[watch, scope] : log.now().scopes())
            lines.setWatch(watch, scope);
        for (const RowId row : rows) {
            const StreamRow told = log.now().streamRow(row);
            pieces.push_back(lines.lineOf(*told.entry, told.listObject.get()));
            text += pieces.back();
        }
        unreadable = lines.unreadable();
    }

    std::vector<std::string> pieces;
    std::string text;
    std::uint64_t unreadable = 0;
};

} // namespace

class TestLogLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itWritesWhatTheRowsThemselvesWouldWrite();
    void someRowsAreWrittenAsAmongAll();
    void nothingOfASecretIsWritten();
    void itIsReadElsewhereWhenTheLogIsGone();
    void whatFallsOffMeanwhileIsWritten();
    void whatNoServerSaysIsCounted();
};

void TestLogLines::itWritesWhatTheRowsThemselvesWouldWrite()
{
    MixedLog from;
    const ToldLines told(from.log, from.rows());
    LogLinesSource lines(from.log.snapshot(), from.rows());
    QCOMPARE(lines.total(), told.pieces.size());
    for (std::size_t i = 0; i < lines.total(); ++i)
        QCOMPARE(QByteArray::fromStdString(lines.piece(i)), QByteArray::fromStdString(told.pieces[i]));
    QCOMPARE(lines.leftOut(), told.unreadable);
    QCOMPARE(told.unreadable, std::uint64_t(1)); // the broken one
}

void TestLogLines::someRowsAreWrittenAsAmongAll()
{
    MixedLog from;
    std::vector<RowId> some;
    for (const RowId row : from.rows()) {
        if (row % 3 != 1)
            some.push_back(row);
    }
    LogLinesSource lines(from.log.snapshot(), some);
    QCOMPARE(QByteArray::fromStdString(written(lines)), QByteArray::fromStdString(ToldLines(from.log, some).text));
}

void TestLogLines::nothingOfASecretIsWritten()
{
    MixedLog from;
    LogLinesSource lines(from.log.snapshot(), from.rows());
    const std::string text = written(lines);
    QVERIFY(text.find("\"name\":\"token\"") != std::string::npos);
    QVERIFY(text.find("aHVudGVyMg") == std::string::npos);
    WatchLines alone;
    alone.setWatch(Secrets, MixedLog::scopeOf("v1", "secrets", "Secret"));
    QCOMPARE(alone.lineOf(EntryType::Added, "{\"data\":{}}", Secrets), std::string());
}

void TestLogLines::itIsReadElsewhereWhenTheLogIsGone()
{
    auto from = std::make_unique<MixedLog>();
    const std::string expected = ToldLines(from->log, from->rows()).text;
    LogLinesSource lines(from->log.snapshot(), from->rows());
    from.reset();
    std::string text;
    std::thread([&] { text = written(lines); }).join();
    QCOMPARE(QByteArray::fromStdString(text), QByteArray::fromStdString(expected));
}

void TestLogLines::whatFallsOffMeanwhileIsWritten()
{
    MixedLog from;
    const std::string expected = ToldLines(from.log, from.rows()).text;
    LogLinesSource lines(from.log.snapshot(), from.rows());
    from.log.setBounds({.rows = EventLog::ChunkRows});
    const RowId end = from.log.now().end();
    while (from.log.now().begin() < end)
        from.log.append(entry(Pods, EntryType::Modified, from.kept("a", "{'other':1}")));
    QCOMPARE(QByteArray::fromStdString(written(lines)), QByteArray::fromStdString(expected));
    QCOMPARE(lines.leftOut(), std::uint64_t(1)); // the broken one
}

void TestLogLines::whatNoServerSaysIsCounted()
{
    MixedLog from;
    LogLinesSource lines(from.log.snapshot(), from.rows());
    (void)written(lines);
    QCOMPARE(lines.unsayable(), std::uint64_t(5)); // LIST of both, GAP, RELIST, RECONNECT
}

} // namespace tst_loglines

WK_TEST(tst_loglines, TestLogLines, QCoreApplication)
#include "tst_loglines.moc"
