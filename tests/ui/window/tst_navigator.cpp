// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/clustersession.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/theme.h"
#include "ui/window/navigator.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QMainWindow>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

namespace tst_navigator {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;

namespace {

ResourceInfo info(const char *group, const char *resource, const char *kind, bool namespaced = true)
{
    ResourceInfo made;
    made.gvr = {group, "v1", resource};
    made.kind = kind;
    made.namespaced = namespaced;
    return made;
}

std::vector<ResourceInfo> served()
{
    return {info("", "pods", "Pod"),
            info("apps", "deployments", "Deployment"),
            info("apps", "replicasets", "ReplicaSet"),
            info("apps", "statefulsets", "StatefulSet"),
            info("apps", "daemonsets", "DaemonSet"),
            info("batch", "jobs", "Job"),
            info("", "services", "Service"),
            info("discovery.k8s.io", "endpointslices", "EndpointSlice"),
            info("networking.k8s.io", "ingresses", "Ingress"),
            info("", "configmaps", "ConfigMap"),
            info("", "secrets", "Secret"),
            info("", "nodes", "Node", false),
            info("coordination.k8s.io", "leases", "Lease"),
            info("", "namespaces", "Namespace", false),
            info("cert-manager.io", "certificates", "Certificate"),
            info("argoproj.io", "applications", "Application"),
            info("argoproj.io", "rollouts", "Rollout")};
}

struct Bench {
    Bench()
    {
        clock.setWall(sample::Now);
        state.learnScope(1, sample::scopeOf(info("", "pods", "Pod")));
        history.setWatch(1, *state.scopeOf(1));
        navigator.setHistory(history);
        navigator.resize(184, 620);
    }
    void play(const Batch &batch)
    {
        history.append(batch);
        navigator.applyBatch(batch);
    }
    void pause(bool isPaused)
    {
        state.setPaused(isPaused);
        history.setPaused(isPaused);
    }
    void show()
    {
        navigator.show();
        QVERIFY(QTest::qWaitForWindowExposed(&navigator));
    }
    QModelIndex row(const QString &name)
    {
        const auto found =
            navigator.tree().model()->match(navigator.tree().model()->index(0, 0), NavigatorModel::NameRole, name, -1,
                                            Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.last();
    }
    QString count(const QString &name) { return row(name).data(NavigatorModel::CountRole).toString(); }
    QString toolTip(const QString &name) { return row(name).data(Qt::ToolTipRole).toString(); }

    QTemporaryDir folder;
    QSettings store{folder.filePath(u"settings.ini"_s), QSettings::IniFormat};
    UiSettings settings{store};
    ManualClock clock;
    WindowState state;
    TestHistory history;
    Navigator navigator{state, settings, clock};
};

} // namespace

class tst_Navigator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMenuThatIsClosedLeavesTheKindThatIsShown()
    {
        Bench bench;
        bench.navigator.setResources(served());
        bench.state.setResource(info("", "pods", "Pod"));
        bench.show();
        QTreeView &tree = bench.navigator.tree();
        const QModelIndex pods = bench.row(u"pods"_s);
        QVERIFY(pods.isValid());
        QCOMPARE(tree.currentIndex(), pods);
        const QPoint at = tree.visualRect(bench.row(u"replicasets.apps"_s)).center();
        bool wasOpen = false;
        QTimer::singleShot(0, this, [&wasOpen] {
            QWidget *menu = QApplication::activePopupWidget();
            wasOpen = menu != nullptr;
            if (menu)
                menu->close();
        });
        QTest::mousePress(tree.viewport(), Qt::RightButton, {}, at);
        QVERIFY(tree.currentIndex() != pods);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, tree.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(tree.viewport(), &event);
        QVERIFY(wasOpen);
        QCOMPARE(tree.currentIndex(), pods);
    }

    void aNarrowWindowLeavesItsNamesReadable()
    {
        Bench bench;
        QMainWindow window;
        auto *dock = new QDockWidget(&window);
        dock->setWidget(&bench.navigator);
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        window.setCentralWidget(new QWidget);
        window.resize(300, 300);
        window.show();
        window.resizeDocks({dock}, {20}, Qt::Horizontal);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY2(bench.navigator.width() >= 120, qPrintable(QString::number(bench.navigator.width())));
        bench.navigator.setParent(nullptr);
    }

    void saysWhyItIsEmpty()
    {
        Bench bench;
        QVERIFY(bench.navigator.tree().isHidden());
        QVERIFY(!bench.navigator.emptyText().isEmpty());
        bench.navigator.setConnection(u"Nobody listens at 10.0.0.1:6443."_s);
        QVERIFY(bench.navigator.emptyText().contains(u"10.0.0.1:6443"_s));
        bench.navigator.setResources(served());
        QVERIFY2(bench.navigator.emptyText().isEmpty(), "what is known stays, connected or not");
        QVERIFY(!bench.navigator.tree().isHidden());
        bench.navigator.search().setText(u"nosuchkind"_s);
        QVERIFY(bench.navigator.emptyText().contains(u"nosuchkind"_s));
        bench.navigator.search().clear();
        QVERIFY(bench.navigator.emptyText().isEmpty());
    }

    void initTestCase() { m_theme = new Theme(this); }

    void aClickChoosesAKind()
    {
        Bench bench;
        bench.navigator.setResources(served());
        bench.show();
        QSignalSpy chosen(&bench.navigator, &Navigator::kindChosen);
        QTest::mouseClick(bench.navigator.tree().viewport(), Qt::LeftButton, {},
                          bench.navigator.tree().visualRect(bench.row(u"deployments.apps"_s)).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<ResourceInfo>().kind, std::string("Deployment"));
    }

    void theShownTableIsTheCurrentRow()
    {
        Bench bench;
        bench.navigator.setResources(served());
        bench.show();
        bench.state.setResource(info("", "nodes", "Node", false));
        QCOMPARE(bench.navigator.tree().currentIndex(), bench.row(u"nodes"_s));
    }

    void nobodyIsAskedWhoIsNotThere()
    {
        Bench bench;
        ClusterSession session(ClusterAccess{}, [](Clock &) -> Result<std::unique_ptr<Backend>> {
            return Error{ErrorKind::Refused, "nobody is there"};
        });
        bench.navigator.listenTo({&session});
        QSignalSpy wanted(&bench.navigator, &Navigator::countWanted);
        bench.navigator.setResources(served()); // as the history has them
        bench.navigator.show();
        bench.clock.advance(1min);
        QCOMPARE(wanted.count(), 0);
        bench.navigator.listenTo({});
        bench.navigator.setResources(served());
        QVERIFY(wanted.count() > 0);
    }

    void kindsInSightAreCountedOneByOne()
    {
        Bench bench;
        bench.navigator.setResources(served());
        QSignalSpy wanted(&bench.navigator, &Navigator::countWanted);
        bench.clock.advance(5s);
        QCOMPARE(wanted.size(), 0); // nobody looks
        bench.show();
        QCOMPARE(wanted.size(), 1);
        bench.clock.advance(10s);
        QVERIFY(wanted.size() >= 15);
        const auto first = wanted.size();
        bench.clock.advance(40s);
        QCOMPARE(wanted.size(), first);
        bench.clock.advance(20s);
        QVERIFY(wanted.size() > first);
        bench.navigator.hide();
        QVERIFY(bench.clock.isIdle());
    }

    /// It would take the whole list, and a real server warns of componentstatuses.
    void whatCanOnlyBeListedIsNotCounted()
    {
        Bench bench;
        ResourceInfo listed = info("", "componentstatuses", "ComponentStatus", false);
        listed.verbs = {"get", "list"};
        ResourceInfo watched = info("", "nodes", "Node", false);
        watched.verbs = {"get", "list", "watch"};
        bench.navigator.setResources({listed, watched});
        QSignalSpy wanted(&bench.navigator, &Navigator::countWanted);
        bench.show();
        bench.clock.advance(10s);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().value<WatchScope>().resource, watched);
        QVERIFY(bench.row(u"componentstatuses"_s).isValid());
    }

    void answersAndWatchesShowTheirNumbers()
    {
        Bench bench;
        bench.navigator.setResources(served());
        bench.show();
        bench.clock.advance(10s);
        bench.navigator.counted(sample::scopeOf(info("apps", "deployments", "Deployment")), std::int64_t(31));
        QCOMPARE(bench.count(u"deployments.apps"_s), u"31"_s);
        WatchStatus status = sample::live(1);
        status.objects = 412;
        bench.navigator.applyBatch({{}, {status}});
        QCOMPARE(bench.count(u"pods"_s), u"412"_s);
        QVERIFY(bench.row(u"pods"_s).data(NavigatorModel::ExactRole).toBool());
        bench.navigator.forgetWatch(1);
        QVERIFY(!bench.row(u"pods"_s).data(NavigatorModel::ExactRole).toBool());
    }

    void aNumberIsThatOfTheTableBesideItWithoutWaitingForAStatus()
    {
        Bench bench;
        bench.navigator.setResources(served());
        const ObjectPtr web = sample::shared(sample::pod({.name = "web"}));
        bench.play(sample::batch({sample::listed(1, sample::podColumns(), {web})}, {sample::live(1)}));
        QCOMPARE(bench.count(u"pods"_s), u"1"_s);
        bench.play(sample::batch({sample::added(1, sample::shared(sample::pod({.name = "db"})))}));
        QCOMPARE(bench.count(u"pods"_s), u"2"_s);
        bench.pause(true);
        bench.play(sample::batch({sample::added(1, sample::shared(sample::pod({.name = "api"})))}, {sample::live(1)}));
        QCOMPARE(bench.count(u"pods"_s), u"2"_s);
        QVERIFY(bench.toolTip(u"pods"_s).contains(u"count when you paused"_s));
        bench.pause(false);
        QCOMPARE(bench.count(u"pods"_s), u"3"_s);
    }

    void ofAWholeWatchItCountsWhatIsInTheNamespacesLookedAt()
    {
        Bench bench;
        bench.navigator.setResources({info("", "pods", "Pod")});
        bench.show();
        const auto podIn = [](const char *ns, const char *name) {
            return sample::shared(sample::pod({.ns = ns, .name = name}));
        };
        bench.play(sample::batch(
            {sample::listed(1, sample::podColumns(), {podIn("web", "a"), podIn("web", "b"), podIn("db", "c")})},
            {sample::live(1)}));
        QSignalSpy wanted(&bench.navigator, &Navigator::countWanted);
        bench.state.setNamespaces({"web"});
        QTRY_COMPARE(bench.count(u"pods"_s), u"2"_s);
        bench.play(sample::batch({sample::added(1, podIn("web", "d")), sample::deleted(1, podIn("db", "c"))}));
        bench.clock.advance(100ms);
        QTRY_COMPARE(bench.count(u"pods"_s), u"3"_s);
        bench.state.setNamespaces({"db"});
        QTRY_COMPARE(bench.count(u"pods"_s), u"0"_s);
        bench.state.setNamespaces({});
        QCOMPARE(bench.count(u"pods"_s), u"3"_s);
        bench.clock.advance(60s);
        QVERIFY2(wanted.isEmpty(), "the server is not asked for what is known");
    }

    void searchingFindsShortNamesAndEnterChooses()
    {
        Bench bench;
        std::vector<ResourceInfo> resources = served();
        resources[1].shortNames = {"deploy"};
        bench.navigator.setResources(resources);
        bench.show();
        QSignalSpy chosen(&bench.navigator, &Navigator::kindChosen);
        QTest::keyClicks(&bench.navigator.search(), u"deploy"_s);
        QVERIFY(bench.row(u"deployments.apps"_s).isValid());
        QVERIFY(!bench.row(u"pods"_s).isValid());
        QTest::keyClick(&bench.navigator.search(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QTest::keyClick(&bench.navigator.search(), Qt::Key_Escape);
        QVERIFY(bench.row(u"pods"_s).isValid());
    }

    void closedGroupsAndFavouritesAreRemembered()
    {
        Bench bench;
        bench.navigator.setResources(served());
        bench.show();
        QTreeView &tree = bench.navigator.tree();
        const QModelIndex network = bench.row(u"services"_s).parent();
        QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(network).center());
        QVERIFY(!tree.isExpanded(network));
        bench.settings.setFavourites({u"pods"_s});
        Navigator other(bench.state, bench.settings, bench.clock);
        other.setResources(served());
        QCOMPARE(other.tree().model()->index(0, 0).data().toString(), u"Favourites"_s);
        QVERIFY(!other.tree().isExpanded(other.tree().model()->index(2, 0)));
    }

    void otherNamespacesAreCountedAnew()
    {
        Bench bench;
        bench.navigator.setResources(served());
        bench.show();
        bench.clock.advance(10s);
        bench.navigator.counted(sample::scopeOf(info("apps", "deployments", "Deployment")), std::int64_t(31));
        QSignalSpy wanted(&bench.navigator, &Navigator::countWanted);
        bench.state.setNamespaces({"web"});
        QCOMPARE(bench.count(u"deployments.apps"_s), QString());
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<WatchScope>().ns, std::string("web"));
    }

    void itLooksLikeThePicture_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void itLooksLikeThePicture()
    {
        QFETCH(bool, dark);
        m_theme->setScheme(dark ? ColourScheme::Dark : ColourScheme::Light);
        Bench bench;
        bench.settings.setFavourites({u"pods"_s});
        Navigator navigator(bench.state, bench.settings, bench.clock);
        navigator.resize(184, 640);
        navigator.setResources(served());
        navigator.show();
        QVERIFY(QTest::qWaitForWindowExposed(&navigator));
        bench.clock.advance(10s);
        std::int64_t number = 31;
        for (const ResourceInfo &resource : served())
            navigator.counted(sample::scopeOf(resource), number += 17);
        WatchStatus status = sample::live(1);
        status.objects = 412;
        navigator.applyBatch({{}, {status}});
        navigator.model().setCount({"", "v1", "secrets"}, Error{ErrorKind::Forbidden, "no", {}, 403, {}});
        bench.state.setResource(info("", "pods", "Pod"));
        const QString folder = QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots");
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(navigator.grab().save(folder + (dark ? u"/navigator-dark.png"_s : u"/navigator-light.png"_s)));
        m_theme->setScheme(ColourScheme::System);
    }

private:
    Theme *m_theme = nullptr;
};

} // namespace tst_navigator

WK_TEST(tst_navigator, tst_Navigator, QApplication)
#include "tst_navigator.moc"
