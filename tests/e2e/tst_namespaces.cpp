// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench.h"
#include "core/demo/democluster.h"
#include "core/session/kubebackend.h"
#include "tests/support/testregistry.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"
#include "ui/table/tableview.h"
#include "ui/window/navigator.h"

#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>
#include <set>

namespace tst_namespaces {

using namespace wk;

namespace {

using Names = std::vector<std::string>;

/// What was asked of a server; told in the session's thread, and read when that is quiet.
class Asked
{
public:
    void note(const QString &what)
    {
        const std::scoped_lock lock(m_mutex);
        m_asked << what;
    }
    QStringList all() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_asked;
    }

private:
    mutable std::mutex m_mutex;
    QStringList m_asked;
};

/// A source that writes down what it is asked for.
class NotedSource : public ListerWatcher
{
public:
    NotedSource(std::unique_ptr<ListerWatcher> source, const WatchScope &scope, Asked &asked)
        : m_source(std::move(source))
        , m_scope(QString::fromStdString(scope.ns + '/' + scope.resource.gvr.qualifiedName()))
        , m_asked(asked)
    {}
    bool canWatch() const override { return m_source->canWatch(); }
    void setObserver(SourceObserver *observer) override { m_source->setObserver(observer); }
    void list(const ListOptions &options) override
    {
        if (options.limit != 1)
            m_asked.note(QStringLiteral("list ") + m_scope);
        m_source->list(options);
    }
    void watch(const WatchOptions &options) override
    {
        m_asked.note(QStringLiteral("watch ") + m_scope);
        m_source->watch(options);
    }
    void stop() override { m_source->stop(); }

private:
    std::unique_ptr<ListerWatcher> m_source;
    const QString m_scope;
    Asked &m_asked;
};

/// An API server's; how many there are of what is not watched may be asked for unnoticed.
class NotedBackend : public Backend
{
public:
    NotedBackend(std::unique_ptr<Backend> server, Asked &asked)
        : m_server(std::move(server))
        , m_asked(asked)
    {}
    void discover(std::function<void(Result<ServerFacts>)> done) override { m_server->discover(std::move(done)); }
    void probe(std::function<void(std::optional<Error>)> done) override { m_server->probe(std::move(done)); }
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter> bodies) override
    {
        return std::make_unique<NotedSource>(m_server->source(scope, std::move(bodies)), scope, m_asked);
    }
    std::unique_ptr<ListerWatcher> metadata(const WatchScope &scope) override { return m_server->metadata(scope); }
    void forgetConnections() override { m_server->forgetConnections(); }

private:
    std::unique_ptr<Backend> m_server;
    Asked &m_asked;
};

/// A window on a still demo cluster.
struct Rig {
    explicit Rig(const Names &first = {})
        : access(demo.start())
        , bench(WindowContext{theme, settings, clock}, *access, noted())
    {
        QObject::connect(&bench, &Workbench::ready, &bench, [this] { isReady = true; });
        bench.window().state().setNamespaces(first);
        bench.window().resize(1440, 900);
        bench.window().show();
        bench.session().start();
    }
    static DemoOptions still()
    {
        DemoOptions options;
        options.hasScenarios = false;
        return options;
    }
    BackendFactory noted()
    {
        return [this, make = kubeBackend(*access, {})](Clock &clock) -> Result<std::unique_ptr<Backend>> {
            auto server = make(clock);
            if (!server)
                return server.error();
            return std::unique_ptr<Backend>(std::make_unique<NotedBackend>(std::move(server).value(), asked));
        };
    }
    const ResourceTableModel &table() { return qobject_cast<TableView *>(bench.views().front().second)->model(); }
    /// The namespaces of the rows that are shown.
    std::set<std::string> shown()
    {
        std::set<std::string> names;
        for (int row = 0; row < table().rowCount(); ++row)
            names.insert(table().rowAt(row).object->ns);
        return names;
    }
    QString counted()
    {
        const auto &tree = bench.window().findChild<Navigator *>()->model();
        return tree.indexOf({"", "v1", "pods"}).data(NavigatorModel::CountRole).toString();
    }
    /// Rows of lists and gaps, and how often watches were closed.
    std::size_t turns() const
    {
        const HistorySnapshot &history = bench.history().now();
        std::size_t turns = history.closings().size();
        for (RowId row = history.begin(); row < history.end(); ++row)
            turns +=
                history.type(row) == EntryType::List || history.type(row) == EntryType::Gap || history.isListed(row);
        return turns;
    }
    /// Whether a while has gone by in which nothing was asked for.
    bool isQuiet()
    {
        if (asked.all().size() != m_seen || !m_since.isValid()) {
            m_seen = asked.all().size();
            m_since.start();
        }
        return isReady && m_since.hasExpired(300);
    }

    QTemporaryDir folder;
    QSettings store{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings settings{store};
    SystemClock clock;
    Theme theme;
    DemoCluster demo{still()};
    Result<ClusterAccess> access;
    Asked asked;
    Workbench bench;
    bool isReady = false;

private:
    qsizetype m_seen = 0;
    QElapsedTimer m_since;
};

} // namespace

/// All the way, on the embedded server.
class TestNamespaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void narrowingAsksForNothingRepeatsNoRowAndMakesNoGap();
    void whoBeginsInOneNamespaceListsOnceForAll();
};

void TestNamespaces::narrowingAsksForNothingRepeatsNoRowAndMakesNoGap()
{
    Rig rig;
    WindowState &state = rig.bench.window().state();
    QTRY_VERIFY_WITH_TIMEOUT(rig.isQuiet(), 20'000);
    const QStringList asked = rig.asked.all();
    const std::size_t turns = rig.turns();
    const std::size_t all = rig.table().total();
    std::set<std::string> before = rig.shown();
    QVERIFY(before.contains("payments") && before.contains("web"));
    for (const char *ns : {"payments", "web"}) {
        state.setNamespaces({ns});
        QTRY_COMPARE(rig.shown(), std::set<std::string>{ns});
        QVERIFY(rig.table().total() < all);
        QTRY_COMPARE(rig.counted(), QString::number(rig.table().total()));
    }
    state.setNamespaces({"nowhere"});
    QTRY_COMPARE(rig.table().state().title, QStringLiteral("There are no Pods in nowhere"));
    state.setNamespaces({});
    QTRY_COMPARE(rig.shown(), before);
    QTRY_COMPARE(rig.counted(), QString::number(rig.table().total()));
    QTRY_VERIFY(rig.isQuiet());
    QCOMPARE(rig.asked.all(), asked);
    QCOMPARE(rig.turns(), turns);
}

void TestNamespaces::whoBeginsInOneNamespaceListsOnceForAll()
{
    Rig rig({"web"});
    WindowState &state = rig.bench.window().state();
    QTRY_VERIFY_WITH_TIMEOUT(rig.isQuiet(), 20'000);
    QCOMPARE(rig.shown(), std::set<std::string>{"web"});
    QVERIFY(rig.asked.all().contains(QStringLiteral("list web/pods")));
    QVERIFY(!rig.asked.all().contains(QStringLiteral("list /pods")));
    state.setNamespaces({});
    QTRY_VERIFY(rig.shown().size() > 2);
    QTRY_VERIFY_WITH_TIMEOUT(rig.isQuiet(), 20'000);
    QCOMPARE(rig.asked.all().count(QStringLiteral("list /pods")), 1);
    QCOMPARE(rig.asked.all().count(QStringLiteral("list web/pods")), 1);
    const QStringList asked = rig.asked.all();
    const std::size_t turns = rig.turns();
    for (const Names &chosen : {Names{"payments"}, Names{"web"}, Names{}})
        state.setNamespaces(chosen);
    QTRY_VERIFY(rig.shown().size() > 2);
    QTRY_VERIFY(rig.isQuiet());
    QCOMPARE(rig.asked.all(), asked);
    QCOMPARE(rig.turns(), turns);
    for (const auto &[watch, scope] : rig.bench.history().now().openWatches())
        QVERIFY2(scope.ns.empty(), scope.ns.c_str());
}

} // namespace tst_namespaces

WK_TEST(tst_namespaces, TestNamespaces, QApplication)
#include "tst_namespaces.moc"
