// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/democluster.h"
#include "tests/e2e/clusterswindow.h"
#include "tests/support/scriptserver.h"
#include "tests/support/testregistry.h"
#include "ui/charts/chartsview.h"
#include "ui/charts/rvcard.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/streammodel.h"
#include "ui/stream/streamview.h"

#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

/// Several clusters in one window.
namespace tst_severalclusters {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

/// A server that refuses.
ClusterAccess nowhere()
{
    ClusterAccess access;
    access.context = "gone";
    access.server = QUrl(u"http://127.0.0.1:1"_s);
    return access;
}

} // namespace

class TestSeveralClusters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_one = std::make_unique<DemoCluster>();
        m_two = std::make_unique<DemoCluster>();
    }
    void cleanup()
    {
        m_two.reset();
        m_one.reset();
    }

    void allViewsTellOfAllAndOfWhich();
    void aFilterAsksForACluster();
    void aNameAndAColourAreSeenAtOnce();
    void oneThatIsNotThereKeepsNoOtherWaiting();
    void oneThatSaysNothingKeepsNoOtherWaiting();
    void twoWaysToOneClusterShowItOnce();
    void oneClusterAloneNeedsNoName();
    void whatWasSeenOfAllIsThereTheNextTime();

private:
    std::unique_ptr<DemoCluster> m_one;
    std::unique_ptr<DemoCluster> m_two;
};

void TestSeveralClusters::allViewsTellOfAllAndOfWhich()
{
    test::ClustersWindow window({{u"prod"_s, *m_one->start()}, {u"staging"_s, *m_two->start()}});
    const std::set<QString> both{u"prod"_s, u"staging"_s};
    QTRY_COMPARE_WITH_TIMEOUT(window.clustersShown(), both, 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(window.connection(), QString(), 20'000);
    // The navigator's number is that of the table's rows.
    auto &navigator = window.view<NavigatorModel>();
    const QModelIndex pods = navigator.indexOf(window.table().resource().gvr);
    QTRY_COMPARE_WITH_TIMEOUT(pods.data(NavigatorModel::CountRole).toString().toInt(), int(window.table().total()),
                              20'000);
    QTRY_COMPARE_WITH_TIMEOUT(window.clustersTold(), both, 20'000);
    auto *stream = window.view<StreamView>().findChild<QTableView *>();
    window.bench.window().showView(&window.view<StreamView>());
    QTRY_VERIFY(!stream->isColumnHidden(StreamModel::Cluster));
    // Versions are counted by each cluster for itself.
    const auto &cards = window.view<ChartsView>().cards();
    QCOMPARE(cards.size(), std::size_t(2));
    const HistorySnapshot &history = window.bench.history().now();
    for (const RvCard *card : cards) {
        for (const RvTrack &track : card->data().tracks())
            QCOMPARE(history.clusterOf(track.watch), history.clusterOf(card->data().tracks().front().watch));
    }
}

void TestSeveralClusters::aFilterAsksForACluster()
{
    test::ClustersWindow window({{u"prod"_s, *m_one->start()}, {u"staging"_s, *m_two->start()}});
    QTRY_COMPARE_WITH_TIMEOUT(window.clustersShown().size(), std::size_t(2), 20'000);
    window.bench.window().state().setFilter(u"cluster:stag"_s);
    QTRY_COMPARE(window.clustersShown(), std::set<QString>{u"staging"_s});
    const StreamModel &stream = window.view<StreamModel>();
    QTRY_VERIFY(!stream.isBehind() && stream.rowCount() > 0);
    for (int row = 0; row < stream.rowCount(); ++row)
        QCOMPARE(stream.index(row, StreamModel::Cluster).data().toString(), u"staging"_s);
    window.bench.window().state().setFilter(u"cluster != \"staging\""_s);
    QTRY_COMPARE(window.clustersShown(), std::set<QString>{u"prod"_s});
}

void TestSeveralClusters::aNameAndAColourAreSeenAtOnce()
{
    test::ClustersWindow window({{u"k3s"_s, *m_one->start()}, {u"staging"_s, *m_two->start()}});
    QTRY_COMPARE_WITH_TIMEOUT(window.clustersShown().size(), std::size_t(2), 20'000);
    window.bench.setLook(u"k3s"_s, {u"the shop"_s, ClusterColour::Red});
    QTRY_COMPARE(window.clustersShown(), (std::set<QString>{u"the shop"_s, u"staging"_s}));
    const WatchClusters &clusters = window.bench.window().state().clusters();
    QCOMPARE(clusters.colourOf(clusters.names().find(window.bench.clusters().first().cluster())), ClusterColour::Red);
    QTRY_VERIFY(window.bench.history().now().clusterNameOf(window.table().watches().front()) != "k3s");
    window.bench.window().state().setFilter(u"cluster == \"the shop\""_s);
    QTRY_COMPARE(window.clustersShown(), std::set<QString>{u"the shop"_s});
}

void TestSeveralClusters::oneThatIsNotThereKeepsNoOtherWaiting()
{
    test::ClustersWindow window({{u"gone"_s, nowhere()}, {u"prod"_s, *m_one->start()}});
    QTRY_VERIFY_WITH_TIMEOUT(window.table().rowCount() > 20, 20'000);
    QTRY_VERIFY2_WITH_TIMEOUT(window.connection().startsWith(u"gone: "_s), qPrintable(window.connection()), 20'000);
    QVERIFY(window.table().state().kind == TableState::Kind::Ready);
}

void TestSeveralClusters::oneThatSaysNothingKeepsNoOtherWaiting()
{
    ScriptServer silent([](QSslSocket &, const ScriptServer::Request &) {});
    ClusterAccess access = nowhere();
    access.server = silent.url();
    test::ClustersWindow window({{u"silent"_s, access}, {u"prod"_s, *m_one->start()}});
    QTRY_VERIFY_WITH_TIMEOUT(window.table().rowCount() > 20, 20'000);
    QTRY_VERIFY2_WITH_TIMEOUT(window.connection().startsWith(u"silent: "_s), qPrintable(window.connection()), 20'000);
    QTRY_VERIFY2_WITH_TIMEOUT(window.connection().contains(u"The server has not answered for 6"_s),
                              qPrintable(window.connection()), 20'000);
}

void TestSeveralClusters::twoWaysToOneClusterShowItOnce()
{
    const ClusterAccess access = *m_one->start();
    test::ClustersWindow window({{u"admin"_s, access}, {u"viewer"_s, access}, {u"staging"_s, *m_two->start()}});
    QTRY_VERIFY_WITH_TIMEOUT(window.connection().contains(u"which is shown once"_s), 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(window.clustersShown().size(), std::size_t(2), 20'000);
    std::set<std::string> names;
    for (int row = 0; row < window.table().rowCount(); ++row) {
        const TableRow &held = window.table().rowAt(row);
        QVERIFY(names
                    .insert(std::to_string(held.cluster) + std::string(held.object->ns) + '/' +
                            std::string(held.object->name))
                    .second);
    }
}

void TestSeveralClusters::oneClusterAloneNeedsNoName()
{
    test::ClustersWindow window({{u"prod"_s, *m_one->start()}});
    QTRY_VERIFY_WITH_TIMEOUT(window.table().rowCount() > 20, 20'000);
    QCOMPARE(window.table().columnOf(u"@cluster"_s), -1);
    QCOMPARE(window.view<ChartsView>().cards().size(), std::size_t(1));
}

/// Also of one that is away by then; and those that are there go on where they were.
void TestSeveralClusters::whatWasSeenOfAllIsThereTheNextTime()
{
    const QTemporaryDir folder;
    const auto root = JournalRoot::open(folder.filePath(u"history"_s).toStdString());
    QVERIFY(root.ok());
    const KeptHistory kept = KeptHistory::acrossRestarts(*root, {}, "prod, staging");
    const ClusterAccess prod = *m_one->start();
    const ClusterAccess staging = *m_two->start();
    std::map<QString, WatchId> pods;
    std::map<QString, std::string> objects; // of each the JSON of one
    RowId end = 0;
    const auto podsOf = [](const HistorySnapshot &history, std::string_view cluster) {
        const auto scopes = history.scopes();
        const auto found = std::ranges::find_if(scopes, [&](const auto &one) {
            return one.second.resource.gvr.resource == "pods" && history.clusterNameOf(one.first) == cluster;
        });
        return found == scopes.end() ? WatchId(0) : found->first;
    };
    const auto jsonOf = [](const HistorySnapshot &history, WatchId watch) {
        const ObjectList all = history.objectsAt(watch, history.end());
        return all->empty() ? std::string() : history.json(*all->front());
    };
    const std::set<QString> both{u"prod"_s, u"staging"_s};
    {
        test::ClustersWindow window({{u"prod"_s, prod}, {u"staging"_s, staging}}, kept);
        QTRY_COMPARE_WITH_TIMEOUT(window.clustersShown(), both, 20'000);
        for (const ClusterAccess &access : {prod, staging})
            QTRY_VERIFY(!kept.knownAs(ClusterId::provisional(access)).isEmpty());
        for (const QString &name : both) {
            const HistorySnapshot &history = window.bench.history().now();
            pods[name] = podsOf(history, name.toStdString());
            objects[name] = jsonOf(history, pods[name]);
            QVERIFY(objects[name].starts_with('{'));
        }
        end = window.bench.history().now().end();
    }
    m_two.reset();
    test::ClustersWindow window({{u"staging"_s, staging}, {u"prod"_s, prod}}, kept);
    QTRY_COMPARE_WITH_TIMEOUT(window.clustersShown(), both, 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(window.connection().startsWith(u"staging: "_s), 20'000);
    const auto isGoneOn = [&] {
        const auto known = window.bench.history().now().knowledge(pods[u"prod"_s]);
        return known && !known->unknownSince && window.bench.history().now().end() > end;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isGoneOn(), 20'000);
    const HistorySnapshot &history = window.bench.history().now();
    QCOMPARE(history.begin(), RowId(0));
    for (const QString &name : both) {
        QCOMPARE(podsOf(history, name.toStdString()), pods[name]);
        QVERIFY(jsonOf(history, pods[name]).starts_with('{'));
    }
    QCOMPARE(jsonOf(history, pods[u"staging"_s]), objects[u"staging"_s]);
    QVERIFY(history.knowledge(pods[u"staging"_s])->unknownSince); // and that is said of its rows
    QCOMPARE(window.table().watches().size(), std::size_t(2));
    auto &navigator = window.view<NavigatorModel>();
    QTRY_COMPARE(navigator.indexOf(window.table().resource().gvr).data(NavigatorModel::CountRole).toString().toInt(),
                 int(window.table().total()));
    QCOMPARE(history.stores().size(), std::size_t(2)); // what is told now is told apart from what was told then
    QVERIFY(history.watches()->at(pods[u"prod"_s]).storesBefore.empty());
}

} // namespace tst_severalclusters

WK_TEST(tst_severalclusters, TestSeveralClusters, QApplication)
#include "tst_severalclusters.moc"
