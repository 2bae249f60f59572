// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfig.h"

#include "tests/core/cluster/kubeconfigtext.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_kubeconfig {

using namespace wk;

class TestKubeconfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void brokenFilesNameFileLineAndField_data();
    void brokenFilesNameFileLineAndField();
    void theFirstFileWins();
    void missingFilesArePassedOverBesideOthers();
    void relativePathsBelongToTheFileThatHasThem();
    void thePluginIsGivenWhatTheClusterHoldsForIt();
    void theEnvironmentNamesTheFiles();
    void withoutAUserNobodySignsIn_data();
    void withoutAUserNobodySignsIn();
    void whatIsNotUsedStopsNobody_data();
    void whatIsNotUsedStopsNobody();
    void tagsOfYamlsOwnAreRead();

private:
    std::string write(const QString &name, const QByteArray &text)
    {
        m_keys->write(name, text);
        return m_keys->path(name).toStdString();
    }

    std::unique_ptr<TestKeys> m_keys;
};

void TestKubeconfig::init()
{
    qunsetenv("KUBECONFIG");
    m_keys = std::make_unique<TestKeys>();
}

void TestKubeconfig::brokenFilesNameFileLineAndField_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place"); // behind the file's name
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &place, const char *word) {
        QTest::newRow(name) << text << place << QByteArray(word);
    };
    row("an empty file", "", "1: contexts", "no contexts");
    row("a list", "- a\n", "1", "a list");
    row("plain text", "hello\n", "1", "a single value");
    row("no YAML", "a: [\n", "2", "not YAML");
    row("another kind", "kind: Pod\n", "1: kind", "Pod");
    row("another version", "kind: Config\napiVersion: v2\n", "2: apiVersion", "v2");
    row("contexts that are a map", "contexts: {a: b}\n", "1: contexts", "a list");
    row("a context that is text", "contexts:\n- hello\n", "2: contexts[0]", "a map");
    row("a context named by a number", "current-context: '12'\ncontexts:\n- name: 12\n", "3: contexts[0].name",
        "quotes");
    row("two contexts of one name", "current-context: c\ncontexts:\n- name: c\n- name: c\n", "4: contexts[1].name",
        "\"c\"");
    row("two users of one name", config(Https, "{}") + "- name: u\n", "13: users[1].name", "\"u\"");
    row("users that are a map", config(Https, "{}").replace("- name: u\n  user: {}", "  u: {}"), "11: users", "a list");
    row("a current-context that is a number", "current-context: 12\ncontexts:\n- name: 12\n", "1: current-context",
        "quotes");
    row("a namespace that is a number", config(Https, "{}").replace("prod", "12"), "9: contexts[c].context.namespace",
        "quotes");
    row("a user of a tag of somebody's own", config(Https, "!mine {token: abc}"), "12: users[u].user", "!mine");
    row("a token with a tag of somebody's own", config(Https, "{token: !mine abc}"), "12: users[u].user.token",
        "!mine");
    row("a CA that is an alias of itself", config("&k {server: 'https://h', certificate-authority-data: *k}", "{}"),
        "6: clusters[k].cluster.certificate-authority-data", "never end");
    row("verification with a tag of somebody's own",
        config("{server: 'https://h', insecure-skip-tls-verify: !mine true}", "{}"),
        "6: clusters[k].cluster.insecure-skip-tls-verify", "!mine");
    row("arguments with a tag of somebody's own",
        config(Https, "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p, args: !mine [a]}}"),
        "12: users[u].user.exec.args", "!mine");
    row("a tag deep in what a plugin is given",
        config("{server: 'https://h', extensions: [{name: client.authentication.k8s.io/exec, extension: {a: [!x 1]}}]}",
               "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p, provideClusterInfo: true}}"),
        "6: clusters[k].cluster.extensions[0].extension", "!x");
    row("current-context that is not there", "current-context: x\ncontexts:\n- name: c\n", "1: contexts[x]", "\"x\"");
    row("no current-context", "contexts:\n- name: c\n", "1: current-context", "current-context");
    row("a context without its cluster",
        "current-context: c\ncontexts:\n- name: c\n  context: {cluster: gone, user: u}\n",
        "4: contexts[c].context.cluster", "\"gone\"");
    row("a context without its user", config(Https, "{}").replace("user: u", "user: gone"),
        "9: contexts[c].context.user", "\"gone\"");
}

void TestKubeconfig::brokenFilesNameFileLineAndField()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, word);
    const auto file = write(QStringLiteral("config"), text);
    const auto loaded = Kubeconfig::load({file});
    const Error error = loaded.ok() ? loaded->resolve({}).error() : loaded.error();
    QCOMPARE(error.kind, ErrorKind::ConfigBroken);
    QCOMPARE(QByteArray::fromStdString(error.place), QByteArray::fromStdString(file) + ":" + place);
    QVERIFY2(error.text.find(word.toStdString()) != std::string::npos, error.text.c_str());
}

void TestKubeconfig::theFirstFileWins()
{
    const auto first = write(QStringLiteral("one"), "users:\n- name: u\n  user: {token: first}\n");
    const auto second = write(QStringLiteral("two"),
                              config(Https, "{token: second, client-key: absent}") + "- name: v\n  user: {token: v}\n");
    const auto third = write(QStringLiteral("three"), "current-context: d\ncontexts:\n- name: d\n  context: {cluster: "
                                                      "k, user: v}\n- name: c\n  context: {cluster: x, user: x}\n");
    const auto loaded = Kubeconfig::load({first, second, third, first});
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->currentContext(), std::string("c"));
    QCOMPARE(loaded->contexts().size(), 2u);
    QCOMPARE(loaded->files().size(), 3u);
    QCOMPARE(print(*loaded->resolve("c")), QByteArray("https://h:6443 ns=prod token first"));
    QCOMPARE(print(*loaded->resolve("d")), QByteArray("https://h:6443 ns= token v"));
    QCOMPARE(loaded->resolve("d")->source, third);
}

void TestKubeconfig::missingFilesArePassedOverBesideOthers()
{
    const auto file = write(QStringLiteral("config"), config(Https, "{token: abc}"));
    const auto absent = m_keys->path(QStringLiteral("absent")).toStdString();
    QVERIFY(Kubeconfig::load({absent, {}, file}).ok());

    const auto alone = Kubeconfig::load({absent});
    QVERIFY(!alone.ok());
    QCOMPARE(alone.error().kind, ErrorKind::FileUnreadable);
    QCOMPARE(alone.error().place, absent);
    // One that is there but broken is not passed over.
    QCOMPARE(Kubeconfig::load({write(QStringLiteral("broken"), "a: ["), file}).error().kind, ErrorKind::ConfigBroken);
    QCOMPARE(::mkfifo(m_keys->path(QStringLiteral("fifo")).toUtf8().constData(), 0600), 0);
    QCOMPARE(Kubeconfig::load({m_keys->path(QStringLiteral("fifo")).toStdString(), file}).error().kind,
             ErrorKind::FileUnreadable);
}

void TestKubeconfig::relativePathsBelongToTheFileThatHasThem()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    QVERIFY(m_keys->makeAuthority(QStringLiteral("ca")));
    QVERIFY(m_keys->makeClient(QStringLiteral("ec"), QStringLiteral("ca")));
    QVERIFY(QDir(m_keys->path(QStringLiteral("."))).mkpath(QStringLiteral("sub/keys")));
    m_keys->write(QStringLiteral("sub/keys/c.crt"), m_keys->certificate(QStringLiteral("ec")));
    m_keys->write(QStringLiteral("sub/keys/c.key"), m_keys->key(QStringLiteral("ec")));
    const auto sub = write(QStringLiteral("sub/config"),
                           "users:\n- name: u\n  user: {client-certificate: keys/c.crt, client-key: ./keys/c.key}\n");
    const auto top =
        write(QStringLiteral("config"), config("{server: 'https://h', certificate-authority: sub/../ca.crt}", "{}"));
    const auto loaded = Kubeconfig::load({sub, top});
    QVERIFY(loaded.ok());
    const auto resolved = loaded->resolve("c");
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : describe(resolved.error()).c_str());
    QCOMPARE(resolved->clientCertPem, m_keys->certificate(QStringLiteral("ec")));
    QCOMPARE(resolved->caPem, m_keys->certificate(QStringLiteral("ca")));
}

void TestKubeconfig::thePluginIsGivenWhatTheClusterHoldsForIt()
{
    const QByteArray cluster =
        "{server: 'https://h', extensions: [{name: other, extension: {x: 1}}, "
        "{name: client.authentication.k8s.io/exec, extension: {audience: abc, n: [1, 2.5, true, null, '3', 0x10]}}]}";
    const auto plugin = [&](const char *more) {
        const auto file =
            write(QStringLiteral("config"),
                  config(cluster, QByteArray("{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p")
                                      .append(more)
                                      .append("}}")));
        return std::get<ExecPlugin>(Kubeconfig::load({file})->resolve("c")->signIn);
    };
    QCOMPARE(plugin(", provideClusterInfo: true").clusterConfig,
             std::string("{\"audience\":\"abc\",\"n\":[1,2.5,true,null,\"3\",16]}"));
    QCOMPARE(plugin("").clusterConfig, std::string());
}

void TestKubeconfig::theEnvironmentNamesTheFiles()
{
    QCOMPARE(defaultKubeconfigFiles(),
             std::vector<std::string>{QDir::home().filePath(QStringLiteral(".kube/config")).toStdString()});
    qputenv("KUBECONFIG", "/a::b:");
    QCOMPARE(defaultKubeconfigFiles(), (std::vector<std::string>{"/a", "b"}));
}

void TestKubeconfig::withoutAUserNobodySignsIn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("access");
    const auto row = [](const char *name, const char *user, const QByteArray &cluster, const char *access) {
        QTest::newRow(name) << config(cluster, "{token: abc}").replace("user: u", user) << QByteArray(access);
    };
    row("an empty user", "user: ''", Https, "https://h:6443 ns=prod none");
    row("null", "user: null", Https, "https://h:6443 ns=prod none");
    row("nothing behind the colon", "user: ", Https, "https://h:6443 ns=prod none");
    row("no user at all", "later: x", Https, "https://h:6443 ns=prod none");
    row("over http a user who is not there", "user: gone", "{server: 'http://h'}", "http://h ns=prod none");
    QTest::newRow("the user whose name is empty is one, as with kubectl")
        << config(Https, "{token: abc}").replace("user: u", "user: ''").replace("name: u", "name: ''")
        << QByteArray("https://h:6443 ns=prod token abc");
    QTest::newRow("no list of users") << config(Https, "{}").replace("user: u", "user: ''").replace("users:", "none:")
                                      << QByteArray("https://h:6443 ns=prod none");
}

void TestKubeconfig::withoutAUserNobodySignsIn()
{
    QFETCH(QByteArray, text);
    const auto loaded = Kubeconfig::load({write(QStringLiteral("config"), text)});
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : describe(loaded.error()).c_str());
    const auto resolved = loaded->resolve({});
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : describe(resolved.error()).c_str());
    QTEST(print(*resolved), "access");
}

void TestKubeconfig::whatIsNotUsedStopsNobody_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray good = config(Https, "{token: abc}");
    const auto user = [&](const char *name, const QByteArray &entry) { QTest::newRow(name) << good + entry; };
    user("a token of digits", "- name: digits\n  user: {token: 12}\n");
    user("a user who is text", "- hello\n");
    user("a user without a name", "- user: {}\n");
    user("nothing as a user", "-\n");
    user("a user named by a number", "- name: 12\n  user: {}\n");
    user("a user named by a list", "- name: [a]\n  user: {}\n");
    user("a user whose body is a list", "- name: v\n  user: [a]\n");
    user("two users of one name", "- name: v\n- name: v\n");
    user("a tag of somebody's own", "- name: v\n  user: !mine {token: !other 12}\n");
    user("a list as a key", "- name: v\n  user:\n    ? [a]\n    : b\n");
    user("an alias of itself", "- name: v\n  user: &v {token: *v}\n");
    user("nesting without end", "- name: v\n  user: " + QByteArray(100, '[') + QByteArray(100, ']') + "\n");
    const auto context = [&](const char *name, const QByteArray &entry) {
        QTest::newRow(name) << QByteArray(good).replace("contexts:\n", QByteArray("contexts:\n" + entry));
    };
    context("a context that is a list", "- [a]\n");
    context("a context named by a number", "- name: 12\n");
    context("a context whose cluster is a number", "- name: d\n  context: {cluster: 12, user: []}\n");
    context("two other contexts of one name", "- name: d\n- name: d\n");
    QTest::newRow("a cluster that is a number") << QByteArray(good).replace("clusters:\n", "clusters:\n- 12\n");
    QTest::newRow("an alias bomb in a field that we do not know")
        << good + "later:\n  a: &a [" + QByteArray("x,").repeated(1'000) + "x]\n  b: [" +
               QByteArray("*a,").repeated(1'000) + "*a]\n";
}

void TestKubeconfig::whatIsNotUsedStopsNobody()
{
    QFETCH(QByteArray, text);
    const auto loaded = Kubeconfig::load({write(QStringLiteral("config"), text)});
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : describe(loaded.error()).c_str());
    const auto resolved = loaded->resolve({});
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : describe(resolved.error()).c_str());
    QCOMPARE(print(*resolved), QByteArray("https://h:6443 ns=prod token abc"));
}

void TestKubeconfig::tagsOfYamlsOwnAreRead()
{
    const auto file =
        write(QStringLiteral("config"), config("{server: !!str 'https://h:6443', disable-compression: !!bool 'yes'}",
                                               "!!map {token: !<tag:yaml.org,2002:str> 12345, tokenFile: !!null ''}")
                                            .replace("namespace: prod", "namespace: !!binary cHJvZA=="));
    const auto resolved = Kubeconfig::load({file})->resolve({});
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : describe(resolved.error()).c_str());
    QCOMPARE(print(*resolved), QByteArray("https://h:6443 ns=prod token 12345 uncompressed"));
}

} // namespace tst_kubeconfig

WK_TEST(tst_kubeconfig, TestKubeconfig, QCoreApplication)
#include "tst_kubeconfig.moc"
