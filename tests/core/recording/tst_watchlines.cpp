// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/watchlines.h"

#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_watchlines {

using namespace wk;
using namespace wk::test;

class TestWatchLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreKubectls();
    void entries_data();
    void entries();
    void nothingOfASecretIsWrittenButItsIdentity();
    void whatIsNoJsonIsCounted();
};

namespace {

Counted<Object> withBody(std::string json)
{
    auto made = object("web", "a", "7");
    made->body = Body(makeCounted<PlainBody>(std::move(json)));
    return made;
}

WatchScope scopeOf(std::string kind, std::string group, std::string version)
{
    WatchScope made = scope(std::move(kind));
    made.resource.gvr = {std::move(group), std::move(version), "things"};
    return made;
}

std::string firstLines(std::string text, int count)
{
    std::size_t end = 0;
    for (int i = 0; i < count; ++i)
        end = text.find('\n', end) + 1;
    return text.substr(0, end);
}

} // namespace

void TestWatchLines::linesAreKubectls()
{
    WatchLines lines;
    lines.setWatch(1, scopeOf("Pod", "", "v1"));
    const std::string written =
        lines.linesOf(*entry(1, EntryType::Added, withBody(fixture("kubectl/pod.json")))) +
        lines.linesOf(*entry(1, EntryType::Modified, withBody(fixture("kubectl/configmap.json"))));
    QCOMPARE(QString::fromStdString(written),
             QString::fromStdString(firstLines(fixture("kubectl/watch.kubectl.jsonl"), 2)));
    auto expired = entry(1, EntryType::Error);
    expired->error = {ErrorKind::Expired, "too old", {}, 410};
    const std::string error = lines.linesOf(*expired);
    QVERIFY(!error.empty() && fixture("kubectl/watch.kubectl.jsonl").ends_with(error));
}

void TestWatchLines::entries_data()
{
    QTest::addColumn<EntryPtr>("entry");
    QTest::addColumn<QString>("lines");
    const auto row = [](const char *name, const EntryPtr &entry, const char *lines) {
        QTest::newRow(name) << entry << QString::fromUtf8(lines).replace(u'|', u'\n');
    };
    auto bookmark = entry(1, EntryType::Bookmark);
    bookmark->version = ResourceVersion("9");
    row("a bookmark", bookmark,
        R"({"type":"BOOKMARK","object":{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"resourceVersion":"9"}}}|)");
    row("a list is its objects, and they get their kind",
        listEntry(1, {withBody(R"({"spec":{"b":1,"a":2}})"), withBody("{}"),
                      withBody(R"({"kind":"Own","apiVersion":"x/v2"})")}),
        R"({"type":"ADDED","object":{"apiVersion":"apps/v1","kind":"Deployment","spec":{"a":2,"b":1}}}|)"
        R"({"type":"ADDED","object":{"apiVersion":"apps/v1","kind":"Deployment"}}|)"
        R"({"type":"ADDED","object":{"apiVersion":"x/v2","kind":"Own"}}|)");
    auto inferred = entry(1, EntryType::Deleted, withBody(R"({"a":1})"));
    inferred->origin = EntryClass::Inferred;
    row("a deletion, inferred or not", inferred,
        R"({"type":"DELETED","object":{"a":1,"apiVersion":"apps/v1","kind":"Deployment"}}|)");
    row("an object without a body is its identity", entry(1, EntryType::Added, object("web", "a", "7")),
        R"({"type":"ADDED","object":{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a","namespace":"web","resourceVersion":"7","uid":"uid-web-a"}}}|)");
    auto denied = entry(1, EntryType::Error);
    denied->error = {ErrorKind::ServerError, "say \"no\"\n", {}, 503};
    row("an error", denied,
        R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"say \"no\"\n","reason":"InternalError","code":503}}|)");
    row("a relist is none of kubectl's words", entry(1, EntryType::Relist), "");
    row("nor is a reconnect", entry(1, EntryType::Reconnect), "");
    row("nor is a gap", entry(1, EntryType::Gap), "");
    row("a watch that nobody told of", entry(7, EntryType::Added, withBody(R"({"b":1,"a":2})")),
        R"({"type":"ADDED","object":{"a":2,"b":1}}|)");
}

void TestWatchLines::entries()
{
    QFETCH(EntryPtr, entry);
    QFETCH(QString, lines);
    WatchLines writer;
    writer.setWatch(1, scopeOf("Deployment", "apps", "v1"));
    QCOMPARE(QString::fromStdString(writer.linesOf(*entry)), lines);
    QVERIFY(entry->type != EntryType::List || writer.lineOf(*entry, nullptr).empty());
}

void TestWatchLines::nothingOfASecretIsWrittenButItsIdentity()
{
    WatchLines lines;
    lines.setWatch(1, scopeOf("Secret", "", "v1"));
    auto secret = withBody(
        R"({"data":{"p":"aHVudGVyMg=="},"metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"hunter2"}}})");
    secret->created = Start;
    QCOMPARE(
        QString::fromStdString(lines.linesOf(*entry(1, EntryType::Modified, secret))),
        QStringLiteral(
            R"({"type":"MODIFIED","object":{"apiVersion":"v1","kind":"Secret","metadata":{"creationTimestamp":"2026-11-21T10:41:00Z",)"
            R"("name":"a","namespace":"web","resourceVersion":"7","uid":"uid-web-a"}}})") +
            u'\n');
}

void TestWatchLines::whatIsNoJsonIsCounted()
{
    WatchLines lines;
    QVERIFY(lines.linesOf(*entry(1, EntryType::Added, withBody("{\"a\":"))).empty());
    QCOMPARE(lines.unreadable(), std::uint64_t(1));
}

} // namespace tst_watchlines

WK_TEST(tst_watchlines, TestWatchLines, QCoreApplication)
#include "tst_watchlines.moc"
