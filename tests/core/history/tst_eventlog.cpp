// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "core/history/facetvalues.h"
#include "core/history/rowfilter.h"
#include "core/query/filterparser.h"

#include "tests/core/history/journaledlog.h"
#include "tests/support/entries.h"
#include "tests/support/objectdifference.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_eventlog {

using namespace wk;
using namespace wk::test;

class TestEventLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachEntryIsARow();
    void aListsObjectsAreRowsBehindIt();
    void aListToldAgainIsNoRow();
    void aListIsTakenWholeInOneAppend();
    void theOldestRowsFallOff();
    void whatIsHeldIsBoundedInBytes();
    void aSmallerBudgetIsReachedStepByStep();
    void whatTheDiskDoesNotTakeFallsOff();
    void whatIsOlderThanTheAgeFallsOff();
    void versionsAreToldAsWritten_data();
    void versionsAreToldAsWritten();
    void facetsCountWhatIsThere();
    void clustersAreToldAskedAndCountedByTheirNames();
    void namesOfRowsThatFellOffAreForgotten();
};

namespace {

/// "TYPE class kind ns/name manager" of each row.
QStringList told(const EventLog &log)
{
    QStringList rows;
    for (RowId row = log.now().begin(); row < log.now().end(); ++row) {
        const auto text = [](std::string_view view) { return QString::fromUtf8(view.data(), qsizetype(view.size())); };
        rows += QStringLiteral("%1 %2 %3 %4/%5 %6")
                    .arg(QString::fromLatin1(typeName(log.now().type(row))),
                         QString::fromLatin1(className(log.now().origin(row))), text(log.now().kind(row)),
                         text(log.now().ns(row)), text(log.now().name(row)), text(log.now().manager(row)))
                    .trimmed();
    }
    return rows;
}

QStringList told(const std::vector<FacetCount> &values)
{
    QStringList texts;
    for (const FacetCount &value : values)
        texts += QString::fromStdString(value.value) + u' ' + QString::number(value.count);
    return texts;
}

std::vector<ObjectPtr> objects(std::size_t count)
{
    std::vector<ObjectPtr> made;
    for (std::size_t i = 0; i < count; ++i)
        made.push_back(object("web", "pod-" + std::to_string(i)));
    return made;
}

} // namespace

void TestEventLog::eachEntryIsARow()
{
    EventLog log;
    log.setWatch(1, scope("Pod"));
    log.setWatch(2, scope("ConfigMap", "web"));
    const auto before = object("web", "a", "7");
    auto modified = entry(1, EntryType::Modified, object("web", "a", "8"));
    modified->previous = before;
    modified->changes = changes({"kubelet", "kubectl"});
    modified->origin = EntryClass::Resumed;
    modified->wireBytes = 123;
    auto bookmark = entry(2, EntryType::Bookmark);
    bookmark->version = ResourceVersion("9");
    log.append(batch({entry(1, EntryType::Added, before), modified, bookmark, entry(3, EntryType::Error)}));
    QCOMPARE(told(log),
             (QStringList{QStringLiteral("ADDED live Pod web/a"), QStringLiteral("MODIFIED resumed Pod web/a kubelet"),
                          QStringLiteral("BOOKMARK live ConfigMap web/"), QStringLiteral("ERROR live  /")}));
    QCOMPARE(log.now().entry(1)->object, modified->object);
    QCOMPARE(log.now().entry(1)->changes, modified->changes);
    QCOMPARE(objectDifference(log.now().previous(1), before), QString());
    QVERIFY(!log.now().previous(0) && !log.now().object(2));
    QCOMPARE(log.now().sizeBytes(1), std::size_t(123));
    QVERIFY(log.now().time(0) == Start);
    QVERIFY(log.now().scope(2) && !log.now().scope(3));
}

void TestEventLog::aListsObjectsAreRowsBehindIt()
{
    EventLog log;
    log.setWatch(1, scope("Pod"));
    const auto list = listEntry(1, {object("web", "a", "5"), object("db", "b", "6")});
    log.append(batch({list, entry(1, EntryType::Deleted, object("db", "b", "7"))}));
    QCOMPARE(told(log),
             (QStringList{QStringLiteral("LIST initial Pod /"), QStringLiteral("ADDED initial Pod web/a"),
                          QStringLiteral("ADDED initial Pod db/b"), QStringLiteral("DELETED live Pod db/b")}));
    QCOMPARE(objectDifference(log.now().object(2), list->objects->at(1)), QString());
    QCOMPARE(log.now().version(2), std::string("6"));
    QVERIFY(!log.now().entry(2)->objects); // they are the rows
    QCOMPARE(log.now().entry(2)->found.listed, 2u);
    QCOMPARE(log.now().entry(2)->version.text(), list->version.text());
    for (const RowId row : {0, 1, 2}) {
        QCOMPARE(log.now().rowsOfEntry(row).first, RowId(0));
        QCOMPARE(log.now().rowsOfEntry(row).end, RowId(3));
    }
    QVERIFY(log.now().rowsOfEntry(3).isOne());
}

void TestEventLog::aListToldAgainIsNoRow()
{
    EventLog log;
    const auto again = listEntry(1, objects(2), EntryClass::Replayed);
    log.append(batch({again}));
    QCOMPARE(log.now().size(), std::size_t(3));
    log.append(batch({again}));
    QCOMPARE(log.now().size(), std::size_t(3));
    log.append(batch({listEntry(1, objects(2))}));
    QCOMPARE(log.now().size(), std::size_t(6));
}

void TestEventLog::aListIsTakenWholeInOneAppend()
{
    EventLog log;
    const std::size_t count = 7 * EventLog::ChunkRows;
    log.append(listEntry(1, objects(count)));
    QCOMPARE(log.now().size(), count + 1);
    QVERIFY(!log.step());
    const HistorySnapshot::Rows rows = log.now().rowsOfEntry(count);
    QCOMPARE(rows.first, RowId(0));
    QCOMPARE(rows.end, RowId(count + 1));
    log.append(batch({entry(1, EntryType::Bookmark), listEntry(1, objects(2)), entry(1, EntryType::Gap)}));
    QCOMPARE(log.now().size(), count + 6);
    QCOMPARE(log.now().type(count), EntryType::Added);
    QCOMPARE(log.now().type(count + 1), EntryType::Bookmark);
    QCOMPARE(log.now().type(count + 5), EntryType::Gap);
    QCOMPARE(log.now().lives().standing(1, count + 1).size(), count);
    QCOMPARE(log.now().lives().standing(1, log.now().end()).size(), std::size_t(2));
}

void TestEventLog::theOldestRowsFallOff()
{
    EventLog log({10'000, limits::MiB * 1000});
    for (int i = 0; i < 30'000; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(i)))}));
    QVERIFY(log.now().size() <= 10'000 && log.now().size() > 10'000 - 2 * EventLog::ChunkRows);
    QCOMPARE(log.now().end(), RowId(30'000));
    QCOMPARE(log.now().begin(), RowId(30'000 - log.now().size()));
    QCOMPARE(log.now().name(log.now().begin()), std::string_view(std::to_string(log.now().begin())));
    QCOMPARE(told(facetValues(log.now(), log.now().facets(), Facet::Namespace)),
             QStringList{QStringLiteral("web %1").arg(log.now().size())});
}

void TestEventLog::whatIsHeldIsBoundedInBytes()
{
    EventLog log({1'000'000, 4 * limits::MiB});
    for (int i = 0; i < 40'000; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(i)))}));
    QVERIFY(log.now().size() < 20'000);
    QVERIFY(log.now().size() > 2000);
}

/// A chunk a step, so that the window can do something else meanwhile.
void TestEventLog::aSmallerBudgetIsReachedStepByStep()
{
    EventLog log;
    for (RowId i = 0; i < 5 * EventLog::ChunkRows; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(i)))}));
    QVERIFY(!log.isBehind());
    log.setBounds({.rows = 2 * EventLog::ChunkRows});
    QCOMPARE(log.now().begin(), RowId(0));
    int steps = 1;
    for (; log.step(); ++steps)
        QCOMPARE(log.now().begin(), RowId(steps) * EventLog::ChunkRows);
    QCOMPARE(steps, 3);
    QCOMPARE(log.now().size(), 2 * EventLog::ChunkRows);
    QVERIFY(!log.isBehind());
}

void TestEventLog::whatTheDiskDoesNotTakeFallsOff()
{
    JournaledLog filed({.memory = 8 * limits::MiB}, "/nowhere/at/all");
    EventLog &log = filed.log;
    const auto tell = [&](std::size_t rows) {
        for (std::size_t i = 0; i < rows; ++i)
            log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(log.now().end() % 9)))}));
        filed.write();
        while (log.step()) {
        }
    };
    tell(EventLog::ChunkRows * 5);
    QCOMPARE(log.now().begin(), RowId(0));
    QVERIFY(log.snapshot()->spillError());
    tell(EventLog::ChunkRows * 40);
    QVERIFY(log.now().begin() > 0);
    QCOMPARE(log.diskBytes(), std::size_t(0));
    QCOMPARE(log.now().name(log.now().begin()), std::string_view(std::to_string(log.now().begin() % 9)));
}

void TestEventLog::whatIsOlderThanTheAgeFallsOff()
{
    using namespace std::chrono_literals;
    EventLog log({.age = 1h});
    const auto addAt = [&log](WallTime time, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            auto one = entry(1, EntryType::Added, object("web", "a"));
            one->arrived = time;
            log.append(batch({one}));
        }
    };
    addAt(Start, EventLog::ChunkRows);
    addAt(Start + 30min, EventLog::ChunkRows);
    addAt(Start + 1h, 1);
    QCOMPARE(log.now().begin(), RowId(0));
    QVERIFY(!log.isBehind());
    addAt(Start + 1h + 1s, 1);
    QVERIFY(log.isBehind());
    QVERIFY(!log.step());
    QCOMPARE(log.now().begin(), RowId(EventLog::ChunkRows));
    addAt(Start + 5h, 1);
    QVERIFY(!log.step());
    QCOMPARE(log.now().begin(), RowId(2 * EventLog::ChunkRows));
}

void TestEventLog::versionsAreToldAsWritten_data()
{
    QTest::addColumn<QByteArray>("version");
    for (const char *version : {"8123298", "18446744073709551615", "18446744073709551616", "007", "opaque", ""})
        QTest::newRow(*version ? version : "none") << QByteArray(version);
}

void TestEventLog::versionsAreToldAsWritten()
{
    QFETCH(QByteArray, version);
    EventLog log;
    const auto about = object("a", "b", version.toStdString());
    log.append(batch({entry(1, EntryType::Added, about), listEntry(1, {about})}));
    QCOMPARE(QByteArray::fromStdString(log.now().version(0)), version);
    QCOMPARE(QByteArray::fromStdString(log.now().version(2)), version);
}

void TestEventLog::clustersAreToldAskedAndCountedByTheirNames()
{
    const ClusterId east = ClusterId::known("east");
    const ClusterId west = ClusterId::known("west");
    EventLog log;
    log.setWatch(1, scope("Pod"), east);
    log.nameCluster(east, "prod");
    log.append(batch({entry(1, EntryType::Added, object("web", "a"))}));
    const auto clusters = [&log] { return told(facetValues(log.now(), log.now().facets(), Facet::Cluster)); };
    QCOMPARE(clusters(), QStringList()); // of one there is nothing to choose
    log.setWatch(2, scope("Pod"), west);
    log.append(batch({entry(2, EntryType::Added, object("web", "a")), entry(2, EntryType::Bookmark)}));
    log.nameCluster(west, "staging");
    QCOMPARE(clusters(), (QStringList{QStringLiteral("staging 2"), QStringLiteral("prod 1")}));
    RowFilter filter({parseFilter("cluster:stag").filter.value(), {}, {}, {}});
    const auto answered = [&] {
        QList<RowId> rows;
        for (RowId row = log.now().begin(); row < log.now().end(); ++row) {
            if (filter.matches(log.now(), row))
                rows << row;
        }
        return rows;
    };
    QCOMPARE(answered(), (QList<RowId>{1, 2}));
    const HistoryPtr before = log.snapshot();
    log.nameCluster(east, "staging too"); // what was remembered of the number is not so any more
    QCOMPARE(answered(), (QList<RowId>{0, 1, 2}));
    QCOMPARE(std::string(log.now().clusterName(0)), std::string("staging too"));
    QCOMPARE(std::string(before->clusterName(0)), std::string("prod"));
    QCOMPARE(std::string(log.now().clusterNameOf(7)), std::string()); // a strange watch
}

void TestEventLog::facetsCountWhatIsThere()
{
    EventLog log;
    log.setWatch(1, scope("Pod"));
    log.setWatch(2, scope("Node"));
    auto one = entry(1, EntryType::Modified, object("web", "a"));
    one->changes = changes({"kubelet"});
    auto two = entry(1, EntryType::Modified, object("db", "a"));
    two->changes = changes({"kubectl", "kubelet"});
    log.append(batch({one, two, listEntry(2, {object("", "n1"), object("", "n2"), object("", "n3")})}));
    const auto values = [&log](Facet facet) { return told(facetValues(log.now(), log.now().facets(), facet)); };
    QCOMPARE(values(Facet::Type),
             (QStringList{QStringLiteral("MODIFIED 2"), QStringLiteral("LIST 1"), QStringLiteral("LISTED 3")}));
    QCOMPARE(values(Facet::Class), (QStringList{QStringLiteral("live 2"), QStringLiteral("initial 3")}));
    QCOMPARE(values(Facet::Kind), (QStringList{QStringLiteral("Node 4"), QStringLiteral("Pod 2")}));
    QCOMPARE(values(Facet::Namespace), (QStringList{QStringLiteral("db 1"), QStringLiteral("web 1")}));
    QCOMPARE(values(Facet::Manager), (QStringList{QStringLiteral("kubelet 2"), QStringLiteral("kubectl 1")}));
    log.append(batch({entry(1, EntryType::Modified, object("web", "a")), entry(1, EntryType::Bookmark)}));
    QCOMPARE(values(Facet::Manager),
             (QStringList{QStringLiteral("kubelet 2"), QStringLiteral("kubectl 1"), QStringLiteral("? 1")}));
    const auto then = [&log](RowId upTo) {
        return told(facetValues(log.now(), log.now().facetsBefore(upTo), Facet::Manager));
    };
    QCOMPARE(then(0), QStringList());
    QCOMPARE(then(1), QStringList{QStringLiteral("kubelet 1")});
    QCOMPARE(then(6), (QStringList{QStringLiteral("kubelet 2"), QStringLiteral("kubectl 1")}));
    QCOMPARE(then(log.now().end() + 1), values(Facet::Manager));
}

void TestEventLog::namesOfRowsThatFellOffAreForgotten()
{
    EventLog log({EventLog::ChunkRows, limits::MiB * 1000});
    for (int i = 0; i < 50'000; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", "pod-" + std::to_string(i)))}));
    QVERIFY(log.now().names().size() <= 3 * EventLog::ChunkRows);
    QVERIFY(log.now().names().reuses() > 30'000);
}

} // namespace tst_eventlog

WK_TEST(tst_eventlog, TestEventLog, QCoreApplication)
#include "tst_eventlog.moc"
