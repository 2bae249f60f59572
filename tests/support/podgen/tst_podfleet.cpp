// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/podgen/podfleet.h"
#include "tests/support/testregistry.h"

#include <simdjson.h>

#include <QTest>

#include <map>
#include <set>
#include <string>

namespace tst_podfleet {

using namespace wk::test;
namespace dom = simdjson::dom;

class TestPodFleet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void podsAreJson();
    void readyPodsHaveSixToEightKilobytes();
    void fourTenthsAreManagedFields();
    void equalSeedsGiveEqualBytes();
    void theBytesAreTheSameOnEveryMachine();
    void aLifeTakesTheServersSteps();
    void everyStageIsSeen();
    void versionsCountUp();
    void whoWroteIsInManagedFields();
    void tableLinesHoldCellsAndObject();
    void pagesCoverTheFleet();
};

PodFleet small(std::uint64_t seed = 1)
{
    return PodFleet({.seed = seed, .pods = 300, .nodes = 40});
}

std::string text(dom::element value)
{
    return std::string(std::string_view(value));
}

std::uint64_t hashOf(std::string_view bytes, std::uint64_t hash)
{
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

/// FNV-1a of a fleet and of what happens to it.
std::uint64_t bytesOf(std::uint64_t seed)
{
    PodFleet fleet = small(seed);
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::uint32_t pod = 0; pod < fleet.size(); ++pod)
        hash = hashOf(fleet.object(pod), hash);
    for (int count = 0; count < 1000; ++count)
        hash = hashOf(fleet.tableLine(fleet.next()), hash);
    return hash;
}

void TestPodFleet::podsAreJson()
{
    PodFleet fleet = small();
    dom::parser parser;
    for (std::uint32_t pod = 0; pod < fleet.size(); ++pod) {
        dom::element root;
        QCOMPARE(parser.parse(std::string(fleet.object(pod))).get(root), simdjson::SUCCESS);
        QCOMPARE(text(root["kind"]), std::string("Pod"));
        QCOMPARE(text(root["metadata"]["name"]), fleet.name(pod));
        QCOMPARE(text(root["metadata"]["namespace"]), fleet.ns(pod));
        QCOMPARE(text(root["metadata"]["uid"]).size(), 36u);
    }
    for (int count = 0; count < 5000; ++count) {
        const PodEvent event = fleet.next();
        dom::element root;
        QCOMPARE(parser.parse(std::string(fleet.line(event))).get(root), simdjson::SUCCESS);
        QCOMPARE(text(root["object"]["metadata"]["name"]), fleet.name(event.pod));
    }
}

void TestPodFleet::readyPodsHaveSixToEightKilobytes()
{
    PodFleet fleet({.seed = 1, .pods = 20'000});
    std::size_t ready = 0;
    std::size_t bytes = 0;
    for (std::uint32_t pod = 0; pod < fleet.size(); ++pod) {
        const std::size_t size = fleet.object(pod).size();
        if (fleet.life(pod).stage != Stage::Ready)
            continue;
        ++ready;
        bytes += size;
        QVERIFY2(size >= 6000 && size <= 8500, qPrintable(QString::number(size)));
    }
    QVERIFY(ready > 19'000);
    qInfo("%zu ready pods have %zu bytes in the mean", ready, bytes / ready);

    std::size_t lines = 0;
    for (int count = 0; count < 20'000; ++count)
        lines += fleet.line(fleet.next()).size();
    qInfo("20000 events have %zu bytes in the mean", lines / 20'000);
    QVERIFY(lines / 20'000 > 5000 && lines / 20'000 < 8000);
}

void TestPodFleet::fourTenthsAreManagedFields()
{
    PodFleet fleet({.seed = 1, .pods = 2000});
    dom::parser parser;
    std::size_t whole = 0;
    std::size_t managed = 0;
    for (std::uint32_t pod = 0; pod < fleet.size(); ++pod) {
        const std::string bytes(fleet.object(pod));
        whole += bytes.size();
        managed += simdjson::minify(parser.parse(bytes)["metadata"]["managedFields"].value()).size();
    }
    qInfo("%.1f %% of a pod are managedFields", 100.0 * double(managed) / double(whole));
    QVERIFY(managed * 100 > whole * 33 && managed * 100 < whole * 45);
}

void TestPodFleet::equalSeedsGiveEqualBytes()
{
    QCOMPARE(bytesOf(7), bytesOf(7));
    QVERIFY(bytesOf(7) != bytesOf(8));
}

void TestPodFleet::theBytesAreTheSameOnEveryMachine()
{
    // To be changed with the generator, and with nothing else.
    QCOMPARE(bytesOf(1), 12505609134890297661ULL);
}

void TestPodFleet::aLifeTakesTheServersSteps()
{
    PodFleet fleet({.seed = 3, .pods = 1, .nodes = 5});
    std::map<Stage, std::set<Stage>> seen;
    std::string uid;
    for (int count = 0; count < 3000; ++count) {
        const Stage before = fleet.life(0).stage;
        const std::uint64_t identity = fleet.life(0).identity;
        const PodEvent event = fleet.next();
        seen[before].insert(event.stage);
        QCOMPARE(event.type == PodEvent::Type::Added, before == Stage::Gone);
        QCOMPARE(event.type == PodEvent::Type::Deleted, event.stage == Stage::Gone);
        QCOMPARE(identity != fleet.life(0).identity, event.type == PodEvent::Type::Added);
    }
    QVERIFY((seen[Stage::Created] == std::set{Stage::Unschedulable, Stage::Bound}));
    QVERIFY((seen[Stage::Ready] == std::set{Stage::Ready, Stage::NotReady, Stage::Crashed, Stage::Terminating}));
    QVERIFY((seen[Stage::BackOff] == std::set{Stage::Started}));
    QVERIFY((seen[Stage::Terminating] == std::set{Stage::Stopped}));
}

void TestPodFleet::everyStageIsSeen()
{
    PodFleet fleet = small();
    std::map<Stage, int> counts;
    for (int count = 0; count < 20'000; ++count)
        ++counts[fleet.next().stage];
    for (int stage = 0; stage <= int(Stage::Gone); ++stage)
        QVERIFY2(counts[Stage(stage)] > 50, qPrintable(QString::number(stage)));
}

void TestPodFleet::versionsCountUp()
{
    PodFleet fleet = small();
    std::uint64_t before = 0;
    for (std::uint32_t pod = 0; pod < fleet.size(); ++pod) {
        QVERIFY(fleet.life(pod).version > before);
        before = fleet.life(pod).version;
    }
    for (int count = 0; count < 1000; ++count) {
        const std::uint32_t pod = fleet.next().pod;
        QCOMPARE(fleet.life(pod).version, fleet.version());
        QVERIFY(fleet.version() > before);
        before = fleet.version();
    }
}

void TestPodFleet::whoWroteIsInManagedFields()
{
    PodFleet fleet({.seed = 1, .pods = 50});
    dom::parser parser;
    std::map<Stage, std::set<std::string>> managers;
    for (int count = 0; count < 5000; ++count) {
        const PodEvent event = fleet.next();
        const auto root = parser.parse(std::string(fleet.object(event.pod))).value();
        std::string before;
        for (const dom::element entry : dom::array(root["metadata"]["managedFields"])) {
            QVERIFY(text(entry["time"]) >= before);
            before = text(entry["time"]);
            managers[event.stage].insert(text(entry["manager"]));
        }
    }
    QVERIFY((managers[Stage::Created] == std::set<std::string>{"kube-controller-manager"}));
    QVERIFY((managers[Stage::Unschedulable] == std::set<std::string>{"kube-controller-manager", "kube-scheduler"}));
    QVERIFY(managers[Stage::Creating].contains("kubelet"));
    QVERIFY(!managers[Stage::Bound].contains("kubelet"));
    QVERIFY(managers[Stage::Ready].contains("kubectl-annotate"));
}

void TestPodFleet::tableLinesHoldCellsAndObject()
{
    PodFleet fleet = small();
    dom::parser parser;
    for (int count = 0; count < 2000; ++count) {
        const PodEvent event = fleet.next();
        const std::string line(fleet.tableLine(event));
        QVERIFY(line.ends_with(",\"object\":" + std::string(fleet.object(event.pod)) + "}]}}"));
        const auto root = parser.parse(line).value();
        QCOMPARE(root["object"]["columnDefinitions"].is_null(), count != 0);
        const dom::element row = root["object"]["rows"].at(0);
        QCOMPARE(dom::array(row["cells"]).size(), 9u);
        QCOMPARE(text(row["cells"].at(0)), fleet.name(event.pod));
        QCOMPARE(text(row["object"]["kind"]), std::string("Pod"));
    }
}

void TestPodFleet::pagesCoverTheFleet()
{
    PodFleet fleet = small();
    while (fleet.next().type != PodEvent::Type::Deleted) {
    }
    dom::parser parser;
    for (const bool table : {false, true}) {
        std::size_t count = 0;
        for (std::uint32_t first = 0; first < fleet.size(); first += 70) {
            const std::string page = table ? fleet.tablePage(first, 70) : fleet.listPage(first, 70);
            const auto root = parser.parse(page).value();
            count += dom::array(root[table ? "rows" : "items"]).size();
            QCOMPARE(root["metadata"]["continue"].error() == simdjson::SUCCESS, first + 70 < fleet.size());
        }
        QCOMPARE(count, std::size_t(fleet.size()) - 1);
    }
}

} // namespace tst_podfleet

WK_TEST(tst_podfleet, tst_podfleet::TestPodFleet, NoApplication)

#include "tst_podfleet.moc"
