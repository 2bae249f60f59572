// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recordedtypes.h"

#include "core/history/eventlog.h"
#include "core/replay/recordedpast.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_recordedtypes {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

constexpr EventLog::Bounds Boundless{.rows = SIZE_MAX, .bytes = SIZE_MAX};

WatchScope scopeOf(const std::string &kind, const std::string &plural)
{
    WatchScope made = scope(kind);
    made.resource.gvr = {"", "v1", plural};
    made.resource.namespaced = true;
    return made;
}

} // namespace

class TestRecordedTypes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsAndAgesAreThoseOfThen();
    void whatCountsTimeIsCountedAnew();
    void whatWasToldWithoutItsJsonIsThere();
};

void TestRecordedTypes::cellsAndAgesAreThoseOfThen()
{
    EventLog log(Boundless);
    log.setWatch(1, scopeOf("Pod", "pods"));
    auto made = makeCounted<Object>(*object("a", "p", "7"));
    made->body = plainBody("{'metadata':{'name':'p','namespace':'a','resourceVersion':'7'}}");
    made->created = Start - 90s;
    made->cells = Cells{std::string_view("p"), std::int64_t(3), std::string_view("stale")};
    auto list = listEntry(1, {ObjectPtr(made)});
    list->columns = columnsNamed({"Name", "Restarts", "Age", "Extra"});
    log.append(list);
    const RecordedPast past(log.snapshot(), {});
    const apiserver::TypePtr type = past.types().front();
    QCOMPARE(type->kind, "Pod"); // a built-in one: field selectors work
    QVERIFY(!type->fields.empty() && type->isReadOnly);
    QCOMPARE(type->columns.size(), std::size_t(4));
    const auto listing = past.list("pods");
    const auto &cells = listing.objects.front()->row.cells;
    QCOMPARE(cells.size(), std::size_t(4));
    QCOMPARE(cells[0].json, "\"p\"");
    QCOMPARE(cells[1].json, "3");
    QCOMPARE(cells[2].since.value(), Start - 90s);
    QCOMPARE(cells[3].json, "null");
}

/// "5s" was right when it was told.
void TestRecordedTypes::whatCountsTimeIsCountedAnew()
{
    EventLog log(Boundless);
    log.setWatch(1, scopeOf("Event", "events"));
    auto told = makeCounted<Object>(*object("a", "e", "7"));
    told->body = plainBody("{'metadata':{'name':'e','namespace':'a','resourceVersion':'7'},"
                           "'firstTimestamp':'2026-01-01T00:00:00Z','lastTimestamp':'2026-01-01T00:01:00Z'}");
    told->cells = Cells{std::string_view("5s"), std::string_view("Killing"), std::string_view("65s")};
    auto list = listEntry(1, {ObjectPtr(told)});
    list->columns = columnsNamed({"Last Seen", "Reason", "First Seen"});
    log.append(list);
    const RecordedPast past(log.snapshot(), {});
    const auto cells = past.list("events").objects.front()->row.cells;
    QCOMPARE(cells[0].since.value(), parseTime("2026-01-01T00:01:00Z").value());
    QCOMPARE(cells[1].json, "\"Killing\"");
    QCOMPARE(cells[2].since.value(), parseTime("2026-01-01T00:00:00Z").value());
}

void TestRecordedTypes::whatWasToldWithoutItsJsonIsThere()
{
    EventLog log(Boundless);
    log.setWatch(1, scopeOf("Secret", "secrets"));
    auto told = makeCounted<Object>(*object("a", "s", "7"));
    told->created = parseTime("2026-01-01T00:00:00Z");
    told->cells = Cells{std::string_view("s"), std::string_view("Opaque"), std::int64_t(2)};
    auto list = listEntry(1, {ObjectPtr(told)});
    list->columns = columnsNamed({"Name", "Type", "Data"});
    log.append(list);
    const auto listing = RecordedPast(log.snapshot(), {}).list("secrets");
    QCOMPARE(listing.objects.size(), std::size_t(1));
    const apiserver::StoredObject &secret = *listing.objects.front();
    QCOMPARE(secret.key(), std::string("a/s"));
    QCOMPARE(secret.uid, told->uid.text());
    QCOMPARE(secret.row.cells[2].json, "2");
    QVERIFY2(secret.json.find("2026-01-01T00:00:00Z") != std::string::npos, secret.json.c_str());
}

} // namespace tst_recordedtypes

WK_TEST(tst_recordedtypes, tst_recordedtypes::TestRecordedTypes, QCoreApplication)
#include "tst_recordedtypes.moc"
