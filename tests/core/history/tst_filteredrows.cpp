// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/filteredrows.h"

#include "core/history/eventlog.h"
#include "core/history/eventsubject.h"
#include "core/history/facetvalues.h"
#include "core/query/filterparser.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_filteredrows {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestFilteredRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAnswerFilters_data();
    void rowsAnswerFilters();
    void whoseWriterIsInDoubtCanBeAskedFor();
    void nobodyWaitsInVain();
    void aTimeRangeHasNoEnd();
    void namespacesLeaveOutOthersAndKeepWhatBelongsToNone();
    void numbersGivenAnewAreAskedAgain_data();
    void numbersGivenAnewAreAskedAgain();
    void anyPartsMakeTheWholeTruth();
};

namespace {

RowQuery queryOf(const char *text)
{
    return {parseFilter(text).filter.value(), {}, {}, {}};
}

FilteredRows answer(const EventLog &log, RowQuery query)
{
    FilteredRows rows(std::move(query));
    rows.take(log.now(), log.now().end());
    return rows;
}

/// A small cluster's story; the rows are numbered in the comments.
void tell(EventLog &log)
{
    log.setWatch(1, scope("Pod"));
    log.setWatch(2, scope("ConfigMap", "web"));
    auto columns = std::make_shared<std::vector<Column>>(3);
    (*columns)[0].name = "Status";
    (*columns)[1].name = "Age";
    (*columns)[2].name = "Restarts";
    auto first = object("web", "web-1", "5");
    first->phase = "Running";
    first->node = "node-01";
    first->labels = {{"app", "shop"}, {"empty", ""}};
    first->owners = {{"apps/v1", "ReplicaSet", "web-7c9f", "u-7", true}};
    first->cells = {std::string("CrashLoopBackOff"), std::string("5m"), std::string("7 (2m ago)")};
    first->created = Start - 10min;
    auto list = listEntry(1, {first, object("web-2", "db-1", "6")}); // 0, 1, 2
    list->columns = columns;
    auto modified = entry(1, EntryType::Modified, first); // 3
    modified->columns = columns;
    modified->changes =
        changes({"kubelet", "kubectl-edit"}, {{"status.phase", "Pending", "Running", FieldChange::Kind::Replaced}});
    auto pending = object("web-2", "db-2", "9");
    pending->phase = "Pending";
    auto added = entry(1, EntryType::Added, pending); // 4
    added->changes = changes({"kube-scheduler"}, {{"phase", "", "Pending", FieldChange::Kind::Added}});
    auto error = entry(2, EntryType::Error); // 5
    error->error = {ErrorKind::Expired, "too old resource version: 1 (9)", {}};
    error->wireBytes = 2000;
    auto gap = entry(2, EntryType::Gap); // 6
    gap->gap.reason = "410 Expired";
    gap->arrived = Start + 1s;
    auto deleted = entry(1, EntryType::Deleted, pending); // 7
    deleted->version = ResourceVersion("11");
    deleted->origin = EntryClass::Inferred;
    log.append(batch({list, modified, added, error, gap, deleted}));
}

QString rowsOf(const FilteredRows &rows)
{
    QStringList numbers;
    for (std::size_t i = 0; i < rows.size(); ++i)
        numbers += QString::number(rows.at(i));
    return numbers.join(u' ');
}

} // namespace

void TestFilteredRows::rowsAnswerFilters_data()
{
    QTest::addColumn<QString>("rows");
    const auto row = [](const char *filter, const char *rows) { QTest::newRow(filter) << QString::fromLatin1(rows); };
    row("", "0 1 2 3 4 5 6 7");
    row("type:added", "4");
    row("type:listed", "1 2");
    row("class:initial", "1 2");
    row("type == \"ADDED\" class:live", "4");
    row("type in {\"ERROR\", \"GAP\"}", "5 6");
    row("kind:configmap", "5 6");
    row("kind != \"Pod\"", "5 6");
    row("ns:web", "1 2 3 4 5 6 7");
    row("ns == \"web\"", "1 3 5 6");
    row("ns != \"web\"", "0 2 4 7");
    row("name:db", "2 4 7");
    row("name", "1 2 3 4 7");
    row("uid == \"uid-web-web-1\"", "1 3");
    row("rv:9", "4");
    row("rv == 6", "2");
    row("manager:kube", "3 4");
    row("manager == \"kubectl-edit\"", "3");
    row("!manager", "0 1 2 5 6 7");
    row("class:inferred,initial", "1 2 7");
    row("class != \"live\"", "0 1 2 5 6 7");
    row("!class", "0 5 6");
    row("changed:phase", "3");
    row("phase:running", "");
    row("phase == \"CrashLoopBackOff\"", "1 3");
    row("phase != \"CrashLoopBackOff\" name", "2 4 7");
    row("phase:pending", "4 7");
    row("node", "1 3");
    row("owner:7c9f", "1 3");
    row("label[\"app\"] == \"shop\"", "1 3");
    row("label[\"empty\"]", "1 3");
    row("label[\"none\"]", "");
    row("crashloop", "1 3");
    row("5m", "");
    row("\"too old\"", "5");
    row("expired", "6");
    row("status.phase", "3");
    row("name:db or type:gap", "2 4 6 7");
    row("type:added,listed (name:db or phase:crash)", "1 2 4");
    row("type:added (name:db or phase:crash)", "4");
    row("!(kind:pod or type:error)", "6");
    row("restarts > 3", "1 3");
    row("column[\"age\"] == \"5m\"", "1 3");
    row("column[\"none\"]", "");
    row("size > 1kB", "5");
    row("size", "5");
    row("age >= 10m", "1 3");
    row("age < 10m", "");
    row("time >= 2026-11-21T10:41:01Z", "6");
    row("ns:web-2 !db-1 type:added,deleted", "4 7");
}

void TestFilteredRows::rowsAnswerFilters()
{
    QFETCH(QString, rows);
    EventLog log;
    tell(log);
    QCOMPARE(rowsOf(answer(log, queryOf(QTest::currentDataTag()))), rows);
}

/// An update that names no writer is not one of those that cannot have any.
void TestFilteredRows::whoseWriterIsInDoubtCanBeAskedFor()
{
    EventLog log;
    tell(log);
    log.append(batch({entry(1, EntryType::Modified, object("web", "web-1")), entry(1, EntryType::Bookmark)})); // 8, 9
    for (const auto &[filter, rows] : {std::pair{"manager == \"?\"", "8"},
                                       {"manager:\"?\",edit", "3 8"},
                                       {"manager != \"?\"", "0 1 2 3 4 5 6 7 9"},
                                       {"manager", "3 4"},
                                       {"type:modified !manager", "8"},
                                       {"name:web (manager:\"?\")", "8"}}) {
        QCOMPARE(rowsOf(answer(log, queryOf(filter))), QString::fromLatin1(rows));
    }
}

void TestFilteredRows::nobodyWaitsInVain()
{
    EventLog log;
    for (int i = 0; i < 2000; ++i)
        log.append(batch({entry(1, i % 2 ? EntryType::Added : EntryType::Deleted, object("web", "a"))}));
    FilteredRows rows(queryOf("type:added"));
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(rows.take(log.now(), log.now().end(), stop.get_token()), std::size_t(0));
    QVERIFY(rows.next() < log.now().end());
    QCOMPARE(rows.take(log.now(), log.now().end()), std::size_t(1000));
    QCOMPARE(rows.indexOf(3), std::optional<std::size_t>(1));
    QVERIFY(!rows.indexOf(4));
}

void TestFilteredRows::aTimeRangeHasNoEnd()
{
    EventLog log;
    for (int i = 0; i < 5; ++i) {
        auto one = entry(1, EntryType::Bookmark);
        one->arrived = Start + std::chrono::seconds(i);
        log.append(batch({one}));
    }
    QCOMPARE(rowsOf(answer(log, {{}, {}, Start + std::chrono::seconds(1), Start + std::chrono::seconds(3)})),
             QStringLiteral("1 2"));
    QCOMPARE(rowsOf(answer(log, {{}, {}, Start + std::chrono::seconds(3), {}})), QStringLiteral("3 4"));
}

namespace {

/// Managers and paths come and go with time, so that their numbers are given anew.
Batch randomBatch(std::mt19937_64 &random, int time)
{
    const std::string era = std::to_string(time / 25);
    Batch made;
    for (std::size_t count = random() % 900; count > 0; --count) {
        auto one = entry(WatchId(1 + random() % 2), static_cast<EntryType>(random() % 3),
                         object("ns" + std::to_string(random() % 4), "n" + std::to_string(random() % 3000)));
        const bool isDoubted = random() % 8 == 0;
        const std::string writer = "m" + std::to_string(random() % 3);
        one->changes = changes(isDoubted ? std::vector<std::string>() : std::vector{writer, "once-" + era},
                               {{"spec.f" + std::to_string(random() % 3) + '-' + era, "1", "2"}});
        made.entries.push_back(one);
    }
    return made;
}

} // namespace

void TestFilteredRows::namespacesLeaveOutOthersAndKeepWhatBelongsToNone()
{
    EventLog log;
    tell(log);
    RowQuery query;
    query.namespaces = {"web-2"};
    QCOMPARE(rowsOf(answer(log, query)), QStringLiteral("0 2 4 7"));
    query.namespaces = {"web", "web-2"};
    query.filter = parseFilter("type:added,listed").filter.value();
    QCOMPARE(rowsOf(answer(log, query)), QStringLiteral("1 2 4"));
    QCOMPARE(answer(log, {}).size(), log.now().size());
}

void TestFilteredRows::numbersGivenAnewAreAskedAgain_data()
{
    QTest::addColumn<QString>("filter");
    for (const char *filter : {"manager == \"old\"", "changed:spec.old", "name == \"old\""})
        QTest::newRow(filter) << QString::fromLatin1(filter);
}

/// What the first rows said is said by nobody any more once they have fallen off, and its number is the newest rows'.
void TestFilteredRows::numbersGivenAnewAreAskedAgain()
{
    QFETCH(QString, filter);
    EventLog log({2 * EventLog::ChunkRows, limits::MiB * 1000});
    FilteredRows rows(queryOf(filter.toLatin1().constData()));
    for (const char *word : {"old", "other", "new"}) {
        Batch batch;
        for (std::size_t i = 0; i < EventLog::ChunkRows; ++i) {
            auto one = entry(1, EntryType::Modified, object("web", filter.startsWith(u"name") ? word : "same"));
            one->changes = changes({word}, {{std::string("spec.") + word, "1", "2"}});
            batch.entries.push_back(one);
        }
        log.append(batch);
        rows.dropBefore(log.now().begin());
        rows.take(log.now(), log.now().end());
        QCOMPARE(rows.size(), word == std::string("new") ? 0 : EventLog::ChunkRows);
    }
}

void TestFilteredRows::anyPartsMakeTheWholeTruth()
{
    std::mt19937_64 random(seed());
    const std::vector<RowQuery> queries{queryOf(""),
                                        queryOf("ns == \"ns1\""),
                                        queryOf("name:n1 type:added"),
                                        queryOf("manager:m2 !ns:ns0"),
                                        queryOf("manager:m1,\"?\""),
                                        queryOf("kind:pod"),
                                        queryOf("changed:f1-3"),
                                        queryOf("manager:once-5 changed:f2")};
    EventLog log({10'000, limits::MiB * 1000});
    log.setWatch(1, scope("Pod"));
    log.setWatch(2, scope("Node"));
    FilteredRows rows(queries[random() % queries.size()]);
    for (int round = 0, end = test::rounds(400); round < end; ++round) {
        log.append(randomBatch(random, round));
        rows.dropBefore(log.now().begin());
        const RowId upTo = rows.next() + random() % (log.now().end() - rows.next() + 1);
        if (random() % 2) {
            rows.take(log.now(), upTo);
        } else {
            FilteredRows rest = rows.rest();
            rest.take(log.now(), upTo);
            rows.append(std::move(rest));
        }
        if (random() % 50 == 0)
            rows = FilteredRows(queries[random() % queries.size()], log.now().begin());
    }
    rows.take(log.now(), log.now().end());
    std::vector<RowId> truth;
    FacetCounts counts;
    FacetCounts before;
    const RowId upTo = log.now().begin() + random() % (log.now().size() + 1);
    for (RowId row = log.now().begin(); row < log.now().end(); ++row) {
        before = row == upTo ? counts : before;
        if (rows.query().filter.matches(EventSubject(log.now(), row))) {
            truth.push_back(row);
            log.now().countRow(counts, row);
        }
    }
    QCOMPARE(rows.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i)
        QCOMPARE(rows.at(i), truth[i]);
    before = upTo == log.now().end() ? counts : before;
    for (const Facet facet : {Facet::Type, Facet::Class, Facet::Kind, Facet::Namespace, Facet::Manager}) {
        QVERIFY(facetValues(log.now(), rows.facets(log.now()), facet) == facetValues(log.now(), counts, facet));
        QVERIFY(facetValues(log.now(), rows.facetsBefore(log.now(), upTo), facet) ==
                facetValues(log.now(), before, facet));
    }
}

} // namespace tst_filteredrows

WK_TEST(tst_filteredrows, TestFilteredRows, QCoreApplication)
#include "tst_filteredrows.moc"
