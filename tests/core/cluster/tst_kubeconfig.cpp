// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubeconfig.h"

#include "tests/support/testkeys.h"

#include <QDir>
#include <QTest>

#include <sys/stat.h>

using namespace wk;

namespace {

/// A kubeconfig with one context "c" of cluster "k" and user "u"; the two bodies as flow maps.
QByteArray config(const QByteArray &cluster, const QByteArray &user)
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
           "clusters:\n- name: k\n  cluster: " +
           cluster +
           "\n"
           "contexts:\n- name: c\n  context: {cluster: k, user: u, namespace: prod}\n"
           "users:\n- name: u\n  user: " +
           user + "\n";
}

const QByteArray Https = "{server: 'https://h:6443'}";

QByteArray printSignIn(const SignIn &signIn)
{
    if (const auto *token = std::get_if<Secret>(&signIn))
        return "token " + token->reveal();
    if (const auto *file = std::get_if<TokenFile>(&signIn))
        return "file " + QByteArray::fromStdString(file->path) +
               (file->fallback.isEmpty() ? QByteArray() : QByteArray(" or " + file->fallback.reveal()));
    if (const auto *plugin = std::get_if<ExecPlugin>(&signIn)) {
        QByteArray text = "exec " + QByteArray::fromStdString(plugin->program);
        for (const auto &argument : plugin->args)
            text += " " + QByteArray::fromStdString(argument);
        for (const auto &[name, value] : plugin->env)
            text += " " + QByteArray::fromStdString(name + "=" + value);
        return text;
    }
    return "none";
}

QByteArray print(const ClusterAccess &access)
{
    QByteArray text =
        access.server.toEncoded() + " ns=" + QByteArray::fromStdString(access.ns) + " " + printSignIn(access.signIn);
    if (!access.caPem.isEmpty())
        text += " ca";
    if (!access.clientCertPem.isEmpty())
        text += " cert";
    if (!access.clientKeyPem.isEmpty())
        text += " key";
    if (!access.tlsServerName.empty())
        text += " name=" + QByteArray::fromStdString(access.tlsServerName);
    if (access.skipTlsVerify)
        text += " unverified";
    if (access.disableCompression)
        text += " uncompressed";
    if (!access.proxy.isEmpty())
        text += " proxy=" + access.proxy.toEncoded();
    return text;
}

} // namespace

class TestKubeconfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void contextsResolve_data();
    void contextsResolve();
    void brokenFilesNameFileLineAndField_data();
    void brokenFilesNameFileLineAndField();
    void unreadableFilesSayWhy_data();
    void unreadableFilesSayWhy();
    void theFirstFileWins();
    void missingFilesArePassedOverBesideOthers();
    void relativePathsBelongToTheFileThatHasThem();
    void thePluginIsGivenWhatTheClusterHoldsForIt();
    void theEnvironmentNamesTheFiles();
    void aBrokenUserLeavesOtherContextsUsable();

private:
    std::string write(const QString &name, const QByteArray &text)
    {
        m_keys->write(name, text);
        return m_keys->path(name).toStdString();
    }
    QByteArray expand(QByteArray text) const
    {
        text.replace("%DIR", m_keys->path(QStringLiteral(".")).chopped(2).toUtf8());
        for (const char *name : {"ca", "rsa", "ec", "ed", "other"}) {
            const QString file = QString::fromLatin1(name);
            const QByteArray mark = QByteArray("%").append(name);
            text.replace(QByteArray(mark + ".crt64"), m_keys->certificate(file).toBase64());
            text.replace(QByteArray(mark + ".key64"), m_keys->key(file).toBase64());
        }
        return text;
    }

    std::unique_ptr<TestKeys> m_keys;
};

void TestKubeconfig::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    m_keys = std::make_unique<TestKeys>();
    QVERIFY(m_keys->openssl(QStringLiteral("genrsa -traditional -out rsa.key 2048")));
    QVERIFY(m_keys->openssl(QStringLiteral("genpkey -algorithm ed25519 -out ed.key")));
    QVERIFY(m_keys->openssl(QStringLiteral("rsa -in rsa.key -aes128 -passout pass:x -out locked.key")));
    QVERIFY(m_keys->makeAuthority(QStringLiteral("ca")));
    for (const char *name : {"rsa", "ec", "ed", "other"})
        QVERIFY(m_keys->makeClient(QString::fromLatin1(name), QStringLiteral("ca")));
    QVERIFY(QDir(m_keys->path(QStringLiteral("."))).mkdir(QStringLiteral("folder")));
    m_keys->write(QStringLiteral("empty"), {});
    m_keys->write(QStringLiteral("large"), QByteArray(1024 * 1024 + 1, 'x'));
    QCOMPARE(::mkfifo(m_keys->path(QStringLiteral("fifo")).toUtf8().constData(), 0600), 0);
}

void TestKubeconfig::init()
{
    qunsetenv("KUBECONFIG");
}

void TestKubeconfig::contextsResolve_data()
{
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("access");
    const auto row = [](const char *name, const char *cluster, const char *user, const char *access) {
        QTest::newRow(name) << (*cluster ? QByteArray(cluster) : Https) << QByteArray(user) << QByteArray(access);
    };
    row("a token", "", "{token: abc}", "https://h:6443 ns=prod token abc");
    row("a token in quotes may be digits", "", "{token: '12345'}", "https://h:6443 ns=prod token 12345");
    row("a token that looks like a date", "", "{token: 2001-01-01}", "https://h:6443 ns=prod token 2001-01-01");
    row("a token file", "", "{tokenFile: t}", "https://h:6443 ns=prod file %DIR/t");
    row("an absolute token file", "", "{tokenFile: /run/t}", "https://h:6443 ns=prod file /run/t");
    row("of token and token file the file is used while it can be read", "", "{token: abc, tokenFile: t}",
        "https://h:6443 ns=prod file %DIR/t or abc");
    row("a token goes before a plugin", "",
        "{token: abc, exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p}}",
        "https://h:6443 ns=prod token abc");
    row("nobody", "", "{}", "https://h:6443 ns=prod none");
    row("nothing where the user should be", "", "", "https://h:6443 ns=prod none");
    row("unknown fields are passed over", "{server: 'https://h', extensions: [{name: x, extension: {a: 1}}], later: 7}",
        "{token: abc, later: []}", "https://h ns=prod token abc");
    row("an RSA certificate as data", "", "{client-certificate-data: %rsa.crt64, client-key-data: %rsa.key64}",
        "https://h:6443 ns=prod none cert key");
    row("an EC certificate as files", "", "{client-certificate: ec.crt, client-key: ec.key}",
        "https://h:6443 ns=prod none cert key");
    row("data goes before a file", "",
        "{client-certificate: absent, client-certificate-data: %ec.crt64, client-key: ec.key}",
        "https://h:6443 ns=prod none cert key");
    row("a key alone is passed over, as by kubectl", "", "{client-key: absent, token: abc}",
        "https://h:6443 ns=prod token abc");
    row("a CA as a file", "{server: 'https://h', certificate-authority: ca.crt}", "{}", "https://h ns=prod none ca");
    row("a CA as data", "{server: 'https://h', certificate-authority-data: %ca.crt64}", "{}",
        "https://h ns=prod none ca");
    row("a name to verify", "{server: 'https://1.2.3.4', tls-server-name: kubernetes}", "{}",
        "https://1.2.3.4 ns=prod none name=kubernetes");
    row("no verification", "{server: 'https://h', insecure-skip-tls-verify: true}", "{}",
        "https://h ns=prod none unverified");
    row("yes is true", "{server: 'https://h', insecure-skip-tls-verify: yes}", "{}",
        "https://h ns=prod none unverified");
    row("no compression", "{server: 'https://h', disable-compression: true}", "{}",
        "https://h ns=prod none uncompressed");
    row("an http proxy", "{server: 'https://h', proxy-url: 'http://p:3128'}", "{}",
        "https://h ns=prod none proxy=http://p:3128");
    row("a socks5 proxy", "{server: 'https://h', proxy-url: 'socks5://u:p@p:1080'}", "{}",
        "https://h ns=prod none proxy=socks5://u:p@p:1080");
    row("a path below the server", "{server: 'https://h/k8s/clusters/c-1/'}", "{}",
        "https://h/k8s/clusters/c-1 ns=prod none");
    row("a query is left out", "{server: 'https://h/?a=b#c'}", "{}", "https://h ns=prod none");
    row("IPv6", "{server: 'https://[::1]:6443'}", "{}", "https://[::1]:6443 ns=prod none");
    row("no scheme is http", "{server: 'localhost:8080'}", "{}", "http://localhost:8080 ns=prod none");
    row("no scheme but a CA is https", "{server: 'h:6443', certificate-authority: ca.crt}", "{}",
        "https://h:6443 ns=prod none ca");
    row("over http nobody signs in, as with kubectl", "{server: 'http://h'}", "{token: abc}", "http://h ns=prod none");
    row("a plugin in PATH", "",
        "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws, args: [eks, 'get token'], env: "
        "[{name: A, value: b}]}}",
        "https://h:6443 ns=prod exec aws eks get token A=b");
    row("a plugin beside the kubeconfig", "",
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./p.sh, interactiveMode: Never}}",
        "https://h:6443 ns=prod exec %DIR/p.sh");
    row("a plugin by its absolute path", "",
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: /opt/p, interactiveMode: IfAvailable}}",
        "https://h:6443 ns=prod exec /opt/p");
}

void TestKubeconfig::contextsResolve()
{
    QFETCH(QByteArray, cluster);
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, access);
    const auto file = write(QStringLiteral("config"), expand(config(cluster, user)));
    const auto loaded = Kubeconfig::load({file});
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : describe(loaded.error()).c_str());
    const auto resolved = loaded->resolve({});
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : describe(resolved.error()).c_str());
    QCOMPARE(print(*resolved), expand(access));
    QCOMPARE(resolved->source, file);
    QCOMPARE(resolved->context + "/" + resolved->cluster + "/" + resolved->user, std::string("c/k/u"));
}

void TestKubeconfig::brokenFilesNameFileLineAndField_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place"); // behind the file's name
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &place, const char *word) {
        QTest::newRow(name) << text << place << QByteArray(word);
    };
    const auto user = [&](const char *name, const char *body, const char *field, const char *word) {
        row(name, config(Https, body), QByteArray("12: users[u].user").append(field), word);
    };
    const auto cluster = [&](const char *name, const char *body, const char *field, const char *word) {
        row(name, config(body, "{}"), QByteArray("6: clusters[k].cluster").append(field), word);
    };
    row("an empty file", "", "1: contexts", "no contexts");
    row("a list", "- a\n", "1", "a list");
    row("plain text", "hello\n", "1", "a single value");
    row("no YAML", "a: [\n", "2", "not YAML");
    row("another kind", "kind: Pod\n", "1: kind", "Pod");
    row("another version", "kind: Config\napiVersion: v2\n", "2: apiVersion", "v2");
    row("contexts that are a map", "contexts: {a: b}\n", "1: contexts", "a list");
    row("a context that is text", "contexts:\n- hello\n", "2: contexts[0]", "a map");
    row("a context named by a number", "contexts:\n- name: 12\n", "2: contexts[0].name", "quotes");
    row("two contexts of one name", "contexts:\n- name: c\n- name: c\n", "3: contexts[1].name", "\"c\"");
    row("two users of one name", config(Https, "{}") + "- name: u\n", "13: users[1].name", "\"u\"");
    row("current-context that is not there", "current-context: x\ncontexts:\n- name: c\n", "1: contexts[x]", "\"x\"");
    row("no current-context", "contexts:\n- name: c\n", "1: current-context", "current-context");
    row("a context without its cluster",
        "current-context: c\ncontexts:\n- name: c\n  context: {cluster: gone, user: u}\n",
        "4: contexts[c].context.cluster", "\"gone\"");
    row("a context without its user", config(Https, "{}").replace("user: u", "user: gone"),
        "9: contexts[c].context.user", "\"gone\"");
    cluster("no server", "{}", ".server", "no server");
    cluster("a cluster that is text", "hello", "", "a map");
    cluster("a server that is no address", "{server: 'https://'}", ".server", "https://10.0.0.1:6443");
    cluster("a server of another scheme", "{server: 'ftp://h'}", ".server", "ftp://h");
    cluster("a server with a password", "{server: 'https://u:p@h'}", ".server", "password");
    cluster("a port past the last", "{server: 'https://h:99999'}", ".server", "https://h:99999");
    cluster("a CA that is not base64", "{server: 'https://h', certificate-authority-data: '***'}",
            ".certificate-authority-data", "not base64");
    cluster("a CA cut short", "{server: 'https://h', certificate-authority-data: 'QUJ'}", ".certificate-authority-data",
            "cut short");
    cluster("a CA that is PEM where base64 belongs",
            "{server: 'https://h', certificate-authority-data: '-----BEGIN CERTIFICATE-----'}",
            ".certificate-authority-data", "without \"-data\"");
    cluster("a CA that is no certificate", "{server: 'https://h', certificate-authority-data: QUJD}",
            ".certificate-authority-data", "no certificate");
    cluster("a key as the CA", "{server: 'https://h', certificate-authority: rsa.key}", ".certificate-authority",
            "private key");
    cluster("an empty CA file", "{server: 'https://h', certificate-authority: empty}", ".certificate-authority",
            "is empty");
    cluster("a CA and no verification",
            "{server: 'https://h', certificate-authority: ca.crt, insecure-skip-tls-verify: true}",
            ".insecure-skip-tls-verify", "Remove one");
    cluster("verification that is a word", "{server: 'https://h', insecure-skip-tls-verify: maybe}",
            ".insecure-skip-tls-verify", "true or false");
    cluster("verification in quotes", "{server: 'https://h', insecure-skip-tls-verify: 'true'}",
            ".insecure-skip-tls-verify", "without quotes");
    cluster("a proxy of an unknown kind", "{server: 'https://h', proxy-url: 'ftp://p'}", ".proxy-url", "socks5://");
    user("a token of digits", "{token: 12345}", ".token", "kubectl refuses");
    user("a token that is true to YAML", "{token: yes}", ".token", "true or false");
    user("a token that is a list", "{token: [a]}", ".token", "a list");
    user("a token with a line break", "{token: \"a\\nb\"}", ".token", "no token has");
    user("a token with a header in it", "{token: \"a\\r\\nX: y\"}", ".token", "no token has");
    user("a certificate without its key", "{client-certificate: ec.crt}", ".client-key", "no key");
    user("a key that is not the certificate's", "{client-certificate: ec.crt, client-key: other.key}", ".client-key",
         "does not belong");
    user("certificate and key swapped", "{client-certificate: ec.key, client-key: ec.crt}", ".client-certificate",
         "swapped");
    user("a certificate as the key", "{client-certificate: ec.crt, client-key-data: %ec.crt64}", ".client-key-data",
         "swapped");
    user("an Ed25519 key", "{client-certificate: ed.crt, client-key: ed.key}", ".client-key", "Ed25519");
    user("a key with a passphrase", "{client-certificate: rsa.crt, client-key: locked.key}", ".client-key",
         "passphrase");
    user("a key that is text", "{client-certificate: rsa.crt, client-key-data: QUJD}", ".client-key-data",
         "no private key");
    user("an auth-provider", "{auth-provider: {name: oidc}}", ".auth-provider", "not supported yet");
    user("user name and password", "{username: a, password: b}", ".username", "not supported yet");
    user("impersonation", "{token: abc, as: root}", ".as", "not supported yet");
    user("a plugin that is text", "{exec: aws}", ".exec", "a map");
    user("a plugin without a command", "{exec: {apiVersion: client.authentication.k8s.io/v1beta1}}", ".exec.command",
         "missing");
    user("a plugin without a version", "{exec: {command: p}}", ".exec.apiVersion", "missing");
    user("a plugin of an old version", "{exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: p}}",
         ".exec.apiVersion", "v1alpha1");
    user("a v1 plugin without its mode", "{exec: {apiVersion: client.authentication.k8s.io/v1, command: p}}",
         ".exec.interactiveMode", "requires");
    user("a plugin that must ask",
         "{exec: {apiVersion: client.authentication.k8s.io/v1, command: p, interactiveMode: Always}}",
         ".exec.interactiveMode", "terminal");
    user("an argument that is a number",
         "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p, args: [12]}}", ".exec.args", "quotes");
    user("a variable without a name",
         "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p, env: [{value: x}]}}",
         ".exec.env[0].name", "name");
}

void TestKubeconfig::brokenFilesNameFileLineAndField()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, word);
    const auto file = write(QStringLiteral("config"), expand(text));
    const auto loaded = Kubeconfig::load({file});
    const Error error = loaded.ok() ? loaded->resolve({}).error() : loaded.error();
    QCOMPARE(error.kind, ErrorKind::ConfigBroken);
    QCOMPARE(QByteArray::fromStdString(error.place), QByteArray::fromStdString(file) + ":" + place);
    QVERIFY2(error.text.find(word.toStdString()) != std::string::npos, error.text.c_str());
}

void TestKubeconfig::unreadableFilesSayWhy_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("one that is not there") << QByteArray("absent") << QByteArray("No such file");
    QTest::newRow("a directory") << QByteArray("folder") << QByteArray("a directory");
    QTest::newRow("a named pipe nobody writes to") << QByteArray("fifo") << QByteArray("a named pipe");
    QTest::newRow("a device") << QByteArray("/dev/zero") << QByteArray("a device");
    QTest::newRow("one byte past the limit") << QByteArray("large") << QByteArray("larger than 1024 KiB");
}

void TestKubeconfig::unreadableFilesSayWhy()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, word);
    const auto path =
        write(QStringLiteral("config"), config("{server: 'https://h', certificate-authority: " + file + "}", "{}"));
    const auto loaded = Kubeconfig::load({path});
    QVERIFY(loaded.ok());
    const auto resolved = loaded->resolve("c");
    QVERIFY(!resolved.ok());
    QCOMPARE(resolved.error().kind, ErrorKind::FileUnreadable);
    QCOMPARE(resolved.error().place, path + ":6: clusters[k].cluster.certificate-authority");
    QVERIFY2(resolved.error().text.find(word.toStdString()) != std::string::npos, resolved.error().text.c_str());
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
    QCOMPARE(Kubeconfig::load({m_keys->path(QStringLiteral("fifo")).toStdString(), file}).error().kind,
             ErrorKind::FileUnreadable);
}

void TestKubeconfig::relativePathsBelongToTheFileThatHasThem()
{
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

void TestKubeconfig::aBrokenUserLeavesOtherContextsUsable()
{
    const auto file =
        write(QStringLiteral("config"),
              config(Https, "{token: abc}") + "- name: digits\n  user: {token: 12}\n" + "current-context: c\n");
    const auto loaded = Kubeconfig::load({file});
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : describe(loaded.error()).c_str());
    QVERIFY(loaded->resolve({}).ok());
}

QTEST_GUILESS_MAIN(TestKubeconfig)
#include "tst_kubeconfig.moc"
