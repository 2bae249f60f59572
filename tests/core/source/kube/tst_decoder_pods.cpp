// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

#include <map>
#include <memory>
#include <set>
#include <string>

/// Thousands of pods and their lives, decoded in each way that there is.
namespace tst_decoder_pods {

using namespace wk;

class TestDecoderPods : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatStandsBehindALineDoesNotMatter();
    void tableAndPlainLinesSayTheSame();
    void listedAndWatchedPodsSayTheSame();
    void thePodsOfOneWorkloadShareTheirLabels();
    void aFewPodsShareThemAll();
};

void compareMetadata(const Object &a, const Object &b)
{
    QCOMPARE(a.ns, b.ns);
    QCOMPARE(a.name, b.name);
    QCOMPARE(a.uid, b.uid);
    QVERIFY(a.version == b.version);
    QCOMPARE(metadataHash(a), metadataHash(b));
    QVERIFY(a.managers == b.managers);
    QVERIFY(a.owners == b.owners);
    QCOMPARE(a.node, b.node);
    QCOMPARE(a.phase, b.phase);
    QCOMPARE(int(a.ready), int(b.ready));
    QVERIFY(a.unreadable == Unreadable::No && b.unreadable == Unreadable::No);
}

void TestDecoderPods::whatStandsBehindALineDoesNotMatter()
{
    test::PodFleet fleet({.seed = 5, .pods = 100, .nodes = 10});
    Decoder alone(pods(), Decoder::Bodies::Keep);
    Decoder within(pods(), Decoder::Bodies::Keep);
    for (int count = 0; count < 1000; ++count) {
        const std::string line(fleet.tableLine(fleet.next()));
        const std::string buffer = line + std::string(count % 80, "\"}\n{"[count % 4]);
        const auto one = alone.event(line);
        const auto other = within.event(std::string_view(buffer).substr(0, line.size()), buffer.size() - line.size());
        QVERIFY(one.ok() && other.ok());
        compareMetadata(*one->object, *other->object);
        QVERIFY(one->object->cells == other->object->cells);
        QVERIFY(one->object->body.line() == line && other->object->body.line() == line);
    }
}

void TestDecoderPods::tableAndPlainLinesSayTheSame()
{
    test::PodFleet fleet({.seed = 6, .pods = 100, .nodes = 10});
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    for (int count = 0; count < 1000; ++count) {
        const test::PodEvent happened = fleet.next();
        const auto plain = decoder.event(std::string(fleet.line(happened)));
        const auto table = decoder.event(std::string(fleet.tableLine(happened)));
        QVERIFY(plain.ok() && table.ok());
        compareMetadata(*plain->object, *table->object);
        QCOMPARE(plain->object->name, fleet.name(happened.pod));
        QCOMPARE(table->object->cells.size(), 9u);
        QVERIFY(plain->object->body.object() == table->object->body.object());
    }
}

void TestDecoderPods::listedAndWatchedPodsSayTheSame()
{
    test::PodFleet fleet({.seed = 7, .pods = 200, .nodes = 10});
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto items = decoder.page(fleet.listPage(0, 200));
    const auto rows = decoder.page(fleet.tablePage(0, 200));
    QVERIFY(items.ok() && rows.ok());
    QCOMPARE(items->objects.size(), 200u);
    QCOMPARE(rows->objects.size(), 200u);
    for (std::uint32_t pod = 0; pod < 200; ++pod) {
        compareMetadata(*items->objects[pod], *rows->objects[pod]);
        QVERIFY(items->objects[pod]->body.object() == fleet.object(pod));
        QVERIFY(rows->objects[pod]->body.object() == fleet.object(pod));
    }
}

/// Two threads may read a page, and each remembers what it has read: by itself each makes everything once.
void TestDecoderPods::thePodsOfOneWorkloadShareTheirLabels()
{
    test::PodFleet fleet({.seed = 8, .pods = 200, .nodes = 10});
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    const auto page = decoder.page(fleet.tablePage(0, 200));
    std::map<std::uint32_t, std::set<const OwnerReference *>> owners;
    std::set<const void *> labels;
    for (std::uint32_t pod = 0; pod < 200; ++pod) {
        const Object &object = *page->objects[pod];
        QCOMPARE(std::string(*labelValue(object, "app.kubernetes.io/part-of")), fleet.ns(pod));
        QCOMPARE(object.owners.size(), 1u);
        QVERIFY(object.name.view().starts_with(object.owners[0].name));
        owners[fleet.life(pod).workload].insert(std::to_address(object.owners.begin()));
        labels.insert(std::to_address(object.labels.begin()));
    }
    for (const auto &[workload, made] : owners)
        QVERIFY(made.size() <= 2);
    QVERIFY(labels.size() < 100); // all but those of stateful sets, whose labels say their names
}

void TestDecoderPods::aFewPodsShareThemAll()
{
    test::PodFleet fleet({.seed = 8, .pods = 200, .nodes = 10});
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    for (std::uint32_t first = 0; first < 200; first += 10) {
        const auto page = decoder.page(fleet.tablePage(first, 10));
        for (std::uint32_t pod = first + 1; pod < first + 10; ++pod) {
            const Object &object = *page->objects[pod - first];
            const Object &before = *page->objects[pod - first - 1];
            const bool sameWorkload = fleet.life(pod).workload == fleet.life(pod - 1).workload;
            QCOMPARE(object.owners.begin() == before.owners.begin(), sameWorkload);
        }
    }
}

} // namespace tst_decoder_pods

WK_TEST(tst_decoder_pods, tst_decoder_pods::TestDecoderPods, NoApplication)

#include "tst_decoder_pods.moc"
