// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/loglines.h"

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
        for (RowId row = log.begin(); row < log.end(); ++row)
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

using Lines = std::unique_ptr<LogLinesSource>;

/// Of which nothing has been taken.
Lines untaken(const MixedLog &from, const std::vector<RowId> &rows)
{
    const LogLinesSource::Snapshots snapshots{from.log.snapshot(), from.log.revisions()};
    return std::make_unique<LogLinesSource>(snapshots, from.log.scopes(), rows);
}

Lines sourceOf(const MixedLog &from, const std::vector<RowId> &rows)
{
    Lines made = untaken(from, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (made->isNeeded(i))
            made->take(i, from.log.streamRow(rows[i]));
    }
    return made;
}

std::unique_ptr<WatchLinesSource> rowsOf(const MixedLog &from, const std::vector<RowId> &rows)
{
    std::vector<StreamRow> made;
    for (const RowId row : rows)
        made.push_back(from.log.streamRow(row));
    return std::make_unique<WatchLinesSource>(from.log.scopes(), std::move(made));
}

} // namespace

class TestLogLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itWritesWhatTheRowsThemselvesWouldWrite();
    void someRowsAreWrittenAsAmongAll();
    void onlyWhatIsNoRevisionIsTakenFromTheLog();
    void nothingOfASecretIsWritten();
    void itIsReadElsewhereWhenTheLogIsGone();
    void whatWasNotTakenIsLeftOut();
    void whatNoServerSaysIsCounted();
};

void TestLogLines::itWritesWhatTheRowsThemselvesWouldWrite()
{
    const MixedLog from;
    const auto rows = rowsOf(from, from.rows());
    const Lines lines = sourceOf(from, from.rows());
    QCOMPARE(lines->total(), rows->total());
    for (std::size_t i = 0; i < rows->total(); ++i)
        QCOMPARE(QByteArray::fromStdString(lines->piece(i)), QByteArray::fromStdString(rows->piece(i)));
    QCOMPARE(lines->leftOut(), rows->leftOut());
    QCOMPARE(rows->leftOut(), std::uint64_t(1)); // the broken one
}

void TestLogLines::someRowsAreWrittenAsAmongAll()
{
    const MixedLog from;
    std::vector<RowId> some;
    for (const RowId row : from.rows()) {
        if (row % 3 != 1)
            some.push_back(row);
    }
    const auto rows = rowsOf(from, some);
    const Lines lines = sourceOf(from, some);
    QCOMPARE(QByteArray::fromStdString(written(*lines)), QByteArray::fromStdString(written(*rows)));
}

void TestLogLines::onlyWhatIsNoRevisionIsTakenFromTheLog()
{
    const MixedLog from;
    const Lines lines = untaken(from, from.rows());
    QStringList needed;
    for (std::size_t i = 0; i < lines->total(); ++i) {
        const std::string_view name = from.log.name(i);
        if (lines->isNeeded(i))
            needed += QString::fromLatin1(typeName(from.log.type(i))) + u' ' +
                      QString::fromUtf8(name.data(), qsizetype(name.size()));
    }
    QCOMPARE(needed,
             (QStringList{QStringLiteral("ADDED plain"), QStringLiteral("ADDED none"), QStringLiteral("BOOKMARK "),
                          QStringLiteral("ERROR "), QStringLiteral("DELETED plain"), QStringLiteral("ADDED none"),
                          QStringLiteral("ADDED token"), QStringLiteral("MODIFIED token"),
                          QStringLiteral("DELETED token")}));
}

void TestLogLines::nothingOfASecretIsWritten()
{
    const MixedLog from;
    const Lines lines = sourceOf(from, from.rows());
    const std::string text = written(*lines);
    QVERIFY(text.find("\"name\":\"token\"") != std::string::npos);
    QVERIFY(text.find("aHVudGVyMg") == std::string::npos);
    WatchLines alone;
    alone.setWatch(Secrets, MixedLog::scopeOf("v1", "secrets", "Secret"));
    QCOMPARE(alone.lineOf(EntryType::Added, "{\"data\":{}}", Secrets), std::string());
}

void TestLogLines::itIsReadElsewhereWhenTheLogIsGone()
{
    auto from = std::make_unique<MixedLog>();
    const auto rows = rowsOf(*from, from->rows());
    const std::string expected = written(*rows);
    const Lines lines = sourceOf(*from, from->rows());
    from.reset();
    std::string text;
    std::thread([&] { text = written(*lines); }).join();
    QCOMPARE(QByteArray::fromStdString(text), QByteArray::fromStdString(expected));
}

void TestLogLines::whatWasNotTakenIsLeftOut()
{
    const MixedLog from;
    const Lines lines = untaken(from, from.rows());
    const std::string text = written(*lines);
    QVERIFY(text.find("BOOKMARK") == std::string::npos && text.find("token") == std::string::npos);
    QVERIFY(text.find("DELETED") != std::string::npos);
    QCOMPARE(lines->leftOut(), std::uint64_t(1 + 9)); // the broken one, and what was needed
}

void TestLogLines::whatNoServerSaysIsCounted()
{
    const MixedLog from;
    const Lines lines = sourceOf(from, from.rows());
    (void)written(*lines);
    QCOMPARE(lines->unsayable(), std::uint64_t(5)); // LIST of both, GAP, RELIST, RECONNECT
}

} // namespace tst_loglines

WK_TEST(tst_loglines, TestLogLines, QCoreApplication)
#include "tst_loglines.moc"
