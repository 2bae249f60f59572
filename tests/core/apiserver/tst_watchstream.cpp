// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/memorystorage.h"
#include "core/apiserver/watchstream.h"
#include "tests/core/apiserver/objects.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_watchstream {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// Each row of the script tests is a story: writes and waits, and what the watch said meanwhile.
class TestWatchStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stories_data();
    void stories();
    void tablesCarryTheirColumnsOnce();
    void aBookmarkOfATableIsARowOfNothing();
    void partialMetadataIsNothingElse();
};

namespace {

/// What a line says: its type's first letter, the object's name, its revision.
std::string summary(const std::string &line)
{
    const Json event = *parseDocument(line);
    const std::string type = textOf(find(event, {"type"}));
    const Json &object = find(event, {"object"});
    if (type == "ERROR")
        return "ERROR:" + std::to_string(numberOf(find(object, {"code"})));
    const std::string revision = "@" + textOf(find(object, {"metadata", "resourceVersion"}));
    if (type != "BOOKMARK")
        return type.substr(0, 1) + ":" + textOf(find(object, {"metadata", "name"})) + revision;
    const bool ends = textOf(find(object, {"metadata", "annotations", "k8s.io/initial-events-end"})) == "true";
    return (ends ? "END" : "B") + revision;
}

struct Story {
    MemoryStorage storage;
    WatchCache cache{storage, storage, {.window = 50, .queue = 10}};
    ManualClock clock;
    std::unique_ptr<WatchStream> stream;

    void open(const std::string &query, const std::string &nameSpace = {}, Form form = Form::Object)
    {
        const Query parsed = Query::parse(query);
        const ListOptions options = *ListOptions::parse(parsed, true);
        const Selector selector =
            *Selector::parse(podType(), parsed.value("labelSelector"), parsed.value("fieldSelector"));
        const View view(testTypes().find("", "v1", "pods"), form, RowObject::Metadata);
        const auto lifetime = options.timeout.count() > 0 ? options.timeout : 100s;
        stream = std::make_unique<WatchStream>(
            storage, cache, WatchStream::Setup{view, selector, nameSpace, options, lifetime, 60s}, clock.now());
    }

    std::vector<std::string> lines()
    {
        std::vector<std::string> all;
        for (std::string text = stream->take(clock.now(), clock.wallNow()); !text.empty();
             text = stream->take(clock.now(), clock.wallNow())) {
            for (const QByteArray &line : QByteArray::fromStdString(text).trimmed().split('\n'))
                all.push_back(line.toStdString());
        }
        return all;
    }

    /// Lets the clock run, ringing when the stream asked for it.
    void advance(std::chrono::milliseconds by, std::vector<std::string> &all)
    {
        const Instant end = clock.now() + by;
        while (!stream->isOver() && stream->nextTime() <= end) {
            clock.advance(stream->nextTime() - clock.now());
            for (const std::string &line : lines())
                all.push_back(line);
        }
        clock.advance(end - clock.now());
    }

    /// One step: "+a/x app=web", "~a/x", "-a/x", "wait 3", "open QUERY", "compact".
    void step(const std::string &text, std::vector<std::string> &all)
    {
        const size_t space = text.find(' ');
        const std::string word = text.substr(0, space);
        const std::string rest = space == text.npos ? std::string() : text.substr(space + 1);
        if (word == "open")
            open(rest);
        else if (word == "openin-a")
            open(rest, "a");
        else if (word == "wait")
            advance(std::chrono::seconds(std::stoi(rest)), all);
        else if (word == "compact")
            cache.compact();
        else if (word[0] == '+')
            storage.create("pods", pod(word.substr(1), rest));
        else if (word[0] == '~')
            storage.update("pods", pod(word.substr(1), rest), 0);
        else if (word[0] == '-')
            storage.remove("pods", word.substr(1), 0);
        if (stream) {
            for (const std::string &line : lines())
                all.push_back(line);
        }
    }

    QString tell(const QString &steps)
    {
        std::vector<std::string> all;
        for (const QString &text : steps.split(QLatin1Char(';')))
            step(text.trimmed().toStdString(), all);
        QStringList said;
        for (const std::string &line : all)
            said << QString::fromStdString(summary(line));
        if (stream->isOver())
            said << QStringLiteral("over");
        return said.join(QLatin1Char(' '));
    }
};

} // namespace

void TestWatchStream::stories_data()
{
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *steps, const char *said) {
        QTest::newRow(name) << QString::fromUtf8(steps) << QString::fromUtf8(said);
    };
    row("from a revision: what comes after it", "+a/x; +a/y; open resourceVersion=2; ~a/x; -a/y", "A:y@3 M:x@4 D:y@5");
    row("from nowhere: first what is there", "+b/x; +a/y; open; +a/z", "A:y@3 A:x@2 A:z@4");
    row("from zero, with bookmarks: an end mark too", "+a/x; open resourceVersion=0&allowWatchBookmarks=1",
        "A:x@2 END@2");
    row("WatchList: what is there, the mark, what comes",
        "+a/x; +a/y; open sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true; "
        "-a/x",
        "A:x@2 A:y@3 END@3 D:x@4");
    row("WatchList without bookmarks has no mark",
        "+a/x; open sendInitialEvents=true&resourceVersionMatch=NotOlderThan", "A:x@2");
    row("WatchList of nothing is only the mark",
        "open sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", "END@1");
    row("WatchList refused to begin with what is there",
        "+a/x; open sendInitialEvents=false&resourceVersionMatch=NotOlderThan; +a/y", "A:y@3");
    row("WatchList from a version to come waits for it",
        "open sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=3; +a/x; wait 1; +a/y",
        "A:x@2 A:y@3");
    row("WatchList from a version that does not come ends after three seconds",
        "open sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=9; wait 3", "ERROR:504 over");
    row("a plain watch from a version to come is silent", "open resourceVersion=3; +a/x; +a/y; +a/z", "A:z@4");
    row("an object enters, changes in and leaves the selection",
        "open labelSelector=app%3Dweb&resourceVersion=1; +a/x; ~a/x app=web; ~a/x app=web,n=1; ~a/x app=db; "
        "~a/x app=web; -a/x",
        "A:x@3 M:x@4 D:x@5 A:x@6 D:x@7");
    row("what never was selected is not deleted either", "+a/x; open labelSelector=app%3Dweb; -a/x", "");
    row("one namespace only", "+a/x; +b/x; openin-a; ~b/x; ~a/x", "A:x@2 M:x@5");
    row("too old: an error, then the end", "+a/x; compact; open resourceVersion=1", "ERROR:410 over");
    row("bookmarks come once a minute and before the end",
        "+a/x; open resourceVersion=2&allowWatchBookmarks=true; wait 59; wait 1; +a/y; wait 40", "B@2 A:y@3 B@3 over");
    row("without leave there are no bookmarks", "+a/x; open resourceVersion=2; wait 99", "");
    row("the timeout ends it in order", "open timeoutSeconds=5&resourceVersion=1; wait 5", "over");
    row("a timeout of a second has no time for a bookmark",
        "open timeoutSeconds=1&resourceVersion=1&allowWatchBookmarks=true; wait 1", "over");
}

void TestWatchStream::stories()
{
    QFETCH(QString, steps);
    Story story;
    QTEST(story.tell(steps), "said");
}

void TestWatchStream::tablesCarryTheirColumnsOnce()
{
    Story story;
    story.storage.create("pods", pod("a/x"));
    story.open("", "", Form::Table);
    story.storage.create("pods", pod("a/y"));
    const auto lines = story.lines();
    QCOMPARE(lines.size(), 2u);
    const Json first = *parseDocument(lines[0]);
    const Json second = *parseDocument(lines[1]);
    QVERIFY(find(first, {"object", "columnDefinitions"}).is_array());
    QVERIFY(find(second, {"object", "columnDefinitions"}).is_null());
    const Json &row = find(second, {"object", "rows"}).at(0);
    QCOMPARE(textOf(find(row, {"object", "kind"})), std::string("PartialObjectMetadata"));
    QCOMPARE(row.at("cells").size(), find(first, {"object", "columnDefinitions"}).size());
}

void TestWatchStream::aBookmarkOfATableIsARowOfNothing()
{
    Story story;
    story.open("sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", "", Form::Table);
    const Json event = *parseDocument(story.lines().at(0));
    const Json &row = find(event, {"object", "rows"}).at(0);
    QCOMPARE(textOf(row.at("cells").at(0)), std::string());
    QCOMPARE(textOf(find(row, {"object", "metadata", "annotations", "k8s.io/initial-events-end"})),
             std::string("true"));
    QVERIFY(find(row, {"object", "metadata", "name"}).is_null());
}

void TestWatchStream::partialMetadataIsNothingElse()
{
    Story story;
    story.storage.create("pods", pod("a/x", "app=web"));
    story.open("", "", Form::Partial);
    const Json event = *parseDocument(story.lines().at(0));
    const Json &object = find(event, {"object"});
    QCOMPARE(object.size(), 3u);
    QCOMPARE(textOf(find(object, {"apiVersion"})), std::string("meta.k8s.io/v1"));
    QCOMPARE(textOf(find(object, {"metadata", "labels", "app"})), std::string("web"));
}

} // namespace tst_watchstream

WK_TEST(tst_watchstream, TestWatchStream, QCoreApplication)
#include "tst_watchstream.moc"
