// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clusterchoice.h"

#include "app/windowprogram.h"
#include "app/workbench.h"
#include "core/demo/democluster.h"
#include "tests/support/testregistry.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/table/tableview.h"
#include "ui/window/livefigures.h"
#include "ui/window/statussegment.h"
#include "ui/window/timestrip.h"

#include <QFile>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_clusterchoice {

using namespace wk;

/// A kubeconfig of one context, whose server refuses.
QByteArray goodConfig()
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: lab\n"
           "contexts: [{name: lab, context: {cluster: lab, user: lab}}]\n"
           "clusters: [{name: lab, cluster: {server: 'http://127.0.0.1:1'}}]\n"
           "users: [{name: lab, user: {}}]\n";
}

/// Which cluster the window opens, and what becomes of it when the files change.
class ClusterChoiceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<QSettings>(m_folder->filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        qunsetenv("KUBECONFIG");
    }

    void aBrokenFileIsNamedAndReadAgainOnRetry_data()
    {
        QTest::addColumn<QByteArray>("broken");
        QTest::newRow("what is no YAML") << QByteArray("clusters: [");
        QTest::newRow("a certificate file that is not there")
            << goodConfig().replace("server:", "certificate-authority: nowhere.pem, server:");
        QTest::newRow("a file that is not there") << QByteArray();
    }
    void aBrokenFileIsNamedAndReadAgainOnRetry()
    {
        QFETCH(const QByteArray, broken);
        if (!broken.isEmpty())
            write(broken);
        WindowProgram program(arguments(), *m_store);
        program.openFirst();
        QVERIFY(program.bench()->clusters().first().failure());
        QVERIFY(says(program, file()));
        QPushButton *retry = button(program, QStringLiteral("Retry now"));
        QTRY_VERIFY(retry && retry->isVisible());
        retry->click();
        QVERIFY(program.bench()->clusters().first().failure());

        write(goodConfig());
        retry->click();
        QTRY_VERIFY(!program.bench()->clusters().first().failure());
        QCOMPARE(program.bench()->session().access().context, std::string("lab"));
        QTRY_COMPARE(program.bench()->window().windowTitle(), QStringLiteral("lab – Watchkeeper"));
    }

    void anotherAddressIsGoneToOnRetry()
    {
        write(goodConfig());
        WindowProgram program(arguments(), *m_store);
        program.openFirst();
        const Workbench *first = program.bench();
        Q_EMIT program.bench()->retryAsked(0);
        QCoreApplication::processEvents();
        QCOMPARE(program.bench(), first);
        write(goodConfig().replace(":1'", ":2'"));
        Q_EMIT program.bench()->retryAsked(0);
        QTRY_COMPARE(program.bench()->session().access().server.port(), 2);
    }

    void mendedCredentialsGoOnWithTheHistory()
    {
        DemoCluster demo(demoWith("first", "second"));
        QVERIFY(demo.start());
        write(QByteArray::fromStdString(demo.kubeconfigText()));
        WindowProgram program(arguments(), *m_store);
        program.openFirst();
        Workbench *bench = program.bench();
        const auto now = [bench]() -> const HistorySnapshot & { return bench->history().now(); };
        QTRY_VERIFY(now().size() > 0 && now().type(0) == EntryType::List);
        const std::vector<std::pair<WatchId, WatchScope>> before = now().openWatches();
        const ClusterId cluster = now().cluster(0);
        const std::string word = now().version(0);
        QVERIFY(!cluster.isProvisional());

        write(QByteArray::fromStdString(demo.kubeconfigText()).replace("second", "first"));
        Q_EMIT bench->retryAsked(0);
        QCOMPARE(program.bench(), bench);
        const auto hasListed = [&](const auto &open) { return now().knowledge(open.first).has_value(); };
        QTRY_VERIFY(now().closings().size() == before.size() && now().openWatches().size() == before.size() &&
                    std::ranges::all_of(now().openWatches(), hasListed));
        QCOMPARE(now().begin(), RowId(0));
        QCOMPARE(now().version(0), word);
        for (const auto &[watch, scope] : now().openWatches()) {
            QVERIFY(watch > before.back().first);
            QVERIFY(now().clusterOf(watch) == cluster);
        }
        QCOMPARE(program.bench(), bench);
    }

    void anotherAddressOfTheClusterGoesOnWithTheHistory()
    {
        DemoCluster demo(demoWith("first", "second"));
        QVERIFY(demo.start());
        write(QByteArray::fromStdString(demo.kubeconfigText()));
        WindowProgram program(arguments(), *m_store);
        program.openFirst();
        Workbench *bench = program.bench();
        QTRY_VERIFY(bench->window().figures().standing().isLive());
        write(QByteArray::fromStdString(demo.kubeconfigText()).replace("127.0.0.1", "localhost"));
        Q_EMIT bench->retryAsked(0);
        QTRY_VERIFY(!bench->history().now().closings().empty());
        QTRY_VERIFY(bench->window().figures().standing().isLive());
        QCOMPARE(program.bench(), bench);
        QCOMPARE(bench->session().access().server.host(), QStringLiteral("localhost"));
    }

    void whatWasSeenStaysInSightWhileTheNewWayLeadsNowhere()
    {
        auto demo = std::make_unique<DemoCluster>(demoWith("first", "second"));
        const auto access = demo->start();
        QVERIFY(access);
        const QByteArray config = QByteArray::fromStdString(demo->kubeconfigText());
        write(config);
        WindowProgram program(arguments(), *m_store);
        program.openFirst();
        Workbench *bench = program.bench();
        const TableView &table = *bench->window().findChild<TableView *>();
        const TimeStrip &strip = *bench->window().findChild<TimeStrip *>();
        QTRY_VERIFY(table.model().rowCount() > 0 && bench->window().figures().standing().isLive());
        const std::size_t watches = bench->window().figures().statuses().size();

        demo.reset();
        QTRY_VERIFY(bench->window().figures().standing().brokenSince.has_value());
        const int rows = table.model().rowCount();
        write(QByteArray(config).replace(QByteArray::number(access->server.port()), "1"));
        Q_EMIT bench->retryAsked(0);
        QTRY_COMPARE(bench->session().access().server.port(), 1);
        QTRY_VERIFY(says(program, QStringLiteral("Trying again.")));
        QCOMPARE(program.bench(), bench);
        // A cronjob may have made a pod at the very end, whose row comes behind.
        QVERIFY(table.model().rowCount() == rows || table.model().rowCount() == rows + 1);
        QVERIFY(table.model().state().look.has_value());
        QCOMPARE(bench->window().figures().statuses().size(), watches);
        QVERIFY(strip.standing().outage().has_value());
        QVERIFY(bench->history().now().closings().empty());
    }

    void whoAsksAgainHearsThatItIsConnected()
    {
        DemoCluster demo(demoWith("first", "second"));
        QVERIFY(demo.start());
        write(QByteArray::fromStdString(demo.kubeconfigText()));
        WindowProgram program(arguments(), *m_store);
        program.openFirst();
        QTRY_VERIFY(program.bench()->window().figures().standing().isLive());
        QVERIFY(!says(program, QStringLiteral("Connected.")));
        Q_EMIT program.bench()->retryAsked(0);
        QTRY_VERIFY(says(program, QStringLiteral("Connected.")));
        QTRY_VERIFY(!says(program, QStringLiteral("Connected.")));
        QCOMPARE(program.bench()->history().now().closings().size(), std::size_t(0));
    }

    void anotherClusterBehindTheAddressHasAHistoryOfItsOwn()
    {
        auto demo = std::make_unique<DemoCluster>(demoWith("first", "second"));
        const auto access = demo->start();
        QVERIFY(access);
        write(QByteArray::fromStdString(demo->kubeconfigText()));
        WindowProgram program(arguments(), *m_store);
        program.openFirst();
        const QPointer<Workbench> bench = program.bench();
        QTRY_VERIFY(bench->history().now().size() > 0);
        const ClusterId cluster = bench->history().now().cluster(0);

        demo.reset();
        DemoOptions other = demoWith("first", "third");
        other.port = static_cast<unsigned short>(access->server.port());
        demo = std::make_unique<DemoCluster>(other);
        QVERIFY(demo->start());
        write(QByteArray::fromStdString(demo->kubeconfigText()));
        Q_EMIT bench->retryAsked(0);
        QTRY_VERIFY(!bench);
        QTRY_VERIFY(program.bench()->history().now().size() > 0);
        const HistorySnapshot &now = program.bench()->history().now();
        QVERIFY(now.cluster(0) != cluster);
        for (RowId row = now.begin(); row < now.end(); ++row)
            QVERIFY(now.cluster(row) == now.cluster(0));
    }

    void anotherFileCanBeOpened()
    {
        WindowProgram program(arguments(), *m_store); // its file is not there
        program.openFirst();
        QVERIFY(program.bench()->clusters().first().failure());
        const QString other = m_folder->filePath(QStringLiteral("other"));
        QFile out(other);
        QVERIFY(out.open(QFile::WriteOnly));
        out.write(goodConfig());
        out.close();
        program.openFile(other);
        QVERIFY(!program.bench()->clusters().first().failure());
        QCOMPARE(program.bench()->session().access().source, other.toStdString());
    }

    void theCommandLineSaysAsWhom()
    {
        DemoCluster demo(demoWith("first", "second"));
        QVERIFY(demo.start());
        write(QByteArray::fromStdString(demo.kubeconfigText()).replace("token:", "as-groups: [view]\n    token:"));
        WindowArguments as = arguments();
        QVERIFY2(!chooseCluster(as.cluster), "groups alone are refused");
        as.cluster.as.user = "jane";
        const auto access = chooseCluster(as.cluster);
        QVERIFY(access);
        QCOMPARE(access->as.user, std::string("jane"));
        QCOMPARE(access->as.groups, std::vector<std::string>{"view"});
        as.cluster.as.groups = {"edit"};
        QCOMPARE(chooseCluster(as.cluster)->as.groups, std::vector<std::string>{"edit"});
        WindowProgram program(as, *m_store);
        program.openFirst();
        QVERIFY(program.bench()->window().windowTitle().startsWith(QStringLiteral("demo as jane")));
    }

    void whatIsNamedIsNotReplacedByTheDemo_data()
    {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QString>("argument");
        QTest::addColumn<bool>("has");
        QTest::newRow("KUBECONFIG names a file that is not there")
            << QByteArray("/nowhere/config") << QString() << true;
        QTest::newRow("--kubeconfig does") << QByteArray() << QStringLiteral("/nowhere/config") << true;
        QTest::newRow("an empty KUBECONFIG names none") << QByteArray() << QString() << false;
        QTest::newRow("nor does one of separators") << QByteArray(":") << QString() << false;
    }
    void whatIsNamedIsNotReplacedByTheDemo()
    {
        QFETCH(const QByteArray, variable);
        QFETCH(const QString, argument);
        QFETCH(const bool, has);
        const QByteArray home = qgetenv("HOME");
        qputenv("HOME", m_folder->path().toUtf8());
        qputenv("KUBECONFIG", variable);
        ClusterArguments cluster;
        cluster.kubeconfig = argument.toStdString();
        QCOMPARE(hasKubeconfig(cluster), has);
        qputenv("HOME", home);
    }

private:
    static DemoOptions demoWith(const char *readToken, const char *writeToken)
    {
        DemoOptions options;
        options.hasScenarios = false;
        options.tls = true; // else the token is not sent
        options.identity.readToken = Secret(readToken);
        options.identity.writeToken = Secret(writeToken);
        return options;
    }
    QString file() const { return m_folder->filePath(QStringLiteral("config")); }
    void write(const QByteArray &bytes) const
    {
        QFile out(file());
        QVERIFY(out.open(QFile::WriteOnly));
        out.write(bytes);
    }
    WindowArguments arguments() const
    {
        WindowArguments made;
        made.cluster.kubeconfig = file().toStdString();
        made.language = QStringLiteral("en");
        return made;
    }
    static bool says(const WindowProgram &program, const QString &text)
    {
        const auto segments = program.bench()->window().findChildren<StatusSegment *>();
        return std::ranges::any_of(segments, [&](const StatusSegment *each) { return each->text().contains(text); });
    }
    static QPushButton *button(const WindowProgram &program, const QString &text)
    {
        for (QPushButton *each : program.bench()->window().findChildren<QPushButton *>()) {
            if (each->text() == text && each->isVisibleTo(each->parentWidget()))
                return each;
        }
        return nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_store;
};

} // namespace tst_clusterchoice

WK_TEST(tst_clusterchoice, ClusterChoiceTest, QApplication)
#include "tst_clusterchoice.moc"
