// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/history/revisionbodies.h"
#include "core/informer/sharedinformer.h"
#include "core/resource/compare.h"
#include "core/source/kube/decoder.h"
#include "tests/support/fakesource.h"
#include "tests/support/fixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>

/// What an event changed is found when it is decoded, while the texts are at hand: what comes of it is what the objects
/// say when they are compared.
namespace tst_eventchanges {

using namespace wk;

class TestEventChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eventsTellWhatTheirObjectsTell_data();
    void eventsTellWhatTheirObjectsTell();
};

namespace {

ResourceInfo podResource()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "pods"};
    info.kind = "Pod";
    return info;
}

QString print(const ChangesPtr &changes)
{
    if (!changes)
        return QStringLiteral("none");
    QString text = QStringLiteral("%1 of worth %2 by").arg(changes->total).arg(int(changes->worth));
    for (const std::string &manager : changes->managers)
        text += u' ' + QString::fromStdString(manager);
    for (const ToldChange change : changes->first)
        text +=
            QStringLiteral("\n%1 %2: %3 -> %4")
                .arg(int(change.kind))
                .arg(QString::fromUtf8(change.path), QString::fromUtf8(change.before), QString::fromUtf8(change.after));
    return text;
}

/// One of several watches of the pods.
struct Watch {
    Watch(RevisionBodies &bodies, Clock &clock)
        : decoder(podResource(), bodies.writer(podResource().gvr))
        , informer(1, std::unique_ptr<ListerWatcher>(source), clock, {[] { return 0.0; }, describeChanges, {}})
    {
        informer.addHandler([this](const std::vector<EntryPtr> &entries) {
            for (const EntryPtr &entry : entries) {
                if (entry->type == EntryType::Added || entry->type == EntryType::Modified)
                    told.push_back(entry);
            }
        });
        informer.start();
    }
    void hear(const std::string &line)
    {
        WatchEvent event = *decoder.event(line);
        atHand += event.difference ? 1 : 0;
        read.push_back(std::move(event));
    }
    void tell()
    {
        if (!read.empty())
            (*source)->eventsArrived(std::exchange(read, {}));
    }

    FakeSource *source = new FakeSource;
    Decoder decoder;
    SharedInformer informer;
    std::vector<WatchEvent> read;
    std::vector<EntryPtr> told;
    int atHand = 0;
};

} // namespace

void TestEventChanges::eventsTellWhatTheirObjectsTell_data()
{
    QTest::addColumn<qulonglong>("recentBytes");
    QTest::addColumn<int>("watches");
    QTest::newRow("one watch") << qulonglong(64 * limits::MiB) << 1;
    QTest::newRow("one watch, nothing at hand for long") << qulonglong(0) << 1;
    QTest::newRow("two watches of the same") << qulonglong(64 * limits::MiB) << 2;
}

void TestEventChanges::eventsTellWhatTheirObjectsTell()
{
    QFETCH(qulonglong, recentBytes);
    QFETCH(int, watches);
    const std::uint64_t seed = test::seed();
    std::mt19937_64 random(seed);
    test::PodFleet fleet({.seed = seed, .pods = 40, .nodes = 5});
    RevisionBodies bodies(RevisionStore::Options{.recentBytes = std::size_t(recentBytes)});
    ManualClock clock;
    std::vector<std::unique_ptr<Watch>> all;
    for (int i = 0; i < watches; ++i) {
        all.push_back(std::make_unique<Watch>(bodies, clock));
        (*all.back()->source)->listed(*all.back()->decoder.page(fleet.tablePage(0, fleet.size())));
        (*all.back()->source)->watchOpened();
    }
    for (int i = 0; i < test::rounds(600); ++i) {
        const test::PodEvent event = fleet.next();
        const std::string line(random() % 4 == 0 ? fleet.line(event) : fleet.tableLine(event));
        for (const auto &watch : all) {
            watch->hear(line);
            if (random() % 5 == 0)
                watch->tell();
        }
    }
    for (const auto &watch : all) {
        watch->tell();
        QVERIFY(watch->atHand > test::rounds(600) / 2);
        QVERIFY(watch->told.size() > 300);
        for (const EntryPtr &entry : watch->told)
            QCOMPARE(print(entry->changes), print(describeChanges(entry->previous, entry->object)));
    }
}

} // namespace tst_eventchanges

WK_TEST(tst_eventchanges, TestEventChanges, QCoreApplication)
#include "tst_eventchanges.moc"
