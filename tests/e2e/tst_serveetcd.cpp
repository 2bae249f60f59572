// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/twoservers.h"
#include "tests/support/realetcd.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QScopeGuard>
#include <QSet>
#include <QTcpServer>
#include <QTest>

namespace tst_serveetcd {

using namespace wk;
using test::RealEtcd;

/// `watchkeeper serve --etcd-servers`, the built program, on a real etcd.
class TestServeEtcd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void twoServersAreOneCluster();
    void noTwoServersGiveOneUid();
    void anothersKeysAreLeftAlone();
    void aSilentEtcdKeepsNoServerFromEnding();
    void theScriptOfTheHelpRunsThreeAndTwo();
    void certificatesAndAPasswordAreShown();
    void mistakesAreSaid_data();
    void mistakesAreSaid();
};

void TestServeEtcd::twoServersAreOneCluster()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    TwoServers two(etcd.url().toString(), {text("--demo"), text("--still")});
    const QStringList versions{text("deployments,configmaps"), text("-A"), text("-o"),
                               text("custom-columns=N:.metadata.name,V:.metadata.resourceVersion,U:.metadata.uid")};
    const QStringList pods{text("pods"),     text("-n"), text("web"), text("-l"),
                           text("app=cart"), text("-o"), text("name")};
    QCOMPARE(two.start(0), QByteArray());
    const auto ofCart = [&](std::size_t index) { return two.get(index, pods).count('\n'); };
    QTRY_VERIFY_WITH_TIMEOUT(ofCart(0) > 0, Patience);
    QCOMPARE(two.start(1), QByteArray());
    QVERIFY(two.url(0) != two.url(1));
    QCOMPARE(QString::fromUtf8(two.server(1).out).replace(two.url(1), two.url(0)),
             QString::fromUtf8(two.server(0).out)); // one identity
    QTRY_VERIFY_WITH_TIMEOUT(!two.get(0, versions).isEmpty() && two.get(0, versions) == two.get(1, versions), Patience);

    // The components of the first are at work, and after its end those of the other.
    const auto before = ofCart(1);
    two.server(0).interrupt(SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(two.server(0).hasEnded(), Patience);
    const QByteArray one = two.get(1, pods).split('\n').first();
    QVERIFY(etcd.etcdctl({text("del"), text("/watchkeeper/registry/pods/web/") + QString::fromUtf8(one.mid(4))}));
    QVERIFY(ofCart(1) < before);
    QTRY_COMPARE_WITH_TIMEOUT(ofCart(1), before, 60'000); // whose lease ends after ten seconds
    QVERIFY(!two.get(1, pods).contains(one));

    etcd.kill();
    Program get(two.home(), QStringList{text("get"), text("--kubeconfig"), two.kubeconfig(1)} + pods);
    QTRY_VERIFY_WITH_TIMEOUT(get.hasEnded(), 60'000);
    QVERIFY2(get.err.contains("(ServiceUnavailable): etcd cannot be asked"), get.err.constData());
    QVERIFY2(two.server(1).err.contains("components are at work") &&
                 two.server(1).err.contains("The watch on etcd broke"),
             two.server(1).err.constData());
    QVERIFY(etcd.start());
    QTRY_VERIFY_WITH_TIMEOUT(ofCart(1) == before, 60'000);
}

/// And one that cannot write says that it is not ready.
void TestServeEtcd::noTwoServersGiveOneUid()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    TwoServers two(etcd.url().toString(), {});
    QSet<QString> uids;
    for (const std::size_t index : {0U, 1U, 0U}) { // the first is started anew
        QCOMPARE(two.start(index), QByteArray());
        const auto [status, said] =
            two.ask(index, text("/api/v1/namespaces/default/configmaps"), R"({"metadata":{"generateName":"made-"}})");
        QCOMPARE(status, 201);
        uids.insert(QJsonDocument::fromJson(said)[text("metadata")][text("uid")].toString());
    }
    QCOMPARE(uids.size(), 3);
    QCOMPARE(two.ask(1, text("/readyz")).first, 200);
    etcd.kill();
    QCOMPARE(two.ask(1, text("/readyz")).first, 500);
    QCOMPARE(two.ask(1, text("/livez")).first, 200);
}

void TestServeEtcd::anothersKeysAreLeftAlone()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    QVERIFY(etcd.put("/watchkeeper/mine", "precious") > 0);
    const QTemporaryDir home;
    Program server(home.path(), {text("serve"), text("--etcd-servers"), etcd.url().toString(), text("--demo")});
    QTRY_VERIFY_WITH_TIMEOUT(server.hasEnded(), Patience);
    QCOMPARE(server.exitCode(), 1);
    QVERIFY2(server.err.contains("/watchkeeper/") && server.err.contains("--etcd-prefix"), server.err.constData());
    const QJsonObject all = etcd.post(QStringLiteral("/v3/kv/range"), {{QStringLiteral("key"), text("AA==")},
                                                                       {QStringLiteral("range_end"), text("AA==")}});
    QCOMPARE(all[text("count")].toString(), text("1"));

    RealEtcd another;
    QVERIFY(another.start());
    Program between(home.path(), {text("serve"), text("--etcd-prefix"), text("/free"), text("--etcd-servers"),
                                  etcd.url().toString() + u',' + another.url().toString()});
    QTRY_VERIFY_WITH_TIMEOUT(between.hasEnded(), Patience);
    QVERIFY2(between.err.contains("different etcd clusters"), between.err.constData());
}

/// Though its components wait for their writes, 20 s each.
void TestServeEtcd::aSilentEtcdKeepsNoServerFromEnding()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    TwoServers two(etcd.url().toString(), {text("--demo"), text("--speed"), text("20")});
    QCOMPARE(two.start(0), QByteArray());
    etcd.freeze();
    QTest::qWait(3'000); // by then there is something to be written
    two.server(0).interrupt(SIGTERM);
    QTRY_VERIFY_WITH_TIMEOUT(two.server(0).hasEnded(), Patience);
    QCOMPARE(two.server(0).exitCode(), 0);
}

void TestServeEtcd::theScriptOfTheHelpRunsThreeAndTwo()
{
    const QTemporaryDir home;
    QProcess script;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(text("HOME"), home.path());
    environment.insert(text("PATH"), text(WATCHKEEPER_BINARY_DIR "/app:") + environment.value(text("PATH")));
    script.setProcessEnvironment(environment);
    const unsigned short port = steadyPort();
    script.start(text(WATCHKEEPER_SOURCE_DIR "/resources/help/three-members.sh"),
                 {home.filePath(text("cluster")), QString::number(port)});
    QByteArray said;
    QTRY_VERIFY2_WITH_TIMEOUT((said += script.readAllStandardOutput()).contains("All run"), said.constData(), 40'000);
    for (const char *server : {"kubeconfig0", "kubeconfig1"}) {
        Program get(home.path(), {text("get"), text("nodes"), text("-o"), text("name"), text("--kubeconfig"),
                                  home.filePath(text("cluster/") + text(server))});
        QTRY_VERIFY_WITH_TIMEOUT(get.hasEnded(), Patience);
        QVERIFY2(get.out.startsWith("node/"), get.err.constData());
    }
    ::kill(pid_t(script.processId()), SIGTERM);
    QTRY_COMPARE_WITH_TIMEOUT(script.state(), QProcess::NotRunning, Patience);
    for (int process = 0; process < 8; ++process) { // all have ended
        QTcpServer free;
        QVERIFY(free.listen(QHostAddress::LocalHost, quint16(port + process)));
    }
}

/// To a server's etcd and to one that is read.
void TestServeEtcd::certificatesAndAPasswordAreShown()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    TestKeys keys;
    QVERIFY(keys.makeAuthority(text("ca")) && keys.makeMember(text("member"), text("ca"), text("IP:127.0.0.1")) &&
            keys.makeClient(text("named"), text("ca")) && keys.makeNamelessClient(text("nameless"), text("ca")));
    QSslConfiguration own = QSslConfiguration::defaultConfiguration();
    own.setCaCertificates(QSslCertificate::fromData(keys.certificate(text("ca"))));
    own.setLocalCertificate(QSslCertificate(keys.certificate(text("nameless"))));
    own.setPrivateKey(QSslKey(keys.key(text("nameless")), QSsl::Ec));
    RealEtcd etcd;
    etcd.secure(keys.path(text("ca.crt")), keys.path(text("member.crt")), keys.path(text("member.key")), own);
    QVERIFY(etcd.start());
    etcd.protect();
    const QTemporaryDir home;
    const auto shown = [&](const QString &prefix, const QString &ca, const QString &client) {
        const auto file = [&](const char *option, const QString &name) {
            return QStringList{text("--") + prefix + text(option), keys.path(name)};
        };
        return file(ca.toUtf8().constData(), text("ca.crt")) +
               (client.isEmpty() ? QStringList()
                                 : file(prefix.isEmpty() ? "cert" : "certfile", client + text(".crt")) +
                                       file(prefix.isEmpty() ? "key" : "keyfile", client + text(".key")));
    };
    const auto serve = [&](const QString &client) {
        return std::make_unique<Program>(home.path(),
                                         QStringList{text("serve"), text("--etcd-servers"), etcd.url().toString()} +
                                             shown(text("etcd-"), text("cafile"), client));
    };
    const auto refused = serve({});
    QTRY_VERIFY_WITH_TIMEOUT(refused->hasEnded(), 60'000);
    QVERIFY2(refused->err.contains("certificate"), refused->err.constData());

    qputenv("ETCDCTL_USER", "root:secret");
    const auto clear = qScopeGuard([] { qunsetenv("ETCDCTL_USER"); });
    const auto named = serve(text("named"));
    QTRY_VERIFY_WITH_TIMEOUT(named->hasEnded(), 60'000);
    QVERIFY2(named->err.contains("without a CN"), named->err.constData());

    const auto server = serve(text("nameless"));
    QTRY_VERIFY2_WITH_TIMEOUT(server->out.endsWith(KubeconfigEnd), server->err.constData(), Patience);
    const QStringList read = QStringList{text("get"), text("--etcd"), etcd.url().toString(), text("/watchkeeper/")} +
                             shown({}, text("cacert"), text("nameless"));
    Program get(home.path(), read);
    QTRY_VERIFY_WITH_TIMEOUT(get.hasEnded(), Patience);
    QCOMPARE(get.err, QByteArray());
    QVERIFY2(get.out.contains("\n/watchkeeper/registry/namespaces/default "), get.out.constData());
    // Whoever looks into it is not shown what all servers share.
    const QByteArray token = server->out.mid(server->out.indexOf("token: ") + 7).split('\n').first();
    Program all(home.path(), read + QStringList{text("-o"), text("json")});
    QTRY_VERIFY_WITH_TIMEOUT(all.hasEnded(), Patience);
    QVERIFY2(all.out.contains("\"watchkeeper\""), all.out.constData());
    QVERIFY(token.size() > 40 && !all.out.contains(token) && !all.out.contains("PRIVATE KEY"));
}

void TestServeEtcd::mistakesAreSaid_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("a prefix of nothing") << text("--demo --etcd-prefix /a")
                                         << QByteArray("name one with --etcd-servers");
    QTest::newRow("no prefix") << text("--etcd-servers 127.0.0.1:1 --etcd-prefix a")
                               << QByteArray("begins with a slash");
    QTest::newRow("compacted too rarely")
        << text("--etcd-servers 127.0.0.1:1 --etcd-compaction-interval 1441") << QByteArray("not “1441”");
    QTest::newRow("no address") << text("--etcd-servers ftp://x") << QByteArray("no address of an etcd member");
    QTest::newRow("nobody there") << text("--etcd-servers 127.0.0.1:1") << QByteArray("nothing listens");
    QTest::newRow("no such file") << text("--etcd-servers https://127.0.0.1:1 --etcd-cafile /nowhere")
                                  << QByteArray("/nowhere");
}

void TestServeEtcd::mistakesAreSaid()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, said);
    const QTemporaryDir home;
    Program program(home.path(), text("serve ").append(arguments).split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), 60'000);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.startsWith("error: ") && program.err.contains(said), program.err.constData());
}

} // namespace tst_serveetcd

WK_TEST(tst_serveetcd, TestServeEtcd, QCoreApplication)
#include "tst_serveetcd.moc"
