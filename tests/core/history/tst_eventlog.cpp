// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "core/history/facetvalues.h"

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
    void aGreatListIsTakenInByPartsAndInOrder();
    void whatWaitedBehindAListIsTakenInByPartsToo();
    void theOldestRowsFallOff();
    void whatIsHeldIsBoundedInBytes();
    void aSmallerBudgetIsReachedStepByStep();
    void whatTheDiskDoesNotTakeFallsOff();
    void whatIsOlderThanTheAgeFallsOff();
    void versionsAreToldAsWritten_data();
    void versionsAreToldAsWritten();
    void facetsCountWhatIsThere();
    void namesOfRowsThatFellOffAreForgotten();
};

namespace {

/// "TYPE class kind ns/name manager" of each row.
QStringList told(const EventLog &log)
{
    QStringList rows;
    for (RowId row = log.begin(); row < log.end(); ++row) {
        const auto text = [](std::string_view view) { return QString::fromUtf8(view.data(), qsizetype(view.size())); };
        rows += QStringLiteral("%1 %2 %3 %4/%5 %6")
                    .arg(QString::fromLatin1(typeName(log.type(row))), QString::fromLatin1(className(log.origin(row))),
                         text(log.kind(row)), text(log.ns(row)), text(log.name(row)), text(log.manager(row)))
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
    QCOMPARE(log.entry(1)->object, modified->object);
    QCOMPARE(log.entry(1)->changes, modified->changes);
    QCOMPARE(objectDifference(log.previous(1), before), QString());
    QVERIFY(!log.previous(0) && !log.object(2));
    QCOMPARE(log.sizeBytes(1), std::size_t(123));
    QVERIFY(log.time(0) == Start);
    QVERIFY(log.scope(2) && !log.scope(3));
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
    QCOMPARE(objectDifference(log.object(2), list->objects->at(1)), QString());
    QCOMPARE(log.version(2), std::string("6"));
    QVERIFY(!log.entry(2)->objects); // they are the rows
    QCOMPARE(log.entry(2)->found.listed, 2u);
    QCOMPARE(log.entry(2)->version.text(), list->version.text());
    for (const RowId row : {0, 1, 2}) {
        QCOMPARE(log.rowsOfEntry(row).first, RowId(0));
        QCOMPARE(log.rowsOfEntry(row).end, RowId(3));
    }
    QVERIFY(log.rowsOfEntry(3).isOne());
}

void TestEventLog::aListToldAgainIsNoRow()
{
    EventLog log;
    const auto again = listEntry(1, objects(2), EntryClass::Replayed);
    log.append(batch({again}));
    QCOMPARE(log.size(), std::size_t(3));
    log.append(batch({again}));
    QCOMPARE(log.size(), std::size_t(3));
    log.append(batch({listEntry(1, objects(2))}));
    QCOMPARE(log.size(), std::size_t(6));
}

void TestEventLog::aGreatListIsTakenInByPartsAndInOrder()
{
    EventLog log;
    const std::size_t count = 7 * EventLog::ChunkRows;
    log.append(batch({listEntry(1, objects(count)), entry(1, EntryType::Bookmark)}));
    QVERIFY(log.hasBacklog());
    QVERIFY(log.size() <= EventLog::RowsAtOnce + 1);
    log.append(batch({entry(1, EntryType::Gap)}));
    for (std::size_t before = log.size(); log.step(); before = log.size())
        QVERIFY(log.size() - before <= EventLog::RowsAtOnce);
    QCOMPARE(log.size(), count + 3);
    QCOMPARE(log.type(count), EntryType::Added);
    QCOMPARE(log.type(count + 1), EntryType::Bookmark);
    QCOMPARE(log.type(count + 2), EntryType::Gap);
}

void TestEventLog::whatWaitedBehindAListIsTakenInByPartsToo()
{
    EventLog log;
    const std::size_t count = 4 * EventLog::RowsAtOnce;
    log.append(batch({listEntry(1, objects(count))}));
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t before = log.size();
        log.append(batch(std::vector<EntryPtr>(2, entry(1, EntryType::Bookmark))));
        QVERIFY(log.size() - before <= EventLog::RowsAtOnce + 1);
    }
    log.append(batch({listEntry(2, objects(count))}));
    log.append(batch(std::vector<EntryPtr>(count, entry(1, EntryType::Gap))));
    while (log.hasBacklog()) {
        const std::size_t before = log.size();
        log.step();
        QVERIFY(log.size() - before <= EventLog::RowsAtOnce);
    }
    QCOMPARE(log.size(), 2 * (count + 1) + 2 * count + count);
    QCOMPARE(log.type(log.end() - 1), EntryType::Gap);
}

void TestEventLog::theOldestRowsFallOff()
{
    EventLog log({10'000, limits::MiB * 1000});
    for (int i = 0; i < 30'000; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(i)))}));
    QVERIFY(log.size() <= 10'000 && log.size() > 10'000 - 2 * EventLog::ChunkRows);
    QCOMPARE(log.end(), RowId(30'000));
    QCOMPARE(log.begin(), RowId(30'000 - log.size()));
    QCOMPARE(log.name(log.begin()), std::string_view(std::to_string(log.begin())));
    QCOMPARE(told(facetValues(log, log.facets(), Facet::Namespace)),
             QStringList{QStringLiteral("web %1").arg(log.size())});
}

void TestEventLog::whatIsHeldIsBoundedInBytes()
{
    EventLog log({1'000'000, 4 * limits::MiB});
    for (int i = 0; i < 40'000; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(i)))}));
    QVERIFY(log.size() < 20'000);
    QVERIFY(log.size() > 2000);
}

/// A chunk a step, so that the window can do something else meanwhile.
void TestEventLog::aSmallerBudgetIsReachedStepByStep()
{
    EventLog log;
    for (RowId i = 0; i < 5 * EventLog::ChunkRows; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(i)))}));
    QVERIFY(!log.isBehind());
    log.setBounds({.rows = 2 * EventLog::ChunkRows});
    QCOMPARE(log.begin(), RowId(0));
    int steps = 1;
    for (; log.step(); ++steps)
        QCOMPARE(log.begin(), RowId(steps) * EventLog::ChunkRows);
    QCOMPARE(steps, 3);
    QCOMPARE(log.size(), 2 * EventLog::ChunkRows);
    QVERIFY(!log.isBehind());
}

void TestEventLog::whatTheDiskDoesNotTakeFallsOff()
{
    EventLog log({.memory = 8 * limits::MiB});
    log.setSpill({.folder = "/nowhere/at/all"});
    const auto tell = [&log](std::size_t rows) {
        for (std::size_t i = 0; i < rows; ++i)
            log.append(batch({entry(1, EntryType::Added, object("web", std::to_string(log.end() % 9)))}));
        while (log.step()) {
        }
    };
    tell(EventLog::ChunkRows * 5);
    QCOMPARE(log.begin(), RowId(0));
    QVERIFY(!log.spillError());
    tell(EventLog::ChunkRows * 40);
    QVERIFY(log.begin() > 0);
    QVERIFY(log.spillError());
    QCOMPARE(log.diskBytes(), std::size_t(0));
    QCOMPARE(log.name(log.begin()), std::string_view(std::to_string(log.begin() % 9)));
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
    QCOMPARE(log.begin(), RowId(0));
    addAt(Start + 1h + 1s, 2); // the first says that the chunk is too old, the next finds it gone
    QCOMPARE(log.begin(), RowId(EventLog::ChunkRows));
    addAt(Start + 5h, 2);
    QCOMPARE(log.begin(), RowId(2 * EventLog::ChunkRows));
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
    QCOMPARE(QByteArray::fromStdString(log.version(0)), version);
    QCOMPARE(QByteArray::fromStdString(log.version(2)), version);
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
    const auto values = [&log](Facet facet) { return told(facetValues(log, log.facets(), facet)); };
    QCOMPARE(values(Facet::Type),
             (QStringList{QStringLiteral("ADDED 3"), QStringLiteral("MODIFIED 2"), QStringLiteral("LIST 1")}));
    QCOMPARE(values(Facet::Class), (QStringList{QStringLiteral("live 2"), QStringLiteral("initial 3")}));
    QCOMPARE(values(Facet::Kind), (QStringList{QStringLiteral("Node 4"), QStringLiteral("Pod 2")}));
    QCOMPARE(values(Facet::Namespace), (QStringList{QStringLiteral("db 1"), QStringLiteral("web 1")}));
    QCOMPARE(values(Facet::Manager), (QStringList{QStringLiteral("kubelet 2"), QStringLiteral("kubectl 1")}));
    log.append(batch({entry(1, EntryType::Modified, object("web", "a")), entry(1, EntryType::Bookmark)}));
    QCOMPARE(values(Facet::Manager),
             (QStringList{QStringLiteral("kubelet 2"), QStringLiteral("kubectl 1"), QStringLiteral("? 1")}));
    const auto then = [&log](RowId upTo) { return told(facetValues(log, log.facetsBefore(upTo), Facet::Manager)); };
    QCOMPARE(then(0), QStringList());
    QCOMPARE(then(1), QStringList{QStringLiteral("kubelet 1")});
    QCOMPARE(then(6), (QStringList{QStringLiteral("kubelet 2"), QStringLiteral("kubectl 1")}));
    QCOMPARE(then(log.end() + 1), values(Facet::Manager));
}

void TestEventLog::namesOfRowsThatFellOffAreForgotten()
{
    EventLog log({EventLog::ChunkRows, limits::MiB * 1000});
    for (int i = 0; i < 50'000; ++i)
        log.append(batch({entry(1, EntryType::Added, object("web", "pod-" + std::to_string(i)))}));
    QVERIFY(log.names().size() <= 3 * EventLog::ChunkRows);
    QVERIFY(log.names().reuses() > 30'000);
}

} // namespace tst_eventlog

WK_TEST(tst_eventlog, TestEventLog, QCoreApplication)
#include "tst_eventlog.moc"
